/** Lists over all the projects that a member sees. */
import { projectScopeOf } from '../access/authorize';
import { notFound } from '../domain/problem';
import type { Executor } from '../store/database';
import { findVisibleProject, listProjectNames, type NamedProject } from '../store/tenants/projects';
import type { AuditedResource } from './change';
import type { Reading } from './reading';

/** A row of such a list, with the project that it is in. */
export interface InProject<Row> {
  readonly row: Row;
  readonly project: NamedProject;
}

/** Rows with their projects, in their order. */
export async function inProjects<Row extends { readonly projectUid: string }>(
  db: Executor,
  rows: readonly Row[],
): Promise<Array<InProject<Row>>> {
  const named = await listProjectNames(db, [...new Set(rows.map(({ projectUid }) => projectUid))]);
  return rows.flatMap(row => {
    const project = named.find(({ uid }) => uid === row.projectUid);
    return project === undefined ? [] : [{ row, project }];
  });
}

/**
 * What the trail is told that such a list was of: one project, or all that the member sees of their company.
 * @throws Problem 404 for a project that they do not see
 */
export async function lookedAt(
  { db, principal }: Reading,
  projectId: string | undefined,
): Promise<AuditedResource> {
  const { companyUid, companyId } = principal;
  if (projectId === undefined) return { kind: 'company', uid: companyUid, companyUid };
  const project = await findVisibleProject(db, projectScopeOf(principal), companyId, projectId);
  if (project === undefined) throw notFound('the member sees no such project');
  return { kind: 'project', uid: project.uid, companyUid };
}

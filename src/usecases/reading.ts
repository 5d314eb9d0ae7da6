import { projectScopeOf } from '../access/authorize';
import type { ConsolePrincipal, KeyPrincipal } from '../access/principal';
import { notFound } from '../domain/problem';
import type { Project } from '../domain/projects/project';
import { insertAuditEvent } from '../store/audit/audit';
import type { Executor } from '../store/database';
import { findVisibleProject, listProjectNames, type NamedProject } from '../store/tenants/projects';
import { auditRow, type Act, type AuditedResource, type ChangeParts } from './change';

/** What a use case that only reads works with: who looks, and what the audit trail is told that they saw. */
export interface Reading {
  readonly db: Executor;
  readonly now: Date;
  readonly principal: KeyPrincipal | ConsolePrincipal;
  /** Tells the audit trail which record was shown; its row is written before the answer leaves. */
  readonly saw: (resource: AuditedResource) => void;
}

/** A look at something in a project that the caller sees. */
export interface ProjectReading extends Reading {
  readonly project: Project;
}

/**
 * Runs what only reads, and writes its one row to the trail before anything of it is shown: of the record
 * that was seen first, which is the one that the page is about (CONSOLE-39).
 */
export async function auditReading<T>(
  { db, clock }: Pick<ChangeParts, 'db' | 'clock'>,
  act: Act<ConsolePrincipal>,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  let seen: AuditedResource | undefined;
  const found = await work({
    db,
    now,
    principal: act.principal,
    saw: resource => {
      seen ??= resource;
    },
  });
  await insertAuditEvent(db, auditRow(act, now, seen, { outcome: 'success', problem: null }));
  return found;
}

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

import { projectScopeOf } from '../access/authorize';
import type { ConsolePrincipal, KeyPrincipal } from '../access/principal';
import { notFound } from '../domain/problem';
import type { Project } from '../domain/projects/project';
import { insertAuditEvent } from '../store/audit/audit';
import type { Executor } from '../store/database';
import { findVisibleProject, listProjectNames, type NamedProject } from '../store/tenants/projects';
import { auditRow, type Act, type AuditedResource, type ChangeParts } from './change';

/** The context of a read-only use case: the caller, and a way to record what they saw in the audit log. */
export interface Reading {
  readonly db: Executor;
  readonly now: Date;
  readonly principal: KeyPrincipal | ConsolePrincipal;
  /** Records in the audit log which record was shown. The row is written before the response is sent. */
  readonly saw: (resource: AuditedResource) => void;
}

/** A read by a member in the console. */
export interface MemberReading extends Reading {
  readonly principal: ConsolePrincipal;
}

/** A read in a project that the caller sees. */
export interface ProjectReading extends Reading {
  readonly project: Project;
}

/**
 * Runs a read-only use case, and writes its one audit row before anything is shown: for the first record
 * seen, which is the page's subject (CONSOLE-39).
 */
export async function auditReading<T>(
  { db, clock }: Pick<ChangeParts, 'db' | 'clock'>,
  act: Act<ConsolePrincipal>,
  work: (reading: MemberReading) => Promise<T>,
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

/** A row of a list, with its project. */
export interface InProject<Row> {
  readonly row: Row;
  readonly project: NamedProject;
}

/** Returns rows with their projects, in order. */
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
 * Returns the audited subject of such a list: one project, or the company if it covers all projects that the
 * member sees.
 * @throws Problem 404 for a project that they don't see
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

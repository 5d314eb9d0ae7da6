// SQL text: one statement finds the approvals in use whose reading is older, and one those that now fail.
// Objection: notes and decisions, by key.
import type { Transaction } from 'objection';
import type { Verdicts } from '../../domain/auth-checks/judge';
import type { Executor } from '../database';
import { AuthorizationRereadModel, type AuthorizationRereadRow } from '../models/authorization-reread';
import { named } from '../named';

/** Approved, not expired or revoked, and required by its project. */
const inUse = `p.authorization_status = 'Approved' and p.authorization_etag is not null
  and p.authorization_revoked_on is null and j.status = 'Live' and j.authorization_method = 'authorizationPdf'
  and j.purpose not in ('CoveredOperations', 'CoveredPayment', 'CoveredTreatment')
  and (p.authorization_expires_on is null
    or p.authorization_expires_on >= (now() at time zone c.time_zone)::date)`;

const earlier = named<{ uid: string }, { engineVersion: string; limit: number }>(`
  select p.uid
  from patient p
  join project j on j.uid = p.project_uid
  join company c on c.uid = p.company_uid
  join authorization_document d on d.patient_uid = p.uid
  join auth_check k on k.document_uid = d.uid and k.status = 'judged' and k.etag = p.authorization_etag
  where ${inUse} and k.engine_version <> :engineVersion
  order by p.uid limit :limit
`);

/** Lists approvals in use whose document was last read by another engine, at most `limit`, by uid. */
export async function listEarlierApprovals(
  executor: Executor,
  page: { readonly engineVersion: string; readonly limit: number },
): Promise<string[]> {
  return (await earlier.run(executor, page)).map(({ uid }) => uid);
}

/** Notes that an approved authorization is read again. */
export async function putReread(
  tx: Transaction,
  reread: Omit<AuthorizationRereadRow, 'decidedAt'>,
): Promise<void> {
  await AuthorizationRereadModel.query(tx)
    .insert({ ...reread, decidedAt: null })
    .onConflict('patient_uid')
    .merge();
}

/** Notes that a person has decided about a patient's authorization, so that it isn't listed any longer. */
export async function closeReread(tx: Transaction, patientUid: string, at: Date): Promise<void> {
  await AuthorizationRereadModel.query(tx)
    .findById(patientUid)
    .whereNull('decided_at')
    .patch({ decidedAt: at });
}

/** An approved authorization that fails with the current reader. */
export interface FailingApproval {
  readonly companyId: string;
  readonly projectId: string;
  readonly patientUid: string;
  readonly patientId: string;
  readonly readAgainAt: Date;
  readonly verdicts: Verdicts;
}

const failing = named<FailingApproval, { after: string; limit: number }>(`
  select c.id as "companyId", j.id as "projectId", p.uid as "patientUid", p.id as "patientId",
    r.started_at as "readAgainAt", k.verdicts
  from authorization_reread r
  join patient p on p.uid = r.patient_uid and p.authorization_etag = r.etag
  join project j on j.uid = p.project_uid
  join company c on c.uid = p.company_uid
  join authorization_document d on d.patient_uid = p.uid
  join auth_check k on k.document_uid = d.uid and k.status = 'judged'
  where r.decided_at is null and (k.verdict_counts->>'failed')::integer > 0 and p.uid > :after and ${inUse}
  order by p.uid limit :limit
`);

const nilUid = '00000000-0000-0000-0000-000000000000';

/** Lists approvals in use that no longer pass, until a person decides on them, by uid. */
export async function listFailingApprovals(
  executor: Executor,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<FailingApproval[]> {
  return failing.run(executor, { ...page, after: page.after ?? nilUid });
}

// Objection: results. SQL text: whole runs, because a hash is bytes in the table and hex
// in TypeScript.
import type { NetNewCounts } from '../../domain/events/clinical-data';
import type { SearchKind, SearchOutcome, SearchStatus } from '../../domain/searches/search';
import type { Executor, Transaction } from '../database';
import { PatientModel } from '../models/patient';
import { PatientSearchModel, SearchRunModel, type NewSearchRun, type SearchRunRow } from '../models/search';
import { named } from '../named';
import { nilUid } from '../page';
import { insert, pick, selectList } from '../table';

export type { SearchRunRow } from '../models/search';

const whatStarts = [
  'uid',
  'patientUid',
  'kind',
  'number',
  'partner',
  'requestHash',
  'startedAt',
  'asked',
  'identityVersion',
] as const satisfies ReadonlyArray<keyof NewSearchRun>;
const insertRow = named<never, NewSearchRun>(insert(SearchRunModel, { only: whatStarts }));

/** Stores a new run. */
export async function insertSearchRun(tx: Transaction, run: NewSearchRun): Promise<void> {
  await insertRow.run(tx, pick(run, whatStarts));
}

const runs = `select ${selectList(SearchRunModel, 'r')} from search_run r`;
const find = named<SearchRunRow, { uid: string }>(`${runs} where r.uid = :uid`);
const list = named<SearchRunRow, { patientUid: string; limit: number }>(
  `${runs} where r.patient_uid = :patientUid order by r.started_at desc, r.number desc limit :limit`,
);

/** Returns the run with this uid. */
export async function findSearchRun(executor: Executor, uid: string): Promise<SearchRunRow | undefined> {
  return (await find.run(executor, { uid }))[0];
}

/** Lists the latest runs of a patient, newest first. */
export async function listSearchRuns(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<SearchRunRow[]> {
  return list.run(executor, { patientUid, limit });
}

/** Records the result of a run. */
export async function endSearchRun(
  tx: Transaction,
  uid: string,
  result: {
    readonly outcome: SearchOutcome;
    readonly refusal: { readonly code: string; readonly text: string } | null;
    readonly matching: unknown;
  },
  at: Date,
): Promise<void> {
  const { outcome, refusal, matching } = result;
  await SearchRunModel.query(tx)
    .findById(uid)
    .patch({
      answeredAt: at,
      outcome,
      refusalCode: refusal?.code ?? null,
      refusalText: refusal?.text ?? null,
      matching: matching ?? null,
    });
}

/** Records why the answer to a run wasn't understood; the run goes on. */
export async function noteMatching(tx: Transaction, uid: string, matching: unknown): Promise<void> {
  await SearchRunModel.query(tx).findById(uid).patch({ matching });
}

const whatIsNew = [
  'newVisits',
  'newProcedures',
  'newDiagnoses',
  'newPrescriptionFills',
  'newLabResults',
] as const satisfies ReadonlyArray<keyof NetNewCounts>;

/** Records what a run returned that was new to its search. */
export async function countNewContent(
  tx: Transaction,
  uid: string,
  outcome: SearchOutcome,
  counts: NetNewCounts,
): Promise<void> {
  await SearchRunModel.query(tx)
    .findById(uid)
    .patch({ outcome, ...pick(counts, whatIsNew) });
}

/** Records that a run that goes on asks for someone else since the identity was corrected. */
export async function noteAsked(
  tx: Transaction,
  uid: string,
  asked: Pick<NewSearchRun, 'asked' | 'identityVersion'>,
): Promise<void> {
  await SearchRunModel.query(tx).findById(uid).patch(asked);
}

/** Lists the patients of a project with an armed or running search, oldest first. */
export async function listUnfinishedSearches(
  executor: Executor,
  projectUid: string,
): Promise<ReadonlyArray<{ readonly patientUid: string; readonly searchStatus: SearchStatus }>> {
  const unfinished = PatientSearchModel.query()
    .whereColumn('patient_search.patient_uid', 'patient.uid')
    .whereIn('phase', ['armed', 'running']);
  return PatientModel.query(executor)
    .select('uid as patient_uid', 'search_status')
    .where({ project_uid: projectUid })
    .whereExists(unfinished)
    .orderBy(['created_at', 'uid'])
    .castTo<Array<{ readonly patientUid: string; readonly searchStatus: SearchStatus }>>();
}

/** A search that waits for a partner. */
export interface WithoutPartner {
  readonly patientUid: string;
  readonly projectUid: string;
  readonly kind: SearchKind;
}

const withoutPartner = named<WithoutPartner, { patientUid: string; kind: string; limit: number }>(`
  select s.patient_uid as "patientUid", p.project_uid as "projectUid", s.kind
  from patient_search s join patient p on p.uid = s.patient_uid
  join project j on j.uid = p.project_uid and j.status = 'Live'
  where s.waits_for = 'partner' and (s.patient_uid, s.kind) > (:patientUid::uuid, :kind::text)
  order by s.patient_uid, s.kind limit :limit
`);

/** Lists the searches of live projects that wait for a partner, after a position. */
export async function listWithoutPartner(
  executor: Executor,
  {
    after,
    limit,
  }: { readonly after: Pick<WithoutPartner, 'patientUid' | 'kind'> | undefined; readonly limit: number },
): Promise<WithoutPartner[]> {
  const { patientUid = nilUid, kind = '' } = after ?? {};
  return withoutPartner.run(executor, { patientUid, kind, limit });
}

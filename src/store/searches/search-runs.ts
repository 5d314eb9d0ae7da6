import type { NetNewCounts } from '../../domain/events/clinical-data';
import type { SearchKind, SearchOutcome, SearchStatus } from '../../domain/searches/search';
import type { Executor, Transaction } from '../database';
import {
  SearchRunModel,
  WithheldContentModel,
  type NewSearchRun,
  type SearchRunRow,
  type WithheldContentRow,
  type WithheldIdentity,
} from '../models/search';
import { named } from '../named';
import { insert, pick, selectList, update } from '../table';

export type { SearchRunRow } from '../models/search';

const whatStarts = [
  'uid',
  'patientUid',
  'kind',
  'number',
  'partner',
  'requestHash',
  'startedAt',
] as const satisfies ReadonlyArray<keyof NewSearchRun>;
const insertRow = named<never, NewSearchRun>(insert(SearchRunModel, { only: whatStarts }));

/** Stores a run that starts. */
export async function insertSearchRun(tx: Transaction, run: NewSearchRun): Promise<void> {
  await insertRow.run(tx, pick(run, whatStarts));
}

const runs = `select ${selectList(SearchRunModel, 'r')} from search_run r`;
const find = named<SearchRunRow, { uid: string }>(`${runs} where r.uid = :uid`);
const list = named<SearchRunRow, { patientUid: string; limit: number }>(
  `${runs} where r.patient_uid = :patientUid order by r.started_at desc, r.number desc limit :limit`,
);

/** The run of this name. */
export async function findSearchRun(executor: Executor, uid: string): Promise<SearchRunRow | undefined> {
  return (await find.run(executor, { uid }))[0];
}

/** The latest runs of a patient, newest first. */
export async function listSearchRuns(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<SearchRunRow[]> {
  return list.run(executor, { patientUid, limit });
}

const whatEnds = ['answeredAt', 'outcome', 'refusalCode', 'refusalText', 'matching'] as const;
const end = named<never, Pick<SearchRunRow, 'uid' | (typeof whatEnds)[number]>>(
  update(SearchRunModel, { set: whatEnds }),
);

/** Notes what a run came to. */
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
  await end.run(tx, {
    uid,
    answeredAt: at,
    outcome,
    refusalCode: refusal?.code ?? null,
    refusalText: refusal?.text ?? null,
    matching: matching ?? null,
  });
}

const whatIsNew = [
  'newVisits',
  'newProcedures',
  'newDiagnoses',
  'newPrescriptionFills',
  'newLabResults',
] as const satisfies ReadonlyArray<keyof NetNewCounts>;
const count = named<never, NetNewCounts & { uid: string; outcome: SearchOutcome }>(
  update(SearchRunModel, { set: ['outcome', ...whatIsNew] }),
);

/** Notes what a run brought that was new to its search. */
export async function countNewContent(
  tx: Transaction,
  uid: string,
  outcome: SearchOutcome,
  counts: NetNewCounts,
): Promise<void> {
  await count.run(tx, { uid, outcome, ...pick(counts, whatIsNew) });
}

const withhold = named<never, WithheldContentRow>(insert(WithheldContentModel));
const forget = named<never, { patientUid: string; kind: SearchKind }>(
  'delete from withheld_content where patient_uid = :patientUid and kind = :kind',
);
const listOfRun = named<WithheldIdentity, { runUid: string }>(`
  select ${selectList(WithheldContentModel, 'w', ['sex', 'content'])} from withheld_content w
  where w.run_uid = :runUid order by w.identity
`);

/** Withholds what a run found under several identities. */
export async function withholdContent(
  tx: Transaction,
  run: { readonly uid: string; readonly patientUid: string; readonly kind: SearchKind },
  identities: readonly WithheldIdentity[],
  at: Date,
): Promise<void> {
  for (const [index, { sex, content }] of identities.entries())
    await withhold.run(tx, {
      runUid: run.uid,
      identity: index + 1,
      patientUid: run.patientUid,
      kind: run.kind,
      sex,
      content,
      createdAt: at,
    });
}

/** What a run found under several identities. */
export async function listWithheld(executor: Executor, runUid: string): Promise<WithheldIdentity[]> {
  return listOfRun.run(executor, { runUid });
}

/** Forgets what was withheld of a patient's search: most of it is another person's. */
export async function forgetWithheld(tx: Transaction, patientUid: string, kind: SearchKind): Promise<void> {
  await forget.run(tx, { patientUid, kind });
}

const unfinishedOfProject = named<
  { patientUid: string; searchStatus: SearchStatus },
  { projectUid: string }
>(`
  select p.uid as "patientUid", p.search_status as "searchStatus" from patient p
  where p.project_uid = :projectUid
    and exists (select from patient_search s where s.patient_uid = p.uid and s.phase in ('armed', 'running'))
  order by p.created_at, p.uid
`);

/** The patients of a project whose searches are armed or running, oldest first. */
export async function listUnfinishedSearches(
  executor: Executor,
  projectUid: string,
): Promise<ReadonlyArray<{ readonly patientUid: string; readonly searchStatus: SearchStatus }>> {
  return unfinishedOfProject.run(executor, { projectUid });
}

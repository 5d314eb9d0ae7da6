import type { ClinicalContent } from '../domain/clinical/clinical-content';
import type { Sex } from '../domain/patients/patient-details';
import type { SearchKind, SearchOutcome, SearchStatus } from '../domain/searches/search';
import type { Executor, Transaction } from './database';
import { named } from './named';
import type { NetNewCounts } from './clinical';

/** A run as it starts. */
export interface NewSearchRun {
  readonly uid: string;
  readonly patientUid: string;
  readonly kind: SearchKind;
  readonly number: number;
  readonly partner: string;
  /** In hex. */
  readonly requestHash: string;
  readonly startedAt: Date;
}

/** A run with what it came to. */
export interface SearchRunRow extends Omit<NewSearchRun, 'requestHash'>, NetNewCounts {
  readonly answeredAt: Date | null;
  readonly outcome: SearchOutcome | null;
  readonly refusalCode: string | null;
  /** The partner's words; for operators only. */
  readonly refusalText: string | null;
  /** Why the records were taken for the patient's, or not; for operators only. */
  readonly matching: unknown;
}

const insert = named(`
  insert into search_run (uid, patient_uid, kind, number, partner, request_hash, started_at)
  values (?, ?, ?, ?, ?, decode(?, 'hex'), ?)
`);

/** Stores a run that starts. */
export async function insertSearchRun(tx: Transaction, run: NewSearchRun): Promise<void> {
  const { uid, patientUid, kind, number, partner, requestHash, startedAt } = run;
  await insert.run(tx, [uid, patientUid, kind, number, partner, requestHash, startedAt]);
}

const columns = `uid, patient_uid as "patientUid", kind, number, partner, started_at as "startedAt",
  answered_at as "answeredAt", outcome, refusal_code as "refusalCode", refusal_text as "refusalText", matching,
  new_visits as "newVisits", new_procedures as "newProcedures", new_diagnoses as "newDiagnoses",
  new_prescription_fills as "newPrescriptionFills", new_lab_results as "newLabResults"`;

const find = named<SearchRunRow>(`select ${columns} from search_run where uid = ?`);
const list = named<SearchRunRow>(`
  select ${columns} from search_run where patient_uid = ? order by started_at desc, number desc limit ?
`);

/** The run of this name. */
export async function findSearchRun(executor: Executor, uid: string): Promise<SearchRunRow | undefined> {
  return (await find.run(executor, [uid]))[0];
}

/** The latest runs of a patient, newest first. */
export async function listSearchRuns(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<SearchRunRow[]> {
  return list.run(executor, [patientUid, limit]);
}

const end = named(`
  update search_run set answered_at = ?, outcome = ?, refusal_code = ?, refusal_text = ?, matching = ?::jsonb where uid = ?
`);

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
  const explained = matching === undefined || matching === null ? null : JSON.stringify(matching);
  await end.run(tx, [at, outcome, refusal?.code ?? null, refusal?.text ?? null, explained, uid]);
}

const count = named(`
  update search_run set outcome = ?, new_visits = ?, new_procedures = ?, new_diagnoses = ?, new_prescription_fills = ?,
    new_lab_results = ?
  where uid = ?
`);

/** Notes what a run brought that was new to its search. */
export async function countNewContent(
  tx: Transaction,
  uid: string,
  outcome: SearchOutcome,
  counts: NetNewCounts,
): Promise<void> {
  const { newVisits, newProcedures, newDiagnoses, newPrescriptionFills, newLabResults } = counts;
  await count.run(tx, [
    outcome,
    newVisits,
    newProcedures,
    newDiagnoses,
    newPrescriptionFills,
    newLabResults,
    uid,
  ]);
}

/** What was found under one identity, withheld until the patient's is known. */
export interface WithheldIdentity {
  readonly sex: Sex | null;
  readonly content: ClinicalContent;
}

const withhold = named(`
  insert into withheld_content (run_uid, identity, patient_uid, kind, sex, content, created_at)
  values (?, ?, ?, ?, ?, ?::jsonb, ?)
`);
const forget = named(`delete from withheld_content where patient_uid = ? and kind = ?`);
const listOfRun = named<WithheldIdentity>(`
  select sex, content from withheld_content where run_uid = ? order by identity
`);

/** Withholds what a run found under several identities. */
export async function withholdContent(
  tx: Transaction,
  run: { readonly uid: string; readonly patientUid: string; readonly kind: SearchKind },
  identities: readonly WithheldIdentity[],
  at: Date,
): Promise<void> {
  for (const [index, { sex, content }] of identities.entries())
    await withhold.run(tx, [run.uid, index + 1, run.patientUid, run.kind, sex, JSON.stringify(content), at]);
}

/** What a run found under several identities. */
export async function listWithheld(executor: Executor, runUid: string): Promise<WithheldIdentity[]> {
  return listOfRun.run(executor, [runUid]);
}

/** Forgets what was withheld of a patient's search: most of it is another person's. */
export async function forgetWithheld(tx: Transaction, patientUid: string, kind: SearchKind): Promise<void> {
  await forget.run(tx, [patientUid, kind]);
}

const unfinishedOfProject = named<{ patientUid: string; searchStatus: SearchStatus }>(`
  select p.uid as "patientUid", p.search_status as "searchStatus" from patient p
  where p.project_uid = ?
    and exists (select from patient_search s where s.patient_uid = p.uid and s.phase in ('armed', 'running'))
  order by p.created_at, p.uid
`);

/** The patients of a project whose searches are armed or running, oldest first. */
export async function listUnfinishedSearches(
  executor: Executor,
  projectUid: string,
): Promise<ReadonlyArray<{ readonly patientUid: string; readonly searchStatus: SearchStatus }>> {
  return unfinishedOfProject.run(executor, [projectUid]);
}

// SQL text: the people of a patient's answers are read with what their run asked for, and written at once.
import type { ClinicalContent } from '../../domain/clinical/clinical-content';
import type { DecidedPerson } from '../../domain/searches/runs';
import type { JudgedRun, JudgedCandidate, RunCandidate } from '../../domain/searches/candidates';
import type { SearchKind } from '../../domain/searches/search';
import type { Executor, Transaction } from '../database';
import { RunCandidateModel, type RunCandidateRow } from '../models/search';
import { named } from '../named';
import { insertMany } from '../table';

interface OfPatient {
  readonly patientUid: string;
}

const list = named<RunCandidate, OfPatient>(`
  select c.run_uid as "runUid", c.number, c.kind, r.partner, r.asked, c.sex, c.person,
    c.person_id as "personId", c.rows,
    c.content is not null as "hasContent", c.standing, c.doubted_at is not null as "isDoubted",
    c.decided_by as "decidedBy",
    c.identity_version as "identityVersion", r.identity_version as "askedVersion"
  from run_candidate c join search_run r on r.uid = c.run_uid
  where c.patient_uid = :patientUid order by r.started_at, r.uid, c.number
`);

/**
 * Lists the people of all answers about a patient, run by run, in the partner's order. People whose values
 * were erased are listed without them.
 */
export async function listCandidates(executor: Executor, patientUid: string): Promise<RunCandidate[]> {
  return list.run(executor, { patientUid });
}

const ended = named<JudgedRun, OfPatient>(`
  select r.uid as "runUid", r.kind, r.partner, r.asked, r.identity_version as "askedVersion"
  from search_run r
  where r.patient_uid = :patientUid and r.outcome in ('Completed', 'NoHit', 'AmbiguousIdentity')
`);

/** Lists the runs of a patient that a partner answered. */
export async function listEndedRuns(executor: Executor, patientUid: string): Promise<JudgedRun[]> {
  return ended.run(executor, { patientUid });
}

interface NewCandidates extends OfPatient {
  readonly runUid: string;
  readonly kind: SearchKind;
  readonly identityVersion: number;
  readonly at: Date;
  readonly rows: ReadonlyArray<
    Pick<
      RunCandidateRow,
      'number' | 'sex' | 'person' | 'personId' | 'content' | 'rows' | 'match' | 'standing' | 'decidedBy'
    >
  >;
}

const insertRows = named<never, NewCandidates>(
  insertMany(RunCandidateModel, {
    given: {
      runUid: ':runUid::uuid',
      patientUid: ':patientUid::uuid',
      kind: ':kind',
      identityVersion: ':identityVersion::integer',
      createdAt: ':at::timestamptz',
      decidedAt: ':at::timestamptz',
      erasedAt: 'null',
      doubtedAt: 'null',
    },
  }),
);

/** Stores the people of an answer who are or may be the patient. */
export async function insertCandidates(
  tx: Transaction,
  run: Omit<NewCandidates, 'rows' | 'at'>,
  people: readonly DecidedPerson[],
  at: Date,
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map(({ candidate, content, match, standing, decidedBy }) => {
    const { number, sex, person, personId, rows: count } = candidate;
    return { number, sex, person, personId, content, rows: count, match: match ?? null, standing, decidedBy };
  });
  await insertRows.run(tx, { ...run, at, rows });
}

interface Decided extends OfPatient {
  readonly identityVersion: number;
  readonly at: Date;
  readonly decided: ReadonlyArray<
    Pick<RunCandidateRow, 'runUid' | 'number' | 'standing' | 'decidedBy' | 'match'> &
      Pick<JudgedCandidate, 'isDoubted'>
  >;
}

const decide = named<never, Decided>(`
  update run_candidate c set standing = d.standing, decided_by = d."decidedBy",
    match = coalesce(d.match, c.match), identity_version = :identityVersion,
    decided_at = case when c.standing = d.standing then c.decided_at else :at::timestamptz end,
    doubted_at = case when d."isDoubted" then coalesce(c.doubted_at, :at::timestamptz) end
  from jsonb_to_recordset(:decided::jsonb)
    as d("runUid" uuid, number integer, standing text, "isDoubted" boolean,
      "decidedBy" text, match jsonb)
  where c.run_uid = d."runUid" and c.number = d.number and c.patient_uid = :patientUid
`);

/** Stores what was decided about people, for a version of the patient's identity. */
export async function decideCandidates(
  tx: Transaction,
  { uid, identityVersion }: { readonly uid: string; readonly identityVersion: number },
  judged: readonly JudgedCandidate[],
  at: Date,
): Promise<void> {
  if (judged.length === 0) return;
  const decided = judged.map(({ candidate, standing, isDoubted, decidedBy, match }) => {
    const { runUid, number } = candidate;
    return { runUid, number, standing, isDoubted, decidedBy, match: match ?? null };
  });
  await decide.run(tx, { patientUid: uid, identityVersion, at, decided });
}

/** The records of an accepted person. */
export interface AcceptedContent {
  readonly runUid: string;
  readonly candidate: number;
  readonly kind: SearchKind;
  readonly content: ClinicalContent;
}

const accepted = named<AcceptedContent, OfPatient>(`
  select c.run_uid as "runUid", c.number as candidate, c.kind, c.content
  from run_candidate c join search_run r on r.uid = c.run_uid
  where c.patient_uid = :patientUid and c.standing = 'accepted' and c.content is not null
  order by r.answered_at, r.uid, c.number
`);

/** Lists the records of the accepted people of a patient's answers, oldest answer first. */
export async function listAcceptedContent(
  executor: Executor,
  patientUid: string,
): Promise<AcceptedContent[]> {
  return accepted.run(executor, { patientUid });
}

const contents = named<{ number: number; content: ClinicalContent }, { runUid: string }>(`
  select c.number, c.content from run_candidate c where c.run_uid = :runUid and c.content is not null
`);

/** Returns the records of the people of one answer, by their number. */
export async function contentOfRun(
  executor: Executor,
  runUid: string,
): Promise<ReadonlyMap<number, ClinicalContent>> {
  const found = await contents.run(executor, { runUid });
  return new Map(found.map(({ number, content }) => [number, content]));
}

const erase = `update run_candidate c set person = null, content = null, erased_at = :at,
  standing = case c.standing when 'held' then 'withheld' else c.standing end`;
const eraseHeldOf = named<never, OfPatient & { kind: SearchKind; at: Date }>(
  `${erase} where c.patient_uid = :patientUid and c.kind = :kind and c.standing = 'held'`,
);

/** Erases the held people of a search that no one decides on anymore: most of them are someone else. */
export async function eraseHeld(
  tx: Transaction,
  patientUid: string,
  kind: SearchKind,
  at: Date,
): Promise<void> {
  await eraseHeldOf.run(tx, { patientUid, kind, at });
}

const isDue = "c.standing <> 'accepted' and c.erased_at is null and c.decided_at < :before";
const due = named<OfPatient, { before: Date; limit: number }>(
  `select distinct c.patient_uid as "patientUid" from run_candidate c where ${isDue} limit :limit`,
);
const eraseDueOf = named<{ number: number }, OfPatient & { before: Date; at: Date }>(
  `${erase} where c.patient_uid = :patientUid and ${isDue} returning c.number`,
);

/** Lists patients with people who weren't accepted and were decided on before this time. */
export async function listPatientsToErase(
  executor: Executor,
  before: Date,
  limit: number,
): Promise<string[]> {
  return (await due.run(executor, { before, limit })).map(({ patientUid }) => patientUid);
}

/**
 * Erases the values of a patient's people who weren't accepted and were decided on before this time. Rules,
 * grades, and the partner's ID stay. @returns how many
 */
export async function eraseDue(tx: Transaction, patientUid: string, before: Date, at: Date): Promise<number> {
  return (await eraseDueOf.run(tx, { patientUid, before, at })).length;
}

const isUnkept = `c.standing = 'accepted' and c.content is null and c.erased_at is null`;
const findUnkept = named<{ runUid: string }, { runUid: string }>(
  `select c.run_uid as "runUid" from run_candidate c where c.run_uid = :runUid and ${isUnkept}`,
);

/** Whether a run was answered before people were kept with their answers. */
export async function isUnkeptRun(executor: Executor, runUid: string): Promise<boolean> {
  return (await findUnkept.run(executor, { runUid })).length > 0;
}

/** A stored result file with runs that were answered before people were kept. */
export interface EarlierResults {
  readonly replicaKey: string;
  readonly runUids: readonly string[];
}

const earlier = named<EarlierResults, object>(`
  select f.replica_key as "replicaKey", array_agg(c.run_uid::text) as "runUids"
  from run_candidate c
  join roster_entry e on e.run_uid = c.run_uid
  join roster_file f on f.partner = e.partner and f.transmission_id = e.transmission_id
    and f.kind = 'results' and f.replica_key is not null
  where ${isUnkept} group by f.uid order by f.created_at, f.uid
`);

/** Lists the stored result files with runs that were answered before people were kept, oldest first. */
export async function listEarlierResults(executor: Executor): Promise<EarlierResults[]> {
  return earlier.run(executor, {});
}

const countUnkept = named<{ runs: number; patients: number }, object>(
  `select count(*)::int as runs, count(distinct c.patient_uid)::int as patients
    from run_candidate c where ${isUnkept}`,
);

/** Counts the runs that were answered before people were kept, and their patients. */
export async function countUnkeptRuns(
  executor: Executor,
): Promise<{ readonly runs: number; readonly patients: number }> {
  const [count] = await countUnkept.run(executor, {});
  return count ?? { runs: 0, patients: 0 };
}

/** Forgets the people of a run, whose answer is read again. */
export async function forgetCandidates(tx: Transaction, runUid: string): Promise<void> {
  await RunCandidateModel.query(tx).where({ run_uid: runUid }).delete();
}

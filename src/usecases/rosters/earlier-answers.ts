/** Answers from before people were kept with them: read again from the stored files, and judged. */
import { personOf } from '../../domain/matching/person';
import { judgeAnswer, type SearchAnswer } from '../../domain/searches/runs';
import { withSearch } from '../../domain/patients/patient';
import { knownPeople } from '../../domain/searches/candidates';
import type { ObjectStore } from '../../files/object-store';
import { readAnswer } from '../../partners/roster/read-answer';
import { readResults, resultsLimits, type PatientResults } from '../../partners/roster/results-file';
import type { Executor } from '../../store/database';
import {
  countUnkeptRuns,
  forgetCandidates,
  insertCandidates,
  isUnkeptRun,
  listCandidates,
  listEarlierResults,
  type EarlierResults,
} from '../../store/searches/run-candidates';
import { findSearchRun } from '../../store/searches/search-runs';
import { resource, type Change, type OperatorChange } from '../change';
import { rebuildContent } from '../clinical-data/patient-content';
import { commitPatient } from '../patients/commit-patient';
import { lockSearch } from '../searches/locked-search';

/** The result of judging earlier answers. */
export interface JudgedEarlier {
  /** How many answers are still the patient's. */
  readonly accepted: number;
  /** Those whose records were withdrawn: the person isn't proven to be the patient, or is someone else. */
  readonly withdrawn: number;
  /** Those that couldn't be read again; their records stay. */
  readonly unread: number;
  /** Those without a stored file, because their partner answers without one and describes no one. */
  readonly withoutFile: number;
}

type Result = 'accepted' | 'withdrawn' | 'unread';

interface EarlierParts {
  readonly db: Executor;
  readonly files: ObjectStore;
  readonly change: <T>(event: string, work: (change: OperatorChange) => Promise<T>) => Promise<T>;
}

async function judge(change: Change, runUid: string, results: PatientResults): Promise<Result> {
  const row = await findSearchRun(change.tx, runUid);
  const locked = row && (await lockSearch(change, row));
  if (row === undefined || locked === undefined || !(await isUnkeptRun(change.tx, runUid))) {
    change.unaudited('the answer was judged meanwhile');
    return 'accepted';
  }
  const { patient, project, search } = locked;
  const { kind, partner, asked, identityVersion: askedVersion } = row;
  const others = await listCandidates(change.tx, patient.uid);
  const known = knownPeople(others, { runUid, partner }, patient);
  const read = readAnswer(results, personOf(patient), known.accepted);
  if (read.outcome === 'NotUnderstood' || read.outcome === 'RequestRejected') {
    await change.audit(resource('patient', patient), 'search.judgeEarlier.unread', { kind });
    return 'unread';
  }
  const answered = judgeAnswer({ ...search, kind, runUid }, read satisfies SearchAnswer, {
    patient,
    run: { runUid, kind, partner, asked, askedVersion },
    known,
    isCorrected: false,
    atMs: change.now.getTime(),
  });
  await forgetCandidates(change.tx, runUid);
  await insertCandidates(
    change.tx,
    { runUid, patientUid: patient.uid, kind, identityVersion: patient.identityVersion },
    answered.people,
    change.now,
  );
  const isCurrent = search.runUid === runUid && search.phase === 'answered';
  const { outcome } = answered.end;
  const after = isCurrent ? { ...search, outcome } : search;
  const stored = await commitPatient(change, project, withSearch(patient, after, project));
  await rebuildContent(change, { patient: stored, project }, 'notProven');
  await change.audit(resource('patient', patient), 'search.judgeEarlier', { kind, outcome });
  return outcome === 'Completed' ? 'accepted' : 'withdrawn';
}

async function judgeFile(
  { files, change }: EarlierParts,
  { replicaKey, runUids }: EarlierResults,
  judgedOf: Map<string, Result>,
): Promise<void> {
  const bytes = await files.get(replicaKey, resultsLimits.fileBytesMax);
  for await (const results of readResults(bytes)) {
    const runUid = results.patientRef;
    // A second file about a run counts only if the first one wasn't understood.
    if (!runUids.includes(runUid) || (judgedOf.get(runUid) ?? 'unread') !== 'unread') continue;
    judgedOf.set(runUid, await change('search.judgeEarlier', current => judge(current, runUid, results)));
  }
}

/**
 * Judges what was accepted before people were kept with their answers, once, from the stored result files.
 * Records of a person who isn't accepted as the patient now are withdrawn, and the customer's systems are
 * notified. It can be repeated: what was judged isn't judged again.
 * @throws what reading a file from the object store throws; what was judged before stays
 */
export async function judgeEarlierAnswers(parts: EarlierParts): Promise<JudgedEarlier> {
  const judgedOf = new Map<string, Result>();
  for (const file of await listEarlierResults(parts.db)) await judgeFile(parts, file, judgedOf);
  const count = (result: Result): number => [...judgedOf.values()].filter(one => one === result).length;
  const left = await countUnkeptRuns(parts.db);
  const unread = count('unread');
  return {
    accepted: count('accepted'),
    withdrawn: count('withdrawn'),
    unread,
    withoutFile: left.runs - unread,
  };
}

import { withSearch } from '../../domain/patients/patient';
import { mayResolve } from '../../domain/searches/identities';
import { knownPeople } from '../../domain/searches/candidates';
import { judgeAnswer, type Answered, type SearchAnswer } from '../../domain/searches/runs';
import type { SearchKind } from '../../domain/searches/search';
import { insertCandidates, listCandidates } from '../../store/searches/run-candidates';
import { endSearchRun, findSearchRun } from '../../store/searches/search-runs';
import { resource, runOwnChange, type Change, type ChangeParts } from '../change';
import { addContent } from '../clinical-data/patient-content';
import { commitPatient } from '../patients/commit-patient';
import {
  commitSearch,
  fingerprintOf,
  lockSearch,
  type LockedSearch,
  type SearchParts,
  type SearchRun,
} from './locked-search';

/** An answer to a run, from a partner that the workflow asks or one that answers with files. */
export type AnsweredRun = Omit<SearchRun, 'sequence'> &
  ({ readonly by: 'theWorkflow'; readonly sequence: number } | { readonly by: 'files' });

/**
 * Ends a run: stores its result and emits its completion, once per run, whatever the outcome. An answer to a
 * run that isn't the current one, or has ended, changes nothing.
 * @returns whether the run was still in progress
 */
export async function finishSearchRun(
  change: Change,
  parts: SearchParts,
  run: AnsweredRun,
  answer: SearchAnswer,
): Promise<boolean> {
  const locked = await lockSearch(change, run);
  if (locked?.search.phase !== 'running' || locked.search.runUid !== run.runUid) {
    change.unaudited('the response is for a run that has ended');
    return false;
  }
  const { patient, project, search } = locked;
  const { runUid, kind } = run;
  const row = await findSearchRun(change.tx, runUid);
  if (row === undefined) throw new Error('the search runs without a run');
  const { partner, asked, identityVersion: askedVersion } = row;
  const others = await listCandidates(change.tx, patient.uid);
  const answered = judgeAnswer(search, answer, {
    patient,
    run: { runUid, kind, partner, asked, askedVersion },
    known: knownPeople(others, { runUid, partner }, patient),
    isCorrected: fingerprintOf(parts, search.partner ?? '', locked) !== search.requestHash,
    atMs: change.now.getTime(),
  });
  await storeAnswer(change, locked, { uid: runUid, kind }, answered);
  const sequence = Math.max(search.sequence, run.by === 'theWorkflow' ? run.sequence : 0);
  const decision = withSearch(patient, { ...answered.search, sequence }, project);
  await commitPatient(change, project, decision, run.by === 'theWorkflow' ? 'theWorkflow' : 'anybody');
  await change.audit(resource('patient', patient), 'search.finish', {
    kind,
    outcome: answered.search.outcome,
  });
  return true;
}

async function storeAnswer(
  change: Change,
  locked: Pick<LockedSearch, 'patient' | 'project'>,
  run: { readonly uid: string; readonly kind: SearchKind },
  { end, people }: Answered,
): Promise<void> {
  const { uid: patientUid, identityVersion } = locked.patient;
  const { uid: runUid, kind } = run;
  await endSearchRun(change.tx, runUid, end, change.now);
  await insertCandidates(change.tx, { runUid, patientUid, kind, identityVersion }, people, change.now);
  const accepted = people
    .filter(({ standing }) => standing === 'accepted')
    .map(({ candidate, content }) => ({ runUid, candidate: candidate.number, kind, content }));
  if (accepted.length > 0) await addContent(change, locked, { ...run, outcome: end.outcome }, accepted);
}

/**
 * Judges the people of a patient's answers again, for a search that is marked for it. There are no gates and
 * no run, because nothing is sent.
 */
export async function resolveIdentity(
  parts: ChangeParts,
  { sequence, ...run }: Pick<SearchRun, 'patientUid' | 'kind' | 'sequence'>,
): Promise<void> {
  await runOwnChange(parts, 'patient search', 'search.resolveIdentity', async change => {
    const locked = await lockSearch(change, run);
    if (locked === undefined || !mayResolve(locked.search))
      return change.unaudited("there's nothing to resolve anymore");
    const { patient, search } = locked;
    await commitSearch(change, locked, { ...search, sequence: Math.max(search.sequence, sequence) });
    await change.audit(resource('patient', patient), 'search.resolveIdentity', { kind: run.kind });
  });
}

import { withSearch } from '../../domain/patients/patient';
import { mayResolve } from '../../domain/searches/identities';
import { judgeAnswer, resolve, type Answered, type SearchAnswer } from '../../domain/searches/runs';
import type { SearchKind } from '../../domain/searches/search';
import { endSearchRun, listWithheld, withholdContent } from '../../store/searches/search-runs';
import { resource, runOwnChange, type Change, type ChangeParts } from '../change';
import { commitPatient } from '../patients/commit-patient';
import {
  commitSearch,
  fingerprintOf,
  lockSearch,
  storeContent,
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
  const answered = judgeAnswer(search, answer, {
    details: patient,
    dateOfDeath: patient.dateOfDeath,
    isCorrected: fingerprintOf(parts, search.partner ?? '', locked) !== search.requestHash,
    atMs: change.now.getTime(),
  });
  await storeAnswer(change, locked, { uid: run.runUid, kind: run.kind }, answered);
  const sequence = Math.max(search.sequence, run.by === 'theWorkflow' ? run.sequence : 0);
  const decision = withSearch(patient, { ...answered.search, sequence }, project);
  await commitPatient(change, project, decision, run.by === 'theWorkflow' ? 'theWorkflow' : 'anybody');
  await change.audit(resource('patient', patient), 'search.finish');
  return true;
}

async function storeAnswer(
  change: Change,
  locked: Pick<LockedSearch, 'patient' | 'project'>,
  run: { readonly uid: string; readonly kind: SearchKind },
  { end, content, withheld }: Answered,
): Promise<void> {
  await endSearchRun(change.tx, run.uid, end, change.now);
  if (content !== null) await storeContent(change, locked, { ...run, outcome: end.outcome }, content);
  if (withheld.length > 0)
    await withholdContent(change.tx, { ...run, patientUid: locked.patient.uid }, withheld, change.now);
}

/**
 * Judges an ambiguous answer again after an edit: the withheld rows of the identity that is now the patient
 * become theirs, those of the others are forgotten. There are no gates and no run, because nothing is sent.
 */
export async function resolveIdentity(
  parts: ChangeParts,
  { sequence, ...run }: Pick<SearchRun, 'patientUid' | 'kind' | 'sequence'>,
): Promise<void> {
  await runOwnChange(parts, 'patient search', 'search.resolveIdentity', async change => {
    const locked = await lockSearch(change, run);
    const runUid = locked?.search.runUid ?? null;
    if (locked === undefined || runUid === null || !mayResolve(locked.search))
      return change.unaudited("there's nothing to resolve anymore");
    const { patient, search } = locked;
    const withheld = await listWithheld(change.tx, runUid);
    const { dateOfDeath } = patient;
    const resolved = resolve(search, withheld, { details: patient, dateOfDeath, sequence });
    if (resolved.released !== null) {
      const { content, outcome } = resolved.released;
      await storeContent(change, locked, { uid: runUid, kind: run.kind, outcome }, content, true);
    }
    await commitSearch(change, locked, resolved.search);
    await change.audit(resource('patient', patient));
  });
}

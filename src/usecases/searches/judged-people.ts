/** The people of a patient's answers: judged again after an edit, and erased after 30 days. */
import { isEvidence, judgeAgain, type JudgedCandidate } from '../../domain/searches/candidates';
import { withSearches, type Decision, type Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import type { SearchOutcome } from '../../domain/searches/search';
import {
  contentOfRun,
  decideCandidates,
  listCandidates,
  listEndedRuns,
  eraseDue,
  listPatientsToErase,
} from '../../store/searches/run-candidates';
import { type Change, resource, runOwnChange, type ChangeParts } from '../change';
import { addContent, prepareContent, rebuildContent } from '../clinical-data/patient-content';
import { lockPatientByUid } from '../../store/patients/patients';
import { handleEvery } from '../every-item';

/** A decision about a patient after the people of all answers were judged again. */
export interface JudgedDecision {
  readonly decision: Decision;
  readonly judged: readonly JudgedCandidate[];
}

/**
 * Judges the people of all answers about a patient as an edit leaves the patient. Returns nothing if the edit
 * changes nothing that they are compared by.
 */
export async function judgePeopleAgain(
  { tx }: Pick<Change, 'tx'>,
  project: Project,
  decision: Decision,
): Promise<JudgedDecision | undefined> {
  const { before, after, changed } = decision;
  if (!isEvidence(changed) && !after.searches.some(search => search.isToBeJudged)) return undefined;
  if (before.searches.every(({ run }) => run === 0)) return undefined;
  const candidates = await listCandidates(tx, before.uid);
  const runs = await listEndedRuns(tx, before.uid);
  const isCorrected = before.identityVersion !== after.identityVersion;
  const { searches, judged } = judgeAgain(after, candidates, runs, isCorrected);
  return { decision: withSearches(decision, searches, project), judged };
}

function isAccepted({ standing }: Pick<JudgedCandidate, 'standing'>): boolean {
  return standing === 'accepted';
}

/** The people of an answer who are accepted now, with their records. */
interface ReleasedAnswer {
  readonly run: Parameters<typeof addContent>[2];
  readonly accepted: Parameters<typeof addContent>[3];
}

/**
 * Stores what was decided about people, and brings the patient's clinical content in line: records of people
 * who are no longer accepted leave, those of newly accepted ones are added.
 */
export async function storeJudged(
  change: Change,
  locked: { readonly patient: Patient; readonly project: Project },
  { judged }: Pick<JudgedDecision, 'judged'>,
): Promise<void> {
  const { patient } = locked;
  await decideCandidates(change.tx, patient, judged, change.now);
  const lost = judged.filter(one => isAccepted(one.candidate) && !isAccepted(one));
  if (lost.length > 0) {
    const isDenied = lost.some(({ standing }) => standing === 'notPatient');
    return rebuildContent(change, locked, isDenied ? 'notProven' : 'identityChanged');
  }
  const released = judged.filter(one => isAccepted(one) && !isAccepted(one.candidate));
  const answers: ReleasedAnswer[] = [];
  for (const runUid of new Set(released.map(({ candidate }) => candidate.runUid))) {
    const people = released.map(({ candidate }) => candidate).filter(one => one.runUid === runUid);
    const [first] = people;
    if (first === undefined) continue;
    const contents = await contentOfRun(change.tx, runUid);
    const accepted = people.flatMap(({ number, kind }) => {
      const content = contents.get(number);
      return content === undefined ? [] : [{ runUid, candidate: number, kind, content }];
    });
    const outcome: SearchOutcome = people.some(({ rows }) => rows > 0) ? 'Completed' : 'NoHit';
    answers.push({ run: { uid: runUid, kind: first.kind, outcome }, accepted });
  }
  await prepareContent(
    change,
    locked,
    answers.flatMap(({ accepted }) => accepted),
  );
  for (const { run, accepted } of answers) await addContent(change, locked, run, accepted, true);
}

const keptMs = 30 * 24 * 60 * 60 * 1000;
const patientsPerRun = 1_000;

/**
 * Erases names, dates, and records of people who were held or withheld for 30 days, at most of 1,000
 * patients. What was decided and why stays.
 */
export async function eraseExpiredPeople(parts: ChangeParts): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - keptMs);
  await handleEvery(await listPatientsToErase(parts.db, before, patientsPerRun), patientUid =>
    runOwnChange(parts, 'patient search', 'search.erasePeople', async change => {
      const patient = await lockPatientByUid(change.tx, patientUid);
      const erased = patient && (await eraseDue(change.tx, patientUid, before, change.now));
      if (patient === undefined || erased === undefined || erased === 0)
        return change.unaudited('the people were erased or decided on meanwhile');
      await change.audit(resource('patient', patient), 'search.erasePeople', { erased });
    }),
  );
}

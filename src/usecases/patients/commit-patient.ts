import type { EditedPatient } from '../../domain/audit-events';
import type { PatientDetailName } from '../../domain/patients/details';
import {
  consequences,
  consequencesOfRegistering,
  type Consequences,
  type OfMoment,
} from '../../domain/patients/consequences';
import type { Decision, Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { clockIn } from '../../domain/time-zones';
import { attributesOf, workflows } from '../../domain/workflows';
import { onFile, stepsOfChange } from '../../domain/authorizations/authorization-history';
import { appendSteps } from '../../store/auth-checks/authorization-steps';
import { insertPatient, putSearches, updatePatient } from '../../store/patients/patients';
import { lockHeldOfPatient } from '../../store/record-requests/record-requests';
import { listQueuedPartners } from '../../store/searches/rosters';
import { eraseHeld } from '../../store/searches/run-candidates';
import { holdSitesOfPatient } from '../../store/sites/patient-sites';
import { startAuthCheck } from '../auth-checks/run-orders';
import { actorOf, resource, type Change } from '../change';
import { releaseRecordRequests, signalRecordRequests } from '../record-requests/moves';
import { compareHeldAgain } from '../files/returned-charts';
import { judgePeopleAgain, storeJudged } from '../searches/judged-people';
import { signalExchange } from '../searches/roster-queue';
import { aboutPatient, emitPatientEvent } from './patient-events';

async function emitColumns(
  change: Change,
  project: Project,
  patient: Patient,
  changed: readonly string[],
): Promise<void> {
  if (changed.length === 0) return;
  const about = aboutPatient(project, patient);
  await change.emitRow({ ...about, eventType: 'patient.columnChanged', changed });
}

/**
 * The committer. The patient's workflow reviews after its own writes anyway, and needs no signal for them.
 */
type CommittedBy = 'anybody' | 'theWorkflow';

function momentOf({ now }: Change, project: Project): OfMoment {
  return { project, today: clockIn(project.timeZone, now).day };
}

async function follow(
  change: Change,
  project: Project,
  patient: Patient,
  { searches, events, columns, forget, authCheck, isToBeLookedAt, heldRecordRequests }: Consequences,
  by: CommittedBy,
): Promise<void> {
  await putSearches(change.tx, patient.uid, searches, change.now);
  for (const kind of forget) await eraseHeld(change.tx, patient.uid, kind, change.now);
  for (const event of events) await emitPatientEvent(change, project, patient, event);
  await emitColumns(change, project, patient, columns);
  if (authCheck !== 'none')
    await startAuthCheck(change, project, patient, { keepsReading: authCheck === 'compareAnew' });
  // Runs that were queued for a partner's file while the authorization blocked them.
  if (heldRecordRequests === 'released')
    for (const partner of await listQueuedPartners(change.tx, patient.uid))
      await signalExchange(change, partner, 'searchQueued');
  if (heldRecordRequests !== null) {
    const held = await lockHeldOfPatient(change.tx, patient.uid);
    await (heldRecordRequests === 'released' ? releaseRecordRequests : signalRecordRequests)(
      change,
      project,
      held,
    );
  }
  if (!isToBeLookedAt || by === 'theWorkflow') return;
  const about = attributesOf(project, { patient: patient.uid, status: patient.searchStatus });
  await change.signal(workflows.patientSearch, 'searchesChanged', { patientUid: patient.uid }, about);
}

/** Keeps what a decision means for the authorization on file, for its history. */
async function noteSteps(change: Change, before: Patient, after: Patient): Promise<void> {
  const document = onFile(after);
  if (document === undefined) return;
  const steps = stepsOfChange(before, after, actorOf(change.principal), change.now);
  await appendSteps(change.tx, after.uid, document, steps);
}

/**
 * Writes a decision about a patient and all of its consequences. Every decision goes through here. The caller
 * holds the patient's lock. A decision that changes nothing writes nothing. If what people are compared by
 * changed, those of all answers are judged again.
 * @returns the patient as stored; `decision.before` itself if nothing changed
 */
export async function commitPatient(
  change: Change,
  project: Project,
  decision: Decision,
  by: CommittedBy = 'anybody',
): Promise<Patient> {
  const { before } = decision;
  const again = await judgePeopleAgain(change, project, decision);
  const judged = again?.decision ?? decision;
  // Before the record requests that follow: what was judged may change the clinical content.
  if (again !== undefined) await holdSitesOfPatient(change.tx, before.uid);
  const following = consequences(judged, momentOf(change, project));
  if (!following.isChanged) return before;
  const changed = new Set(following.searches.map(({ kind }) => kind));
  const searches = judged.after.searches.map(search =>
    changed.has(search.kind) ? { ...search, sinceMs: change.now.getTime() } : search,
  );
  const versioned = { version: before.version + 1, updatedAt: change.now };
  const stored = { ...judged.after, searches, ...(following.isVersioned ? versioned : {}) };
  await updatePatient(change.tx, stored);
  await noteSteps(change, before, stored);
  await follow(change, project, stored, following, by);
  await compareHeldAgain(change, project, stored, decision.changed);
  if (again !== undefined) await storeJudged(change, { patient: stored, project }, again);
  return stored;
}

/** Returns the changes of an edit for the audit log: names of details, and statuses. */
export function changesOfEdit({ before, changed }: Decision, stored: Patient): EditedPatient {
  const [from, to] = [before.identityVersion, stored.identityVersion];
  const status = { from: before.authorizationStatus, to: stored.authorizationStatus };
  const names: Partial<Record<PatientDetailName, null>> = {};
  for (const name of changed) names[name] = null;
  return {
    ...names,
    ...(from === to ? {} : { identityVersion: { from, to } }),
    ...(status.from === status.to ? {} : { authorizationStatus: status }),
  };
}

/** The events of edits, which have the names of the edited details. */
type EditEvent =
  | 'patient.upsert'
  | 'patient.edit'
  | 'patient.changeSearchLevel'
  | 'patient.establishDeath'
  | 'authorization.revoke';

/**
 * Commits an edit with its audit row. An edit without changes is audited as a read, since the caller is shown
 * the patient.
 */
export async function commitEdit(
  change: Change & { readonly project: Project },
  decision: Decision,
  event: EditEvent,
): Promise<Patient> {
  const stored = await commitPatient(change, change.project, decision);
  if (stored === decision.before) await change.auditLook(resource('patient', stored), { as: 'patient.read' });
  else await change.audit(resource('patient', stored), event, changesOfEdit(decision, stored));
  return stored;
}

/**
 * Writes a new patient and all consequences.
 * @returns false if the id is taken in the project, or the project's terms changed meanwhile; then nothing is
 * written
 */
export async function commitNewPatient(change: Change, project: Project, patient: Patient): Promise<boolean> {
  if (!(await insertPatient(change.tx, patient, project))) return false;
  await follow(
    change,
    project,
    patient,
    consequencesOfRegistering(patient, momentOf(change, project)),
    'anybody',
  );
  return true;
}

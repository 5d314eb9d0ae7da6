import { changedDetails, type PatientDetailName } from '../../domain/patients/patient-details';
import type { EventType } from '../../domain/events/event-types';
import { regate } from '../../domain/searches/arm-searches';
import { mayResolve, noLongerAmbiguous } from '../../domain/searches/identities';
import { noticeCorrection } from '../../domain/searches/refusals';
import { type PatientSearch, type SearchState, deriveSearchStatus } from '../../domain/searches/search';
import { patchPatient, putSearches } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import { forgetWithheld } from '../../store/search-runs';
import type { Project } from '../../domain/projects/project';
import { attributesOf, workflows } from '../../domain/workflows';
import { sandboxScenario, scenarioDateOfDeath } from '../../domain/searches/sandbox-scenarios';
import { followWithAuthCheck } from '../auth-checks/start-auth-check';
import type { Change } from '../change';
import { gateFacts } from './project-facts';

/** Tells the patient's workflow that its searches are to be looked at, starting it when it does not run. */
async function wakeSearches(change: Change, project: Project, patient: Patient): Promise<void> {
  const about = attributesOf(project, { status: patient.searchStatus });
  await change.signal(workflows.patientSearch, 'searchesChanged', { patientUid: patient.uid }, about);
}

/** Appends an event about a patient. */
export async function emitPatientEvent(
  change: Change,
  project: Project,
  patient: Patient,
  eventType: EventType,
  changed: readonly string[],
): Promise<void> {
  await change.emit({
    eventType,
    companyUid: patient.companyUid,
    projectUid: patient.projectUid,
    patientUid: patient.uid,
    recordKind: 'patient',
    recordUid: patient.uid,
    trackedByUserUid: patient.createdByUserUid,
    isSandbox: project.status === 'Sandbox',
    changed,
  });
}

/** Joins the states that the domain decided on with what only the store knows of each search. */
export function withStates(
  searches: readonly PatientSearch[],
  states: readonly SearchState[],
): PatientSearch[] {
  return searches.map(search => ({ ...search, ...states.find(({ kind }) => kind === search.kind) }));
}

/** The date of death on file; on a sandbox project also the one that a first name stands for (docs/sandbox.md). */
function dateOfDeathOf(project: Project, { dateOfDeath, firstName }: Patient): string | null {
  const isScenario =
    project.status === 'Sandbox' && sandboxScenario(firstName) === 'deceasedBeforeClinicalData';
  return dateOfDeath ?? (isScenario ? scenarioDateOfDeath : null);
}

/** The patient with every armed search looked at anew and the search status derived. */
export function settle(project: Project, patient: Patient): Patient {
  const known = { ...patient, dateOfDeath: dateOfDeathOf(project, patient) };
  const searches = withStates(known.searches, regate(known.searches, gateFacts(project, known)));
  return { ...known, searches, searchStatus: deriveSearchStatus(searches) };
}

// The field of `patient.updated` that shows a detail (specification, Data per group); city and state are not among
// them, and of the last names `lastName` is the current one, which stands for all.
const announcedAs: Readonly<Partial<Record<PatientDetailName, string>>> = {
  firstName: 'firstName',
  lastNames: 'lastName',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
  zipCodes: 'zipCodes',
  mobile: 'mobile',
  email: 'email',
};

async function emitDifferences(
  change: Change,
  project: Project,
  before: Patient,
  after: Patient,
): Promise<void> {
  const changed = changedDetails(before, after)
    .map(name => announcedAs[name])
    .filter(field => field !== undefined);
  if (changed.length > 0) await emitPatientEvent(change, project, after, 'patient.updated', changed);
  if (before.authorizationStatus !== after.authorizationStatus) {
    const moved =
      after.authorizationStatus === 'Approved' ? 'authorization.approved' : 'authorization.needsAttention';
    await emitPatientEvent(change, project, after, 'authorization.statusChanged', ['authorizationStatus']);
    await emitPatientEvent(change, project, after, moved, ['authorizationStatus']);
  }
  if (before.searchStatus !== after.searchStatus) {
    await emitPatientEvent(change, project, after, 'patient.searchStatusChanged', ['searchStatus']);
  }
}

function changedSearches(before: Patient, after: Patient): PatientSearch[] {
  const isAsBefore = (search: PatientSearch): boolean => {
    const old = before.searches.find(({ kind }) => kind === search.kind);
    return JSON.stringify(old) === JSON.stringify(search);
  };
  return after.searches.filter(search => !isAsBefore(search));
}

/** How the workflow of a patient signs what it writes; it needs no call for its own writes. */
export const searchWorkflowPart = 'patient search';

function isLeft({ phase }: PatientSearch): boolean {
  return phase === 'armed' || phase === 'running';
}

function areGatesMoved(before: Patient, after: Patient): boolean {
  return (
    before.authorizationStatus !== after.authorizationStatus ||
    before.dateOfDeath !== after.dateOfDeath ||
    before.zipCodes.length !== after.zipCodes.length
  );
}

/**
 * Whether the workflow has something to look at: a search that may go or is on its way, one that was armed, disarmed or
 * whose gate has moved, or an ambiguous answer that the sex may resolve. A patient whose every armed search waits has a
 * workflow too, so that operators see in the Temporal UI what it waits for: one look (a signal, an activity, eleven
 * events; some 25 ms of two cores by DESIGN §8) once per arming, which its later start would have cost as well. Edits that move no
 * search and no gate call nothing, however many there are.
 */
function isWorthWaking(before: Patient | undefined, after: Patient): boolean {
  return after.searches.some(search => {
    const { kind, phase, waitsFor } = search;
    if (phase === 'running' || (phase === 'armed' && waitsFor === null)) return true;
    if (mayResolve(search, after.sex)) return true;
    const old = before?.searches.find(candidate => candidate.kind === kind);
    if (!isLeft(search) && (old === undefined || !isLeft(old))) return false;
    return (
      old?.phase !== phase ||
      old.waitsFor !== waitsFor ||
      before === undefined ||
      areGatesMoved(before, after)
    );
  });
}

/** Tells whether two states of a patient are the same in everything that is stored. */
function isUnchanged(before: Patient, after: Patient): boolean {
  return (
    changedDetails(before, after).length === 0 &&
    before.authorizationStatus === after.authorizationStatus &&
    before.searchStatus === after.searchStatus &&
    before.dateOfDeath === after.dateOfDeath &&
    before.authorizationEtag === after.authorizationEtag &&
    before.authorizationUploadedAt?.getTime() === after.authorizationUploadedAt?.getTime() &&
    changedSearches(before, after).length === 0
  );
}

/**
 * Stores what became of a patient, whoever changed it: the row, the searches, an event per difference, and a call
 * for the workflow when a search may move. The caller holds the patient's lock. What changes nothing writes nothing.
 * @returns the patient as stored
 */
export async function savePatient(
  change: Change,
  project: Project,
  before: Patient,
  edited: Patient,
): Promise<Patient> {
  const after = settle(project, {
    ...edited,
    searches: noticeCorrection(edited.searches, changedDetails(before, edited)),
  });
  if (isUnchanged(before, after)) return before;
  const { firstName, lastNames, dateOfBirth, sex, zipCodes, city, state, mobile, email } = after;
  const { dateOfDeath, authorizationStatus, searchStatus, authorizationEtag, authorizationUploadedAt } =
    after;
  await patchPatient(
    change.tx,
    before,
    {
      ...{ firstName, lastNames, dateOfBirth, sex, zipCodes, city, state, mobile, email },
      ...{ dateOfDeath, authorizationStatus, searchStatus, authorizationEtag, authorizationUploadedAt },
    },
    change.now,
  );
  await putSearches(change.tx, after.uid, changedSearches(before, after), change.now);
  for (const kind of noLongerAmbiguous(before.searches, after.searches))
    await forgetWithheld(change.tx, after.uid, kind);
  await emitDifferences(change, project, before, after);
  await followWithAuthCheck(change, project, before, after);
  const stored = { ...after, version: before.version + 1, updatedAt: change.now };
  const { principal } = change.actor;
  const isOfWorkflow = principal.kind === 'service' && principal.part === searchWorkflowPart;
  if (!isOfWorkflow && isWorthWaking(before, stored)) await wakeSearches(change, project, stored);
  return stored;
}

/**
 * Stores an edit with its audit row. Re-sending what is on file is no change and is not audited as one; but its answer
 * shows the patient to the caller, so the row of a read stands in its place.
 * @param event what the audit trail calls the change
 */
export async function saveEdit(
  change: Change,
  project: Project,
  before: Patient,
  after: Patient,
  event: string,
): Promise<Patient> {
  const stored = await savePatient(change, project, before, after);
  const resource = { kind: 'patient', uid: stored.uid, companyUid: stored.companyUid };
  await change.audit(stored === before ? 'patient.read' : event, resource);
  return stored;
}

/** Stores the searches of a new patient, announces it, and calls the workflow when one is armed. */
export async function announceNewPatient(change: Change, project: Project, patient: Patient): Promise<void> {
  await putSearches(change.tx, patient.uid, patient.searches, change.now);
  await emitPatientEvent(change, project, patient, 'patient.created', []);
  if (isWorthWaking(undefined, patient)) await wakeSearches(change, project, patient);
}

import type { KeyPrincipal } from '../../access/principal';
import {
  authorizationStatusAfter,
  initialAuthorizationStatus,
} from '../../domain/authorizations/authorization-status';
import { authorizedFieldsOf, changedDetails } from '../../domain/patients/patient-details';
import type { PatientForm } from '../../domain/patients/patient-form';
import { Problem } from '../../domain/problem';
import { applyFlags, isNewlyArmed, type SearchFlags } from '../../domain/searches/arm-searches';
import { keepStopped } from '../../domain/searches/refusals';
import {
  type SearchKind,
  type SearchState,
  neverRun,
  searchKinds,
  searchOff,
} from '../../domain/searches/search';
import { insertPatient, lockPatient } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { newPublicId, type Change } from '../change';
import { assertVersion, type VersionCondition } from '../version-condition';
import { announceNewPatient, saveEdit, settle, withStates } from './save-patient';

/** @throws Problem `project.closed` for a project that takes no more work */
export function assertProjectOpen(project: Project): void {
  if (project.status === 'Closed') throw new Problem('project.closed');
}

/**
 * @param before the searches on file: re-sending a flag that is on asks for nothing
 * @throws Problem `search.notAvailable` when a search is switched on that the provider has not approved for the
 *   company; on a sandbox project every search is available (specification, What the service does)
 */
export function assertSearchesAvailable(
  project: Project,
  flags: SearchFlags,
  before: readonly SearchState[],
): void {
  const isAskedFor = (kind: SearchKind): boolean =>
    flags[kind] === true && !before.some(search => search.kind === kind && search.isRequested);
  const asked = (['ehrSearch', 'patientHistories'] as const).filter(isAskedFor);
  if (project.status === 'Sandbox') return;
  if (!asked.every(kind => project.companyFeatures.includes(kind))) throw new Problem('search.notAvailable');
}

function newPatient(
  change: Change,
  principal: KeyPrincipal,
  project: Project,
  id: string,
  form: PatientForm,
): Patient {
  const patient: Patient = {
    uid: change.newUid(),
    companyUid: project.companyUid,
    projectUid: project.uid,
    id,
    ...form.details,
    dateOfDeath: null,
    authorizationStatus: initialAuthorizationStatus(project),
    searchStatus: 'Inactive',
    authorizationEtag: null,
    authorizationUploadedAt: null,
    createdByUserUid: principal.userUid,
    version: 1,
    createdAt: change.now,
    updatedAt: change.now,
    searches: applyFlags(searchKinds.map(searchOff), form.flags).map(state => ({
      ...state,
      ...neverRun,
    })),
  };
  return settle(project, patient);
}

/**
 * Registers a patient at an id.
 * @returns undefined when the id is taken in the project
 * @throws Problem `search.notAvailable`
 */
export async function tryRegister(
  change: Change,
  principal: KeyPrincipal,
  project: Project,
  id: string,
  form: PatientForm,
  event: 'patient.create' | 'patient.upsert' | 'patient.import',
): Promise<Patient | undefined> {
  assertSearchesAvailable(project, form.flags, []);
  const patient = newPatient(change, principal, project, id, form);
  if (!(await insertPatient(change.tx, patient))) return undefined;
  await announceNewPatient(change, project, patient);
  await change.audit(event, { kind: 'patient', uid: patient.uid, companyUid: patient.companyUid });
  return patient;
}

/**
 * Registers a patient under an id of the service's own; not idempotent.
 * @throws Problem `project.closed`, `search.notAvailable`
 */
export async function createPatient(
  change: Change,
  principal: KeyPrincipal,
  project: Project,
  form: PatientForm,
): Promise<Patient> {
  assertProjectOpen(project);
  const patient = await tryRegister(change, principal, project, newPublicId(), form, 'patient.create');
  if (patient === undefined) throw new Error('a random id was taken');
  return patient;
}

/**
 * The patient after an edit: details and flags applied, the authorization status moved by the rules of the edit at
 * the moment it lands (specification, Authorization status, rule 4: the caller holds the row's lock). Its searches are
 * settled when it is saved.
 */
export function applyEdit(before: Patient, form: PatientForm): Patient {
  const changed = changedDetails(before, form.details);
  const searches = keepStopped(withStates(before.searches, applyFlags(before.searches, form.flags)));
  const afterEdit = authorizationStatusAfter(before.authorizationStatus, {
    kind: 'edited',
    changed: authorizedFieldsOf(changed),
  });
  const authorizationStatus = isNewlyArmed(before.searches, searches)
    ? authorizationStatusAfter(afterEdit, { kind: 'searchArmed' })
    : afterEdit;
  return { ...before, ...form.details, searches, authorizationStatus };
}

/**
 * Locks the patient at an id, or registers one where there is none. Of two who register at once the one that loses the
 * insert goes on with the patient of the other.
 */
export async function lockOrRegister(
  change: Change,
  project: Project,
  id: string,
  register: () => Promise<Patient | undefined>,
): Promise<{ readonly patient: Patient; readonly isNew: boolean }> {
  const found = await lockPatient(change.tx, project.uid, id);
  if (found !== undefined) return { patient: found, isNew: false };
  const registered = await register();
  if (registered !== undefined) return { patient: registered, isNew: true };
  const others = await lockPatient(change.tx, project.uid, id);
  if (others === undefined) throw new Problem('service.unavailable', { internal: 'the patient vanished' });
  return { patient: others, isNew: false };
}

/**
 * Registers a patient at an id of the caller's choice, or brings the one that is there to the form; a repeat changes
 * nothing and emits nothing.
 * @throws Problem `project.closed`, `search.notAvailable`, `precondition.failed`
 */
export async function upsertPatient(
  change: Change,
  principal: KeyPrincipal,
  project: Project,
  id: string,
  form: PatientForm,
  condition: VersionCondition,
): Promise<Patient> {
  assertProjectOpen(project);
  const { patient, isNew } = await lockOrRegister(change, project, id, async () => {
    assertVersion(condition, undefined);
    return tryRegister(change, principal, project, id, form, 'patient.upsert');
  });
  if (isNew) return patient;
  assertVersion(condition, patient.version);
  assertSearchesAvailable(project, form.flags, patient.searches);
  return saveEdit(change, project, patient, applyEdit(patient, form), 'patient.upsert');
}

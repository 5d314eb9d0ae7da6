import type { KeyPrincipal } from '../../access/principal';
import {
  initialAuthorizationStatus,
  statusAfterArming,
  statusAfterEdit,
} from '../../domain/authorizations/authorization-status';
import {
  authorizedFieldsOf,
  changedDetails,
  type PatientDetails,
} from '../../domain/patients/patient-details';
import { Problem } from '../../domain/problem';
import { applyFlags, isNewlyArmed, type SearchFlags } from '../../domain/searches/arm-searches';
import { searchKinds } from '../../domain/searches/search-kind';
import { searchOff } from '../../domain/searches/search-state';
import { insertPatient, lockPatient, neverRun, type Patient } from '../../store/queries/patients';
import { listCompanyFeatures, type Project } from '../../store/queries/projects';
import { newPublicId, type Change } from '../change';
import { assertVersion, type VersionCondition } from '../version-condition';
import { announceNewPatient, savePatient, settle, withStates } from './save-patient';

/** What a caller says of a patient; flags that are left out are off for a new patient, and stay for a known one. */
export interface PatientForm {
  readonly details: PatientDetails;
  readonly flags: SearchFlags;
}

/** @throws Problem `project.closed` for a project that takes no more work */
export function assertProjectOpen(project: Project): void {
  if (project.status === 'Closed') throw new Problem('project.closed');
}

/**
 * @throws Problem `search.notAvailable` when a search is switched on that the provider has not approved for the
 *   company; on a sandbox project every search is available (specification, What the service does)
 */
export async function assertSearchesAvailable(
  change: Change,
  project: Project,
  flags: SearchFlags,
): Promise<void> {
  if (project.status === 'Sandbox' || (flags.ehrSearch !== true && flags.patientHistories !== true)) return;
  const approved = await listCompanyFeatures(change.tx, project.companyUid);
  const isMissing =
    (flags.ehrSearch === true && !approved.has('ehrSearch')) ||
    (flags.patientHistories === true && !approved.has('patientHistories'));
  if (isMissing) throw new Problem('search.notAvailable');
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

async function tryRegister(
  change: Change,
  principal: KeyPrincipal,
  project: Project,
  id: string,
  form: PatientForm,
  event: 'patient.create' | 'patient.upsert',
): Promise<Patient | undefined> {
  await assertSearchesAvailable(change, project, form.flags);
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
 * the moment it lands (specification, Authorization status, rule 4: the caller holds the row's lock).
 */
export function applyEdit(project: Project, before: Patient, form: PatientForm): Patient {
  const changed = changedDetails(before, form.details);
  const searches = withStates(before.searches, applyFlags(before.searches, form.flags));
  const afterEdit = statusAfterEdit(before.authorizationStatus, authorizedFieldsOf(changed));
  const authorizationStatus = isNewlyArmed(before.searches, searches)
    ? statusAfterArming(afterEdit)
    : afterEdit;
  return settle(project, { ...before, ...form.details, searches, authorizationStatus });
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
  const found = await lockPatient(change.tx, project.uid, id);
  if (found === undefined) {
    assertVersion(condition, undefined);
    const patient = await tryRegister(change, principal, project, id, form, 'patient.upsert');
    if (patient !== undefined) return patient;
  }
  // Two first upserts at once: the one that lost the insert edits the patient of the other.
  const before = found ?? (await lockPatient(change.tx, project.uid, id));
  if (before === undefined) throw new Problem('service.unavailable', { internal: 'the patient vanished' });
  assertVersion(condition, before.version);
  await assertSearchesAvailable(change, project, form.flags);
  const patient = await savePatient(change, project, before, applyEdit(project, before, form));
  await change.audit('patient.upsert', { kind: 'patient', uid: patient.uid, companyUid: patient.companyUid });
  return patient;
}

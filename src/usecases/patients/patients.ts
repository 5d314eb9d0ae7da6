import { noDetail } from '../../domain/audit-events';
import type { Page } from '../../store/page';
import { assertPermission } from '../../access/authorize';
import { mayDecideStatus } from '../../domain/authorizations/authorization-status';
import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import type { RowOutcome } from '../../domain/bulk-imports/bulk-import';
import { edit, register, switchSearches, type Edit, type Patient } from '../../domain/patients/patient';
import type { PatientForm } from '../../domain/patients/details';
import { Problem, notFound } from '../../domain/problem';
import { assertOpen } from '../../domain/projects/project';
import type { SearchFlags } from '../../domain/searches/search';
import type { Log } from '../../platform/log';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import {
  findPatient,
  findPatientByUid,
  listPatients as listStored,
  lockPatient,
} from '../../store/patients/patients';
import type { PatientFilter } from '../../store/patients/patients-by-status';
import { eventOf, resource, newPublicId, type ProjectChange, type FileParts } from '../change';
import type { ProjectReading } from '../reading';
import { assertVersion } from '../version-condition';
import { commitEdit, commitNewPatient, commitPatient, changesOfEdit } from './commit-patient';
import { compareAuthorization } from './authorization-uploads';

/** @throws Problem 404 if the project has no such patient, `precondition.failed` */
async function lockForEdit(change: ProjectChange, id: string): Promise<Patient> {
  const patient = await lockPatient(change.tx, change.project.uid, id);
  if (patient === undefined) throw notFound('the project has no such patient');
  assertVersion(change.condition, patient.version);
  return patient;
}

/**
 * Registers a patient under an id.
 * @returns undefined if the id is taken in the project, or the project changed meanwhile
 * @throws Problem `search.notAvailable`
 */
async function tryRegister(
  change: ProjectChange,
  id: string,
  form: PatientForm,
): Promise<Patient | undefined> {
  const { project, principal, now: at } = change;
  const patient = register(
    { uid: change.newUid(), id, createdByUserUid: principal.userUid, at, ...form },
    project,
  );
  if (!(await commitNewPatient(change, project, patient))) return undefined;
  const event = eventOf(change, ['patient.create', 'patient.upsert', 'patient.import']);
  await change.audit(resource('patient', patient), event, noDetail);
  return patient;
}

/** Returns the error for a retry, which then follows the changed project. */
function changedMeanwhile(): Problem {
  return new Problem('service.unavailable', {
    internal: 'the project was changed while a patient was registered',
  });
}

/**
 * Locks the patient with an id, or registers one. If two callers register at once, the second one continues
 * with the first one's patient.
 */
async function lockOrRegister(
  change: ProjectChange,
  id: string,
  form: PatientForm,
): Promise<{ readonly patient: Patient; readonly isNew: boolean }> {
  const found = await lockPatient(change.tx, change.project.uid, id);
  if (found !== undefined) {
    assertVersion(change.condition, found.version);
    return { patient: found, isNew: false };
  }
  assertVersion(change.condition, undefined);
  const registered = await tryRegister(change, id, form);
  if (registered !== undefined) return { patient: registered, isNew: true };
  const others = await lockPatient(change.tx, change.project.uid, id);
  if (others === undefined) throw changedMeanwhile();
  return { patient: others, isNew: false };
}

/**
 * Registers a patient under a generated id; not idempotent.
 * @throws Problem `project.closed`, `search.notAvailable`
 */
export async function createPatient(change: ProjectChange, form: PatientForm): Promise<Patient> {
  assertOpen(change.project);
  const patient = await tryRegister(change, newPublicId(), form);
  if (patient === undefined) throw changedMeanwhile();
  return patient;
}

/**
 * Registers a patient under an id that the caller chose, or updates the existing one to match the form. A
 * repeat changes nothing and emits nothing.
 * @throws Problem `project.closed`, `search.notAvailable`, `precondition.failed`
 */
export async function upsertPatient(change: ProjectChange, id: string, form: PatientForm): Promise<Patient> {
  assertOpen(change.project);
  const { patient, isNew } = await lockOrRegister(change, id, form);
  return isNew ? patient : commitEdit(change, edit(patient, form, change.project), 'patient.upsert');
}

/** @throws Problem `authorization.decidedByProvider`, `permission.missing` */
function assertMayDecide({ principal, project }: ProjectChange): void {
  if (!mayDecideStatus('customer', project.status)) throw new Problem('authorization.decidedByProvider');
  assertPermission(principal, 'DecideAuthorizations');
}

/**
 * Edits a patient. A status set by the caller is decided first, then the edit's rules apply.
 * @throws Problem 404, `project.closed`, `authorization.decidedByProvider`, `permission.missing`,
 * `search.notAvailable`, `precondition.failed`
 */
export async function editPatient(change: ProjectChange, id: string, wanted: Edit): Promise<Patient> {
  assertOpen(change.project);
  const before = await lockForEdit(change, id);
  const { authorizationStatus = before.authorizationStatus } = wanted;
  if (authorizationStatus !== before.authorizationStatus) assertMayDecide(change);
  return commitEdit(change, edit(before, wanted, change.project), 'patient.edit');
}

/**
 * Switches searches of a patient on and off; an omitted flag keeps the current setting.
 * @throws Problem 404, `project.closed`, `search.notAvailable`, `precondition.failed`
 */
export async function changeSearchLevel(
  change: ProjectChange,
  id: string,
  flags: SearchFlags,
): Promise<Patient> {
  assertOpen(change.project);
  const before = await lockForEdit(change, id);
  return commitEdit(change, switchSearches(before, flags, change.project), 'patient.changeSearchLevel');
}

/** The patient in a row of a file. */
export interface ImportedPatient extends PatientForm {
  readonly id: string;
}

/**
 * Registers the patient of a row, or edits the existing one, leaving what the file has no column for. A row
 * that changes nothing writes nothing, including audit rows.
 * @throws Problem `project.closed`, `search.notAvailable`
 */
export async function importPatient(
  change: ProjectChange,
  { id, ...form }: ImportedPatient,
): Promise<{ readonly outcome: Exclude<RowOutcome, 'failed'>; readonly patient: Patient }> {
  const { project } = change;
  assertOpen(project);
  const { patient: before, isNew } = await lockOrRegister(change, id, form);
  if (isNew) return { outcome: 'created', patient: before };
  const decision = edit(before, form, project);
  const patient = await commitPatient(change, project, decision);
  if (patient === before) {
    change.unaudited('a row that matches the stored data changes nothing and shows no records');
    return { outcome: 'unchanged', patient };
  }
  await change.audit(resource('patient', patient), 'patient.import', changesOfEdit(decision, patient));
  return { outcome: 'updated', patient };
}

/** The dependencies of reading a patient, which may find an upload whose notification was lost. */
type ReadParts = FileParts & { readonly log: Log };

/** @throws Problem 404 if the project has no such patient */
export async function getPatient(
  { db, project }: Pick<ProjectReading, 'db' | 'project'>,
  id: string,
): Promise<Patient> {
  const patient = await findPatient(db, project.uid, id);
  if (patient === undefined) throw notFound('the project has no such patient');
  return patient;
}

/**
 * Returns a patient whom an earlier request registered. @throws Problem 404 if the project no longer has them
 */
export async function getMadePatient({ db, project, saw }: ProjectReading, uid: string): Promise<Patient> {
  const patient = await findPatientByUid(db, uid);
  if (patient?.projectUid !== project.uid) throw notFound('the project no longer has the patient');
  saw(resource('patient', patient));
  return patient;
}

/**
 * Returns a patient for a caller. While no document is on file, it also checks the object store, so that an
 * upload whose notification was lost shows with the next read. Not for a patient with a document:
 * replacements are rare, and each read would cost a round trip. The sweep and `GET …/authorization` find
 * them.
 * @throws Problem 404
 */
export async function readPatient(parts: ReadParts, reading: ProjectReading, id: string): Promise<Patient> {
  const patient = await getPatient(reading, id);
  reading.saw(resource('patient', patient));
  if (patient.authorizationEtag !== null) return patient;
  // The patient can be shown without the object store; the sweep finds the upload later.
  const isNoticed = await compareAuthorization(parts, patient).catch((error: unknown) => {
    parts.log.warn('Could not check for an upload; the sweep will.', { error });
    return false;
  });
  return isNoticed ? getPatient(reading, id) : patient;
}

/**
 * Returns a patient for a caller who asks for the authorization, always compared with the object store first,
 * and the analysis of the document on file.
 * @throws Problem 404
 */
export async function readAuthorization(
  parts: FileParts,
  reading: ProjectReading,
  id: string,
): Promise<{ readonly patient: Patient; readonly analysis: AuthCheck | undefined }> {
  const before = await getPatient(reading, id);
  const isNoticed = await compareAuthorization(parts, before);
  const patient = isNoticed ? await getPatient(reading, id) : before;
  reading.saw(resource('patient', patient));
  return { patient, analysis: await findPatientAuthCheck(reading.db, patient.uid) };
}

/** Lists the patients of a project that match the filter, oldest first, from a position on. */
export async function listPatients(
  { db, project, saw }: ProjectReading,
  filter: PatientFilter,
  page: Page,
): Promise<Patient[]> {
  saw({ kind: 'project', uid: project.uid, companyUid: project.companyUid });
  return listStored(db, project.uid, filter, page);
}

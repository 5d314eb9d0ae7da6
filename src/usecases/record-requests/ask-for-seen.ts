/** How a member asks a facility for the records of a patient in the console, by the use cases of the API. */
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { holdsSends } from '../../domain/authorizations/authorization-status';
import type { Patient } from '../../domain/patients/patient';
import { Problem, notFound } from '../../domain/problem';
import { assertOpen, isClosed } from '../../domain/projects/project';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import type { RecordRequestForm } from '../../forms/record-request-form';
import { listSitesOfPatient, type PatientSite } from '../../store/sites/patient-sites';
import { lockPatient } from '../../store/patients/patients';
import { findNewestRequestUid } from '../../store/record-requests/record-requests';
import { resource, type Change } from '../change';
import { changeOfSeen } from '../patients/change-seen-patient';
import { findSeen } from '../patients/seen-patients';
import type { Reading } from '../reading';
import { cancelRecordRequest } from './cancel-record-request';
import { createRecordRequests } from './record-requests';
import type { SeenRequestRef } from './view-record-request';

/** The most facilities of a patient that are offered; another one is named by its address. */
export const facilitiesMax = 100;

/** What the form of a record request is made of. */
export interface AskOffer {
  readonly patient: Pick<Patient, 'uid' | 'firstName' | 'lastNames'>;
  /** Where the patient was seen, the latest first; none for a role without `ViewClinicalData`. */
  readonly facilities: readonly PatientSite[];
  /** What was requested last; `undefined` where nothing was. */
  readonly newestUid: string | undefined;
  /** Whether the authorization would hold the request back. */
  readonly isHeld: boolean;
  /** Whether nothing is asked any more in the project. */
  readonly isClosed: boolean;
}

/**
 * What a member is offered who asks for a patient's records.
 * @throws Problem 403 without `ViewPatients` and `ManageRecordRequests`, 404
 */
export async function offerToAsk(reading: Reading, patientUid: string): Promise<AskOffer> {
  const { db, principal, saw } = reading;
  assertPermission(principal, 'ViewPatients');
  assertPermission(principal, 'ManageRecordRequests');
  const { patient, project } = await findSeen(db, principal, patientUid);
  saw(resource('patient', patient));
  const seesVisits = principal.permissions.has('ViewClinicalData');
  return {
    patient,
    facilities: seesVisits ? await listSitesOfPatient(db, patient.uid, facilitiesMax) : [],
    newestUid: await findNewestRequestUid(db, patient.uid),
    isHeld: holdsSends(project, patient.authorizationStatus),
    isClosed: isClosed(project),
  };
}

/** Whose records are asked for, and what had been requested last when the form was made. */
export interface SeenAsk {
  readonly patientUid: string;
  readonly newestUid: string | undefined;
}

/**
 * Asks a facility for records of a patient (CONSOLE-47), as the API does. A form that is sent twice asks once.
 * @throws Problem 403 without `ManageRecordRequests`, 404, `console.formStale` where something was requested since; as
 *   `createRecordRequests`
 */
export async function askForSeen(
  change: Change<ConsolePrincipal>,
  { patientUid, newestUid }: SeenAsk,
  form: RecordRequestForm,
): Promise<RecordRequest[]> {
  const { patientId, inProject } = await changeOfSeen(change, 'ManageRecordRequests', patientUid);
  assertOpen(inProject.project);
  // Whoever requests holds the patient, so that of the same form sent twice at once the second finds what the first has made.
  const patient = await lockPatient(change.tx, inProject.project.uid, patientId);
  if (patient === undefined) throw notFound('the project has no such patient');
  if ((await findNewestRequestUid(change.tx, patient.uid)) !== newestUid)
    throw new Problem('console.formStale');
  return createRecordRequests(inProject, patientId, form);
}

/**
 * Cancels a record request of a patient, as the API does.
 * @throws Problem 403 without `ManageRecordRequests`, 404; as `cancelRecordRequest`
 */
export async function cancelSeenRequest(
  change: Change<ConsolePrincipal>,
  { patientUid, recordRequestUid }: SeenRequestRef,
): Promise<RecordRequest> {
  const { patientId, inProject } = await changeOfSeen(change, 'ManageRecordRequests', patientUid);
  return cancelRecordRequest(inProject, { patientId, recordRequestId: recordRequestUid });
}

import type { ObjectStore } from '../../files/object-store';
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import { findPatientAuthCheck } from '../../store/auth-checks';
import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import { listPatients } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { offerAuthorizationDownload } from './describe-surroundings';
import { findReviewed, findReviewedProject, type PatientRef, type ReviewedPatient } from './find-reviewed';

/** A patient, with the analysis of the authorization on file: `undefined` while none was uploaded. */
export interface InspectedPatient extends ReviewedPatient {
  readonly authCheck: AuthCheck | undefined;
}

/** A patient for an operator's eyes; the look is audited. @throws OperatorError for an unknown patient */
export async function inspectPatient(change: Change, ref: PatientRef): Promise<InspectedPatient> {
  const found = await findReviewed(change, ref);
  const { uid, companyUid } = found.patient;
  const authCheck = await findPatientAuthCheck(change.tx, uid);
  await change.audit('patient.read', { kind: 'patient', uid, companyUid });
  return { ...found, authCheck };
}

/**
 * A URL from which an operator downloads the authorization on file; handing it out is audited as reading it.
 * @throws OperatorError for an unknown patient, or one without a document
 */
export async function inspectAuthorization(
  change: Change,
  files: ObjectStore,
  ref: PatientRef,
): Promise<string> {
  const { patient } = await findReviewed(change, ref);
  const download = offerAuthorizationDownload(files, patient, change.now);
  if (download === undefined) throw new OperatorError('No authorization of this patient is on file.');
  const { uid, companyUid } = patient;
  await change.audit('authorization.read', { kind: 'patient', uid, companyUid });
  return download.url;
}

/**
 * The patients of a project with an authorization status, oldest first: what there is to review. Audited.
 * @throws OperatorError for an unknown company or project
 */
export async function inspectPatients(
  change: Change,
  place: Pick<PatientRef, 'companyId' | 'projectId'>,
  filter: { readonly authorizationStatus: AuthorizationStatus | undefined; readonly limit: number },
): Promise<Patient[]> {
  const project = await findReviewedProject(change, place);
  const { authorizationStatus, limit } = filter;
  const wanted = { authorizationStatus, searchStatus: undefined };
  const patients = await listPatients(change.tx, project.uid, wanted, { after: undefined, limit });
  await change.audit('patient.list', { kind: 'project', uid: project.uid, companyUid: project.companyUid });
  return patients;
}

/** The revocation of a patient's authorization, by customers and by operators. */
import type { ConsolePrincipal } from '../../access/principal';
import { latestDayOnEarth, type CalendarDate } from '../../domain/clinical/calendar-date';
import { revoke, type Patient } from '../../domain/patients/patient';
import { Problem, notFound } from '../../domain/problem';
import { problemEntry } from '../../domain/problem-catalogue';
import { assertOpen } from '../../domain/projects/project';
import { lockPatient } from '../../store/patients/patients';
import type { Change, OperatorChange, ProjectChange } from '../change';
import { OperatorError } from '../operator-error';
import { lockReviewedPatient, type OperatorsPatient, type PatientRef } from '../operators';
import { assertVersion } from '../version-condition';
import { commitEdit } from './commit-patient';
import { memberChangeOf } from './member-patients';

/** A patient's authorization that the patient revoked on a day. */
export interface Revocation {
  readonly revokedOn: CalendarDate;
}

/**
 * Records that a patient revoked the authorization: nothing more is sent under it. A repeat changes nothing.
 * @throws Problem 404, `project.closed`, `precondition.failed`; as the domain's `revoke`
 */
export async function revokeAuthorization(
  change: ProjectChange,
  id: string,
  { revokedOn }: Revocation,
): Promise<Patient> {
  const { project } = change;
  assertOpen(project);
  const before = await lockPatient(change.tx, project.uid, id);
  if (before === undefined) throw notFound('the project has no such patient');
  assertVersion(change.condition, before.version);
  return commitEdit(
    change,
    revoke(before, revokedOn, latestDayOnEarth(change.now), project),
    'authorization.revoke',
  );
}

/**
 * Records a revocation for a member in the console, as the API does. The form names the document that it
 * showed, because another one may have been uploaded since.
 * @throws Problem 403 without `ManagePatients`, 404, `console.formStale` if another document is on file; as
 * `revokeAuthorization`
 */
export async function revokeSeenAuthorization(
  change: Change<ConsolePrincipal>,
  patientUid: string,
  { revokedOn, seenUpload }: Revocation & { readonly seenUpload: string },
): Promise<Patient> {
  const { patientId, inProject } = await memberChangeOf(change, 'ManagePatients', patientUid);
  const before = await lockPatient(change.tx, inProject.project.uid, patientId);
  if (before === undefined) throw notFound('the project has no such patient');
  if (uploadOf(before) !== seenUpload) throw new Problem('console.formStale');
  return revokeAuthorization(inProject, patientId, { revokedOn });
}

/** Returns what tells one upload of a patient's document from another; empty without a document. */
export function uploadOf({ authorizationUploadedAt }: Pick<Patient, 'authorizationUploadedAt'>): string {
  return authorizationUploadedAt === null ? '' : String(authorizationUploadedAt.getTime());
}

/**
 * Records a revocation for an operator, on the customer's behalf.
 * @throws OperatorError for an unknown patient, one that changed since `version`, a closed project, and an
 * authorization that can't be revoked
 */
export async function revokeForCustomer(
  change: OperatorChange,
  ref: PatientRef,
  { revokedOn, version }: Revocation & { readonly version: number },
): Promise<OperatorsPatient> {
  const { project, patient: before } = await lockReviewedPatient(change.tx, ref, version);
  try {
    const decided = revoke(before, revokedOn, latestDayOnEarth(change.now), project);
    return { project, patient: await commitEdit({ ...change, project }, decided, 'authorization.revoke') };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new OperatorError(problemEntry(error.code).sentence);
  }
}

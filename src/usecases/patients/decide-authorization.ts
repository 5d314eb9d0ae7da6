import {
  authorizationStatusAfter,
  mayDecideStatus,
  type AuthorizationStatus,
} from '../../domain/authorizations/authorization-status';
import type { Patient } from '../../domain/patients/patient';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { lockReviewed, type PatientRef } from './find-reviewed';
import { saveEdit } from './save-patient';

/**
 * The delivery team's decision on a patient's authorization: approved, or what is wrong with it. From any status to any:
 * an approval that turns out wrong is taken back by the same way. Searches that wait for the approval go at once.
 * @param version the one that was looked at
 * @throws OperatorError for an unknown patient, one that has changed since, and a project whose patients the delivery
 *   team does not review
 */
export async function decideAuthorization(
  change: Change,
  ref: PatientRef,
  decision: { readonly status: AuthorizationStatus; readonly version: number },
): Promise<Patient> {
  const { project, patient: before } = await lockReviewed(change, ref, decision.version);
  if (!mayDecideStatus('operator', project.status)) {
    throw new OperatorError(
      'On a sandbox project the customer sets the status, by PATCH of the patient; the delivery team reviews live ones.',
    );
  }
  const authorizationStatus = authorizationStatusAfter(before.authorizationStatus, {
    kind: 'decided',
    status: decision.status,
  });
  return saveEdit(change, project, before, { ...before, authorizationStatus }, 'authorization.decide');
}

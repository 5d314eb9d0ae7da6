import { assertPermission } from '../../access/authorize';
import type { KeyPrincipal } from '../../access/principal';
import {
  authorizationStatusAfter,
  mayDecideStatus,
  type AuthorizationStatus,
} from '../../domain/authorizations/authorization-status';
import { detailsAfter, type SaidDetails } from '../../domain/patients/patient-form';
import { Problem } from '../../domain/problem';
import type { SearchFlags } from '../../domain/searches/arm-searches';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import type { Change } from '../change';
import { assertVersion, type VersionCondition } from '../version-condition';
import { getLockedPatient } from './get-patient';
import { applyEdit, assertProjectOpen, assertSearchesAvailable } from './register-patient';
import { saveEdit } from './save-patient';

/** What an edit says; what is left out stays as it is. */
export interface PatientEdit {
  readonly details: SaidDetails;
  readonly flags: SearchFlags;
  /** The customer's own decision, on a sandbox project. */
  readonly authorizationStatus: AuthorizationStatus | undefined;
}

/** @throws Problem `authorization.decidedByProvider`, `permission.missing` */
function assertMayDecide(principal: KeyPrincipal, project: Project): void {
  if (!mayDecideStatus('customer', project.status)) throw new Problem('authorization.decidedByProvider');
  assertPermission(principal, 'DecideAuthorizations');
}

/**
 * Edits a patient. A status that the caller decides on holds over what the same edit would make of it.
 * @throws Problem 404, `project.closed`, `authorization.decidedByProvider`, `permission.missing`, `search.notAvailable`,
 *   `precondition.failed`
 */
export async function editPatient(
  change: Change,
  principal: KeyPrincipal,
  project: Project,
  patientId: string,
  edit: PatientEdit,
  condition: VersionCondition,
): Promise<Patient> {
  const { flags, authorizationStatus: status } = edit;
  assertProjectOpen(project);
  if (status !== undefined) assertMayDecide(principal, project);
  const before = await getLockedPatient(change.tx, project, patientId);
  assertVersion(condition, before.version);
  assertSearchesAvailable(project, flags, before.searches);
  const edited = applyEdit(before, { details: detailsAfter(before, edit.details), flags });
  const authorizationStatus =
    status === undefined
      ? edited.authorizationStatus
      : authorizationStatusAfter(edited.authorizationStatus, { kind: 'decided', status });
  return saveEdit(change, project, before, { ...edited, authorizationStatus }, 'patient.edit');
}

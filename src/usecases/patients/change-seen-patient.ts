/** What a member changes in the console of a patient whom they see, by the use cases of the API. */
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { Patient } from '../../domain/patients/patient';
import { Problem, notFound } from '../../domain/problem';
import { assertOpen } from '../../domain/projects/project';
import { isRequested, type SearchKind } from '../../domain/searches/search';
import { lockPatient } from '../../store/patients/patients';
import type { Change, ProjectChange } from '../change';
import { noCondition } from '../version-condition';
import { changeSearchLevel } from './patients';
import { findSeen } from './seen-patients';

/** A change of a patient by a member, as the use cases of the API take it. */
export interface SeenChange {
  readonly patientId: string;
  readonly inProject: ProjectChange;
}

/**
 * The change of a member, in the project of a patient whom they see.
 * @throws Problem 403 without the permission, whoever it is about; 404 for a patient whom they do not see
 */
export async function changeOfSeen(
  change: Change<ConsolePrincipal>,
  permission: Permission,
  patientUid: string,
): Promise<SeenChange> {
  assertPermission(change.principal, permission);
  const { patient, project } = await findSeen(change.tx, change.principal, patientUid);
  return { patientId: patient.id, inProject: { ...change, project, condition: noCondition } };
}

/** A search that a member switches, and what the form was made of. */
export interface SearchSwitch {
  readonly kind: SearchKind;
  readonly isOn: boolean;
  /** How the authorization stood: a search that is switched on may send it back for review. */
  readonly seenStatus: AuthorizationStatus;
}

/**
 * Switches one search of a patient on or off (CONSOLE-46), as the API does.
 * @throws Problem 403 without `ManagePatients`, 404, `project.closed`, `search.notAvailable`, `console.formStale` where it is switched
 *   so already, or the authorization stands otherwise
 */
export async function switchSeenSearch(
  change: Change<ConsolePrincipal>,
  patientUid: string,
  { kind, isOn, seenStatus }: SearchSwitch,
): Promise<Patient> {
  const { patientId, inProject } = await changeOfSeen(change, 'ManagePatients', patientUid);
  assertOpen(inProject.project);
  const before = await lockPatient(change.tx, inProject.project.uid, patientId);
  if (before === undefined) throw notFound('the project has no such patient');
  if (isRequested(before.searches, kind) === isOn || before.authorizationStatus !== seenStatus)
    throw new Problem('console.formStale');
  return changeSearchLevel(inProject, patientId, { [kind]: isOn });
}

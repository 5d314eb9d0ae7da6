/** To whom record requests are assigned: a member who sees them. Console only. */
import { projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { uidOf } from '../../domain/changes';
import { notFound, Problem } from '../../domain/problem';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { findAssignableMember, findAssignee, setAssignee } from '../../store/record-requests/assignments';
import { resource, type Change } from '../change';
import { OperatorError } from '../operator-error';
import { memberChangeOf } from '../patients/member-patients';
import { lockRecordRequest } from './lookup';
import type { SeenRequestRef } from './member-requests';

/** The member to assign a request to, and the one that the form showed; `null` for no one. */
export interface WantedAssignee {
  readonly membershipUid: string | null;
  /** Absent if the form showed none, because it is about several requests. */
  readonly shown?: string | null;
}

/**
 * @throws Problem 404 for someone who isn't a member whom the member sees; OperatorError for a colleague who
 * can't see the request
 */
async function assertAssignable(
  { tx, principal }: Change<ConsolePrincipal>,
  { projectUid }: Pick<RecordRequest, 'projectUid'>,
  membershipUid: string,
): Promise<void> {
  const scope = projectScopeOf(principal);
  if ((await findAssignableMember(tx, scope, projectUid, membershipUid)) !== undefined) return;
  if ((await findAssignableMember(tx, scope, undefined, membershipUid)) === undefined)
    throw notFound('the member sees no such member');
  throw new OperatorError("This member can't see the record request. Choose another member.");
}

/**
 * Assigns a record request to a member, or to no one (CONSOLE-86). The same member again changes nothing.
 * @returns whether anything changed
 * @throws Problem 403 without `ManageRecordRequests`, 404, `project.closed`, `console.formStale` if it was
 * assigned to another member since the form was shown; OperatorError for someone who can't see the request
 */
export async function assignSeen(
  change: Change<ConsolePrincipal>,
  { patientUid, recordRequestUid }: SeenRequestRef,
  { membershipUid, shown }: WantedAssignee,
): Promise<boolean> {
  const { tx } = change;
  const { patientId, inProject } = await memberChangeOf(change, 'ManageRecordRequests', patientUid);
  const request = await lockRecordRequest(inProject, { patientId, recordRequestId: recordRequestUid });
  const before = (await findAssignee(tx, request.uid))?.membershipUid ?? null;
  if (shown !== undefined && before !== shown && before !== membershipUid)
    throw new Problem('console.formStale');
  const subject = resource('recordRequest', request);
  if (before === membershipUid) {
    await change.auditLook(subject, { as: 'recordRequest.read' });
    return false;
  }
  if (membershipUid !== null) await assertAssignable(change, request, membershipUid);
  await setAssignee(tx, request.uid, membershipUid);
  const assignee = {
    from: before === null ? null : uidOf(before),
    to: membershipUid === null ? null : uidOf(membershipUid),
  };
  await change.audit(subject, 'recordRequest.assign', { assignee });
  return true;
}

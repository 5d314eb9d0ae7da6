/** The reminders that members set for themselves on record requests. */
import { projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { notFound } from '../../domain/problem';
import { reminderFault, type ReminderEntry } from '../../domain/record-requests/reminder';
import { clockIn } from '../../domain/time-zones';
import type { Executor } from '../../store/database';
import { findRecordRequest } from '../../store/record-requests/record-requests';
import {
  deleteReminder,
  findReminder,
  listReminded,
  lockRemindersOf,
  putReminder,
} from '../../store/record-requests/reminders';
import { resource, type Change } from '../change';
import { OperatorError } from '../operator-error';
import { memberChangeOf } from '../patients/member-patients';
import type { SeenRequestRef } from './member-requests';

/** Counts a member's reminders for today or earlier, on the record requests that they see. */
export async function countDueReminders(
  db: Executor,
  principal: ConsolePrincipal,
  now: Date,
): Promise<number> {
  return (await listReminded(db, projectScopeOf(principal), { now, isDue: true })).length;
}

/**
 * Sets, changes, or clears a member's own reminder about a record request (CONSOLE-112). The same one again
 * changes nothing. The audit log says only that it was set or cleared.
 * @param wanted `null` for none
 * @throws Problem 403 without `ViewRecordRequests`, 404; OperatorError for a day that isn't allowed, and at
 * the limit
 */
export async function setOwnReminder(
  change: Change<ConsolePrincipal>,
  { patientUid, recordRequestUid }: SeenRequestRef,
  wanted: ReminderEntry | null,
): Promise<void> {
  const { tx, principal, now } = change;
  const { patientId, inProject } = await memberChangeOf(change, 'ViewRecordRequests', patientUid);
  const { project } = inProject;
  const request = await findRecordRequest(tx, project.uid, patientId, recordRequestUid);
  if (request === undefined) throw notFound('the patient has no such record request');
  const subject = resource('recordRequest', request);
  const ref = { membershipUid: principal.membershipUid, recordRequestUid: request.uid };
  if (!(await lockRemindersOf(tx, ref.membershipUid))) throw notFound('the member was removed');
  const before = await findReminder(tx, ref);
  if (wanted?.remindOn === before?.remindOn && (wanted?.note ?? null) === (before?.note ?? null))
    return change.auditLook(subject, { as: 'recordRequest.read' });
  if (wanted === null) await deleteReminder(tx, ref);
  else {
    const others = (await listReminded(tx, projectScopeOf(principal), { now, isDue: false })).length;
    const fault = reminderFault(wanted, before, { today: clockIn(project.timeZone, now).day, others });
    if (fault !== undefined) throw new OperatorError(fault);
    await putReminder(tx, { ...ref, ...wanted, createdAt: before?.createdAt ?? now, updatedAt: now });
  }
  await change.audit(subject, 'reminder.set', { isSet: wanted !== null });
}

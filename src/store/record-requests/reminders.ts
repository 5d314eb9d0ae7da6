// Objection: rows by key. SQL text: a member's reminders, as far as they see the record requests.
import type { ProjectScope } from '../../domain/projects/project';
import type { Reminder } from '../../domain/record-requests/reminder';
import type { Executor, Transaction } from '../database';
import { RequestReminderModel } from '../models/request-reminder';
import { MembershipModel } from '../models/tenants';
import { named } from '../named';
import { valuesOf } from '../table';
import { isVisible, scopeParams } from '../tenants/projects';
import { companyDay } from './request-turns';

/** A member's reminder about a record request. */
export type ReminderRef = Pick<Reminder, 'membershipUid' | 'recordRequestUid'>;

const ofMember = ({ membershipUid, recordRequestUid }: ReminderRef) => ({
  membership_uid: membershipUid,
  record_request_uid: recordRequestUid,
});

/** Joins the reminder `b` of the member `:membershipUid` to the record request `r`. */
export const reminderJoin = `left join request_reminder b
      on b.membership_uid = :membershipUid::uuid and b.record_request_uid = r.uid`;

const list = named<{ uid: string }, ProjectScope & { now: Date; isDue: boolean }>(`
  select b.record_request_uid as uid
  from request_reminder b join record_request r on r.uid = b.record_request_uid
    join project j on j.uid = r.project_uid
    join company c on c.uid = j.company_uid
  where b.membership_uid = :membershipUid and ${isVisible('j')}
    and (not :isDue::boolean or b.remind_on <= ${companyDay})`);

/** Lists the record requests that a scope sees and that its member has a reminder about, due or any. */
export async function listReminded(
  executor: Executor,
  scope: ProjectScope,
  { now, isDue }: { readonly now: Date; readonly isDue: boolean },
): Promise<string[]> {
  return (await list.run(executor, { ...scopeParams(scope), now, isDue })).map(({ uid }) => uid);
}

/** Returns a member's reminder about a record request. */
export async function findReminder(executor: Executor, ref: ReminderRef): Promise<Reminder | undefined> {
  return RequestReminderModel.query(executor).findOne(ofMember(ref)).castTo<Reminder | undefined>();
}

/**
 * Locks a member's reminders against other changes until the transaction ends.
 * @returns false for a member who was removed
 */
export async function lockRemindersOf(tx: Transaction, membershipUid: string): Promise<boolean> {
  const locked = await MembershipModel.query(tx)
    .select('uid')
    .findById(membershipUid)
    .whereNull('ended_at')
    .forNoKeyUpdate();
  return locked !== undefined;
}

/** Stores a member's reminder about a record request, in place of the previous one. */
export async function putReminder(tx: Transaction, reminder: Reminder): Promise<void> {
  await RequestReminderModel.query(tx)
    .insert(valuesOf(RequestReminderModel, reminder))
    .onConflict(['membership_uid', 'record_request_uid'])
    .merge(['remind_on', 'note', 'updated_at']);
}

/** Removes a member's reminder about a record request. */
export async function deleteReminder(tx: Transaction, ref: ReminderRef): Promise<void> {
  await RequestReminderModel.query(tx).where(ofMember(ref)).delete();
}

/** Removes all reminders of a person, in every company. */
export async function deleteRemindersOfUser(tx: Transaction, userUid: string): Promise<void> {
  const memberships = MembershipModel.query(tx).select('uid').where({ user_uid: userUid });
  await RequestReminderModel.query(tx).whereIn('membership_uid', memberships).delete();
}

/** Removes all reminders of a member. */
export async function deleteRemindersOf(tx: Transaction, membershipUid: string): Promise<void> {
  await RequestReminderModel.query(tx).where({ membership_uid: membershipUid }).delete();
}

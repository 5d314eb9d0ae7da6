// Objection: rows by key. SQL text: who may approve a fee and gets e-mails decides the recipients.
import type { Environment } from '../../domain/projects/project';
import type { Fee } from '../../domain/record-requests/fees';
import type { Executor, Transaction } from '../database';
import { FeeMailChoiceModel, FeeNoticeModel, type FeeMailChoice, type FeeNotice } from '../models/fee-mail';
import { named } from '../named';
import { valuesOf } from '../table';
import { feeTakingSql } from './fees';

/** A member's choice in an environment. */
export type FeeMailRef = Pick<FeeMailChoice, 'membershipUid' | 'environment'>;

const ofMember = ({ membershipUid, environment }: FeeMailRef) => ({
  membership_uid: membershipUid,
  environment,
});

/** Whether a member gets e-mails about fees in an environment. */
export async function hasFeeMails(executor: Executor, ref: FeeMailRef): Promise<boolean> {
  return (await FeeMailChoiceModel.query(executor).where(ofMember(ref)).resultSize()) > 0;
}

/** Stores a choice, unless the member has made it. */
export async function insertFeeMails(tx: Transaction, choice: FeeMailChoice): Promise<void> {
  await FeeMailChoiceModel.query(tx)
    .insert(valuesOf(FeeMailChoiceModel, choice))
    .onConflict(['membership_uid', 'environment'])
    .ignore();
}

/** Removes a member's choice. */
export async function deleteFeeMails(tx: Transaction, ref: FeeMailRef): Promise<void> {
  await FeeMailChoiceModel.query(tx).where(ofMember(ref)).delete();
}

/**
 * The members `m` with the user `u` who get an e-mail about a fee in the project `j`: they chose it, see the
 * project, and may see and approve the fee and get notifications.
 */
const recipientsSql = `fee_mail_choice w
  join membership m on m.uid = w.membership_uid and m.ended_at is null and m.company_uid = j.company_uid
  join app_user u on u.uid = m.user_uid and u.deleted_at is null and not u.is_service_account
  where w.environment = j.environment
    and (m.sees_all_projects or exists (select from membership_project mp
      where mp.membership_uid = m.uid and mp.project_uid = j.uid))
    and (select count(*) from role_permission rp where rp.role_uid = m.role_uid
      and rp.permission in ('ViewRecordRequests', 'ApproveFees', 'ManageNotifications')) = 3`;

const listRecipients = named<{ membershipUid: string }, { projectUid: string }>(`
  select q."membershipUid" from project j cross join lateral (
    select m.uid as "membershipUid" from ${recipientsSql}) q
  where j.uid = :projectUid`);

/** Lists the members who get an e-mail about a fee in a project. */
export async function listFeeRecipients(executor: Executor, projectUid: string): Promise<string[]> {
  return (await listRecipients.run(executor, { projectUid })).map(({ membershipUid }) => membershipUid);
}

/** Stores e-mails to send. */
export async function insertFeeNotices(tx: Transaction, notices: readonly FeeNotice[]): Promise<void> {
  if (notices.length > 0)
    await FeeNoticeModel.query(tx).insert(notices.map(notice => valuesOf(FeeNoticeModel, notice)));
}

/** An e-mail with its content. */
export interface FeeNoticeToSend extends FeeNotice {
  readonly feeStatus: Fee['status'];
  /** Whether the request still takes fees, and the member still gets e-mails about them. */
  readonly isWanted: boolean;
  readonly companyId: string;
  readonly companyName: string;
  readonly environment: Environment;
  readonly patientUid: string;
  readonly recordRequestUid: string;
  readonly userName: string;
  readonly userEmail: string;
}

const find = named<FeeNoticeToSend, { uid: string }>(`
  select n.uid, n.membership_uid as "membershipUid", n.fee_uid as "feeUid", n.created_at as "createdAt",
    n.sent_at as "sentAt", f.status as "feeStatus", r.status in ${feeTakingSql}
      and exists (select from ${recipientsSql} and m.uid = n.membership_uid) as "isWanted",
    c.id as "companyId", c.name as "companyName", j.environment, r.patient_uid as "patientUid",
    r.uid as "recordRequestUid", a.name as "userName", a.email as "userEmail"
  from fee_notice n
  join fee f on f.uid = n.fee_uid
  join record_request r on r.uid = f.record_request_uid
  join project j on j.uid = r.project_uid
  join company c on c.uid = r.company_uid
  join membership b on b.uid = n.membership_uid
  join app_user a on a.uid = b.user_uid
  where n.uid = :uid`);

/** Returns an e-mail by its uid. */
export async function findFeeNotice(executor: Executor, uid: string): Promise<FeeNoticeToSend | undefined> {
  return (await find.run(executor, { uid }))[0];
}

/** Counts the e-mails about fees that a member got since an instant. */
export async function countFeeNoticesSince(
  executor: Executor,
  membershipUid: string,
  since: Date,
): Promise<number> {
  return FeeNoticeModel.query(executor)
    .where({ membership_uid: membershipUid })
    .where('sent_at', '>', since)
    .resultSize();
}

/** Records that an e-mail was sent. */
export async function markFeeNoticeSent(executor: Executor, uid: string, at: Date): Promise<void> {
  await FeeNoticeModel.query(executor).findById(uid).patch({ sentAt: at });
}

/** Removes e-mails written before an instant. */
export async function pruneFeeNotices(executor: Executor, before: Date): Promise<void> {
  await FeeNoticeModel.query(executor).where('created_at', '<', before).delete();
}

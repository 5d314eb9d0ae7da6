/** E-mails to the members who approve fees, at the moment a fee waits for approval (CONSOLE-96). */
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { pathIn } from '../../domain/console/paths';
import { mailsPerDayMax } from '../../domain/notifications/mailed-events';
import { environmentOf, type Project } from '../../domain/projects/project';
import type { Fee } from '../../domain/record-requests/fees';
import { workflows } from '../../domain/workflows';
import { feeSubject, feeText } from '../../mail/fee-text';
import { MailNotSetError } from '../../mail/mailer';
import type { Executor } from '../../store/database';
import {
  countFeeNoticesSince,
  deleteFeeMails,
  findFeeNotice,
  hasFeeMails,
  insertFeeMails,
  insertFeeNotices,
  listFeeRecipients,
  markFeeNoticeSent,
} from '../../store/record-requests/fee-notices';
import { resource, type Change } from '../change';
import type { NoticeParts } from '../webhooks/notices';

const dayMs = 24 * 60 * 60 * 1000;

/** Whether a member gets e-mails about fees in the current environment. */
export async function getsFeeMails(executor: Executor, principal: ConsolePrincipal): Promise<boolean> {
  return hasFeeMails(executor, principal);
}

/**
 * Turns the requesting member's e-mails about fees in the current environment on or off.
 * @throws Problem `permission.missing` without `ManageNotifications` and `ApproveFees`
 */
export async function switchOwnFeeMails(change: Change<ConsolePrincipal>, isOn: boolean): Promise<void> {
  const { tx, principal, now: createdAt } = change;
  assertPermission(principal, 'ManageNotifications');
  assertPermission(principal, 'ApproveFees');
  const { membershipUid, environment, userUid: uid, companyUid } = principal;
  if (isOn) await insertFeeMails(tx, { membershipUid, environment, createdAt });
  else await deleteFeeMails(tx, { membershipUid, environment });
  await change.audit(resource('user', { uid, companyUid }), 'notification.switchFeeMails', {
    environment,
    isOn,
  });
}

/** Writes an e-mail to each member who approves a fee, in the transaction from which on it waits. */
export async function notifyApprovers(
  change: Change,
  {
    uid: projectUid,
    companyId: company,
    status: projectStatus,
  }: Pick<Project, 'uid' | 'companyId' | 'status'>,
  { uid: feeUid, status }: Pick<Fee, 'uid' | 'status'>,
): Promise<void> {
  if (status !== 'WaitingForApproval') return;
  const members = await listFeeRecipients(change.tx, projectUid);
  if (members.length === 0) return;
  const notices = members.map(membershipUid => ({
    uid: change.newUid(),
    membershipUid,
    feeUid,
    createdAt: change.now,
    sentAt: null,
  }));
  await insertFeeNotices(change.tx, notices);
  const environment = environmentOf(projectStatus);
  for (const { uid: noticeUid } of notices)
    await change.start(workflows.endpointNotice, { noticeUid }, { company, environment });
}

/**
 * Sends an e-mail about a fee. It isn't sent if the fee was decided meanwhile, to a member who can't approve
 * it anymore or turned it off, and beyond `mailsPerDayMax` in 24 hours. A repeat sends nothing; if a process
 * dies before recording it, the e-mail is sent twice with one message id.
 * @returns whether there was a recipient; `undefined` if the notice isn't about a fee
 * @throws if the e-mail couldn't be sent
 */
export async function sendFeeNotice(
  { db, clock, mailer, publicUrl }: NoticeParts,
  { noticeUid }: { readonly noticeUid: string },
): Promise<'sent' | 'nobody' | undefined> {
  const notice = await findFeeNotice(db, noticeUid);
  if (notice === undefined) return undefined;
  if (notice.sentAt !== null) return 'sent';
  if (!notice.isWanted || notice.feeStatus !== 'WaitingForApproval') return 'nobody';
  const since = new Date(clock.now().getTime() - dayMs);
  if ((await countFeeNoticesSince(db, notice.membershipUid, since)) >= mailsPerDayMax) return 'nobody';
  const { patientUid, recordRequestUid, userName: name, userEmail: address } = notice;
  const urlOf = (...segments: readonly string[]): string =>
    new URL(pathIn(notice, ...segments), publicUrl).href;
  const facts = {
    companyName: notice.companyName,
    isSandbox: notice.environment === 'sandbox',
    url: urlOf('patients', patientUid, 'record-requests', recordRequestUid),
    settingsUrl: urlOf('notifications'),
  };
  try {
    await mailer.send({
      uid: notice.uid,
      to: { name, address },
      subject: feeSubject(facts),
      text: feeText(facts),
    });
  } catch (error) {
    // Where e-mail isn't set up, retrying would never end.
    if (error instanceof MailNotSetError) return 'nobody';
    throw error;
  }
  await markFeeNoticeSent(db, notice.uid, clock.now());
  return 'sent';
}

import type { Environment } from '../../domain/projects/project';
import { chooseMailed, type MailProblem } from '../../domain/notifications/mailed-events';
import type { Transaction } from '../../store/database';
import { listPermissions, type Company, type Member } from '../../store/tenants';
import {
  insertEndpoint,
  lockNotification,
  markEndpointDeleted,
  patchEndpoint,
  replaceProjects,
  type WebhookEndpointRow,
} from '../../store/webhook-endpoints';
import { cancelDeliveries } from '../../store/webhook-fan-out';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';
import { getPickedProjects, sentenceOf } from '../webhooks/endpoints';

/** Whose e-mails are meant. */
export interface NotificationRef {
  readonly companyId: string;
  readonly email: string;
  readonly environment: Environment;
}

/** What a member wants to be mailed. */
export interface NotificationForm extends NotificationRef {
  /** Event names or whole groups; `all` is every event that is mailed. */
  readonly events: readonly string[];
  /** Picked projects; empty means every project of the environment. */
  readonly projectIds: readonly string[];
  readonly isTrackedOnly: boolean;
}

function reasonOf(problem: MailProblem): string {
  return problem.rule === 'webhookOnly' ? `${problem.name} is told by webhook only.` : sentenceOf(problem);
}

async function lockMembers(
  tx: Transaction,
  { companyId, email, environment }: NotificationRef,
): Promise<{
  readonly company: Company;
  readonly member: Member;
  readonly known: WebhookEndpointRow | undefined;
}> {
  const company = await getCompany(tx, companyId);
  const member = await getMember(tx, company, email);
  return { company, member, known: await lockNotification(tx, member.membershipUid, environment) };
}

/**
 * Sets what a member is mailed in an environment: one choice each, which replaces the one before. The member needs
 * `ManageNotifications` (KEY-12): without it nothing is sent, from the moment on when their role has it no more.
 * @throws OperatorError for what does not hold
 */
export async function setNotification(change: OperatorChange, form: NotificationForm): Promise<void> {
  const { company, member, known } = await lockMembers(change.tx, form);
  const permissions = await listPermissions(change.tx, member.membershipUid);
  if (!permissions.has('ManageNotifications'))
    throw new OperatorError(
      'The member needs a role with ManageNotifications; `user assign-role` gives one.',
    );
  const chosen = chooseMailed(form.events, permissions);
  if (chosen.kind === 'refused') throw new OperatorError(reasonOf(chosen.problem));
  const projectUids = await getPickedProjects(change, company, form.environment, form.projectIds);
  const choice = {
    eventTypes: chosen.events,
    hasAllProjects: projectUids.length === 0,
    isTrackedOnly: form.isTrackedOnly,
  };
  const uid = known?.uid ?? change.newUid();
  if (known === undefined)
    await insertEndpoint(
      change.tx,
      {
        ...{
          uid,
          companyUid: company.uid,
          ownerMembershipUid: member.membershipUid,
          ownerUserUid: member.userUid,
        },
        ...{ channel: 'email', url: null, environment: form.environment, isClassic: false, ...choice },
        ...{ sealedHeaders: null, sendsStandardHeaders: false, sealedSecret: null, createdAt: change.now },
      },
      projectUids,
    );
  else {
    await patchEndpoint(change.tx, uid, choice, change.now);
    await replaceProjects(change.tx, uid, projectUids);
  }
  await change.audit(resource('webhookEndpoint', { uid, companyUid: company.uid }));
}

/**
 * Ends what a member is mailed in an environment; what is on its way is given up.
 * @throws OperatorError when nothing is mailed to the member
 */
export async function endNotification(change: OperatorChange, ref: NotificationRef): Promise<void> {
  const { company, known } = await lockMembers(change.tx, ref);
  if (known === undefined)
    throw new OperatorError('Nothing is mailed to the member there; `notification list` shows what is.');
  await markEndpointDeleted(change.tx, known.uid, change.now);
  await cancelDeliveries(change.tx, known.uid, ['pending', 'failed'], change.now);
  await change.audit(resource('webhookEndpoint', { uid: known.uid, companyUid: company.uid }));
}

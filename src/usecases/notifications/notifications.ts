import { createHash } from 'node:crypto';
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import type { Environment } from '../../domain/projects/project';
import { endpointAccess } from '../../domain/webhooks/endpoint-access';
import { chooseMailed, type MailProblem } from '../../domain/notifications/mailed-events';
import type { Executor, Transaction } from '../../store/database';
import { listPermissions, type Company, type Member } from '../../store/tenants/tenants';
import { lockMembersOf } from '../../store/tenants/company-members';
import {
  insertEndpoint,
  listNotifications,
  lockNotification,
  markEndpointDeleted,
  patchEndpoint,
  replaceProjects,
  type EndpointListing,
  type WebhookEndpointRow,
} from '../../store/webhooks/endpoints';
import { cancelDeliveries } from '../../store/webhooks/open-deliveries';
import { resource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';
import type { EndpointChange } from '../webhooks/endpoint-access';
import { getPickedProjects, sentenceOf } from '../webhooks/new-endpoints';

/** The member and environment of a notification choice. */
export interface NotificationRef {
  readonly companyId: string;
  readonly email: string;
  readonly environment: Environment;
}

/** A member's choice of e-mail notifications. */
export interface NotificationForm extends NotificationRef {
  /** Event names or whole groups; `all` means every event that can be e-mailed. */
  readonly events: readonly string[];
  /** Selected projects; empty means every project of the environment. */
  readonly projectIds: readonly string[];
  readonly isTrackedOnly: boolean;
}

function reasonOf(problem: MailProblem): string {
  return problem.rule === 'webhookOnly'
    ? `${problem.name} can only be sent by webhook.`
    : sentenceOf(problem);
}

/** A choice without its owner. */
type Choice = Pick<NotificationForm, 'events' | 'projectIds' | 'isTrackedOnly'>;

/** The owner of the changed choice. */
interface Mailed {
  readonly company: Company;
  readonly member: Pick<Member, 'membershipUid' | 'userUid'>;
  readonly environment: Environment;
  /** The current choice, locked. */
  readonly known: WebhookEndpointRow | undefined;
}

async function lockMembers(
  tx: Transaction,
  { companyId, email, environment }: NotificationRef,
): Promise<Mailed> {
  const company = await getCompany(tx, companyId);
  const member = await getMember(tx, company, email);
  // Two concurrent first choices would both find none.
  await lockMembersOf(tx, company.uid);
  return {
    company,
    member,
    environment,
    known: await lockNotification(tx, member.membershipUid, environment),
  };
}

async function insertChoice(
  change: EndpointChange,
  { company, member, environment }: Mailed,
  { uid, ...choice }: Pick<WebhookEndpointRow, 'uid' | 'eventTypes' | 'hasAllProjects' | 'isTrackedOnly'>,
  projectUids: readonly string[],
): Promise<void> {
  const { membershipUid: ownerMembershipUid, userUid: ownerUserUid } = member;
  await insertEndpoint(
    change.tx,
    {
      uid,
      companyUid: company.uid,
      ownerMembershipUid,
      ownerUserUid,
      channel: 'email',
      url: null,
      name: null,
      environment,
      isClassic: false,
      ...choice,
      sealedHeaders: null,
      sendsStandardHeaders: false,
      sealedSecret: null,
      createdAt: change.now,
    },
    projectUids,
  );
}

async function setChoice(change: EndpointChange, mailed: Mailed, form: Choice): Promise<void> {
  const { company, member, environment, known } = mailed;
  const permissions = await listPermissions(change.tx, member.membershipUid);
  if (!permissions.has('ManageNotifications'))
    throw new OperatorError('The member needs a role with ManageNotifications.', {
      hint: 'Run `user assign-role` to assign one.',
    });
  const chosen = chooseMailed(form.events, permissions);
  if (chosen.kind === 'refused') throw new OperatorError(reasonOf(chosen.problem));
  const projectUids = await getPickedProjects(change, company, environment, form.projectIds);
  const choice = {
    eventTypes: chosen.events,
    hasAllProjects: projectUids.length === 0,
    isTrackedOnly: form.isTrackedOnly,
  };
  const uid = known?.uid ?? change.newUid();
  if (known === undefined) await insertChoice(change, mailed, { uid, ...choice }, projectUids);
  else {
    await patchEndpoint(change.tx, uid, choice, change.now);
    await replaceProjects(change.tx, uid, projectUids);
  }
  const subject = resource('webhookEndpoint', { uid, companyUid: company.uid });
  await change.audit(subject, 'notification.set', { environment, events: chosen.events });
}

/**
 * Sets a member's e-mail notifications in an environment, replacing the previous choice. The member needs
 * `ManageNotifications` (KEY-12): as soon as their role loses it, nothing is sent.
 * @throws OperatorError for an invalid choice
 */
export async function setNotification(change: OperatorChange, form: NotificationForm): Promise<void> {
  await setChoice(change, await lockMembers(change.tx, form), form);
}

async function endChoice(change: EndpointChange, { company, environment, known }: Mailed): Promise<void> {
  if (known === undefined)
    throw new OperatorError('The member has no e-mail notifications in this environment.', {
      hint: 'Run `notification list` to see all notifications.',
    });
  await markEndpointDeleted(change.tx, known.uid, change.now);
  await cancelDeliveries(change.tx, known.uid, ['pending', 'failed'], change.now);
  const subject = resource('webhookEndpoint', { uid: known.uid, companyUid: company.uid });
  await change.audit(subject, 'notification.end', { environment });
}

/**
 * Turns off a member's e-mail notifications in an environment; pending ones are abandoned.
 * @throws OperatorError if the member has none
 */
export async function endNotification(change: OperatorChange, ref: NotificationRef): Promise<void> {
  await endChoice(change, await lockMembers(change.tx, ref));
}

/** Returns the hash of a choice; `null` without one. */
function versionOf(found: EndpointListing | undefined): string | null {
  if (found === undefined) return null;
  const { uid, eventTypes, hasAllProjects, isTrackedOnly, projectIds } = found;
  return createHash('sha256')
    .update(JSON.stringify([uid, eventTypes, hasAllProjects, isTrackedOnly, projectIds]))
    .digest('base64url');
}

async function findOwn(
  executor: Executor,
  { companyUid, userUid, environment }: ConsolePrincipal,
): Promise<EndpointListing | undefined> {
  const all = await listNotifications(executor, companyUid);
  return all.find(found => found.ownerUserUid === userUid && found.environment === environment);
}

/**
 * Locks the requesting member's choice in the current environment, unless it changed since they saw it.
 * @throws Problem `permission.missing` without `ManageNotifications`, `console.formStale`
 */
async function lockOwn(change: Change<ConsolePrincipal>, seenVersion: string | null): Promise<Mailed> {
  const { tx, principal } = change;
  assertPermission(principal, 'ManageNotifications');
  const { environment, membershipUid } = principal;
  const company = await getCompany(tx, principal.companyId);
  await lockMembersOf(tx, company.uid);
  const known = await lockNotification(tx, membershipUid, environment);
  if (versionOf(await findOwn(tx, principal)) !== seenVersion) throw new Problem('console.formStale');
  return { company, member: principal, environment, known };
}

/**
 * Sets the requesting member's e-mail notifications in the current environment (CONSOLE-27), for projects
 * that they see.
 * @param seenVersion the choice that the form showed; `null` for none
 * @throws Problem as `lockOwn`; OperatorError as `setNotification`
 */
export async function setOwnNotification(
  change: Change<ConsolePrincipal>,
  form: Choice,
  seenVersion: string | null,
): Promise<void> {
  await setChoice(change, await lockOwn(change, seenVersion), form);
}

/**
 * Turns off the requesting member's e-mail notifications in the current environment. @throws Problem as
 * `lockOwn`; OperatorError if there are none
 */
export async function endOwnNotification(
  change: Change<ConsolePrincipal>,
  seenVersion: string | null,
): Promise<void> {
  await endChoice(change, await lockOwn(change, seenVersion));
}

/** The e-mail notifications of an environment, as a member sees them. */
export interface InspectedNotifications {
  /** Their own choice; `undefined` for none. */
  readonly own: EndpointListing | undefined;
  readonly version: string | null;
  /** The other members' choices, for administrators only (KEY-16). */
  readonly others: readonly EndpointListing[];
  /** The other members who get e-mails about events that the member chose: their number, also for others. */
  readonly alsoMailed: { readonly count: number; readonly owners: readonly string[] };
}

/**
 * Returns a member's e-mail notifications in the current environment; for administrators also the others',
 * read-only (KEY-16).
 */
export async function inspectOwnNotifications(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<InspectedNotifications> {
  const { companyUid, userUid, environment } = principal;
  const all = (await listNotifications(executor, companyUid)).filter(
    found => found.environment === environment,
  );
  const mayView = (found: EndpointListing): boolean =>
    endpointAccess(principal, found, 'ManageNotifications') !== 'none';
  const own = all.find(found => found.ownerUserUid === userUid && mayView(found));
  const others = all.filter(({ ownerUserUid }) => ownerUserUid !== userUid);
  const also = others.filter(({ eventTypes }) => eventTypes.some(type => own?.eventTypes.includes(type)));
  return {
    own,
    version: versionOf(own),
    others: others.filter(mayView),
    alsoMailed: { count: also.length, owners: also.filter(mayView).map(({ owner }) => owner) },
  };
}

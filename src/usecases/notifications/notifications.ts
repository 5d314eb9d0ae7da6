import { createHash } from 'node:crypto';
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import type { Environment } from '../../domain/projects/project';
import { endpointAccess } from '../../domain/webhooks/endpoint-access';
import { chooseMailed, type MailProblem } from '../../domain/notifications/mailed-events';
import type { Executor, Transaction } from '../../store/database';
import { listPermissions, type Company, type Member } from '../../store/tenants/tenants';
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
import { cancelDeliveries } from '../../store/webhooks/fan-out';
import { resource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';
import type { EndpointChange } from '../webhooks/endpoint-access';
import { getPickedProjects, sentenceOf } from '../webhooks/new-endpoints';

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

/** What a member is mailed, without whose it is. */
type Choice = Pick<NotificationForm, 'events' | 'projectIds' | 'isTrackedOnly'>;

/** Whose mails are changed. */
interface Mailed {
  readonly company: Company;
  readonly member: Pick<Member, 'membershipUid' | 'userUid'>;
  readonly environment: Environment;
  /** What they are mailed, locked. */
  readonly known: WebhookEndpointRow | undefined;
}

async function lockMembers(
  tx: Transaction,
  { companyId, email, environment }: NotificationRef,
): Promise<Mailed> {
  const company = await getCompany(tx, companyId);
  const member = await getMember(tx, company, email);
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
      hint: '`user assign-role` gives one',
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
  await change.audit(resource('webhookEndpoint', { uid, companyUid: company.uid }));
}

/**
 * Sets what a member is mailed in an environment: one choice each, which replaces the one before. The member
 * needs `ManageNotifications` (KEY-12): without it nothing is sent, from the moment on when their role has it
 * no more.
 * @throws OperatorError for what does not hold
 */
export async function setNotification(change: OperatorChange, form: NotificationForm): Promise<void> {
  await setChoice(change, await lockMembers(change.tx, form), form);
}

async function endChoice(change: EndpointChange, { company, known }: Mailed): Promise<void> {
  if (known === undefined)
    throw new OperatorError('Nothing is mailed to the member there.', {
      hint: '`notification list` shows what is',
    });
  await markEndpointDeleted(change.tx, known.uid, change.now);
  await cancelDeliveries(change.tx, known.uid, ['pending', 'failed'], change.now);
  await change.audit(resource('webhookEndpoint', { uid: known.uid, companyUid: company.uid }));
}

/**
 * Ends what a member is mailed in an environment; what is on its way is given up.
 * @throws OperatorError when nothing is mailed to the member
 */
export async function endNotification(change: OperatorChange, ref: NotificationRef): Promise<void> {
  await endChoice(change, await lockMembers(change.tx, ref));
}

/** Names a choice by its hash; null where there is none. */
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
 * What the member who asks is mailed where they are, locked, unless it has changed since they saw it.
 * @throws Problem `permission.missing` without `ManageNotifications`, `console.formStale`
 */
async function lockOwn(change: Change<ConsolePrincipal>, seenVersion: string | null): Promise<Mailed> {
  const { tx, principal } = change;
  assertPermission(principal, 'ManageNotifications');
  const { environment, membershipUid } = principal;
  const company = await getCompany(tx, principal.companyId);
  const known = await lockNotification(tx, membershipUid, environment);
  if (versionOf(await findOwn(tx, principal)) !== seenVersion) throw new Problem('console.formStale');
  return { company, member: principal, environment, known };
}

/**
 * Sets what the member who asks is mailed in the environment that they are in (CONSOLE-27). They pick of the
 * projects that they see.
 * @param seenVersion the choice that the form was filled with; null: there was none
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
 * Ends what the member who asks is mailed where they are. @throws Problem as `lockOwn`; OperatorError when it
 * is nothing
 */
export async function endOwnNotification(
  change: Change<ConsolePrincipal>,
  seenVersion: string | null,
): Promise<void> {
  await endChoice(change, await lockOwn(change, seenVersion));
}

/** What a member sees of the mails of an environment. */
export interface InspectedNotifications {
  /** What they are mailed themselves; `undefined`: nothing. */
  readonly own: EndpointListing | undefined;
  readonly version: string | null;
  /** What the other members are mailed: to administrators alone (KEY-16). */
  readonly others: readonly EndpointListing[];
}

/**
 * What a member is mailed where they are; to administrators what the others are as well, to look at (KEY-16).
 */
export async function inspectOwnNotifications(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<InspectedNotifications> {
  const { companyUid, userUid, environment } = principal;
  const here = (await listNotifications(executor, companyUid)).filter(
    found =>
      found.environment === environment && endpointAccess(principal, found, 'ManageNotifications') !== 'none',
  );
  const own = here.find(({ ownerUserUid }) => ownerUserUid === userUid);
  return { own, version: versionOf(own), others: here.filter(found => found !== own) };
}

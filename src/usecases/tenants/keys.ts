import { fingerprintOf, makeApiKey } from '../../access/api-key';
import type { ConsolePrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import type { Environment } from '../../domain/projects/project';
import {
  insertKey,
  listKeys,
  listKeysOfMember,
  lockKeyInForce,
  revokeKey,
  type KeyListing,
  type OwnKey,
} from '../../store/access/keys';
import type { Executor } from '../../store/database';
import { resource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';

/** The member and environment of a key. */
interface KeyForm {
  readonly companyId: string;
  readonly email: string;
  readonly environment: Environment;
}

/** The member who owns the key. */
interface KeyHolder {
  readonly membershipUid: string;
  readonly companyUid: string;
  readonly environment: Environment;
}

/** Replaces a member's key; the previous one stops working with the commit (KEY-8). */
async function replaceKey(
  change: Change,
  fingerprintSecret: Buffer,
  { membershipUid, companyUid, environment }: KeyHolder,
): Promise<string> {
  const key = makeApiKey(environment);
  await revokeKey(change.tx, membershipUid, environment, change.now);
  const uid = change.newUid();
  const fingerprint = fingerprintOf(key, fingerprintSecret);
  const lastFour = key.slice(-4);
  await insertKey(change.tx, {
    uid,
    membershipUid,
    environment,
    fingerprint,
    lastFour,
    createdAt: change.now,
  });
  await change.audit(resource('key', { uid, companyUid }), 'key.issue', { environment });
  return key;
}

/**
 * Generates a member's key for an environment; the previous one stops working with the commit.
 * @returns the key, which isn't stored anywhere and can be shown only now
 */
export async function issueKey(
  change: OperatorChange,
  fingerprintSecret: Buffer,
  form: KeyForm,
): Promise<string> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  const { uid: companyUid } = company;
  const { environment } = form;
  return replaceKey(change, fingerprintSecret, { ...member, companyUid, environment });
}

/**
 * Revokes a member's key; the next request with it is 401.
 * @throws OperatorError if there is no active one
 */
export async function revokeMemberKey(change: OperatorChange, form: KeyForm): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  if (!(await revokeKey(change.tx, member.membershipUid, form.environment, change.now))) {
    throw new OperatorError('The member has no active API key for this environment.');
  }
  const subject = resource('user', { uid: member.userUid, companyUid: company.uid });
  await change.audit(subject, 'key.revoke', { environment: form.environment });
}

/**
 * @throws Problem `console.formStale` unless the active key is the one that the member saw; `null` for none
 */
async function assertSeen(
  { tx, principal }: Change<ConsolePrincipal>,
  seenUid: string | null,
): Promise<void> {
  const inForce = await lockKeyInForce(tx, principal.membershipUid, principal.environment);
  if ((inForce ?? null) !== seenUid) throw new Problem('console.formStale');
}

/**
 * Generates the requesting member's key for the current environment. Submitting a form twice creates one key:
 * the second refers to a replaced key.
 * @param seenUid the key to replace; `null` for the first one
 * @returns the key, which isn't stored anywhere and can be shown only now
 * @throws Problem `console.formStale` if another one is active
 */
export async function issueOwnKey(
  change: Change<ConsolePrincipal>,
  fingerprintSecret: Buffer,
  seenUid: string | null,
): Promise<string> {
  await assertSeen(change, seenUid);
  return replaceKey(change, fingerprintSecret, change.principal);
}

/** Revokes the requesting member's key for the current environment. @throws Problem `console.formStale` */
export async function revokeOwnKey(change: Change<ConsolePrincipal>, seenUid: string): Promise<void> {
  await assertSeen(change, seenUid);
  const { membershipUid, environment, companyUid } = change.principal;
  await revokeKey(change.tx, membershipUid, environment, change.now);
  await change.audit(resource('key', { uid: seenUid, companyUid }), 'key.revoke', { environment });
}

/**
 * Lists a member's keys in the current environment, latest first, without anything usable as a credential.
 */
export async function inspectOwnKeys(
  executor: Executor,
  { membershipUid, environment }: ConsolePrincipal,
): Promise<OwnKey[]> {
  return listKeysOfMember(executor, membershipUid, environment);
}

/** Lists every key ever issued, without anything usable as a credential. */
export async function inspectKeys(executor: Executor, companyId: string): Promise<KeyListing[]> {
  return listKeys(executor, (await getCompany(executor, companyId)).uid);
}

/** Whether a member has an active key for an environment. */
export async function hasKeyInForce(
  executor: Executor,
  whose: { readonly companyId: string; readonly email: string; readonly environment: Environment },
): Promise<boolean> {
  const keys = await inspectKeys(executor, whose.companyId);
  return keys.some(
    key =>
      key.isInForce &&
      key.environment === whose.environment &&
      key.email.toLowerCase() === whose.email.toLowerCase(),
  );
}

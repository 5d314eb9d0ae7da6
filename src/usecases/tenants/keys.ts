import { fingerprintOf, makeApiKey } from '../../access/api-key';
import type { ConsolePrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import type { Environment } from '../../domain/projects/project';
import { insertKey, listKeys, revokeDefaultKey, revokeKeys, type KeyListing } from '../../store/access/keys';
import type { Executor } from '../../store/database';
import { resource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';
import { assertRoomForKey, lockKeysOf } from './named-keys';

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

/** Replaces a member's default key; the previous one stops working with the commit (KEY-8). */
async function replaceDefaultKey(
  change: Change,
  fingerprintSecret: Buffer,
  { membershipUid, companyUid, environment }: KeyHolder,
): Promise<string> {
  const key = makeApiKey(environment);
  await revokeDefaultKey(change.tx, membershipUid, environment, change.now);
  const uid = change.newUid();
  const fingerprint = fingerprintOf(key, fingerprintSecret);
  const lastFour = key.slice(-4);
  await insertKey(change.tx, {
    uid,
    membershipUid,
    environment,
    name: 'Default',
    isDefault: true,
    fingerprint,
    lastFour,
    createdAt: change.now,
    expiresAt: null,
  });
  await change.audit(resource('key', { uid, companyUid }), 'key.issue', { environment });
  return key;
}

/**
 * Generates a member's default key for an environment; the previous one stops working with the commit.
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
  await lockKeysOf(change, { ...member, environment });
  return replaceDefaultKey(change, fingerprintSecret, { ...member, companyUid, environment });
}

/**
 * Revokes a member's keys for an environment, named ones included; the next request with them is 401.
 * @throws OperatorError if there is no active one
 */
export async function revokeMemberKeys(change: OperatorChange, form: KeyForm): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  if ((await revokeKeys(change.tx, member.membershipUid, form.environment, change.now)) === 0) {
    throw new OperatorError('The member has no active API key for this environment.');
  }
  const subject = resource('user', { uid: member.userUid, companyUid: company.uid });
  await change.audit(subject, 'key.revoke', { environment: form.environment });
}

/**
 * Generates the requesting member's default key for the current environment. Submitting a form twice creates
 * one key: the second refers to a replaced key.
 * @param seenUid the default key to replace; `null` for the first one
 * @returns the key, which isn't stored anywhere and can be shown only now
 * @throws Problem `console.formStale` if another one is active
 */
export async function issueOwnKey(
  change: Change<ConsolePrincipal>,
  fingerprintSecret: Buffer,
  seenUid: string | null,
): Promise<string> {
  const active = await lockKeysOf(change, change.principal);
  const current = active.find(({ isDefault }) => isDefault);
  if ((current?.uid ?? null) !== seenUid) throw new Problem('console.formStale');
  if (current === undefined) assertRoomForKey(active);
  return replaceDefaultKey(change, fingerprintSecret, change.principal);
}

/** Lists every key ever issued, without anything usable as a credential. */
export async function inspectKeys(executor: Executor, companyId: string, at: Date): Promise<KeyListing[]> {
  return listKeys(executor, (await getCompany(executor, companyId)).uid, at);
}

/** Whether a member has an active default key for an environment. */
export async function hasDefaultKey(
  executor: Executor,
  whose: { readonly companyId: string; readonly email: string; readonly environment: Environment },
  at: Date,
): Promise<boolean> {
  const keys = await inspectKeys(executor, whose.companyId, at);
  return keys.some(
    key =>
      key.isInForce &&
      key.isDefault &&
      key.environment === whose.environment &&
      key.email.toLowerCase() === whose.email.toLowerCase(),
  );
}

/** Keys with a name and an expiry: a member's additional keys, and the keys of service accounts. */
import { fingerprintOf, makeApiKey } from '../../access/api-key';
import type { ConsolePrincipal } from '../../access/principal';
import {
  activeKeysMax,
  endOfReplaced,
  expiryOf,
  type KeyLifeDays,
  type KeyOverlapHours,
} from '../../domain/access/api-keys';
import { instantOf, uidOf } from '../../domain/changes';
import { notFound, Problem } from '../../domain/problem';
import type { Environment } from '../../domain/projects/project';
import {
  insertKey,
  listKeysOfMember,
  lockActiveKeys,
  replaceKey,
  revokeKey,
  type OwnKey,
} from '../../store/access/keys';
import type { Executor } from '../../store/database';
import { resource, type Change } from '../change';
import { makeOneOnce } from '../sent-forms';
import { OperatorError } from '../operator-error';

export type { OwnKey } from '../../store/access/keys';

/** Who owns a key, in which environment. */
export interface KeyOwner {
  readonly membershipUid: string;
  readonly companyUid: string;
  readonly environment: Environment;
}

type KeyChange = Change<ConsolePrincipal>;

/** A key that was just created. */
export interface CreatedKey {
  /** The key, which isn't stored anywhere and can be shown only now. */
  readonly key: string;
  readonly name: string;
  readonly expiresAt: Date | null;
}

/**
 * Locks the keys of an owner until the transaction ends.
 * @returns the active ones @throws Problem 404 if the owner has left the company meanwhile
 */
export async function lockKeysOf(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  { membershipUid, environment }: Omit<KeyOwner, 'companyUid'>,
): Promise<OwnKey[]> {
  const active = await lockActiveKeys(tx, membershipUid, environment, now);
  if (active === undefined) throw notFound('the owner of the keys has left the company');
  return active;
}

/** @throws OperatorError if the owner has as many active keys as allowed (KEY-19) */
export function assertRoomForKey(active: readonly OwnKey[]): void {
  if (active.length >= activeKeysMax)
    throw new OperatorError(
      `There are ${activeKeysMax} active keys in this environment, which is the maximum. Revoke one first.`,
    );
}

/** Stores a new named key. */
async function storeKey(
  change: KeyChange,
  fingerprintSecret: Buffer,
  { membershipUid, environment }: KeyOwner,
  { uid, name, expiresAt }: { readonly uid: string } & Pick<OwnKey, 'name' | 'expiresAt'>,
): Promise<string> {
  const key = makeApiKey(environment);
  await insertKey(change.tx, {
    uid,
    membershipUid,
    environment,
    name,
    isDefault: false,
    fingerprint: fingerprintOf(key, fingerprintSecret),
    lastFour: key.slice(-4),
    createdAt: change.now,
    expiresAt,
  });
  return key;
}

/** The form for a new key. */
export interface NamedKeyForm {
  readonly name: string;
  /** After how many days it expires; `null` for never. */
  readonly lifeDays: KeyLifeDays | null;
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Creates a named key. A form that is sent twice creates one key.
 * @param formKey the key of the form
 * @returns the key; `undefined` if the form was sent before, because a key is shown only once
 * @throws OperatorError if an active key has that name, or if there are too many
 */
export async function createNamedKey(
  change: KeyChange,
  fingerprintSecret: Buffer,
  owner: KeyOwner,
  { name, lifeDays, formKey }: NamedKeyForm & { readonly formKey: string },
): Promise<CreatedKey | undefined> {
  const expiresAt = expiryOf(lifeDays, change.now);
  let key: string | undefined;
  await makeOneOnce(change, formKey, async () => {
    const { environment, companyUid } = owner;
    const active = await lockKeysOf(change, owner);
    assertRoomForKey(active);
    if (active.some(other => isSameName(other.name, name)))
      throw new OperatorError('An active key already has this name. Choose another name.');
    const uid = change.newUid();
    key = await storeKey(change, fingerprintSecret, owner, { uid, name, expiresAt });
    await change.audit(resource('key', { uid, companyUid }), 'key.create', {
      environment,
      expiresAt: expiresAt === null ? null : instantOf(expiresAt),
    });
    return uid;
  });
  return key === undefined ? undefined : { key, name, expiresAt };
}

/** The form for a rotation. */
export interface RotationForm {
  /** For how many hours the old key keeps working. */
  readonly overlapHours: KeyOverlapHours;
  /** After how many days the new key expires; `null` for never. */
  readonly lifeDays: KeyLifeDays | null;
}

/**
 * Replaces a named key with a new one of the same name. The old one keeps working for the chosen time
 * (KEY-21), but never past its own expiry.
 * @throws Problem 404 unless the key is active, `console.formStale` if it was rotated before
 * @throws OperatorError if there are too many active keys
 */
export async function rotateNamedKey(
  change: KeyChange,
  fingerprintSecret: Buffer,
  owner: KeyOwner,
  { keyUid, overlapHours, lifeDays }: RotationForm & { readonly keyUid: string },
): Promise<CreatedKey> {
  const { tx, now } = change;
  const { environment, companyUid } = owner;
  const active = await lockKeysOf(change, owner);
  const old = active.find(({ uid, isDefault }) => uid === keyUid && !isDefault);
  if (old === undefined) throw notFound('the owner has no such active named key');
  if (old.replacedByUid !== null) throw new Problem('console.formStale');
  if (overlapHours > 0) assertRoomForKey(active);
  const { name } = old;
  const uid = change.newUid();
  const expiresAt = expiryOf(lifeDays, now);
  const end = endOfReplaced(old, overlapHours, now);
  const key = await storeKey(change, fingerprintSecret, owner, { uid, name, expiresAt });
  await replaceKey(tx, keyUid, { byUid: uid, end, at: now });
  await change.audit(resource('key', { uid, companyUid }), 'key.rotate', {
    environment,
    expiresAt: expiresAt === null ? null : instantOf(expiresAt),
    replaced: uidOf(keyUid),
    previousUntil: instantOf(end),
  });
  return { key, name, expiresAt };
}

/** Revokes a key; the next request with it is 401. @throws Problem `console.formStale` unless it is active */
export async function revokeOwnedKey(change: KeyChange, owner: KeyOwner, keyUid: string): Promise<void> {
  const { environment, companyUid } = owner;
  const active = await lockKeysOf(change, owner);
  if (!active.some(({ uid }) => uid === keyUid)) throw new Problem('console.formStale');
  await revokeKey(change.tx, keyUid, change.now);
  await change.audit(resource('key', { uid: keyUid, companyUid }), 'key.revoke', { environment });
}

/** The keys of an owner. */
export interface OwnedKeys {
  readonly active: readonly OwnKey[];
  readonly ended: readonly OwnKey[];
}

/** Lists an owner's keys in an environment, latest first, without anything usable as a credential. */
export async function inspectOwnedKeys(
  executor: Executor,
  { membershipUid, environment }: Omit<KeyOwner, 'companyUid'>,
  at: Date,
): Promise<OwnedKeys> {
  return listKeysOfMember(executor, membershipUid, environment, at);
}

/** Returns one of an owner's active keys. @throws Problem 404 if there is no such active key */
export async function inspectOwnedKey(
  executor: Executor,
  owner: Omit<KeyOwner, 'companyUid'>,
  keyUid: string,
  at: Date,
): Promise<OwnKey> {
  const { active } = await inspectOwnedKeys(executor, owner, at);
  const key = active.find(({ uid }) => uid === keyUid);
  if (key === undefined) throw notFound('the owner has no such active key');
  return key;
}

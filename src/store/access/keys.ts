// Objection: issuing, listing, and revoking keys. SQL text: finding a key's holder and recording its use, on
// every request.
import type { AnyQueryBuilder } from 'objection';
import { isActiveKey } from '../../domain/access/api-keys';
import type { Permission } from '../../domain/access/permissions';
import type { Environment } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { fetched } from '../models/base';
import { ApiKeyModel, MembershipModel, type ApiKeyRow } from '../models/tenants';
import { named } from '../named';
import { placeColumns, rateWindowMs, waitOf, type Allowance, type PlaceRow } from './rate-limit';
import { newestFirst } from '../page';
import { columnsOf, update } from '../table';

/** The holder of a key, as currently in the database. */
export interface KeyHolder {
  readonly keyUid: string;
  readonly environment: Environment;
  readonly membershipUid: string;
  readonly seesAllProjects: boolean;
  readonly companyUid: string;
  readonly companyId: string;
  readonly userUid: string;
  readonly userName: string;
  readonly roleUid: string | null;
  readonly permissions: readonly Permission[];
}

const holder = `
  select k.uid as "keyUid", k.environment, m.uid as "membershipUid", m.sees_all_projects as "seesAllProjects",
    c.uid as "companyUid", c.id as "companyId", u.uid as "userUid", u.name as "userName", m.role_uid
      as "roleUid",
    array(select permission from role_permission where role_uid = m.role_uid) as permissions
  from api_key k
  join membership m on m.uid = k.membership_uid and m.ended_at is null
  join company c on c.uid = m.company_uid
  join app_user u on u.uid = m.user_uid and u.deleted_at is null`;

// One round trip for what every request needs. The holder is found before the call is counted, so that an
// inactive key doesn't use up a company's limit.
const admitHolder = named<
  KeyHolder & PlaceRow,
  { fingerprint: Buffer; at: Date; limit: number; windowUs: number }
>(`
  with holder as materialized (${holder} where k.fingerprint = :fingerprint and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > :at::timestamptz))
  select holder.*, ${placeColumns}
  from holder cross join lateral take_rate_limit_place('company:' || holder."companyUid", :limit::int,
    :windowUs::bigint) as place
`);

/** A key's holder, after counting the call against the company. */
export interface AdmittedHolder {
  readonly holder: KeyHolder;
  /** After how many whole seconds the company may call again; `undefined` if the call was accepted. */
  readonly waitSeconds: number | undefined;
  readonly allowance: Allowance;
}

/**
 * Returns the holder of the active key with this fingerprint and counts the call against its company. Read on
 * every request, never cached.
 */
export async function admitKeyHolder(
  executor: Executor,
  fingerprint: Buffer,
  companyPerMinute: number,
  at: Date,
): Promise<AdmittedHolder | undefined> {
  const [row] = await admitHolder.run(executor, {
    fingerprint,
    at,
    limit: companyPerMinute,
    windowUs: rateWindowMs * 1_000,
  });
  if (row === undefined) return undefined;
  const { remaining, resetSeconds } = row;
  return { holder: row, waitSeconds: waitOf(row), allowance: { remaining, resetSeconds } };
}

/** Returns the membership of a key, also of a revoked one. */
export async function findMembershipOfKey(executor: Executor, keyUid: string): Promise<string | undefined> {
  const columns = columnsOf(ApiKeyModel, ['membershipUid']);
  return (await ApiKeyModel.query(executor).select(columns).findById(keyUid))?.membershipUid;
}

const touch = named<never, { uid: string; lastUsedAt: Date }>(
  update(ApiKeyModel, {
    set: ['lastUsedAt'],
    where:
      `uid = :uid and (last_used_at is null or last_used_at < :lastUsedAt::timestamptz - interval '1 ` +
      `minute')`,
  }),
);

/** Records the use of a key, at most once a minute. */
export async function noteKeyUse(executor: Executor, keyUid: string, at: Date): Promise<void> {
  await touch.run(executor, { uid: keyUid, lastUsedAt: at });
}

/** Revokes the default key of a membership in an environment. */
export async function revokeDefaultKey(
  executor: Executor,
  membershipUid: string,
  environment: Environment,
  at: Date,
): Promise<void> {
  await ApiKeyModel.query(executor)
    .where({ membership_uid: membershipUid, environment, is_default: true })
    .whereNull('revoked_at')
    .patch({ revokedAt: at });
}

/** Revokes every active key of a membership in an environment. @returns how many */
export async function revokeKeys(
  executor: Executor,
  membershipUid: string,
  environment: Environment,
  at: Date,
): Promise<number> {
  return ApiKeyModel.query(executor)
    .where({ membership_uid: membershipUid, environment })
    .modify(activeAt, at)
    .patch({ revokedAt: at });
}

/** Revokes one key. */
export async function revokeKey(executor: Executor, uid: string, at: Date): Promise<void> {
  await ApiKeyModel.query(executor).findById(uid).patch({ revokedAt: at });
}

/** Ends a key that another one replaces: at once if `end` is the time of the change, else with its expiry. */
export async function replaceKey(
  executor: Executor,
  uid: string,
  { byUid, end, at }: { readonly byUid: string; readonly end: Date; readonly at: Date },
): Promise<void> {
  const ended = end > at ? { expiresAt: end } : { revokedAt: at };
  await ApiKeyModel.query(executor)
    .findById(uid)
    .patch({ replacedByUid: byUid, ...ended });
}

/** Stores a new key's fingerprint. */
export async function insertKey(
  executor: Executor,
  key: Omit<ApiKeyRow, 'revokedAt' | 'lastUsedAt' | 'replacedByUid'>,
): Promise<void> {
  await ApiKeyModel.query(executor).insert(key);
}

/** A key as shown to its owner: what identifies it, never the key. */
export type OwnKey = Pick<ApiKeyRow, (typeof ownNames)[number]>;

const ownNames = [
  'uid',
  'name',
  'isDefault',
  'lastFour',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
  'revokedAt',
  'replacedByUid',
] as const;

/** The most ended keys of a member that are shown. */
const shownEndedMax = 20;

function activeAt(query: AnyQueryBuilder, at: Date): void {
  void query
    .whereNull('revoked_at')
    .where(either => void either.whereNull('expires_at').orWhere('expires_at', '>', at));
}

function endedAt(query: AnyQueryBuilder, at: Date): void {
  void query.where(either => void either.whereNotNull('revoked_at').orWhere('expires_at', '<=', at));
}

/** Lists the active keys of a membership in an environment, and its latest 20 ended ones, newest first. */
export async function listKeysOfMember(
  executor: Executor,
  membershipUid: string,
  environment: Environment,
  at: Date,
): Promise<{ readonly active: OwnKey[]; readonly ended: OwnKey[] }> {
  const listed = () =>
    ApiKeyModel.query(executor)
      .select(columnsOf(ApiKeyModel, ownNames))
      .where({ membership_uid: membershipUid, environment })
      .orderBy(newestFirst);
  return {
    active: await listed().modify(activeAt, at),
    ended: await listed().modify(endedAt, at).limit(shownEndedMax),
  };
}

/**
 * Locks a membership, and with it the keys it owns, until the transaction ends. Others can still insert rows
 * that refer to it: a form that waits for this lock has already done so.
 * @returns its active keys; `undefined` if it has ended
 */
export async function lockActiveKeys(
  tx: Transaction,
  membershipUid: string,
  environment: Environment,
  at: Date,
): Promise<OwnKey[] | undefined> {
  const locked = await MembershipModel.query(tx)
    .select('uid')
    .findById(membershipUid)
    .whereNull('ended_at')
    .forNoKeyUpdate();
  if (locked === undefined) return undefined;
  return (await listKeysOfMember(tx, membershipUid, environment, at)).active;
}

/** A key in a list: what identifies it, never the key. */
export interface KeyListing {
  readonly keyUid: string;
  readonly email: string;
  readonly environment: Environment;
  readonly name: string;
  readonly isDefault: boolean;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Neither revoked, nor expired, nor owned by a deleted person. */
  readonly isInForce: boolean;
}

/** Lists every key ever issued in a company, revoked ones included. */
export async function listKeys(executor: Executor, companyUid: string, at: Date): Promise<KeyListing[]> {
  const keys = await ApiKeyModel.query(executor)
    .joinRelated('membership')
    .where('membership.company_uid', companyUid)
    .withGraphFetched('membership.user')
    .orderBy(['api_key.created_at', 'api_key.uid']);
  return keys.map(key => {
    const { email, deletedAt } = fetched(fetched(key.membership).user);
    const { uid: keyUid, environment, name, isDefault, lastFour } = key;
    const { createdAt, lastUsedAt, expiresAt, revokedAt } = key;
    const isInForce = isActiveKey(key, at) && deletedAt === null;
    const times = { createdAt, lastUsedAt, expiresAt, revokedAt };
    return { keyUid, email, environment, name, isDefault, lastFour, ...times, isInForce };
  });
}

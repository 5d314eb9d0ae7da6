// Objection: issuing, listing, and revoking keys. SQL text: finding a key's holder and recording its use, on
// every request.
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
const findHolderByUid = named<KeyHolder, { keyUid: string }>(
  `${holder} where k.uid = :keyUid and k.revoked_at is null`,
);

// One round trip for what every request needs. The holder is found before the call is counted, so that an
// inactive key doesn't use up a company's limit.
const admitHolder = named<KeyHolder & PlaceRow, { fingerprint: Buffer; limit: number; windowUs: number }>(`
  with holder as materialized (${holder} where k.fingerprint = :fingerprint and k.revoked_at is null)
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
): Promise<AdmittedHolder | undefined> {
  const [row] = await admitHolder.run(executor, {
    fingerprint,
    limit: companyPerMinute,
    windowUs: rateWindowMs * 1_000,
  });
  if (row === undefined) return undefined;
  const { remaining, resetSeconds } = row;
  return { holder: row, waitSeconds: waitOf(row), allowance: { remaining, resetSeconds } };
}

/** Returns the holder of an active key, for work that continues after the request. */
export async function findKeyHolderByUid(executor: Executor, keyUid: string): Promise<KeyHolder | undefined> {
  return (await findHolderByUid.run(executor, { keyUid }))[0];
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

/** Revokes the key of a membership in an environment. @returns whether there was one */
export async function revokeKey(
  executor: Executor,
  membershipUid: string,
  environment: Environment,
  at: Date,
): Promise<boolean> {
  const count = await ApiKeyModel.query(executor)
    .where({ membership_uid: membershipUid, environment })
    .whereNull('revoked_at')
    .patch({ revokedAt: at });
  return count > 0;
}

/** Stores a new key's fingerprint. */
export async function insertKey(
  executor: Executor,
  key: Omit<ApiKeyRow, 'revokedAt' | 'lastUsedAt'>,
): Promise<void> {
  await ApiKeyModel.query(executor).insert(key);
}

/** A key as shown to its member: what identifies it, never the key. */
export type OwnKey = Pick<ApiKeyRow, (typeof ownNames)[number]>;

const ownNames = ['uid', 'lastFour', 'createdAt', 'lastUsedAt', 'revokedAt'] as const;

/** The most keys of a member that are shown. */
const shownMax = 20;

/** Lists the latest 20 keys of a membership in an environment, newest first. */
export async function listKeysOfMember(
  executor: Executor,
  membershipUid: string,
  environment: Environment,
): Promise<OwnKey[]> {
  return ApiKeyModel.query(executor)
    .select(columnsOf(ApiKeyModel, ownNames))
    .where({ membership_uid: membershipUid, environment })
    .orderBy(newestFirst)
    .limit(shownMax);
}

/** Locks the active key of a membership in an environment until the transaction ends. */
export async function lockKeyInForce(
  tx: Transaction,
  membershipUid: string,
  environment: Environment,
): Promise<string | undefined> {
  await MembershipModel.query(tx).select('uid').findById(membershipUid).forUpdate();
  const inForce = await ApiKeyModel.query(tx)
    .select('uid')
    .findOne({ membership_uid: membershipUid, environment })
    .whereNull('revoked_at');
  return inForce?.uid;
}

/** A key in a list: what identifies it, never the key. */
export interface KeyListing {
  readonly keyUid: string;
  readonly email: string;
  readonly environment: Environment;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Neither revoked nor owned by a deleted person. */
  readonly isInForce: boolean;
}

/** Lists every key ever issued in a company, revoked ones included. */
export async function listKeys(executor: Executor, companyUid: string): Promise<KeyListing[]> {
  const keys = await ApiKeyModel.query(executor)
    .joinRelated('membership')
    .where('membership.company_uid', companyUid)
    .withGraphFetched('membership.user')
    .orderBy(['api_key.created_at', 'api_key.uid']);
  return keys.map(key => {
    const { email, deletedAt } = fetched(fetched(key.membership).user);
    const { uid: keyUid, environment, lastFour, createdAt, lastUsedAt, revokedAt } = key;
    const isInForce = revokedAt === null && deletedAt === null;
    return { keyUid, email, environment, lastFour, createdAt, lastUsedAt, revokedAt, isInForce };
  });
}

import type { Executor } from '../store/database';
import { admitKeyHolder, findKeyHolderByUid, type KeyHolder } from '../store/access/keys';
import type { Allowance } from '../store/access/rate-limit';
import { fingerprintOf, isWellFormedApiKey } from './api-key';
import type { KeyPrincipal } from './principal';

// RFC 6750 §2.1; the scheme is case-insensitive (RFC 9110 §11.1).
const bearer = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i;

/** A caller with an active key. */
export interface AdmittedKey {
  readonly principal: KeyPrincipal;
  /**
   * After how many whole seconds the company may call again; `undefined` if this call was allowed, and
   * counted.
   */
  readonly waitSeconds: number | undefined;
  /** The rest of the company's limit. */
  readonly allowance: Allowance;
}

/**
 * Returns a key's user, as currently in the database, and counts the call against the company's limit.
 * @returns `undefined` for a missing header, another scheme, and a malformed, unknown, expired, or revoked
 * key alike
 */
export async function admitKey(
  executor: Executor,
  settings: { readonly fingerprintSecret: Buffer; readonly companyPerMinute: number },
  authorization: string | undefined,
  at: Date,
): Promise<AdmittedKey | undefined> {
  const key = bearer.exec(authorization ?? '')?.[1];
  if (key === undefined || !isWellFormedApiKey(key)) return undefined;
  const { fingerprintSecret, companyPerMinute } = settings;
  const fingerprint = fingerprintOf(key, fingerprintSecret);
  const admitted = await admitKeyHolder(executor, fingerprint, companyPerMinute, at);
  if (admitted === undefined) return undefined;
  const { holder, waitSeconds, allowance } = admitted;
  return { principal: principalOf(holder), waitSeconds, allowance };
}

/**
 * Returns the user on whose behalf work continues after their request, as currently in the database.
 * @returns `undefined` once the key is inactive
 */
export async function principalOfKey(executor: Executor, keyUid: string): Promise<KeyPrincipal | undefined> {
  const holder = await findKeyHolderByUid(executor, keyUid);
  return holder === undefined ? undefined : principalOf(holder);
}

function principalOf(holder: KeyHolder): KeyPrincipal {
  return {
    kind: 'key',
    keyUid: holder.keyUid,
    environment: holder.environment,
    companyUid: holder.companyUid,
    companyId: holder.companyId,
    userUid: holder.userUid,
    userName: holder.userName,
    membershipUid: holder.membershipUid,
    seesAllProjects: holder.seesAllProjects,
    permissions: new Set(holder.permissions),
    hasRole: holder.roleUid !== null,
  };
}

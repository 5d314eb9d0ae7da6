import type { Executor } from '../store/database';
import { admitKeyHolder, findMembershipOfKey, type KeyHolder } from '../store/access/keys';
import type { Allowance } from '../store/access/rate-limit';
import { findMemberByMembership } from '../store/tenants/members';
import type { Environment } from '../domain/projects/project';
import { fingerprintOf, isWellFormedApiKey } from './api-key';
import type { ConsolePrincipal, KeyPrincipal } from './principal';

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

/** Who started work that continues after their request: a member, with a key or in the console. */
export interface Starter {
  /** `null` for work that an earlier release started with a key. */
  readonly membershipUid: string | null;
  /** `null` for work started in the console. */
  readonly keyUid: string | null;
}

/**
 * Returns the member on whose behalf work continues after their request, as currently in the database. The
 * key that started it may have been replaced since.
 * @returns `undefined` once the member has left the company
 */
export async function principalOfStarter(
  executor: Executor,
  { membershipUid: startedBy, keyUid }: Starter,
  environment: Environment,
): Promise<KeyPrincipal | ConsolePrincipal | undefined> {
  const ofKey = startedBy ?? (keyUid === null ? undefined : await findMembershipOfKey(executor, keyUid));
  const member = ofKey === undefined ? undefined : await findMemberByMembership(executor, ofKey);
  if (member === undefined) return undefined;
  const { membershipUid, companyUid, companyId, userUid, userName, seesAllProjects } = member;
  const acting = {
    environment,
    companyUid,
    companyId,
    userUid,
    userName,
    membershipUid,
    seesAllProjects,
    permissions: new Set(member.permissions),
    hasRole: member.roleUid !== null,
  };
  return keyUid === null ? { kind: 'console', ...acting } : { kind: 'key', keyUid, ...acting };
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

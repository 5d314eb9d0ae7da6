import type { Executor } from '../store/database';
import { findKeyHolder, findKeyHolderByUid, type KeyHolder } from '../store/queries/keys';
import { fingerprintOf, isWellFormedApiKey } from './api-key';
import type { KeyPrincipal } from './principal';

// RFC 6750 §2.1; the scheme is case-insensitive (RFC 9110 §11.1).
const bearer = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i;

/**
 * The user a key speaks for, as the database has it at this moment.
 * @returns `undefined` for no header, another scheme, and a malformed, unknown or revoked key alike
 */
export async function authenticateKey(
  executor: Executor,
  fingerprintSecret: Buffer,
  authorization: string | undefined,
): Promise<KeyPrincipal | undefined> {
  const key = bearer.exec(authorization ?? '')?.[1];
  if (key === undefined || !isWellFormedApiKey(key)) return undefined;
  const holder = await findKeyHolder(executor, fingerprintOf(key, fingerprintSecret));
  return holder === undefined ? undefined : principalOf(holder);
}

/**
 * The user in whose name work goes on after their request, as the database has it at this moment.
 * @returns `undefined` once the key is no longer in force
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

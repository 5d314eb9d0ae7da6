/** The most characters of a key's name. */
export const keyNameMax = 100;
/** The most active keys of a member in an environment, default key and replaced keys included. */
export const activeKeysMax = 20;
/** After how many days a named key may expire. */
export const keyLifeDays = [30, 90, 365] as const;
/** For how many hours the replaced key may keep working after a rotation; 0 ends it at once. */
export const keyOverlapHours = [0, 1, 24, 168] as const;

/** A number of days after which a key expires. */
export type KeyLifeDays = (typeof keyLifeDays)[number];
/** A number of hours for which a replaced key keeps working. */
export type KeyOverlapHours = (typeof keyOverlapHours)[number];

const hourMs = 60 * 60 * 1_000;

/** What determines whether a key works. */
export interface KeyStanding {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** How long after its last use ending a key asks again: a server probably still uses it. */
const inUseMs = hourMs;

/** Whether a key was used so recently that a server probably uses it (KEY-33). */
export function isInUse({ lastUsedAt }: { readonly lastUsedAt: Date | null }, at: Date): boolean {
  return lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < inUseMs;
}

/** Whether a key works: neither revoked nor expired (KEY-20). */
export function isActiveKey({ revokedAt, expiresAt }: KeyStanding, at: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > at);
}

/** Returns when a new key expires; `null` for one that doesn't. */
export function expiryOf(lifeDays: KeyLifeDays | null, now: Date): Date | null {
  return lifeDays === null ? null : new Date(now.getTime() + lifeDays * 24 * hourMs);
}

/** Returns when a replaced key ends: after the overlap, but never later than it would have expired. */
export function endOfReplaced(
  { expiresAt }: Pick<KeyStanding, 'expiresAt'>,
  overlapHours: KeyOverlapHours,
  now: Date,
): Date {
  const end = new Date(now.getTime() + overlapHours * hourMs);
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}

// SQL text: a key is claimed and completed on every POST that has one, each in one statement.
import type { Environment } from '../../domain/projects/project';
import type { Executor } from '../database';
import { IdempotencyClaimModel } from '../models/idempotency-claim';
import { named } from '../named';
import { insert, update } from '../table';

/**
 * The scope of an idempotency key: members (even of one company) and the two environments don't see each
 * other's keys.
 */
export interface IdempotencyScope {
  readonly membershipUid: string;
  readonly environment: Environment;
  readonly key: string;
}

/** A request's own claim: one taken over by another request has a different time. */
export interface OwnClaim extends IdempotencyScope {
  readonly claimedAt: Date;
}

/** The records that a request created, at least one. */
export type MadeUids = readonly [string, ...string[]];

/** The state of a key when it is used. */
export type IdempotencyClaim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'made'; readonly uids: MadeUids }
  | { readonly kind: 'running' }
  | { readonly kind: 'bodyChanged' };

/** How long a claim lasts. */
const claimLifeHours = 24;

/** A request that runs longer than the maximum belonged to a process that died. */
const runningLifeSeconds = 120;

const ofScope = 'membership_uid = :membershipUid and environment = :environment and key = :key';

// A successful claim returns its time, as does one that replaces an expired or abandoned row.
const claim = named<
  { isMine: boolean; isSameRequest: boolean; resourceUids: readonly string[] | null },
  OwnClaim & { requestHash: Buffer }
>(`
  with mine as (
    ${insert(IdempotencyClaimModel, {
      only: ['membershipUid', 'environment', 'key', 'requestHash', 'claimedAt'],
    })}
    on conflict on constraint idempotency_claim_pkey do update
      set request_hash = excluded.request_hash, claimed_at = excluded.claimed_at, resource_uids = null
      where idempotency_claim.claimed_at < excluded.claimed_at - make_interval(hours => ${claimLifeHours})
        or (idempotency_claim.resource_uids is null and idempotency_claim.request_hash = excluded.request_hash
          and idempotency_claim.claimed_at
            < excluded.claimed_at - make_interval(secs => ${runningLifeSeconds}))
    returning 1
  )
  select true as "isMine", true as "isSameRequest", null::uuid[] as "resourceUids" from mine
  union all
  select false, request_hash = :requestHash, resource_uids
  from idempotency_claim where ${ofScope} and not exists (select from mine)
`);

/** Claims a key for a request, or returns the result of the request that claimed it earlier. */
export async function claimIdempotencyKey(
  executor: Executor,
  scope: IdempotencyScope,
  requestHash: Buffer,
  at: Date,
): Promise<IdempotencyClaim> {
  const { membershipUid, environment, key } = scope;
  const [row] = await claim.run(executor, { membershipUid, environment, key, claimedAt: at, requestHash });
  // No row: another request claimed the key at the same moment, after this statement's snapshot.
  if (row === undefined) return { kind: 'running' };
  if (row.isMine) return { kind: 'claimed' };
  if (!row.isSameRequest) return { kind: 'bodyChanged' };
  const [first, ...rest] = row.resourceUids ?? [];
  return first === undefined ? { kind: 'running' } : { kind: 'made', uids: [first, ...rest] };
}

function paramsOf({ membershipUid, environment, key, claimedAt }: OwnClaim): OwnClaim {
  return { membershipUid, environment, key, claimedAt };
}

const ofOpenClaim = `${ofScope} and claimed_at = :claimedAt and resource_uids is null`;
const complete = named<{ key: string }, OwnClaim & { resourceUids: readonly string[] }>(
  update(IdempotencyClaimModel, { set: ['resourceUids'], where: ofOpenClaim, returning: 'key' }),
);

/**
 * Stores what was created, in the same transaction, so that a repeat finds every change.
 * @param resourceUids at least one
 * @returns false if the claim was taken over meanwhile; the change must then be rolled back
 */
export async function completeIdempotencyKey(
  executor: Executor,
  own: OwnClaim,
  resourceUids: readonly string[],
): Promise<boolean> {
  return (await complete.run(executor, { ...paramsOf(own), resourceUids })).length > 0;
}

const release = named<never, OwnClaim>(`delete from idempotency_claim where ${ofOpenClaim}`);

/**
 * Releases a claim after a request that changed nothing, so that a corrected or repeated one can use the key.
 */
export async function releaseIdempotencyKey(executor: Executor, own: OwnClaim): Promise<void> {
  await release.run(executor, paramsOf(own));
}

const isOver = `claimed_at < :at::timestamptz - make_interval(hours => ${claimLifeHours})`;
// `idempotency_key` is only written by processes of the previous release.
const prune = named<{ key: string }, { at: Date }>(`
  with of_before as (delete from idempotency_key where ${isOver})
  delete from idempotency_claim where ${isOver} returning key
`);

/** Removes expired claims. @returns how many */
export async function pruneIdempotencyKeys(executor: Executor, at: Date): Promise<number> {
  return (await prune.run(executor, { at })).length;
}

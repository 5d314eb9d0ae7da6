// SQL text: a key is claimed and completed on every POST that carries one, each in one statement.
import type { Environment } from '../../domain/projects/project';
import type { Executor } from '../database';
import { IdempotencyClaimModel } from '../models/idempotency-claim';
import { named } from '../named';
import { insert, update } from '../table';

/**
 * Where an idempotency key counts: members, also of one company, and the two environments do not see each
 * other's keys.
 */
export interface IdempotencyScope {
  readonly membershipUid: string;
  readonly environment: Environment;
  readonly key: string;
}

/** A request's own claim: a claim that another request took over later has another time. */
export interface OwnClaim extends IdempotencyScope {
  readonly claimedAt: Date;
}

/** The records that a request made, at least one. */
export type MadeUids = readonly [string, ...string[]];

/** What a key stands for at the moment it is shown. */
export type IdempotencyClaim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'made'; readonly uids: MadeUids }
  | { readonly kind: 'running' }
  | { readonly kind: 'bodyChanged' };

/** How long a claim holds. */
const claimLifeHours = 24;

/** A request that runs for longer than any may last was one of a process that died. */
const runningLifeSeconds = 120;

const ofScope = 'membership_uid = :membershipUid and environment = :environment and key = :key';

// A claim that succeeds comes back with the time that it was made with; so does one that replaces an expired
// or abandoned row.
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

/** Claims a key for a request, or tells what became of the request that claimed it before. */
export async function claimIdempotencyKey(
  executor: Executor,
  scope: IdempotencyScope,
  requestHash: Buffer,
  at: Date,
): Promise<IdempotencyClaim> {
  const { membershipUid, environment, key } = scope;
  const [row] = await claim.run(executor, { membershipUid, environment, key, claimedAt: at, requestHash });
  // No row: another request claimed the key in the same instant, after this statement's snapshot.
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
 * Stores what was made, in the transaction that makes it: there is never a change that a repeat does not
 * find.
 * @param resourceUids at least one
 * @returns false when the claim was taken over meanwhile; the change must then be rolled back
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
 * Gives a claim back after a request that changed nothing, so that a corrected or repeated one may use the
 * key.
 */
export async function releaseIdempotencyKey(executor: Executor, own: OwnClaim): Promise<void> {
  await release.run(executor, paramsOf(own));
}

const isOver = `claimed_at < :at::timestamptz - make_interval(hours => ${claimLifeHours})`;
// `idempotency_key` is written by processes of the release before only.
const prune = named<{ key: string }, { at: Date }>(`
  with of_before as (delete from idempotency_key where ${isOver})
  delete from idempotency_claim where ${isOver} returning key
`);

/** Removes claims older than their life. @returns how many */
export async function pruneIdempotencyKeys(executor: Executor, at: Date): Promise<number> {
  return (await prune.run(executor, { at })).length;
}

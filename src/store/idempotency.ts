import type { Environment } from '../domain/projects/project';
import type { Executor } from './database';
import { IdempotencyKeyModel, type IdempotencyKeyRow } from './models/idempotency-key';
import { named } from './named';
import { insert, update } from './table';

/** Where an idempotency key counts: two companies, or the two environments of one, do not see each other's keys. */
export interface IdempotencyScope {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly key: string;
}

/** A request's own claim: a claim that another request took over later has another time. */
export interface OwnClaim extends IdempotencyScope {
  readonly claimedAt: Date;
}

/** An answer that was given, as bytes, so that a repeat gets the same one. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a key stands for at the moment it is shown. */
export type IdempotencyClaim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'running' }
  | { readonly kind: 'bodyChanged' };

/** How long an answer is kept. */
const answerLifeHours = 24;
/** A claim without an answer for longer than any request may last was made by a process that died. */
const claimLifeSeconds = 120;

const ofScope = 'company_uid = :companyUid and environment = :environment and key = :key';

// A claim that succeeds comes back with the time that it was made with; so does one that replaces an expired
// or abandoned row.
const claim = named<
  {
    isMine: boolean;
    isSameRequest: boolean;
    status: number | null;
    headers: Record<string, string> | null;
    body: Buffer | null;
  },
  OwnClaim & { requestHash: Buffer }
>(`
  with mine as (
    ${insert(IdempotencyKeyModel, {
      only: ['companyUid', 'environment', 'key', 'requestHash', 'claimedAt'],
    })}
    on conflict on constraint idempotency_key_pkey do update
      set request_hash = excluded.request_hash, claimed_at = excluded.claimed_at,
        response_status = null, response_headers = null, response_body = null
      where idempotency_key.claimed_at < excluded.claimed_at - make_interval(hours => ${answerLifeHours})
        or (idempotency_key.response_status is null and idempotency_key.request_hash = excluded.request_hash
          and idempotency_key.claimed_at < excluded.claimed_at - make_interval(secs => ${claimLifeSeconds}))
    returning 1
  )
  select true as "isMine", true as "isSameRequest", null::int as status, null::jsonb as headers, null::bytea as body from mine
  union all
  select false, request_hash = :requestHash, response_status, response_headers, response_body
  from idempotency_key where ${ofScope} and not exists (select from mine)
`);

/** Claims a key for a request, or tells what became of the request that claimed it before. */
export async function claimIdempotencyKey(
  executor: Executor,
  scope: IdempotencyScope,
  requestHash: Buffer,
  at: Date,
): Promise<IdempotencyClaim> {
  const { companyUid, environment, key } = scope;
  const [row] = await claim.run(executor, { companyUid, environment, key, claimedAt: at, requestHash });
  // No row: another request claimed the key in the same instant, after this statement's snapshot.
  if (row === undefined) return { kind: 'running' };
  if (row.isMine) return { kind: 'claimed' };
  if (!row.isSameRequest) return { kind: 'bodyChanged' };
  if (row.status === null || row.body === null) return { kind: 'running' };
  return { kind: 'answered', answer: { status: row.status, headers: row.headers ?? {}, body: row.body } };
}

function paramsOf({ companyUid, environment, key, claimedAt }: OwnClaim): OwnClaim {
  return { companyUid, environment, key, claimedAt };
}

const whatIsAnswered = ['responseStatus', 'responseHeaders', 'responseBody'] as const;
const ofOpenClaim = `${ofScope} and claimed_at = :claimedAt and response_status is null`;
const complete = named<{ key: string }, OwnClaim & Pick<IdempotencyKeyRow, (typeof whatIsAnswered)[number]>>(
  update(IdempotencyKeyModel, { set: whatIsAnswered, where: ofOpenClaim, returning: 'key' }),
);

/**
 * Stores the answer, in the transaction of the change it answers for: there is never a change whose answer is lost.
 * @returns false when the claim was taken over meanwhile; the change must then be rolled back
 */
export async function completeIdempotencyKey(
  executor: Executor,
  own: OwnClaim,
  answer: StoredAnswer,
): Promise<boolean> {
  const rows = await complete.run(executor, {
    ...paramsOf(own),
    responseStatus: answer.status,
    responseHeaders: answer.headers,
    responseBody: answer.body,
  });
  return rows.length > 0;
}

const release = named<never, OwnClaim>(`delete from idempotency_key where ${ofOpenClaim}`);

/** Gives a claim back after a request that changed nothing, so that a corrected or repeated one may use the key. */
export async function releaseIdempotencyKey(executor: Executor, own: OwnClaim): Promise<void> {
  await release.run(executor, paramsOf(own));
}

const prune = named<{ key: string }, { at: Date }>(`
  delete from idempotency_key where claimed_at < :at::timestamptz - make_interval(hours => ${answerLifeHours}) returning key
`);

/** Removes answers older than their life. @returns how many */
export async function pruneIdempotencyKeys(executor: Executor, at: Date): Promise<number> {
  return (await prune.run(executor, { at })).length;
}

import type { Environment } from '../domain/projects/project';
import type { Executor } from './database';
import { named } from './named';

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

/** How long an answer is kept (DESIGN §4). */
const answerLifeHours = 24;
/** A claim without an answer for longer than any request may last was made by a process that died. */
const claimLifeSeconds = 120;

// A fresh claim, or one whose row has expired or was abandoned, comes back with its own claim time.
const claim = named<{
  isMine: boolean;
  isSameRequest: boolean;
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
}>(`
  with mine as (
    insert into idempotency_key as i (company_uid, environment, key, request_hash, claimed_at)
    values (?, ?, ?, ?, ?)
    on conflict (company_uid, environment, key) do update
      set request_hash = excluded.request_hash, claimed_at = excluded.claimed_at,
        response_status = null, response_headers = null, response_body = null
      where i.claimed_at < excluded.claimed_at - make_interval(hours => ${answerLifeHours})
        or (i.response_status is null and i.request_hash = excluded.request_hash
          and i.claimed_at < excluded.claimed_at - make_interval(secs => ${claimLifeSeconds}))
    returning 1
  )
  select true as "isMine", true as "isSameRequest", null::int as status, null::jsonb as headers, null::bytea as body from mine
  union all
  select false, request_hash = ?, response_status, response_headers, response_body
  from idempotency_key where company_uid = ? and environment = ? and key = ? and not exists (select from mine)
`);

/** Claims a key for a request, or tells what became of the request that claimed it before. */
export async function claimIdempotencyKey(
  executor: Executor,
  scope: IdempotencyScope,
  requestHash: Buffer,
  at: Date,
): Promise<IdempotencyClaim> {
  const { companyUid, environment, key } = scope;
  const [row] = await claim.run(executor, [
    companyUid,
    environment,
    key,
    requestHash,
    at,
    requestHash,
    companyUid,
    environment,
    key,
  ]);
  // No row: another request claimed the key in the same instant, after this statement's snapshot.
  if (row === undefined) return { kind: 'running' };
  if (row.isMine) return { kind: 'claimed' };
  if (!row.isSameRequest) return { kind: 'bodyChanged' };
  if (row.status === null || row.body === null) return { kind: 'running' };
  return { kind: 'answered', answer: { status: row.status, headers: row.headers ?? {}, body: row.body } };
}

const complete = named<{ key: string }>(`
  update idempotency_key set response_status = ?, response_headers = ?::jsonb, response_body = ?
  where company_uid = ? and environment = ? and key = ? and claimed_at = ? and response_status is null
  returning key
`);

/**
 * Stores the answer, in the transaction of the change it answers for: there is never a change whose answer is lost.
 * @returns false when the claim was taken over meanwhile; the change must then be rolled back
 */
export async function completeIdempotencyKey(
  executor: Executor,
  own: OwnClaim,
  answer: StoredAnswer,
): Promise<boolean> {
  const rows = await complete.run(executor, [
    answer.status,
    JSON.stringify(answer.headers),
    answer.body,
    own.companyUid,
    own.environment,
    own.key,
    own.claimedAt,
  ]);
  return rows.length > 0;
}

const release = named(`
  delete from idempotency_key
  where company_uid = ? and environment = ? and key = ? and claimed_at = ? and response_status is null
`);

/** Gives a claim back after a request that changed nothing, so that a corrected or repeated one may use the key. */
export async function releaseIdempotencyKey(executor: Executor, own: OwnClaim): Promise<void> {
  await release.run(executor, [own.companyUid, own.environment, own.key, own.claimedAt]);
}

const prune = named<{ key: string }>(`
  delete from idempotency_key where claimed_at < ?::timestamptz - make_interval(hours => ${answerLifeHours}) returning key
`);

/** Removes answers older than their life. @returns how many */
export async function pruneIdempotencyKeys(executor: Executor, at: Date): Promise<number> {
  return (await prune.run(executor, [at])).length;
}

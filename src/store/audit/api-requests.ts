// SQL text: requests are inserted many at once, and a page reads a bounded part of the log.
import type { Environment } from '../../domain/projects/project';
import type { Executor } from '../database';
import { ApiRequestModel, type ApiRequest } from '../models/api-request';
import { named } from '../named';
import { selectList } from '../table';

export type { ApiRequest } from '../models/api-request';

const insertRows = named<never, { rows: readonly ApiRequest[] }>(`
  insert into api_request (uid, occurred_at, company_uid, environment, key_uid, method, path, status,
    duration_ms, problem, request_id)
  select r.uid, r."occurredAt", r."companyUid", r.environment, r."keyUid", r.method, r.path, r.status,
    r."durationMs", r.problem, r."requestId"
  from jsonb_to_recordset(:rows::jsonb) as r(uid uuid, "occurredAt" timestamptz, "companyUid" uuid,
    environment text, "keyUid" uuid, method text, path text, status integer, "durationMs" integer,
    problem text, "requestId" text)
`);

/** Stores requests, all in one statement. */
export async function insertApiRequests(executor: Executor, requests: readonly ApiRequest[]): Promise<void> {
  await insertRows.run(executor, { rows: requests });
}

const keep = named<{ changed: number }, { daysAhead: number; keepDays: number }>(
  'select keep_api_request_partitions(:daysAhead, :keepDays) as changed',
);

/** Creates the days of the log ahead of time, and drops the days past the retention. @returns how many */
export async function keepApiRequestDays(
  executor: Executor,
  days: { readonly daysAhead: number; readonly keepDays: number },
): Promise<number> {
  return (await keep.run(executor, days))[0]?.changed ?? 0;
}

/** A request in the list, with its key and the key's owner. */
export interface ListedRequest extends ApiRequest {
  readonly keyName: string;
  readonly ownerName: string;
}

/** A position in the log: the row before which a page starts. */
export interface RequestPosition {
  readonly occurredAt: Date;
  readonly uid: string;
}

/** The filter for a company's requests in an environment. */
export interface RequestLogFilter {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly from: Date;
  readonly until: Date;
  readonly keyUid: string | null;
  /** The first digit of the status. */
  readonly statusClass: number | null;
  readonly path: string | null;
}

interface PageParams extends RequestLogFilter {
  readonly beforeOccurredAt: Date;
  readonly beforeUid: string;
  readonly scanned: number;
  readonly limit: number;
}

const scannedRows = `
  select a.* from api_request a
  where a.company_uid = :companyUid and a.environment = :environment
    and a.occurred_at >= :from and a.occurred_at < :until
    and (a.occurred_at, a.uid) < (:beforeOccurredAt::timestamptz, :beforeUid::uuid)
  order by a.occurred_at desc, a.uid desc limit :scanned`;

const listed = named<ListedRequest, PageParams>(`
  select ${selectList(ApiRequestModel, 's')}, k.name as "keyName", u.name as "ownerName"
  from (
    select * from (${scannedRows}) s
    where (:keyUid::uuid is null or s.key_uid = :keyUid::uuid)
      and (:statusClass::int is null or s.status / 100 = :statusClass::int)
      and (:path::text is null or s.path = :path::text)
    order by s.occurred_at desc, s.uid desc limit :limit
  ) s
  join api_key k on k.uid = s.key_uid
  join membership m on m.uid = k.membership_uid
  join app_user u on u.uid = m.user_uid
  order by s.occurred_at desc, s.uid desc
`);

type EdgeParams = Omit<PageParams, 'keyUid' | 'statusClass' | 'path' | 'limit'>;

const edge = named<RequestPosition & { count: number }, EdgeParams>(`
  select s.occurred_at as "occurredAt", s.uid, (count(*) over ())::int as count from (${scannedRows}) s
  order by s.occurred_at, s.uid limit 1
`);

/** The most rows of the log that one page looks through. */
export const requestScanMax = 5_000;

/** A page of a company's requests. */
export interface RequestLogPage {
  readonly requests: readonly ListedRequest[];
  /** Where the next page starts; `undefined` at the end of the period. */
  readonly next: RequestPosition | undefined;
}

/**
 * Lists a company's requests, newest first. A filter that few rows match ends after looking through `scanned`
 * rows, and the next page continues there.
 */
export async function listApiRequests(
  executor: Executor,
  filter: RequestLogFilter,
  part: { readonly before: RequestPosition; readonly limit: number; readonly scanned: number },
): Promise<RequestLogPage> {
  const { before, limit, scanned } = part;
  const position = { beforeOccurredAt: before.occurredAt, beforeUid: before.uid, scanned };
  const found = await listed.run(executor, { ...filter, ...position, limit: limit + 1 });
  const requests = found.slice(0, limit);
  if (found.length > limit) {
    const last = requests.at(-1);
    return { requests, next: last && { occurredAt: last.occurredAt, uid: last.uid } };
  }
  const { companyUid, environment, from, until } = filter;
  const [last] = await edge.run(executor, { companyUid, environment, from, until, ...position });
  const isMore = last !== undefined && last.count === scanned;
  return { requests, next: isMore ? { occurredAt: last.occurredAt, uid: last.uid } : undefined };
}

/** A key to filter requests by. */
export interface KeyOfCompany {
  readonly uid: string;
  readonly name: string;
  readonly lastFour: string;
  readonly ownerName: string;
}

const keysOf = named<KeyOfCompany, { companyUid: string; environment: Environment; limit: number }>(`
  select k.uid, k.name, k.last_four as "lastFour", u.name as "ownerName"
  from api_key k
  join membership m on m.uid = k.membership_uid
  join app_user u on u.uid = m.user_uid
  where m.company_uid = :companyUid and k.environment = :environment and k.last_used_at is not null
  order by k.last_used_at desc, k.uid limit :limit
`);

/** Lists the keys of a company that were used, the last used one first. */
export async function listUsedKeys(
  executor: Executor,
  wanted: { readonly companyUid: string; readonly environment: Environment; readonly limit: number },
): Promise<KeyOfCompany[]> {
  return keysOf.run(executor, wanted);
}

import type { AnyQueryBuilder, OrderByDescriptor } from 'objection';
import type { PagePosition } from '../domain/page-position';

/** The part of a list to read, oldest first. */
export interface Page {
  /** `undefined` for the start. */
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

/** The uid before every uid. */
export const nilUid = '00000000-0000-0000-0000-000000000000';

const beforeAll: PagePosition = { createdAt: new Date(0), uid: nilUid };

/** What {@link pageOf} binds. */
export interface PageParams {
  readonly afterCreatedAt: Date;
  readonly afterUid: string;
  readonly limit: number;
}

/** Returns the parameters of a page. */
export function pageParams({ after = beforeAll, limit }: Page): PageParams {
  return { afterCreatedAt: after.createdAt, afterUid: after.uid, limit };
}

/**
 * Returns the condition, order, and limit that end the statement of a list: keyset paging, so that later rows
 * don't shift pages.
 */
export function pageOf(alias: string): string {
  const [createdAt, uid] = [`${alias}.created_at`, `${alias}.uid`];
  return (
    `(${createdAt}, ${uid}) > (:afterCreatedAt::timestamptz, :afterUid::uuid) order by ${createdAt}, ` +
    `${uid} limit :limit`
  );
}

/** Like {@link pageOf}, for Objection's `modify`. */
export function onPage({ after = beforeAll, limit }: Page): (query: AnyQueryBuilder) => void {
  return query =>
    void query
      .whereRaw('(created_at, uid) > (?, ?)', [after.createdAt, after.uid])
      .orderBy(['created_at', 'uid'])
      .limit(limit);
}

/** The order of a list, newest first, for Objection's `orderBy`. */
export const newestFirst: OrderByDescriptor[] = [
  { column: 'created_at', order: 'desc' },
  { column: 'uid', order: 'desc' },
];

/** The part of a list to read, newest first. */
export interface NewestPage {
  /** `undefined` for the newest. */
  readonly before: PagePosition | undefined;
  readonly limit: number;
}

/** Later than every row, and within PostgreSQL's range. */
const afterAll: PagePosition = {
  createdAt: new Date('9999-12-31T00:00:00Z'),
  uid: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** What {@link newestPageOf} binds. */
export interface NewestPageParams {
  readonly beforeCreatedAt: Date;
  readonly beforeUid: string;
  readonly limit: number;
}

/** Returns the parameters of a page, newest first. */
export function newestPageParams({ before = afterAll, limit }: NewestPage): NewestPageParams {
  return { beforeCreatedAt: before.createdAt, beforeUid: before.uid, limit };
}

/** Like {@link pageOf}, newest first. */
export function newestPageOf(alias: string): string {
  const [createdAt, uid] = [`${alias}.created_at`, `${alias}.uid`];
  return (
    `(${createdAt}, ${uid}) < (:beforeCreatedAt::timestamptz, :beforeUid::uuid) order by ${createdAt} ` +
    `desc, ${uid} desc limit :limit`
  );
}

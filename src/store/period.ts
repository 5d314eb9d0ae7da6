import type { Executor } from './database';
import { nilUid } from './page';

/** A period of rows: from an instant (inclusive) to another (exclusive), of one company or of all. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
  readonly companyUid?: string;
}

/** A page of a period: the rows after the last one of the previous page, in order. */
export interface PeriodPage {
  readonly from: Date;
  readonly until: Date;
  readonly companyUid: string | null;
  readonly afterOccurredAt: Date;
  readonly afterUid: string;
  readonly limit: number;
}

const pageSize = 1_000;

/** Reads the rows of a period in order, in pages, so that any length fits in memory. */
export async function* readPeriod<Row extends { readonly occurredAt: Date; readonly uid: string }>(
  executor: Executor,
  { from, until, companyUid }: Period,
  page: { readonly run: (executor: Executor, params: PeriodPage) => Promise<Row[]> },
): AsyncGenerator<Row> {
  let after: { readonly occurredAt: Date; readonly uid: string } = { occurredAt: from, uid: nilUid };
  for (;;) {
    const rows = await page.run(executor, {
      from,
      until,
      companyUid: companyUid ?? null,
      limit: pageSize,
      afterOccurredAt: after.occurredAt,
      afterUid: after.uid,
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last;
  }
}

import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { ProjectScope } from '../domain/projects/project';
import type { BrowseRoute } from './catalogue';
import { compileBrowse, type BrowseRow, type CompiledBrowse } from './compile';
import type { BrowseQuery } from './query-schema';

/** The most rows that are answered as a whole; more are read while they are sent. */
export const wholeRowsMax = 1_000;
/** Rows that are read at once of a longer answer. */
const batchRows = 50;

/** The rows that were asked for, and how many match in all. */
export interface BrowseAnswer {
  /**
   * More than {@link wholeRowsMax} rows come in batches, as they are read; until the last one is read, or the
   * iteration is ended, they hold a connection of the pool.
   */
  readonly table: readonly BrowseRow[] | AsyncIterable<readonly BrowseRow[]>;
  readonly total: number;
}

// One core for a browse, and no compiling: both shorten what is long at the cost of everyone else.
const settings = 'set local max_parallel_workers_per_gather = 0; set local jit = off';
// All rows are read, not the first tenth; and between two batches the transaction waits for the reader, who is cut
// long before this (src/api/pipeline/slow-readers.ts).
const cursorSettings =
  "set local cursor_tuple_fraction = 1; set local idle_in_transaction_session_timeout = '60s'";

/** Prepares a statement of this shape once per connection: its name is made from its text. */
function prepared(query: Knex.QueryBuilder): Knex.QueryBuilder {
  const { sql } = query.toSQL().toNative();
  return query.options({ name: `b_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}` });
}

/** Reads a cursor to its end; then, or when the reader leaves, the transaction is over. */
async function* readBatches(
  tx: Knex.Transaction,
  present: CompiledBrowse['present'],
): AsyncGenerator<readonly BrowseRow[]> {
  try {
    for (;;) {
      const { rows } = (await tx.raw(`fetch ${batchRows} from browse_rows`)) as {
        rows: ReadonlyArray<Record<string, unknown>>;
      };
      if (rows.length > 0) yield rows.map(present);
      if (rows.length < batchRows) return;
    }
  } finally {
    await tx.rollback();
  }
}

/**
 * Runs a browse: its rows and their number come from one snapshot, on one connection.
 * @throws what PostgreSQL throws, also while the rows are read
 */
export async function runBrowse(
  db: Knex,
  route: BrowseRoute,
  scope: ProjectScope,
  query: BrowseQuery,
): Promise<BrowseAnswer> {
  const tx = await db.transaction({ isolationLevel: 'repeatable read', readOnly: true });
  try {
    const browse = compileBrowse(tx, route, scope, query);
    await tx.raw(settings);
    const counted = (await prepared(browse.count())) as Array<{ total: number }>;
    const total = counted[0]?.total ?? 0;
    const wanted = Math.min(query.take ?? total, Math.max(0, total - (query.skip ?? 0)));
    if (wanted > wholeRowsMax) {
      await tx.raw(cursorSettings);
      await tx.raw('declare browse_rows no scroll cursor for ?', [browse.rows(wanted)]);
      return { table: readBatches(tx, browse.present), total };
    }
    const rows =
      wanted === 0 ? [] : ((await prepared(browse.rows(wanted))) as Array<Record<string, unknown>>);
    await tx.commit();
    return { table: rows.map(browse.present), total };
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

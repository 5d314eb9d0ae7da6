import pg from 'pg';
import type { Statement } from '../compile/statements';

/** One read-only transaction. All its statements see the rows of one moment. */
export interface Snapshot {
  /** @throws the reason why the caller left, or what PostgreSQL throws */
  readonly run: <Row extends pg.QueryResultRow>(statement: Statement) => Promise<readonly Row[]>;
  /**
   * Reads the rows of a statement in batches, and the next batch while the caller works on one. One
   * statement at a time.
   */
  readonly batches: <Row extends pg.QueryResultRow>(statement: Statement) => AsyncGenerator<readonly Row[]>;
  /** Releases the connection, whatever it is running. Must be called; a second call does nothing. */
  readonly end: () => Promise<void>;
}

/**
 * PostgreSQL with a role that can only read the catalogue's columns (docs/decisions/0017-browse.md). It has
 * a separate pool, so that a heavy browse takes no connection from others.
 */
export interface BrowseDatabase {
  /** @param gone ends what is running once nobody waits for it */
  readonly openSnapshot: (gone: AbortSignal) => Promise<Snapshot>;
  readonly close: () => Promise<void>;
}

/** How connections are created. Times are in milliseconds. */
export interface BrowseDatabaseOptions {
  readonly url: string;
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  readonly acquireTimeoutMs: number;
  /** Shows in `pg_stat_activity`. */
  readonly applicationName: string;
}

/** The rows of one batch of a longer answer: about 100 KB. */
const batchRows = 100;
/**
 * A connection is replaced at this age or after this many browses, because each can leave a plan of 430 kB
 * in it.
 */
const lifetimeSeconds = 900;
const usesMax = 200;

const settings = [
  // One core per browse and no JIT: both speed up long statements at everyone else's expense.
  'jit=off',
  'max_parallel_workers_per_gather=0',
  // Plans a cursor for its first rows, because sorting a million rows first would exceed the statement
  // timeout.
  'cursor_tuple_fraction=0.1',
  // Ends what a closed connection is running, which is how a browse ends after its caller has left.
  'client_connection_check_interval=200ms',
  // A transaction waits for its reader between two batches. src/http/slow-readers.ts disconnects slow readers
  // long before this.
  'idle_in_transaction_session_timeout=60s',
];

function openPool(options: BrowseDatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.poolMax,
    maxUses: usesMax,
    maxLifetimeSeconds: lifetimeSeconds,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    // The client's own timeout, for a server that doesn't answer at all.
    query_timeout: options.statementTimeoutMs + 1_000,
    keepAlive: true,
    options: settings.map(setting => `-c ${setting}`).join(' '),
  });
  // A lost idle connection is replaced, and a lost busy one fails its statement. Without a listener, either
  // would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', client => client.on('error', () => undefined));
  return pool;
}

async function* fetchBatches<Row extends pg.QueryResultRow>(
  run: Snapshot['run'],
  { text, values }: Statement,
): AsyncGenerator<readonly Row[]> {
  await run({ text: `declare browse_rows no scroll cursor for ${text}`, values });
  const fetch = (): Promise<readonly Row[]> => {
    const rows = run<Row>({ text: `fetch ${batchRows} from browse_rows`, values: [] });
    // A caller that stops reading doesn't wait for the batch being read.
    rows.catch(() => undefined);
    return rows;
  };
  for (let next: Promise<readonly Row[]> | undefined = fetch(); next !== undefined;) {
    const rows: readonly Row[] = await next;
    next = rows.length < batchRows ? undefined : fetch();
    if (rows.length > 0) yield rows;
  }
}

/**
 * Begins a transaction. Its connection is closed, not reused, if the caller leaves, or a statement fails or
 * is still running.
 */
async function openSnapshot(pool: pg.Pool, gone: AbortSignal): Promise<Snapshot> {
  gone.throwIfAborted();
  const client = await pool.connect();
  let isHeld = true;
  let isUsable = true;
  const giveBack = (): void => {
    gone.removeEventListener('abort', leave);
    if (isHeld) client.release(!isUsable);
    isHeld = false;
  };
  const leave = (): void => {
    isUsable = false;
    giveBack();
  };
  gone.addEventListener('abort', leave);

  async function run<Row extends pg.QueryResultRow>(statement: Statement): Promise<readonly Row[]> {
    gone.throwIfAborted();
    isUsable = false;
    try {
      const { rows } = await client.query<Row>(statement);
      isUsable = true;
      return rows;
    } catch (error) {
      gone.throwIfAborted();
      throw error;
    }
  }
  async function end(): Promise<void> {
    if (isHeld && isUsable) await run({ text: 'rollback', values: [] }).catch(() => undefined);
    giveBack();
  }
  try {
    await run({ text: 'begin isolation level repeatable read read only', values: [] });
  } catch (error) {
    giveBack();
    throw error;
  }
  return { run, batches: statement => fetchBatches(run, statement), end };
}

/** Opens the pool. It connects on first use. */
export function openBrowseDatabase(options: BrowseDatabaseOptions): BrowseDatabase {
  const pool = openPool(options);
  return { openSnapshot: gone => openSnapshot(pool, gone), close: () => pool.end() };
}

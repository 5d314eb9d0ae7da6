import { createHash } from 'node:crypto';
import pg from 'pg';
import { rememberRecent } from '../platform/remember-recent';
import { HeldConnection } from './held-connection';
import { TextQuery, type TextRow, type TextStatement } from './text-query';

/** What several statements see alike. */
export interface Snapshot {
  readonly run: (statement: TextStatement) => Promise<readonly TextRow[]>;
  /**
   * The rows of a statement in batches; the next one is read while one is worked on. One at a time.
   * @throws what PostgreSQL throws
   */
  readonly batches: (statement: TextStatement) => AsyncGenerator<readonly TextRow[]>;
  /** Gives the connection back, whatever runs on it; has to be called. */
  readonly end: () => Promise<void>;
}

/**
 * PostgreSQL by a role that can read the columns of the catalogue and nothing else (docs/decisions/0017): a fault in what
 * is compiled reaches no key, no audit row and no contact detail. The connections are apart from those of everything
 * else, so that a heavy browse takes none of them.
 */
export interface BrowseDatabase {
  /**
   * Runs one statement.
   * @param options.gone ends the statement in PostgreSQL when nobody waits for it any more
   * @param options.isPlannedOnce whether a plan that was made for other values is as good
   */
  readonly run: (
    statement: TextStatement,
    options: { readonly gone: AbortSignal; readonly isPlannedOnce: boolean },
  ) => Promise<readonly TextRow[]>;
  readonly openSnapshot: (gone: AbortSignal) => Promise<Snapshot>;
  /** Settles when all are closed; what is being ended is waited for. */
  readonly close: () => Promise<void>;
}

/** How the connections are made; times in milliseconds. */
export interface BrowseDatabaseOptions {
  readonly url: string;
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  readonly acquireTimeoutMs: number;
  /** Shows in `pg_stat_activity`. */
  readonly applicationName: string;
}

/** Rows that are read at once of a longer answer: some 100 KB. */
const batchRows = 100;
/** The age at which a connection is closed for a new one. */
const lifetimeSeconds = 900;
/** Statements whose text is remembered at the least, of twice as many at the most, to plan those once that come again. */
const rememberedAtLeast = 256;

// One core for a browse, and no compiling: both shorten what is long at the cost of everyone else. A cursor is planned for
// its first tenth, as PostgreSQL does unless told otherwise: of a million rows the first are there in 4 ms, by the order of
// an index, where sorting them all comes to 10 s, the time limit of a statement. Between two batches the transaction waits
// for the reader, who is cut long before (src/http/slow-readers.ts).
const settings = [
  'default_transaction_read_only=on',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'cursor_tuple_fraction=0.1',
  'idle_in_transaction_session_timeout=60s',
];

/** The name under which a text is planned once: given to one that comes a second time. Which are remembered is bounded. */
function createPlanNames(): (text: string) => string | undefined {
  const remembered = rememberRecent<{ name?: string; isKnown: boolean }>(rememberedAtLeast);
  return text => {
    const plan = remembered(text, () => ({ isKnown: false }));
    if (plan.isKnown) plan.name ??= `b_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    plan.isKnown = true;
    return plan.name;
  };
}

/** Who waits for the answer of a statement. */
interface Waiting {
  readonly resolve: (rows: readonly TextRow[]) => void;
  readonly reject: (error: Error) => void;
}

/** Whether a connection can be used after this: PostgreSQL answered, and said no. */
function isAnswered(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** Opens the pool; it connects when it is first used. */
export function openBrowseDatabase(options: BrowseDatabaseOptions): BrowseDatabase {
  const shared: pg.PoolConfig = {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    // The client's own time limit, for a server that does not answer at all.
    query_timeout: options.statementTimeoutMs + 1_000,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    options: settings.map(setting => `-c ${setting}`).join(' '),
  };
  // Kept to their age, busy or not: one that waits has plans that the next browse wants, and a timer for each time that it waits would be set for nothing.
  const kept = { min: options.poolMax, max: options.poolMax, maxLifetimeSeconds: lifetimeSeconds };
  const pool = new pg.Pool({ ...shared, ...kept });
  // Statements are ended by connections of their own: those of the pool may all be busy with what is to be ended.
  const enders = new pg.Pool({ ...shared, max: 1 });
  const plans = new WeakMap<pg.PoolClient, Set<string>>();
  const planName = createPlanNames();
  for (const each of [pool, enders]) {
    // An idle connection that is lost is replaced; a busy one tells whoever uses it. Unheard, either ends the process.
    each.on('error', () => undefined);
    each.on('connect', client => client.on('error', () => undefined));
  }

  /** Ends what runs on a connection; that it could not be ended is not worth more than its own time limit. */
  async function endStatement(client: pg.PoolClient): Promise<void> {
    const { processID } = client as pg.PoolClient & { readonly processID: number | null };
    await enders.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
  }

  function connect(gone: AbortSignal): Promise<pg.PoolClient> {
    gone.throwIfAborted();
    return pool.connect();
  }

  /** @throws the reason why nobody waits any more; the connection is given back then */
  function hold(client: pg.PoolClient, gone: AbortSignal): HeldConnection {
    if (gone.aborted) client.release();
    gone.throwIfAborted();
    return new HeldConnection(client, plansOf(client), gone, endStatement);
  }

  function plansOf(client: pg.PoolClient): Set<string> {
    const known = plans.get(client);
    if (known !== undefined) return known;
    const none = new Set<string>();
    plans.set(client, none);
    return none;
  }

  /** Asks a statement that is planned once where it has a name, and gives the connection back before it tells the answer. */
  function ask(
    held: HeldConnection,
    statement: TextStatement,
    name: string | undefined,
    waiting: Waiting,
  ): void {
    const isMade = name !== undefined && held.plans.has(name);
    const asked = new TextQuery(statement, name === undefined ? undefined : { name, isMade }, error => {
      const isNewPlan = name !== undefined && !isMade;
      if (isNewPlan && error === null) held.plans.add(name);
      // Of a statement that failed when its plan was to be made, nobody knows whether it was.
      const isUnusable = error !== null && (isNewPlan || !isAnswered(error));
      const tell = (): void => (error === null ? waiting.resolve(asked.rows) : waiting.reject(error));
      const released = held.release(isUnusable);
      if (released === undefined) tell();
      else void released.then(tell);
    });
    held.client.query(asked);
  }

  /** Asks a statement of a snapshot, which keeps no plan. */
  function query(client: pg.PoolClient, statement: TextStatement): Promise<TextRow[]> {
    return new Promise((resolve, reject) => {
      const asked = new TextQuery(statement, undefined, error => {
        if (error === null) resolve(asked.rows);
        else reject(error);
      });
      client.query(asked);
    });
  }

  return {
    // One promise for a connection, its answer and giving it back: small answers feel one for each.
    run: (statement, { gone, isPlannedOnce }) =>
      new Promise((resolve, reject) => {
        gone.throwIfAborted();
        const name = isPlannedOnce ? planName(statement.text) : undefined;
        pool.connect((noConnection, client) => {
          if (client === undefined) return reject(noConnection);
          let held: HeldConnection | undefined;
          try {
            held = hold(client, gone);
            ask(held, statement, name, { resolve, reject });
          } catch (error) {
            // Nobody waits any more, or it was not sent.
            void held?.release(true);
            reject(error);
          }
        });
      }),
    openSnapshot: async gone => {
      const held = hold(await connect(gone), gone);
      const { client } = held;
      let reading: Promise<readonly TextRow[]> | undefined;
      const fetch = (): Promise<readonly TextRow[]> => {
        const rows = query(client, { text: `fetch ${batchRows} from browse_rows`, values: [] });
        // Whoever stops reading does not hear how the batch ended that was on its way.
        rows.catch(() => undefined);
        return rows;
      };
      const open = async (): Promise<void> => {
        await client.query('begin isolation level repeatable read, read only');
      };
      const close = async (): Promise<void> => {
        await held.settle(reading !== undefined);
        await reading?.catch(() => undefined);
        // Even if PostgreSQL says no: the next one would find a transaction that has failed.
        const isUnusable = await client.query('rollback').then(
          () => false,
          () => true,
        );
        await held.release(isUnusable);
      };
      try {
        await open();
      } catch (error) {
        await held.release(!isAnswered(error));
        throw error;
      }
      return {
        run: statement => query(client, statement),
        batches: async function* batches({ text, values }) {
          await query(client, { text: `declare browse_rows no scroll cursor for ${text}`, values });
          reading = fetch();
          for (;;) {
            const rows: readonly TextRow[] = await reading;
            gone.throwIfAborted();
            reading = rows.length < batchRows ? undefined : fetch();
            if (rows.length > 0) yield rows;
            if (reading === undefined) return;
          }
        },
        end: close,
      };
    },
    close: async () => {
      // In this order: a pool that ends forgets who waits for a connection of it, and what is being ended waits for the enders.
      await pool.end();
      await enders.end();
    },
  };
}

import knexFactory, { type Knex } from 'knex';
import pg from 'pg';

/** A pool or a transaction: what runs a query. */
export type Executor = Knex;
/** An open transaction. */
export type Transaction = Knex.Transaction;

/** The options of a connection pool; times in milliseconds. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  readonly acquireTimeoutMs: number;
  /** How long connecting may take; 2 s by default. */
  readonly connectTimeoutMs?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
}

const usualConnectTimeoutMs = 2_000;
const idleInTransactionTimeoutMs = 15_000;
const keepAliveDelayMs = 10_000;

// Calendar dates stay text: a Date would shift them by the time zone. Eight-byte integers are counts here,
// far below 2^53. Everything else keeps pg's parsing (numeric is text, because money is never a float).
const oids = { date: 1082, int8: 20 };
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === oids.date) return (text: string) => text;
    if (oid === oids.int8) return Number;
    return pg.types.getTypeParser(oid, format) as unknown;
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Opens a pool in which nothing can hang forever: connecting, waiting for a connection, statements, idle
 * transactions, and dead peers all have a time limit. pg has none by default (docs/decisions/0004).
 */
export function openDatabase(options: DatabaseOptions): Knex {
  const connection: pg.PoolConfig = {
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs ?? usualConnectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    // The client's own time limit, for a server that doesn't respond at all.
    query_timeout: options.statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    application_name: options.applicationName,
    types,
  };
  return knexFactory({
    client: 'pg',
    connection: connection as Knex.PgConnectionConfig,
    acquireConnectionTimeout: options.acquireTimeoutMs,
    // Otherwise the error of a failed statement quotes its bound values, which may be a patient's.
    compileSqlOnError: false,
    pool: {
      min: 0,
      max: options.poolMax,
      idleTimeoutMillis: 30_000,
      acquireTimeoutMillis: options.acquireTimeoutMs,
      // A connection whose statement timed out in the client still waits for the server's response, and so
      // would its next user. It is discarded.
      validate: (connection: pg.Client) => Reflect.get(connection, 'readyForQuery') === true,
    },
    // Knex would print pool failures to the console; each of them reaches a caller as an error.
    log: {
      warn: () => undefined,
      error: () => undefined,
      debug: () => undefined,
      deprecate: () => undefined,
    },
  });
}

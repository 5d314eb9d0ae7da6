import type pg from 'pg';
import type { Transaction } from '../../src/store/database';

/** A pool of `pg`, or a client that is in a transaction. */
type Runner = Pick<pg.Pool | pg.PoolClient, 'query'>;

/**
 * Runs the product's statements, with their names and bindings, on `pg` alone: a comparator asks the database
 * what the product asks for ever, without knex's pool and transactions. Takes no part in beginning or ending
 * one.
 */
export function executorOn(runner: Runner): Transaction {
  const client = {
    emit: () => false,
    acquireConnection: async () => runner,
    releaseConnection: async () => undefined,
  };
  // A statement uses nothing else of an executor.
  return { client } as unknown as Transaction;
}

import type pg from 'pg';
import type { Transaction } from '../../src/store/database';

/** A pool of `pg`, or a client in a transaction. */
type Runner = Pick<pg.Pool | pg.PoolClient, 'query'>;

/**
 * Runs the product's statements with their names and bindings on `pg` alone. A comparator then always sends
 * the database the product's statements, without knex's pool and transactions. Doesn't begin or end
 * transactions.
 */
export function executorOn(runner: Runner): Transaction {
  const client = {
    emit: () => false,
    acquireConnection: async () => runner,
    releaseConnection: async () => undefined,
  };
  // Statements use nothing else of an executor.
  return { client } as unknown as Transaction;
}

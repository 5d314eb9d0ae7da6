/** What browse has running in PostgreSQL, as the owner of the database sees it. */
import type { Knex } from 'knex';
import { openDatabase } from '../../../src/store/database';
import type { TestDatabase } from '../database';
import { readRows } from '../records';

/**
 * Connects as the owner of the schema, who sees what other roles do; destroy it when the tests of the file
 * are over.
 */
export function openAsOwner(database: TestDatabase): Knex {
  return openDatabase({
    url: database.ownerUrl,
    poolMax: 2,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    connectTimeoutMs: 20_000,
    applicationName: 'test owner',
  });
}

/**
 * How many connections of browse run a statement or are inside of a transaction, in the database of this
 * owner.
 */
export async function busyConnections(owner: Knex): Promise<number> {
  const rows = await readRows<{ count: string }>(
    owner,
    `select count(*) from pg_stat_activity
     where datname = current_database() and usename = 'recordwell_browse' and state <> 'idle'`,
  );
  return Number(rows[0]?.count);
}

/** What browse is running in PostgreSQL, seen by the owner of the database. */
import type { Knex } from 'knex';
import { openDatabase } from '../../../src/store/database';
import type { TestDatabase } from '../database';
import { readRows } from '../records';

/** Connects as the schema owner, who sees what other roles do; destroy it after the tests of the file. */
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

/** Counts browse connections that run a statement or are in a transaction, in this owner's database. */
export async function busyConnections(owner: Knex): Promise<number> {
  const rows = await readRows<{ count: string }>(
    owner,
    `select count(*) from pg_stat_activity
     where datname = current_database() and usename = 'recordwell_browse' and state <> 'idle'`,
  );
  return Number(rows[0]?.count);
}

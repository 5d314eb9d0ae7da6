import { openDatabase } from '../../../src/store/database';
import type { TestDatabase } from '../database';
import { readRows } from '../records';

/** What every request writes, allowed or refused: the logs, and the counts of requests. */
const always = ['api_request', 'audit_event', 'rate_limit', 'rate_limit_place', 'write_witnessed'];

/** Returns what was written since the last call: a line for each row, with the table and the operation. */
export type WritesWitness = () => Promise<readonly string[]>;

/**
 * Makes the database record each inserted, updated, or deleted row, except in the logs, the counts of
 * requests, and a session's last use. A rollback is excluded; so is an update that changes no value.
 */
export async function witnessWrites(database: TestDatabase): Promise<WritesWitness> {
  const owner = openDatabase({
    url: database.ownerUrl,
    poolMax: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    connectTimeoutMs: 20_000,
    applicationName: 'test witness',
  });
  try {
    await owner.raw(`
      create table write_witnessed (line text not null);
      create function witness_write() returns trigger language plpgsql security definer as $$
        begin
          if tg_op <> 'UPDATE' or to_jsonb(new) - 'last_seen_at' is distinct
            from to_jsonb(old) - 'last_seen_at' then
            insert into public.write_witnessed values (lower(tg_op) || ' ' || tg_table_name);
          end if;
          return null;
        end $$;
      grant select, delete on write_witnessed to recordwell_app`);
    const tables = await readRows<{ name: string }>(
      owner,
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname <> all (?) and relname not like 'knex%'`,
      [always],
    );
    for (const { name } of tables)
      await owner.raw(
        'create trigger witnessed after insert or update or delete on ?? for each row execute ' +
          'function witness_write()',
        [name],
      );
  } finally {
    await owner.destroy();
  }
  return async () => {
    const rows = await readRows<{ line: string }>(
      database.db,
      'with taken as (delete from write_witnessed returning line) select distinct line from taken ' +
        'order by line',
    );
    return rows.map(({ line }) => line);
  };
}

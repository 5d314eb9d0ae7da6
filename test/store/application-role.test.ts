/** The rights of the database role of the API and the workers: to work with rows, and nothing else. */
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function names(sql: string): Promise<string[]> {
  const { rows } = (await database.db.raw(sql)) as { rows: ReadonlyArray<{ name: string }> };
  return rows.map(({ name }) => name);
}

test.each([
  'create table mine (n integer)',
  'create schema mine',
  'create role mine',
  'create extension dblink',
  'alter table patient add column note text',
  'alter table patient disable trigger all',
  'alter table patient owner to recordwell_app',
  'alter role recordwell_app superuser',
  'drop table patient',
  'drop function ensure_audit_partitions(integer)',
  'truncate patient',
  'create index on patient (last_names)',
  'create trigger mine after insert on patient for each row execute function ' +
    'suppress_redundant_updates_trigger()',
  'grant select on patient to public with grant option',
  'select * from schema_migration',
  'select * from pg_authid',
  "select pg_read_file('PG_VERSION')",
  "copy patient to program 'cat'",
  "copy patient to '/tmp/patients'",
  "select lo_export(1, '/tmp/object')",
  'set role postgres',
  'set session authorization postgres',
])('The application role may not run: %s', async statement => {
  // insufficient_privilege; invalid_grant_operation
  const code = expect.stringMatching(/^(?:42501|0LP01)$/) as string;
  await expect(database.db.raw(statement)).rejects.toMatchObject({ code });
});

test('The application role owns nothing and may not truncate, reference, or put a trigger on any table', async () => {
  expect(
    await names(`select relname as name from pg_class where pg_get_userbyid(relowner) = current_user`),
  ).toEqual([]);
  expect(
    await names(
      `select relname as name from pg_class where relkind in ('r', 'p')
        and relnamespace = 'public'::regnamespace
         and has_table_privilege(oid, 'truncate, references, trigger')`,
    ),
  ).toEqual([]);
});

test('The application role is in no other role and has no administrative rights', async () => {
  expect(
    await names(
      'select rolname as name from pg_roles where rolname <> current_user and ' +
        `pg_has_role(current_user, oid, 'member')`,
    ),
  ).toEqual([]);
  expect(
    await names(
      `select rolname as name from pg_roles where rolname = current_user
         and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`,
    ),
  ).toEqual([]);
});

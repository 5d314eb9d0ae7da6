/**
 * The second barrier: what the browse role can read, and that it can do nothing else (docs/decisions/0017).
 */
import { openDatabase } from '../../src/store/database';
import { browseRoutes, columnsOf } from '../../src/browse/catalogue/routes';
import { createTestDatabase, type TestDatabase } from '../support/database';
import type { Knex } from 'knex';

let database: TestDatabase;
let browse: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  browse = openDatabase({
    url: database.browseUrl,
    poolMax: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    connectTimeoutMs: 20_000,
    applicationName: 'test',
  });
});
afterAll(async () => {
  await browse.destroy();
  await database.drop();
});

async function names(sql: string): Promise<string[]> {
  const { rows } = (await browse.raw(sql)) as { rows: ReadonlyArray<{ name: string }> };
  return rows.map(({ name }) => name).toSorted();
}

/** Columns that joins, the tenant's condition, and the search need. */
const keys = /\.(?:uid|\w+_uid|environment|search_text)$/;

test("The browse role can read the catalogue's columns, the keys between tables, and nothing else", async () => {
  const readable = await names(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0
       and not a.attisdropped and has_column_privilege(c.oid, a.attnum, 'select')`,
  );
  const shown = new Set(
    browseRoutes.flatMap(route => columnsOf(route).map(({ column }) => column.sql.replace('[1]', ''))),
  );
  expect(readable.filter(name => !keys.test(name))).toEqual(
    [...shown].filter(name => !keys.test(name)).toSorted(),
  );
});

test.each([
  'select fingerprint from api_key',
  'select email from app_user',
  'select * from patient',
  'select mobile from patient',
  'select authorization_etag from patient',
  'select * from audit_event',
  'select * from record_request',
  'select * from webhook_endpoint',
  'select uid, key_hash from visit',
  'select * from schema_migration',
  "update visit set ref = 'x'",
  'delete from visit',
  'insert into payor (uid) values (uuidv7())',
  'create table mine (n integer)',
  'select ensure_audit_partitions(1)',
  "select take_rate_limit_place('x', 1, 1)",
  'set role recordwell_app',
  'select uid from patient for update',
])('The browse role may not run: %s', async statement => {
  await expect(browse.raw(statement)).rejects.toMatchObject({ code: '42501' });
});

test('The browse role is a member of no role, and owns nothing', async () => {
  expect(
    await names(
      'select rolname as name from pg_roles where rolname <> current_user and ' +
        `pg_has_role(current_user, oid, 'member')`,
    ),
  ).toEqual([]);
  expect(
    await names(`select relname as name from pg_class where pg_get_userbyid(relowner) = current_user`),
  ).toEqual([]);
});

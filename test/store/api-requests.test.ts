import { Client } from 'pg';
import { keepApiRequestDays } from '../../src/store/audit/api-requests';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { readRows } from '../support/records';

let database: TestDatabase;
let owner: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const days = { daysAhead: 2, keepDays: 30 };

async function addRow(age: string): Promise<void> {
  await database.db.raw(
    `insert into api_request (uid, occurred_at, company_uid, environment, key_uid, method, path, status,
       duration_ms, problem, request_id)
     values (gen_random_uuid(), now() - ?::interval, gen_random_uuid(), 'sandbox', gen_random_uuid(), 'GET',
       null, 200, 1, null, ?)`,
    [age, age],
  );
}

async function ages(): Promise<string[]> {
  const rows = await readRows<{ request_id: string }>(
    database.db,
    'select request_id from api_request order by occurred_at',
    [],
  );
  return rows.map(({ request_id: age }) => age);
}

async function partitions(): Promise<string[]> {
  const rows = await readRows<{ name: string }>(
    database.db,
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'api_request'::regclass order by 1`,
    [],
  );
  return rows.map(({ name }) => name);
}

test('Rows of a day without a partition move when it is created, and older ones than 30 days go [KEY-31]', async () => {
  await addRow('40 days');
  await addRow('28 days');
  await addRow('0 days');
  expect(await keepApiRequestDays(database.db, days)).toBe(3);
  expect(await ages()).toEqual(['28 days', '0 days']);
  expect(await keepApiRequestDays(database.db, days)).toBe(0);
  const { rows } = await owner.query('select 1 from api_request_default');
  expect(rows).toHaveLength(1);
});

test('A day past 30 is dropped as a whole, and its neighbor stays [KEY-31]', async () => {
  const dayOf = (age: number): string => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
  const made: string[] = [];
  for (const age of [31, 30]) {
    const name = `api_request_${dayOf(age).replaceAll('-', '_')}`;
    made.push(name);
    await owner.query(
      `create table ${name} partition of api_request
         for values from ('${dayOf(age)}T00:00:00Z') to ('${dayOf(age - 1)}T00:00:00Z')`,
    );
  }
  await keepApiRequestDays(database.db, days);
  const left = await partitions();
  expect(made.map(name => left.includes(name))).toEqual([false, true]);
});

import pg from 'pg';
import { executorOn } from '../../bench/servers/executor-on-pg';
import { findPatient } from '../../src/store/patients/patients';
import { takeFromRollingMinute } from '../../src/store/access/rate-limit';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("A comparator runs the product's own statements, prepared under their own names", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const nobody = '00000000-0000-7000-8000-000000000000';
    expect(await findPatient(executorOn(client), nobody, 'x')).toBeUndefined();
    expect(await takeFromRollingMinute(executorOn(client), 'company:bench', 1)).toBeUndefined();
    const { rows } = await client.query<{ name: string }>('select name from pg_prepared_statements');
    expect(rows.map(({ name }) => /^q_[0-9a-f]{24}$/.test(name))).toEqual([true, true]);
    // The product uses the same limit, which is now reached for both.
    expect(await takeFromRollingMinute(database.db, 'company:bench', 1)).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
});

test("A comparator's statement is part of its client's transaction", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('begin');
    await takeFromRollingMinute(executorOn(client), 'company:undone', 1);
    await client.query('rollback');
    expect(await takeFromRollingMinute(database.db, 'company:undone', 1)).toBeUndefined();
  } finally {
    await client.end();
  }
});

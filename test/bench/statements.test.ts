import { statementOf } from '../../bench/servers/statements';
import { findPatient } from '../../src/store/patients';
import { takeFromRollingMinute } from '../../src/store/rate-limit';
import { createTestDatabase, type TestDatabase } from '../support/database';
import pg from 'pg';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a comparator runs the product’s own statements: they prepare under their names as they are', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const nobody = '00000000-0000-7000-8000-000000000000';
    const patient = await statementOf(db => findPatient(db, '', ''));
    expect((await client.query({ ...patient, values: [nobody, 'x'] })).rows).toEqual([]);
    const limiter = await statementOf(db => takeFromRollingMinute(db, '', 1));
    const values = ['company:bench', 1, 60_000_000];
    expect((await client.query({ ...limiter, values })).rowCount).toBe(1);
    // The same place is the product's: it is taken now for both.
    expect(await takeFromRollingMinute(database.db, 'company:bench', 1)).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
});

test('a function that runs no statement is an error of the bench', () => {
  return expect(statementOf(async () => undefined)).rejects.toThrow('no statement');
});

import { CompanyModel } from '../../src/store/models/tenants';
import { openDatabase } from '../../src/store/database';
import { isRefusedValue, problemOfStoreFault } from '../../src/store/faults';
import { describeError } from '../../src/platform/describe-error';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("A statement over its time limit is a 504, also for a model's query, whose error is wrapped [ERROR-14]", async () => {
  const hurried = openDatabase({
    url: database.url,
    poolMax: 1,
    statementTimeoutMs: 100,
    acquireTimeoutMs: 1_000,
    applicationName: 'test',
  });
  const uid = '00000000-0000-7000-8000-0000000000ff';
  await database.db('company').insert({ uid, id: 'locked', name: 'Locked', created_at: new Date() });
  await database.db.transaction(async holder => {
    await holder('company').where({ uid }).forUpdate().first('uid');
    const error: unknown = await CompanyModel.query(hurried)
      .findById(uid)
      .patch({ name: 'Later' })
      .catch((thrown: unknown) => thrown);
    expect(problemOfStoreFault(error)?.code).toBe('query.timedOut');
    expect(describeError(error).cause).toMatchObject({ code: '57014' });
  });
  await hurried.destroy();
});

test('A failed statement of the query builder does not quote its bound values', async () => {
  const thrown: unknown = await database
    .db('company')
    .insert({ uid: 'Jordan Sample', id: 'quoted', name: 'N', created_at: new Date() })
    .catch((error: unknown) => error);
  expect(String(thrown)).toContain('insert into "company"');
  expect(String(thrown).split(' - ')[0]).not.toContain('Jordan');
});

test.each([
  ['a NUL', `select convert_from('\\x00'::bytea, 'UTF8')`, true],
  ['a day of the year 0', `select '0000-01-01'::date`, true],
  ['a number out of range', 'select 1e9::bigint::smallint', true],
  ['a missing table', 'select * from nowhere', false],
  ['an existing row', `insert into role (uid, name) select uid, name from role limit 1`, false],
])('A value that PostgreSQL rejects is distinguished from other errors: %s', async (_what, sql, expected) => {
  const thrown: unknown = await database.db.raw(sql).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Error);
  expect(isRefusedValue(thrown)).toBe(expected);
});

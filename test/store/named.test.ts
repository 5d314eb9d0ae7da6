import { named } from '../../src/store/named';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 2 });
});
afterAll(() => database.drop());

const echo = named<{ first: string; second: number; list: string[] }>(
  'select ?::text as first, ?::int as second, ?::text[] as list',
);
const prepared = named<{ statement: string }>(
  `select statement from pg_prepared_statements where statement like '%as first, %::int%' and statement not like '%pg_prepared%'`,
);
const fail = named('select 1 / ?::int');

test('bindings fill the placeholders in their order, lists as arrays', async () => {
  expect(await echo.run(database.db, ['one', 2, ['a', 'b']])).toEqual([
    { first: 'one', second: 2, list: ['a', 'b'] },
  ]);
});

test('a connection prepares a statement once, however often it runs', async () => {
  await database.db.transaction(async tx => {
    for (let index = 0; index < 3; index += 1) await echo.run(tx, ['x', index, []]);
    expect(await prepared.run(tx, [])).toEqual([
      { statement: 'select $1::text as first, $2::int as second, $3::text[] as list' },
    ]);
  });
});

test('a statement of a transaction sees what the transaction wrote, and is undone with it', async () => {
  const write = named(`insert into company (uid, id, name, created_at) values (uuidv7(), ?, 'N', now())`);
  const find = named<{ id: string }>('select id from company where id = ?');
  const undone = database.db.transaction(async tx => {
    await write.run(tx, ['named-test']);
    expect(await find.run(tx, ['named-test'])).toHaveLength(1);
    expect(await find.run(database.db, ['named-test'])).toHaveLength(0);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await find.run(database.db, ['named-test'])).toHaveLength(0);
});

test('a transaction that has ended runs nothing more: its connection is somebody else’s', async () => {
  const ended = await database.db.transaction(async tx => Promise.resolve({ tx }));
  await expect(echo.run(ended.tx, ['late', 1, []])).rejects.toThrow('transaction that has ended');
});

test('an error quotes neither the statement’s values nor its text, and gives the connection back', async () => {
  for (let index = 0; index < 5; index += 1) {
    const thrown: unknown = await fail.run(database.db, [0]).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: '22012', message: 'division by zero' });
  }
  expect(await echo.run(database.db, ['still', 1, []])).toHaveLength(1);
});

import { named } from '../../src/store/named';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 2 });
});
afterAll(() => database.drop());

interface EchoRow {
  readonly first: string;
  readonly second: number;
  readonly list: readonly string[];
}

const echo = named<EchoRow, EchoRow>(
  'select :first::text as first, :second::int as second, :list::text[] as list',
);
const prepared = named<{ statement: string }>(
  `select statement from pg_prepared_statements where statement like '%as first, %::int%' and ` +
    `statement not like '%pg_prepared%'`,
);
const fail = named<never, { divisor: number }>('select 1 / :divisor::int');

test('Parameters are bound by name in any order, and lists as arrays', async () => {
  expect(await echo.run(database.db, { list: ['a', 'b'], second: 2, first: 'one' })).toEqual([
    { first: 'one', second: 2, list: ['a', 'b'] },
  ]);
});

test('A parameter used twice is one value', async () => {
  const twice = named<{ same: boolean; sum: number }, { it: number }>(
    'select :it::int = :it::int as same, :it::int + 1 as sum',
  );
  expect(await twice.run(database.db, { it: 4 })).toEqual([{ same: true, sum: 5 }]);
});

test('Colons in casts, strings, and quoted names are not parameters', async () => {
  const colons = named<{ ':b': string; cast: string }, { text: string }>(
    `select 'it''s :a' || :text as ":b", 12::text as cast`,
  );
  expect(await colons.run(database.db, { text: '!' })).toEqual([{ ':b': "it's :a!", cast: '12' }]);
});

test('A value cast to JSON is bound as JSON, and null as SQL null', async () => {
  const json = named<{ value: unknown; isNull: boolean }, { value: unknown }>(
    'select :value::jsonb as value, :value::jsonb is null as "isNull"',
  );
  const values = [['a', { b: 1 }], 'text', { c: null }, 7, false];
  for (const value of values)
    expect(await json.run(database.db, { value })).toEqual([{ value, isNull: false }]);
  expect(await json.run(database.db, { value: null })).toEqual([{ value: null, isNull: true }]);
});

test('A parameter cast to JSON in one place only is rejected when the statement is created', () => {
  expect(() => named('select :value::jsonb, :value::text')).toThrow(TypeError);
});

test.each<readonly [what: string, params: object, message: string]>([
  ['missing', { first: 'Jordan', second: 1 }, 'a statement was run without its parameter list'],
  [
    'undefined',
    { first: 'Jordan', second: 1, list: undefined },
    'a statement was run without its parameter list',
  ],
  [
    'unknown',
    { first: 'Jordan', second: 1, list: [], third: 'Sample' },
    'a statement has no parameter third',
  ],
])(
  'A parameter that is %s is rejected before anything is sent, without its value',
  async (_, params, message) => {
    const sent: unknown[] = [];
    const listen = (query: unknown): void => void sent.push(query);
    database.db.on('query', listen);
    const thrown: unknown = await echo.run(database.db, params as EchoRow).catch((error: unknown) => error);
    database.db.off('query', listen);
    expect(thrown).toEqual(new TypeError(message));
    expect(sent).toEqual([]);
  },
);

test('A connection prepares a statement once, however often it runs', async () => {
  await database.db.transaction(async tx => {
    for (let index = 0; index < 3; index += 1) await echo.run(tx, { first: 'x', second: index, list: [] });
    expect(await prepared.run(tx, {})).toEqual([
      { statement: 'select $1::text as first, $2::int as second, $3::text[] as list' },
    ]);
  });
});

test('A statement in a transaction sees what the transaction wrote, and is rolled back with it', async () => {
  const write = named<never, { id: string }>(
    `insert into company (uid, id, name, created_at) values (uuidv7(), :id, 'N', now())`,
  );
  const find = named<{ id: string }, { id: string }>('select id from company where id = :id');
  const undone = database.db.transaction(async tx => {
    await write.run(tx, { id: 'named-test' });
    expect(await find.run(tx, { id: 'named-test' })).toHaveLength(1);
    expect(await find.run(database.db, { id: 'named-test' })).toHaveLength(0);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await find.run(database.db, { id: 'named-test' })).toHaveLength(0);
});

test('A statement in an ended transaction is rejected, because its connection may have another user', async () => {
  const ended = await database.db.transaction(async tx => Promise.resolve({ tx }));
  await expect(echo.run(ended.tx, { first: 'late', second: 1, list: [] })).rejects.toThrow(
    'transaction that has ended',
  );
});

test('An SQL error quotes neither the values nor the text of a statement, and its connection is returned', async () => {
  for (let index = 0; index < 5; index += 1) {
    const thrown: unknown = await fail.run(database.db, { divisor: 0 }).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: '22012', message: 'division by zero' });
  }
  expect(await echo.run(database.db, { first: 'still', second: 1, list: [] })).toHaveLength(1);
});

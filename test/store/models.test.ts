import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { factsOf } from '../../src/store/columns';
import { BaseModel } from '../../src/store/models/base';
import { createTestDatabase, type TestDatabase } from '../support/database';

const folder = join(__dirname, '../../src/store/models');

type ModelClass = typeof BaseModel;

function isModel(exported: unknown): exported is ModelClass {
  return typeof exported === 'function' && exported.prototype instanceof BaseModel;
}

const models: readonly ModelClass[] = readdirSync(folder).flatMap(file =>
  Object.values(jest.requireActual<Record<string, unknown>>(join(folder, file))).filter(isModel),
);

// Counted by a database function, used by the previous release, or the migrations' own records.
const withoutModel =
  /^(?:desk_sent_form|idempotency_key|rate_limit|rate_limit_place|schema_migration|schema_migration_lock|(?:audit_event|api_request|webhook_delivery|webhook_attempt)_.*)$/;

// Created by PostgreSQL for browse, which reads it without the models; and columns of the previous release.
const pastModels = new Set([
  'search_text',
  'webhook_endpoint.custom_headers',
  'webhook_endpoint.previous_secret',
  'webhook_endpoint.previous_secret_until',
]);

interface TableColumn {
  readonly table_schema: string;
  readonly table_name: string;
  readonly column_name: string;
  readonly udt_name: string;
  readonly is_nullable: 'YES' | 'NO';
  readonly is_identity: 'YES' | 'NO';
  readonly is_generated: 'ALWAYS' | 'NEVER';
}

// PostgreSQL's names of the types that a model names as in the documentation.
const typeNames: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int4: 'integer',
  int8: 'bigint',
  _text: 'text[]',
  _uuid: 'uuid[]',
};

let database: TestDatabase;
let columns: readonly TableColumn[];
beforeAll(async () => {
  database = await createTestDatabase();
  columns = await database
    .db<TableColumn>('information_schema.columns')
    .where('table_schema', 'public')
    .select('table_name', 'column_name', 'udt_name', 'is_nullable', 'is_identity', 'is_generated');
});
afterAll(() => database.drop());

test('Every table has one model, except those that the service never names', () => {
  const tables = new Set(columns.map(column => column.table_name).filter(name => !withoutModel.test(name)));
  expect(tables.size).toBeGreaterThan(30);
  expect(models.map(({ tableName }) => tableName).toSorted()).toEqual([...tables].toSorted());
});

describe.each(models.map(model => [model.name, model] as const))('%s', (_, model) => {
  const ofTable = (): TableColumn[] => columns.filter(column => column.table_name === model.tableName);

  test('states exactly the columns of its table, with their names, types, and nullability', () => {
    const ofModels = ofTable().filter(
      ({ table_name: table, column_name: column }) =>
        !pastModels.has(column) && !pastModels.has(`${table}.${column}`),
    );
    const inTable = ofModels.map(column => ({
      column: column.column_name,
      type: typeNames[column.udt_name] ?? column.udt_name,
      mayBeNull: column.is_nullable === 'YES',
      isGenerated: column.is_identity === 'YES' || column.is_generated === 'ALWAYS',
    }));
    const stated = Object.entries(model.columns).map(([name, notation]) => {
      const {
        type,
        mayBeNull,
        isGenerated,
        column = model.propertyNameToColumnName(name),
      } = factsOf(notation);
      return { column, type, mayBeNull, isGenerated };
    });
    const byName = (a: { column: string }, b: { column: string }): number => (a.column < b.column ? -1 : 1);
    expect(stated.toSorted(byName)).toEqual(inTable.toSorted(byName));
  });

  test('is identified by columns of its primary key', async () => {
    const { rows } = (await database.db.raw(
      `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid
        and a.attnum = any(i.indkey)
       where i.indrelid = :table::regclass and i.indisprimary order by 1`,
      { table: model.tableName },
    )) as { rows: ReadonlyArray<{ name: string }> };
    expect([model.idColumn].flat().toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  test('maps its columns to TypeScript and back without a loss', () => {
    const there = Object.fromEntries(ofTable().map(({ column_name: name }) => [name, 1]));
    expect(model.columnNameMappers.format(model.columnNameMappers.parse(there))).toEqual(there);
  });

  test('has no own property on a new instance that could overwrite a column', () => {
    expect(Object.keys(new model())).toEqual([]);
  });
});

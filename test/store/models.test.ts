import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { BaseModel } from '../../src/store/models/base';
import { createTestDatabase, type TestDatabase } from '../support/database';

const folder = join(__dirname, '../../src/store/models');

/** What the source of a model declares: fields exist in types alone, so that only the source knows them. */
interface DeclaredModel {
  readonly name: string;
  readonly file: string;
  /** Whether each declared field may be null. */
  readonly fields: ReadonlyMap<string, boolean>;
  /** Fields that are no `declare`, which would write `undefined` over a patched column. */
  readonly realFields: readonly string[];
}

function modelsOf(file: string): DeclaredModel[] {
  const path = join(folder, file);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const has = (node: ts.PropertyDeclaration, kind: ts.SyntaxKind): boolean =>
    node.modifiers?.some(modifier => modifier.kind === kind) ?? false;
  const mayBeNull = ({ type }: ts.PropertyDeclaration): boolean =>
    type !== undefined &&
    ts.isUnionTypeNode(type) &&
    type.types.some(one => ts.isLiteralTypeNode(one) && one.literal.kind === ts.SyntaxKind.NullKeyword);
  return source.statements.filter(ts.isClassDeclaration).map(declaration => {
    const members = declaration.members
      .filter(ts.isPropertyDeclaration)
      .filter(member => !has(member, ts.SyntaxKind.StaticKeyword));
    const [declared, real] = [true, false].map(isDeclared =>
      members.filter(member => has(member, ts.SyntaxKind.DeclareKeyword) === isDeclared),
    );
    return {
      name: declaration.name?.text ?? '',
      file,
      fields: new Map(declared?.map(member => [member.name.getText(source), mayBeNull(member)])),
      realFields: real?.map(member => member.name.getText(source)) ?? [],
    };
  });
}

const models = readdirSync(folder)
  .filter(file => file.endsWith('.ts') && file !== 'base.ts')
  .flatMap(modelsOf);

/** The class itself. */
function classOf({ file, name }: DeclaredModel): typeof BaseModel {
  const exported = jest.requireActual<Record<string, typeof BaseModel>>(join(folder, file))[name];
  if (exported === undefined) throw new Error(`${file} does not export ${name}`);
  return exported;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('there are models, and every one is found', () => {
  expect(models.map(({ name }) => name)).toEqual(expect.arrayContaining(['CompanyModel', 'ProjectModel']));
  expect(models.filter(model => !(classOf(model).prototype instanceof BaseModel))).toEqual([]);
});

describe.each(models)('$name', model => {
  test('declares exactly the columns of its table, and null where a column may be null', async () => {
    const { tableName, columnNameMappers } = classOf(model);
    const columns = await database
      .db<Record<string, string>>('information_schema.columns')
      .where({ table_schema: 'public', table_name: tableName })
      .select('column_name', 'is_nullable');
    const inTable = columns.map(({ column_name: column, is_nullable: nullable }) => [
      Object.keys(columnNameMappers.parse({ [column]: null })).join(),
      nullable === 'YES',
    ]);
    const sort = (entries: Iterable<unknown>): unknown[] => [...entries].map(String).toSorted();
    expect(sort(model.fields)).toEqual(sort(inTable));
  });

  test('its columns survive the way to TypeScript and back', async () => {
    const { tableName, columnNameMappers } = classOf(model);
    const info = await database.db(tableName).columnInfo();
    const there = Object.fromEntries(Object.keys(info).map(column => [column, 1]));
    expect(columnNameMappers.format(columnNameMappers.parse(there))).toEqual(there);
  });

  test('a new instance has no own property that could overwrite a column', () => {
    expect(model.realFields).toEqual([]);
    expect(Object.keys(new (classOf(model))())).toEqual([]);
  });
});

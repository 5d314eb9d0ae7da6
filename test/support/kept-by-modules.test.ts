import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  isArrayLiteralExpression,
  isIdentifier,
  isNewExpression,
  isObjectLiteralExpression,
  isVariableStatement,
  NodeFlags,
  ScriptTarget,
  SyntaxKind,
  type Expression,
  type VariableDeclaration,
} from 'typescript';

const root = join(__dirname, '../..');
const holders: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);

/** Whether a value begins empty, to be filled. */
function isEmptyHolder(value: Expression): boolean {
  if (isArrayLiteralExpression(value)) return value.elements.length === 0;
  if (isObjectLiteralExpression(value)) return value.properties.length === 0;
  return (
    isNewExpression(value) &&
    isIdentifier(value.expression) &&
    holders.has(value.expression.text) &&
    (value.arguments ?? []).length === 0
  );
}

function isFilledLater({ initializer, type }: VariableDeclaration): boolean {
  return initializer !== undefined && isEmptyHolder(initializer) && type?.kind !== SyntaxKind.TypeOperator;
}

/** What a module declares outside of its functions that can be another later: by `let`, or a holder that begins empty. */
function keptBy(path: string): string[] {
  const source = createSourceFile(path, readFileSync(join(root, path), 'utf8'), ScriptTarget.Latest);
  return source.statements
    .filter(isVariableStatement)
    .flatMap(({ declarationList: { declarations, flags } }) =>
      declarations.filter(one => (flags & NodeFlags.Let) !== 0 || isFilledLater(one)),
    )
    .map(({ name }) => `${path}: ${name.getText(source)}`);
}

function modulesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map(file => join(folder, file));
}

test('a module keeps nothing that one caller could leave to the next, but for what is known here', () => {
  const kept = ['src', 'workflows', 'activities', 'test'].flatMap(modulesIn).flatMap(keptBy);
  expect(kept.toSorted()).toEqual(
    [
      // What is worked out of something once, and is the same however often: by that something itself.
      'src/access/api-key.ts: secretKeys',
      'src/browse/compile/shape.ts: columnCounts',
      'src/domain/record-requests/follow-up.ts: clocks',
      'src/pdf/typeface.ts: openFonts',
      'test/support/browse/exact-decimal.ts: known',
      'test/support/browse/exact-instant.ts: known',
      'test/support/browse/fold.ts: known',
      'test/support/browse/oracle-match.ts: searchedTexts',
      // By which keys that are made at one instant sort as they were made, whoever makes them.
      'src/platform/ids.ts: last',
      // The log of the Temporal SDK, of which a process has one.
      'test/support/flow-world.ts: runtimeLines',
      // Closed after each test.
      'test/support/posting.ts: closing',
      // The services of the run: in the process that starts it.
      'test/support/test-services.ts: children',
      'test/support/test-services.ts: folder',
      'test/support/test-services.ts: running',
    ].toSorted(),
  );
});

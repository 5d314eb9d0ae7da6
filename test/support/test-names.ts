import {
  createSourceFile,
  forEachChild,
  isArrayLiteralExpression,
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isStringLiteralLike,
  isTemplateExpression,
  ScriptTarget,
  type Expression,
  type Node,
} from 'typescript';

const callers = new Set(['describe', 'describeTimers', 'it', 'test']);

/** Whether a call is one of `test`, `test.only`, `test.each(…)` or of what `it` and `describe` have alike. */
function namesATest(callee: Expression): boolean {
  if (isIdentifier(callee)) return callers.has(callee.text);
  if (isPropertyAccessExpression(callee) || isCallExpression(callee)) return namesATest(callee.expression);
  return false;
}

/** What is written of a name; where a template has an expression, nothing. */
function textOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (isStringLiteralLike(node)) return node.text;
  if (isBinaryExpression(node)) return `${textOf(node.left) ?? ''}${textOf(node.right) ?? ''}`;
  if (isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('');
  return undefined;
}

/** The names that a call gives: its own, or those of the rows of a table, where each row begins with one. */
function namesOf(first: Expression | undefined): Array<string | undefined> {
  if (first === undefined || !isArrayLiteralExpression(first)) return [textOf(first)];
  return first.elements.map(row => textOf(isArrayLiteralExpression(row) ? row.elements[0] : row));
}

/**
 * The names that a test file gives to its tests, blocks and rows of tables, as they are written: `%s` and
 * `$name` are left as they are. Comments and other texts of the file are none. A table that stands in a
 * variable is not looked up.
 */
export function testNamesIn(source: string): string[] {
  const names: string[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && namesATest(node.expression))
      names.push(...namesOf(node.arguments[0]).filter(name => name !== undefined));
    forEachChild(node, visit);
  };
  visit(createSourceFile('test.ts', source, ScriptTarget.Latest));
  return names;
}

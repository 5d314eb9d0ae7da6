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

/** Whether a call is `test`, `test.only`, `test.each(…)`, or the equivalent of `it` or `describe`. */
function namesATest(callee: Expression): boolean {
  if (isIdentifier(callee)) return callers.has(callee.text);
  if (isPropertyAccessExpression(callee) || isCallExpression(callee)) return namesATest(callee.expression);
  return false;
}

/** Returns the literal text of a name, without a template's expressions. */
function textOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (isStringLiteralLike(node)) return node.text;
  if (isBinaryExpression(node)) return `${textOf(node.left) ?? ''}${textOf(node.right) ?? ''}`;
  if (isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('');
  return undefined;
}

/** Returns the names in a call: its own, or those of a table's rows that start with one. */
function namesOf(first: Expression | undefined): Array<string | undefined> {
  if (first === undefined || !isArrayLiteralExpression(first)) return [textOf(first)];
  return first.elements.map(row => textOf(isArrayLiteralExpression(row) ? row.elements[0] : row));
}

/**
 * Returns the names in a test file of its tests, blocks, and table rows, as written: `%s` and `$name` are
 * unchanged. Comments and other texts don't count. A table in a variable isn't resolved.
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

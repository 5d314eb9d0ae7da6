import { isNativeError } from 'node:util/types';

/** What the log may contain about an error. */
export interface ErrorDescription {
  readonly type: string;
  readonly code?: string;
  readonly message?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly frames?: readonly string[];
  readonly cause?: ErrorDescription;
}

// Engine errors whose messages name code, never data. SyntaxError is deliberately missing: JSON.parse quotes
// its input.
const safeTypes: ReadonlySet<string> = new Set([
  'TypeError',
  'ReferenceError',
  'RangeError',
  'AssertionError',
]);
// System errors (ECONNREFUSED and the like) name addresses of our own services.
const systemCode = /^E[A-Z0-9_]+$/;
const framesMax = 12;
const causesMax = 5;

function textOf(source: object, key: string): string | undefined {
  const value: unknown = Reflect.get(source, key);
  return typeof value === 'string' ? value : undefined;
}

/**
 * Describes an error for the log with an allow list: type, code, constraint, table, and stack frames always;
 * the message only if it can't quote a value (PostgreSQL and parsers quote their input in theirs).
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!isNativeError(error)) return { type: typeof error };
  const code = textOf(error, 'code');
  const mayQuote = !(
    Reflect.get(error, 'isMessageSafe') === true ||
    safeTypes.has(error.name) ||
    (code !== undefined && systemCode.test(code))
  );
  const constraint = textOf(error, 'constraint');
  const table = textOf(error, 'table');
  // Objection keeps the driver's error in its own property.
  const cause: unknown = error.cause ?? Reflect.get(error, 'nativeError');
  const frames = (error.stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, framesMax)
    .map(line => line.trim());
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(mayQuote ? {} : { message: error.message }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(frames.length === 0 ? {} : { frames }),
    ...(cause === undefined || depth >= causesMax ? {} : { cause: describeError(cause, depth + 1) }),
  };
}

import { isNativeError } from 'node:util/types';
import { KnexTimeoutError } from 'knex';
import { DBError } from 'objection';
import { Problem } from '../domain/problem';

// PostgreSQL's SQLSTATE codes (its documentation, appendix A).
const queryCanceled = '57014';
const unavailableClasses: ReadonlySet<string> = new Set(['08', '53', '57']);
const retryableCodes: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);
const socketCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// pg tells these faults apart by message only, and knex puts the statement and ` - ` before the message.
const lostConnection =
  /(?:^| - )(?:Connection terminated|timeout expired|Client has encountered a connection error|Unable to acquire a connection|timeout exceeded when trying to connect)/;
const clientSideTimeout = /(?:^| - )Query read timeout$/;

const retryAfterSeconds = 2;

function unavailable(cause: unknown): Problem {
  return new Problem('service.unavailable', {
    internal: 'the database is away or the pool is exhausted',
    retryAfterSeconds,
    cause,
  });
}

/**
 * Whether PostgreSQL refused a value for what it is (SQLSTATE class 22, data exception): the same value is
 * refused again, however often it is tried.
 */
export function isRefusedValue(error: unknown): boolean {
  if (error instanceof DBError) return isRefusedValue(error.nativeError);
  const code: unknown = isNativeError(error) ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^22\w{3}$/.test(code);
}

/**
 * The catalogue's error for a fault of the database: 504 for a statement past its budget, 503 for a database
 * that is away, a pool that is exhausted, or a conflict that a repeat resolves. Anything else is a bug:
 * `undefined`.
 */
export function problemOfStoreFault(error: unknown): Problem | undefined {
  // Objection wraps the driver's error in one without a code.
  if (error instanceof DBError) return problemOfStoreFault(error.nativeError);
  if (!isNativeError(error)) return undefined;
  if (error instanceof KnexTimeoutError) return unavailable(error);
  const code: unknown = Reflect.get(error, 'code');
  if (code === queryCanceled || clientSideTimeout.test(error.message)) {
    return new Problem('query.timedOut', { internal: 'a statement exceeded its budget', cause: error });
  }
  if (typeof code === 'string') {
    const isSqlState = code.length === 5 && Reflect.get(error, 'severity') !== undefined;
    if (isSqlState && (unavailableClasses.has(code.slice(0, 2)) || retryableCodes.has(code)))
      return unavailable(error);
    if (socketCodes.has(code)) return unavailable(error);
  }
  return lostConnection.test(error.message) ? unavailable(error) : undefined;
}

/** The error of the catalogue for a thrown value; any other value is a fault of ours. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return (
    problemOfStoreFault(thrown) ??
    new Problem('server.fault', { internal: 'unexpected error', cause: thrown })
  );
}

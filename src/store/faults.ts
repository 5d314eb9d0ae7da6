import { isNativeError } from 'node:util/types';
import { KnexTimeoutError } from 'knex';
import { DBError } from 'objection';
import { Problem } from '../domain/problem';

// PostgreSQL's SQLSTATE codes (appendix A of its documentation).
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
// pg distinguishes these faults only by message, and knex puts the statement and ` - ` in front of it.
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

/** Whether PostgreSQL refused a value (SQLSTATE class 22, data exception), which no retry changes. */
export function isRefusedValue(error: unknown): boolean {
  if (error instanceof DBError) return isRefusedValue(error.nativeError);
  const code: unknown = isNativeError(error) ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^22\w{3}$/.test(code);
}

/**
 * Returns the catalog's error for a database fault: 504 for a statement past its time limit, 503 for an
 * unavailable database, an exhausted pool, or a conflict that a retry resolves. Anything else is a bug:
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

/** Returns the catalog's error for a thrown value; any other value is a fault of ours. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return (
    problemOfStoreFault(thrown) ??
    new Problem('server.fault', { internal: 'unexpected error', cause: thrown })
  );
}

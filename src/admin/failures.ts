import { CommanderError } from 'commander';
import { Problem } from '../domain/problem';
import { ConfigError } from '../platform/config';
import { describeError, type ErrorDescription } from '../platform/describe-error';
import { problemOfStoreFault } from '../store/faults';
import { OperatorError } from '../usecases/operator-error';

/** Exit codes; 64 and up are from sysexits.h. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 64,
  unavailable: 69,
  bug: 70,
  tryAgain: 75,
  configuration: 78,
} as const;

/** A command line is invalid; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Why a command failed. */
export interface Failure {
  /** Empty if there is nothing to add. */
  readonly sentence: string;
  readonly exitCode: number;
}

const databaseAway =
  "The database isn't responding. If the stack runs on this machine, check it with `npm run " +
  'status`, and start it with `npm start`.';

// PostgreSQL error codes that an operator can act on.
const ofSqlState: Readonly<Record<string, Failure>> = {
  '28000': { sentence: 'The database rejected the user in DATABASE_URL.', exitCode: exitCodes.configuration },
  '28P01': {
    sentence: 'The database rejected the password in DATABASE_URL.',
    exitCode: exitCodes.configuration,
  },
  '3D000': {
    sentence: "The database named in DATABASE_URL doesn't exist.",
    exitCode: exitCodes.configuration,
  },
  '42P01': {
    sentence: "The database schema isn't up to date. Run `npm run migrate`.",
    exitCode: exitCodes.unavailable,
  },
  '42501': {
    sentence: "The user in DATABASE_URL doesn't have the database permissions for this command.",
    exitCode: exitCodes.configuration,
  },
  '23505': {
    sentence: 'Someone else changed this at the same time. Check it, then try again.',
    exitCode: exitCodes.tryAgain,
  },
};

function ofParser(error: CommanderError): Failure {
  // Help was requested (0), or was shown because no command was given (1).
  if (error.code === 'commander.help' || error.code === 'commander.helpDisplayed')
    return { sentence: '', exitCode: error.exitCode === 0 ? exitCodes.ok : exitCodes.usage };
  const sentence = error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  return { sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`, exitCode: exitCodes.usage };
}

function innermost(description: ErrorDescription): ErrorDescription {
  return description.cause === undefined ? description : innermost(description.cause);
}

/** Returns one line without a stack trace for any thrown value, and the exit code. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return ofParser(error);
  if (error instanceof UsageError) return { sentence: error.message, exitCode: exitCodes.usage };
  if (error instanceof OperatorError) return { sentence: error.message, exitCode: exitCodes.refused };
  if (error instanceof ConfigError) return { sentence: error.message, exitCode: exitCodes.configuration };
  const problem = error instanceof Problem ? error : problemOfStoreFault(error);
  if (problem?.code === 'service.unavailable')
    return { sentence: databaseAway, exitCode: exitCodes.unavailable };
  if (problem?.code === 'query.timedOut') {
    return {
      sentence: 'A database query took longer than DATABASE_STATEMENT_TIMEOUT_MS. Try again.',
      exitCode: exitCodes.tryAgain,
    };
  }
  const description = describeError(error);
  const cause = innermost(description);
  const known = cause.code === undefined ? undefined : ofSqlState[cause.code];
  if (known !== undefined) return known;
  const facts = [description.type, cause.code, cause.constraint]
    .filter(fact => fact !== undefined)
    .join(', ');
  return { sentence: `This is a bug. Please report it: ${facts}.`, exitCode: exitCodes.bug };
}

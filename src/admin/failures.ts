import { CommanderError } from 'commander';
import { Problem } from '../domain/problem';
import { ConfigError } from '../platform/config';
import { describeError, type ErrorDescription } from '../platform/describe-error';
import { problemOfStoreFault } from '../store/faults';
import { OperatorError } from '../usecases/operator-error';

/** Exit codes; those from 64 on are from sysexits.h. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 64,
  unavailable: 69,
  bug: 70,
  tryAgain: 75,
  configuration: 78,
} as const;

/** What is wrong with a command line, in a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Why a command failed. */
export interface Failure {
  /** Empty if everything has been said. */
  readonly sentence: string;
  readonly exitCode: number;
}

const databaseAway =
  'The database does not answer. For a stack on this machine: `npm run status` says what runs, `npm ' +
  'start` starts it.';

// PostgreSQL's SQLSTATE codes (appendix A of its documentation) that an operator can act on.
const ofSqlState: Readonly<Record<string, Failure>> = {
  '28000': {
    sentence: 'The database refuses the account of DATABASE_URL.',
    exitCode: exitCodes.configuration,
  },
  '28P01': {
    sentence: 'The database refuses the password of DATABASE_URL.',
    exitCode: exitCodes.configuration,
  },
  '3D000': {
    sentence: 'There is no database of the name in DATABASE_URL.',
    exitCode: exitCodes.configuration,
  },
  '42P01': {
    sentence: 'The schema of the database is not up to date: run `npm run migrate`.',
    exitCode: exitCodes.unavailable,
  },
  '42501': {
    sentence: 'The database does not permit this to the account of DATABASE_URL.',
    exitCode: exitCodes.configuration,
  },
  '23505': {
    sentence: 'Someone changed the same thing at this moment. Look at it, then try again.',
    exitCode: exitCodes.tryAgain,
  },
};

function ofParser(error: CommanderError): Failure {
  // Help was requested (0), or shown because there was nothing to run (1).
  if (error.code === 'commander.help' || error.code === 'commander.helpDisplayed')
    return { sentence: '', exitCode: error.exitCode === 0 ? exitCodes.ok : exitCodes.usage };
  const sentence = error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  return { sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`, exitCode: exitCodes.usage };
}

function innermost(description: ErrorDescription): ErrorDescription {
  return description.cause === undefined ? description : innermost(description.cause);
}

/** Returns one line for any thrown value, never a stack trace, and the exit code. */
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
      sentence: 'A statement took longer than DATABASE_STATEMENT_TIMEOUT_MS allows.',
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
  return { sentence: `This should not have happened: ${facts}.`, exitCode: exitCodes.bug };
}

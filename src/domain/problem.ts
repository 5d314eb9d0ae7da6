import { problemEntry, type ProblemCode } from './problem-catalogue';

/** What one field of a request broke; never the value. */
export interface FieldIssue {
  /** The path of the field, `lastNames[0]`. */
  readonly field: string;
  /** The rule in words, `must be a real date (YYYY-MM-DD)`. */
  readonly rule: string;
}

interface ProblemDetails {
  /** For our log only: what went wrong inside, in fixed words without values. */
  readonly internal?: string;
  readonly issues?: readonly FieldIssue[];
  readonly retryAfterSeconds?: number;
  /** The methods that a path allows, for 405. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** An error of the catalog. Any other thrown error is a bug and becomes `server.fault`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** The message comes from the catalog or from us, never from a caller. */
  readonly isMessageSafe = true;
  readonly code: ProblemCode;
  readonly issues: readonly FieldIssue[];
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(
      details.internal ?? problemEntry(code).sentence,
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.code = code;
    this.issues = details.issues ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }
}

/** Returns the same answer for what doesn't exist and for what the caller may not know about. */
export function notFound(internal: string): Problem {
  return new Problem('resource.notFound', { internal });
}

import type { FieldIssue, Problem } from '../domain/problem';
import { problemEntry, type ProblemCode } from '../domain/problem-catalogue';

/** The body of every error. */
export interface ProblemBody {
  /** What a person reads; its wording may change. */
  readonly error: string;
  /** What a client matches; it never changes. */
  readonly problem: ProblemCode;
  readonly code?: string;
  readonly errorId?: string;
}

/** The most issues in a response. A form has far fewer fields; a hostile array may have more. */
const issuesMax = 50;

function sentenceOf(issues: readonly FieldIssue[]): string {
  const shown = issues.slice(0, issuesMax).map(issue => `\`${issue.field}\` ${issue.rule}`);
  const more = issues.length > issuesMax ? [`and ${issues.length - issuesMax} more`] : [];
  return [...shown, ...more].join('; ');
}

/**
 * Returns the body of an error: the catalog's sentence and each issue by field and rule, never a value.
 * @param errorId the reference in the log line, shown if the catalog says so
 */
export function problemBody(problem: Problem, errorId: string): ProblemBody {
  const entry = problemEntry(problem.code);
  if (problem.code === 'server.fault') {
    return { error: `${entry.sentence} (ref: ${errorId})`, problem: problem.code, errorId };
  }
  return {
    error: problem.issues.length === 0 ? entry.sentence : `${entry.sentence} ${sentenceOf(problem.issues)}.`,
    problem: problem.code,
    ...(entry.publicCode === undefined ? {} : { code: entry.publicCode }),
    ...(entry.hasErrorId ? { errorId } : {}),
  };
}

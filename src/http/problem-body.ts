import type { FieldIssue, Problem } from '../domain/problem';
import { problemEntry } from '../domain/problem-catalogue';

/** The one shape of every error. */
export interface ProblemBody {
  readonly error: string;
  readonly code?: string;
  readonly errorId?: string;
}

/** The most issues an answer lists; a form has far fewer fields, a hostile array may have more. */
const issuesMax = 50;

function sentenceOf(issues: readonly FieldIssue[]): string {
  const shown = issues.slice(0, issuesMax).map(issue => `\`${issue.field}\` ${issue.rule}`);
  const more = issues.length > issuesMax ? [`and ${issues.length - issuesMax} more`] : [];
  return [...shown, ...more].join('; ');
}

/**
 * The body of an error's answer: the catalogue's sentence and every issue by field and rule, never a value.
 * @param errorId the reference that the log line carries; shown where the catalogue says so
 */
export function problemBody(problem: Problem, errorId: string): ProblemBody {
  const entry = problemEntry(problem.code);
  if (problem.code === 'server.fault') return { error: `${entry.sentence} (ref: ${errorId})`, errorId };
  return {
    error: problem.issues.length === 0 ? entry.sentence : `${entry.sentence} ${sentenceOf(problem.issues)}.`,
    ...(entry.publicCode === undefined ? {} : { code: entry.publicCode }),
    ...(entry.hasErrorId ? { errorId } : {}),
  };
}

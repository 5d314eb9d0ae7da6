import { randomUUID } from 'node:crypto';
import type { Problem } from '../domain/problem';
import { problemEntry } from '../domain/problem-catalogue';
import { toProblem } from '../store/faults';
import type { HttpParts } from './parts';
import { problemBody } from './problem-body';
import type { RequestContext, Step } from './request-state';

const unavailableRetryAfterSeconds = 1;
/** The retry delay on a page if an error only says that it can be retried. */
const backoffSeconds = 30;

function answer(context: RequestContext, problem: Problem, errorId: string): void {
  const { status, retry } = problemEntry(problem.code);
  context.status = status;
  // A challenge means that other credentials would help, which isn't so for a page's token or a fixed status.
  if (problem.code === 'credentials.missing') context.set('WWW-Authenticate', 'Bearer');
  if (problem.allow !== undefined) context.set('Allow', problem.allow.join(', '));
  const retryAfter = problem.retryAfterSeconds ?? (status === 503 ? unavailableRetryAfterSeconds : undefined);
  if (retryAfter !== undefined) context.set('Retry-After', String(retryAfter));
  // Unread bytes of this request would be parsed as the next one.
  if (status === 413 || status === 408) context.set('Connection', 'close');
  const body = problemBody(problem, errorId);
  const html = context.state.renderProblem?.(
    body,
    retry === 'no' ? undefined : (retryAfter ?? backoffSeconds),
    problem.code,
  );
  context.type = html === undefined ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
  context.body = html ?? JSON.stringify(body);
}

/**
 * Turns anything thrown below into an error response. The log line with the `errorId` has the cause: `error`
 * for a fault of ours, `info` for a refusal, `warn` for shed load.
 */
export function answerProblems({ log }: Pick<HttpParts, 'log'>): Step {
  return async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      const problem = toProblem(thrown);
      const errorId = randomUUID();
      const { requestId, operationId, principal } = context.state;
      context.state.problem = problem.code;
      answer(context, problem, errorId);
      const fields = {
        errorId,
        requestId,
        operation: operationId,
        problem: problem.code,
        status: context.status,
        ...(principal === undefined ? {} : { keyUid: principal.keyUid, companyUid: principal.companyUid }),
        // Overload refusals come by the thousand, when time is shortest: the log gets their reason without
        // stack frames.
        ...(problem.code === 'service.overloaded' ? { reason: problem.message } : { error: problem }),
      };
      if (problem.code === 'service.overloaded') log.warn('A request was shed.', fields);
      else if (context.status >= 500) log.error('A request failed.', fields);
      else log.info('A request was refused.', fields);
    }
  };
}

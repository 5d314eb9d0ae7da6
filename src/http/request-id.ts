import { randomUUID } from 'node:crypto';
import type { HttpParts } from './parts';
import type { RequestState, Step } from './request-state';

// Opaque ids only: a caller's id goes into our log, so it must not be able to spell a name.
const acceptable = /^(?=(?:[^0-9]*[0-9]){4})[A-Za-z0-9-]{8,64}$/;

/**
 * Gives every request an id: the caller's `X-Request-Id` if it is 8 to 64 letters, digits, and hyphens with
 * at least four digits, otherwise a new one. The response contains it. Also times the request for the log and
 * the metrics.
 */
export function identifyRequest({ log, metrics }: Pick<HttpParts, 'log' | 'metrics'>): Step {
  return async (context, next) => {
    const offered = context.get('X-Request-Id');
    const requestId = acceptable.test(offered) ? offered : randomUUID();
    Object.assign(context.state, {
      requestId,
      operationId: 'none',
      principal: undefined,
      problem: undefined,
      awaitOutside: work => work(),
      renderProblem: undefined,
    } satisfies RequestState);
    context.set('X-Request-Id', requestId);
    const startedAt = performance.now();
    await next();
    const durationMs = performance.now() - startedAt;
    const { operationId, principal } = context.state;
    metrics.requests.observe({ operation: operationId, status: String(context.status) }, durationMs / 1000);
    log.info('Answered.', {
      requestId,
      operation: operationId,
      method: context.method,
      status: context.status,
      durationMs: Math.round(durationMs * 10) / 10,
      ...(principal === undefined ? {} : { keyUid: principal.keyUid, companyUid: principal.companyUid }),
    });
  };
}

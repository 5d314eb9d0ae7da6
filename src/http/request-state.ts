import type Koa from 'koa';
import type { KeyPrincipal } from '../access/principal';
import type { ProblemCode } from '../domain/problem-catalogue';
import type { ProblemBody } from './problem-body';

/** The state of a request in the pipeline. */
export interface RequestState {
  requestId: string;
  /** The operation's id once the route is known; `none` before that. */
  operationId: string;
  /** The caller, once authenticated with an active key. */
  principal: KeyPrincipal | undefined;
  /** The code of the error that is answered; `undefined` without one. */
  problem: ProblemCode | undefined;
  /** Awaits something from the caller, such as the rest of the body, without counting in the load gate. */
  awaitOutside: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Renders an error as HTML for people in a browser; absent for JSON.
   * @param retryAfterSeconds when a retry may succeed; absent if it won't
   */
  renderProblem:
    ((body: ProblemBody, retryAfterSeconds: number | undefined, code: ProblemCode) => string) | undefined;
}

/** Koa's context with our state. */
export type RequestContext = Koa.ParameterizedContext<RequestState>;
/** A step of the pipeline. */
export type Step = (context: RequestContext, next: () => Promise<unknown>) => Promise<void>;

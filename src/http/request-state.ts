import type Koa from 'koa';
import type { KeyPrincipal } from '../access/principal';
import type { ProblemCode } from '../domain/problem-catalogue';
import type { ProblemBody } from './problem-body';

/** What the pipeline knows of a request while it runs. */
export interface RequestState {
  requestId: string;
  /** The operation's id once the route is known; `none` before. */
  operationId: string;
  /** The caller, once a key in force was shown. */
  principal: KeyPrincipal | undefined;
  /**
   * Awaits something of the caller's, such as the rest of the body, without holding a place in the load gate.
   */
  awaitOutside: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Writes an error as HTML, where a person in a browser reads the answer; absent: JSON.
   * @param retryAfterSeconds after how long it may be better; absent: it will not be
   */
  renderProblem:
    ((body: ProblemBody, retryAfterSeconds: number | undefined, code: ProblemCode) => string) | undefined;
}

/** Koa's context with our state. */
export type RequestContext = Koa.ParameterizedContext<RequestState>;
/** A step of the pipeline. */
export type Step = (context: RequestContext, next: () => Promise<unknown>) => Promise<void>;

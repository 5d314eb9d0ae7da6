import type Koa from 'koa';
import type { KeyPrincipal } from '../../access/principal';

/** What the pipeline knows of a request while it runs. */
export interface RequestState {
  requestId: string;
  /** The operation's id once the route is known; `none` before. */
  operationId: string;
  /** The caller, once a key in force was shown. */
  principal: KeyPrincipal | undefined;
}

/** Koa's context with our state. */
export type RequestContext = Koa.ParameterizedContext<RequestState>;
/** A step of the pipeline. */
export type Step = (context: RequestContext, next: () => Promise<unknown>) => Promise<void>;

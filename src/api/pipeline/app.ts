import Koa from 'koa';
import { dressEmbeds, serveEmbeds } from '../routes/embeds';
import { createClientAddress } from '../../http/client-address';
import { answerProblems } from '../../http/answer-problems';
import { guardHeaders } from '../../http/header-guards';
import { createHeavySlots } from '../../http/heavy-slots';
import { identifyCaller } from './identify-caller';
import { identifyRequest } from '../../http/request-id';
import { readQueriesInOnePass } from '../../http/read-queries';
import type { RequestState, Step } from '../../http/request-state';
import { forbidStoring, securityHeaders } from '../../http/security-headers';
import { createLoadGate } from '../../http/shed-load';
import { mountOperations } from './mount';
import { pieceBodies } from '../../http/piece-bodies';
import type { Operation } from './operation';
import type { Services } from './services';

/** What the application is built from. */
export interface AppParts {
  readonly services: Services;
  readonly operations: readonly Operation[];
  readonly trustedProxies: readonly string[];
  /** Serves pages that are no operations: the reference, the document. */
  readonly pages: Step;
  /** The pages of the console, which go by a session of their own. */
  readonly console: SignedInPages;
  /** The pages of the operators' desk, which go by sessions of their own. */
  readonly desk: SignedInPages;
  /** Takes notices of our own services, which show a secret of their own and are not counted as callers. */
  readonly internal: Step;
  /** True once the process was told to stop. */
  readonly isStopping: () => boolean;
}

/**
 * Pages with their own way to say that something went wrong: it is set before anything can refuse a request.
 */
interface SignedInPages {
  readonly dress: Step;
  readonly serve: Step;
}

/** The application, and how to let go of its timers. */
export interface App {
  readonly koa: Koa<RequestState>;
  readonly close: () => void;
}

/**
 * While the process stops, every answer ends its connection, so that the caller's next request goes
 * elsewhere.
 */
function endConnections(isStopping: () => boolean): Step {
  return async (context, next) => {
    await next();
    if (isStopping()) context.set('Connection', 'close');
  };
}

/**
 * Builds the API: one pipeline for every request. request id → error shape → headers → load gate → embed, by
 * its token, or console or desk, by its session, or caller and limit → page or operation.
 */
export function createApp({
  services,
  operations,
  trustedProxies,
  pages,
  console: pagesOfConsole,
  desk,
  internal,
  isStopping,
}: AppParts): App {
  const koa = new Koa<RequestState>();
  // Koa's own handler would print to the console; only broken sockets reach it.
  koa.silent = true;
  readQueriesInOnePass(koa);
  koa.on('error', (error: unknown) => {
    services.log.debug('A connection broke during its response.', { error });
  });
  const gate = createLoadGate(services);
  const clientAddress = createClientAddress(trustedProxies);
  const slots = createHeavySlots(services);
  koa.use(pieceBodies);
  koa.use(endConnections(isStopping));
  koa.use(identifyRequest(services));
  koa.use(securityHeaders);
  koa.use(forbidStoring);
  koa.use(answerProblems(services));
  koa.use(dressEmbeds(services));
  koa.use(pagesOfConsole.dress);
  koa.use(desk.dress);
  koa.use(guardHeaders(operations.map(({ contract }) => contract)));
  koa.use(internal);
  koa.use(gate.step);
  koa.use(serveEmbeds(services, clientAddress, slots));
  koa.use(pagesOfConsole.serve);
  koa.use(desk.serve);
  koa.use(identifyCaller(services, clientAddress));
  koa.use(pages);
  koa.use(mountOperations(services, operations, slots));
  return { koa, close: gate.close };
}

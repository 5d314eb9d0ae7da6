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
import { createRequestLog, logRequests } from './request-log';
import type { Services } from './services';

/** What the application is built from. */
export interface AppParts {
  readonly services: Services;
  readonly operations: readonly Operation[];
  readonly trustedProxies: readonly string[];
  /** Serves pages that aren't operations: the reference and the document. */
  readonly pages: Step;
  /** The console's pages, which have their own session. */
  readonly console: SignedInPages;
  /** The desk's pages, which have their own sessions. */
  readonly desk: SignedInPages;
  /** Accepts notifications from our own services. They show a secret and don't count as callers. */
  readonly internal: Step;
  /** Returns true once the process has been asked to stop. */
  readonly isStopping: () => boolean;
}

/** Pages that show an error in their own way. It is set up before anything can refuse a request. */
interface SignedInPages {
  readonly dress: Step;
  readonly serve: Step;
}

/** The application, and a function that stops its timers and stores what waits. */
export interface App {
  readonly koa: Koa<RequestState>;
  readonly close: () => Promise<void>;
}

/**
 * Ends the connection with every answer while the process stops, so that the caller's next request goes
 * elsewhere.
 */
function endConnections(isStopping: () => boolean): Step {
  return async (context, next) => {
    await next();
    if (isStopping()) context.set('Connection', 'close');
  };
}

/**
 * Builds the API: one pipeline for every request. Request ID, error shape, headers, load gate; then the
 * embed by its token, or the console or desk by its session, or the caller and the rate limit; then the page
 * or operation.
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
  // Koa's own handler would print to the console. Only errors of broken sockets reach it.
  koa.silent = true;
  readQueriesInOnePass(koa);
  koa.on('error', (error: unknown) => {
    services.log.debug('A connection broke during its response.', { error });
  });
  const gate = createLoadGate(services);
  const clientAddress = createClientAddress(trustedProxies);
  const slots = createHeavySlots(services);
  const contracts = operations.map(({ contract }) => contract);
  const requestLog = createRequestLog(services);
  koa.use(pieceBodies);
  koa.use(endConnections(isStopping));
  koa.use(identifyRequest(services));
  koa.use(logRequests(requestLog, contracts, services.clock));
  koa.use(securityHeaders);
  koa.use(forbidStoring);
  koa.use(answerProblems(services));
  koa.use(dressEmbeds(services));
  koa.use(pagesOfConsole.dress);
  koa.use(desk.dress);
  koa.use(guardHeaders(contracts));
  koa.use(internal);
  koa.use(gate.step);
  koa.use(serveEmbeds(services, clientAddress, slots));
  koa.use(pagesOfConsole.serve);
  koa.use(desk.serve);
  koa.use(identifyCaller(services, clientAddress));
  koa.use(pages);
  koa.use(mountOperations(services, operations, slots));
  return {
    koa,
    close: async () => {
      gate.close();
      await requestLog.close();
    },
  };
}

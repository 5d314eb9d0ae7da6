/** The operators' desk: its pages below `/desk`, by sessions of its own, in the pipeline of the API. */
import { addressRanges, createClientAddress, createWholeAddress } from '../../http/client-address';
import { createAddressCount } from '../../http/count-address';
import type { RequestContext } from '../../http/request-state';
import { isFresh } from '../../domain/console/session';
import { Problem } from '../../domain/problem';
import { attemptFor } from '../attempt';
import { createBackground, doorRoutes, signInAgainAt } from '../door-routes';
import { runGuarded } from '../foreign-forms';
import type { Reply } from '../reply';
import { servePages, type PageRequest, type ServedPages, type ServedRoute } from '../serve-pages';
import { runChange } from '../../usecases/change';
import { operatorDoor, operatorOf } from '../../usecases/desk/operators';
import { countPerson } from '../../usecases/sign-in';
import { deskSite } from './components/desk-page';
import { deskRoutes } from './desk-routes';
import { renderAccountPage } from './pages/account-page';
import { renderProblemPage } from './pages/problem-page';
import type { Route } from './routes';
import { viewerOf, type DeskParts } from './visit';

/** The desk, as the pipeline takes it. */
export interface Desk extends ServedPages {
  /** Settles when all that goes on behind answers is done. */
  readonly settled: () => Promise<void>;
}

/** Runs a route; a refused act leaves a row in the trail. */
async function run(route: Route, parts: DeskParts, request: PageRequest): Promise<Reply> {
  const { open, requestId } = request;
  if (open === undefined) {
    if (route.method === 'POST') throw new Problem('console.signedOut');
    return signInAgainAt(deskSite.root, request.context.path);
  }
  const principal = operatorOf(open.session);
  const act = { principal, requestId, event: route.event ?? route.id };
  const isFreshly = isFresh(open.session, parts.sessionLimits, parts.clock.now());
  return runGuarded(parts, { ...request, open }, { principal, event: route.event }, async () => {
    // Back to the page that the form stood on: its path is that of the form without the act.
    if (route.isDecision && !isFreshly)
      return signInAgainAt(deskSite.root, request.context.path.replace(/\/[^/]*$/, ''));
    return route.run({
      ...request,
      parts,
      open,
      principal,
      isFresh: isFreshly,
      viewer: viewerOf(open),
      change: work => runChange(parts, act, work),
      attempt: attemptFor(parts, act),
    });
  });
}

/** Tells whether somebody asks from where the desk is reached (DESK-3). */
function reachedFrom(
  addresses: readonly string[],
  trustedProxies: readonly string[],
): (context: RequestContext) => boolean {
  const isIn = addressRanges(addresses, 'DESK_ADDRESSES');
  const wholeAddress = createWholeAddress(trustedProxies);
  return context => isIn(wholeAddress(context.req.socket.remoteAddress, context.get('X-Forwarded-For')));
}

/**
 * Builds the desk: the delivery team's work in pages, over the use cases that the admin command has (docs/decisions/0024).
 */
export function createDesk(parts: DeskParts, trustedProxies: readonly string[]): Desk {
  const { db, limits, log, metrics } = parts;
  const { later, settled } = createBackground(error =>
    log.error('A link to the desk could not be mailed.', { error }),
  );
  const countAddress = createAddressCount({ db, limits }, createClientAddress(trustedProxies));
  const door = doorRoutes({
    parts,
    later,
    door: operatorDoor,
    site: {
      ...deskSite,
      againBecause:
        'To decide, one has signed in a short while ago, so that nobody decides who found your browser open.',
      administrator: 'whoever runs the service',
    },
    renderAccount: (open, shown) => renderAccountPage(viewerOf(open), shown),
  });
  const own = deskRoutes.map((route): ServedRoute => ({
    id: route.id,
    method: route.method,
    path: route.path,
    ...(route.isAskedByPage === true ? { askedBy: 'page' as const } : {}),
    answer: request => run(route, parts, request),
  }));
  const pages = servePages(
    {
      name: 'desk',
      assets: deskSite.assets,
      showsPictures: true,
      asksByItself: true,
      renderProblem: renderProblemPage,
      metrics,
      isThereFor: reachedFrom(parts.addresses, trustedProxies),
      admit: (token, by) => operatorDoor.admit(parts, token, by),
      count: (context, session) =>
        session === undefined
          ? countAddress(context)
          : countPerson(db, operatorDoor, session.userUid, limits.operatorPerMinute),
    },
    [...door, ...own],
  );
  return { ...pages, settled };
}

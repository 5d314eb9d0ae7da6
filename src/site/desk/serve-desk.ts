/** The operators' desk: pages below `/desk` with their own sessions, in the pipeline of the API. */
import { addressRanges, createWholeAddress } from '../../http/client-address';
import type { RequestContext } from '../../http/request-state';
import { operatorDoor } from '../../usecases/desk/operators';
import { doorRoutes } from '../door-routes';
import { servePages, type ServedPages } from '../serve-pages';
import { viewerOf } from '../visit';
import { deskSite } from './components/desk-page';
import { deskRoutes } from './desk-routes';
import { renderAccountPage } from './pages/account-page';
import { renderProblemPage } from './pages/problem-page';
import type { DeskParts } from './visit';

/** Returns whether a request comes from an address that can reach the desk (DESK-3). */
function reachedFrom(
  addresses: readonly string[],
  trustedProxies: readonly string[],
): (context: RequestContext) => boolean {
  const isIn = addressRanges(addresses, 'DESK_ADDRESSES');
  const wholeAddress = createWholeAddress(trustedProxies);
  return context => isIn(wholeAddress(context.req.socket.remoteAddress, context.get('X-Forwarded-For')));
}

/**
 * Builds the desk. Its pages are forms and links over the use cases of the admin command
 * (docs/decisions/0024).
 */
export function createDesk(parts: DeskParts, trustedProxies: readonly string[]): ServedPages {
  const door = doorRoutes<DeskParts>({
    door: operatorDoor,
    site: {
      ...deskSite,
      againBecause: "Decisions need a recent sign-in. Sign in again to confirm it's you.",
      administrator: 'the person who runs the service',
    },
    renderAccount: ({ open, parts }, shown) => renderAccountPage(viewerOf(open, parts), shown),
  });
  const site = {
    door: operatorDoor,
    assets: deskSite.assets,
    showsPictures: true,
    asksByItself: true,
    renderProblem: renderProblemPage,
    isThereFor: reachedFrom(parts.addresses, trustedProxies),
  };
  return servePages(site, parts, [...door, ...deskRoutes], trustedProxies);
}

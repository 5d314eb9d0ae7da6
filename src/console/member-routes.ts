import { inspectOwnKeys } from '../usecases/tenants/keys';
import { inspectOwnEndpoints } from '../usecases/webhooks/inspect-listings';
import { deliveryRoutes } from './delivery-routes';
import { endpointRoutes } from './endpoint-routes';
import { keyRoutes } from './key-routes';
import { renderHomePage } from './pages/home-page';
import { look, type Route } from './routes';
import { page, type MemberVisit, type Reply } from './visit';

async function showHome({ parts, principal, viewer, place }: MemberVisit): Promise<Reply> {
  const keys = await inspectOwnKeys(parts.db, principal);
  const endpoints = await inspectOwnEndpoints(parts.db, principal);
  const troubled = endpoints.filter(
    ({ access, disabledBy, consecutiveFailures }) =>
      access === 'change' && (disabledBy !== null || consecutiveFailures > 0),
  );
  const isDone = { keys: keys.some(({ revokedAt }) => revokedAt === null), endpoints: endpoints.length > 0 };
  return page(renderHomePage(viewer, place, { isDone, troubled }));
}

/** The pages of a company and environment. */
export function memberRoutes(): readonly Route[] {
  return [look('', 'showHome', showHome), ...keyRoutes, ...endpointRoutes, ...deliveryRoutes];
}

import { inspectOwnKeys } from '../usecases/tenants/keys';
import { keyRoutes } from './key-routes';
import { renderHomePage } from './pages/home-page';
import { look, type Route } from './routes';
import { page, type MemberVisit, type Reply } from './visit';

async function showHome({ parts, principal, viewer, place }: MemberVisit): Promise<Reply> {
  const keys = await inspectOwnKeys(parts.db, principal);
  const isDone = { keys: keys.some(({ revokedAt }) => revokedAt === null) };
  return page(renderHomePage(viewer, place, { isDone }));
}

/** The pages of a company and environment. */
export function memberRoutes(): readonly Route[] {
  return [look('', 'showHome', showHome), ...keyRoutes];
}

import { countForHome, countNewResults } from '../../usecases/console/home';
import { inspectFirstSteps } from '../../usecases/console/places';
import { inspectOwnEndpoints } from '../../usecases/webhooks/endpoints';
import { page, type Reply } from '../reply';
import { renderHomePage } from './pages/home-page';
import { look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

async function showHome({ parts, principal, viewer, place, open }: MemberVisit): Promise<Reply> {
  const { db, clock } = parts;
  const facts = await inspectFirstSteps(db, principal);
  const endpoints = await inspectOwnEndpoints(db, principal);
  const troubled = endpoints.filter(
    ({ access, disabledBy, consecutiveFailures }) =>
      access === 'change' && (disabledBy !== null || consecutiveFailures > 0),
  );
  const now = clock.now();
  const counts = await countForHome(db, principal, now);
  const results = await countNewResults(db, principal, open.session, now);
  return page(renderHomePage(viewer, place, { facts, troubled, counts, results }));
}

/** The home page of a company in one environment. It shows counts, so it isn't in the audit log. */
export const homeRoutes: readonly MemberRoute[] = [look('', 'showHome', showHome)];

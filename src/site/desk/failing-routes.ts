import { isUuid } from '../../domain/text';
import { inspectFailingApprovals } from '../../usecases/auth-checks/rereads';
import { page, type Reply } from '../reply';
import { queried } from '../visit';
import { renderFailingPage } from './pages/failing-page';
import { auditedLook, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

const pageSize = 50;

async function showFailing(visit: DeskVisit): Promise<Reply> {
  const asked = queried(visit, 'after');
  const after = isUuid(asked) ? asked : undefined;
  const found = await visit.change(change => inspectFailingApprovals(change, { after, limit: pageSize + 1 }));
  const rows = found.slice(0, pageSize);
  const moreAfter = found.length > pageSize ? rows.at(-1)?.patientUid : undefined;
  return page(renderFailingPage(visit.viewer, { rows, moreAfter }));
}

/** Approved authorizations that fail since they were read again. */
export const failingRoutes: readonly DeskRoute[] = [
  auditedLook('/approved', 'review.listFailing', showFailing),
];

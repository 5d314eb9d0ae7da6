import { inspectFirstSteps } from '../../usecases/console/places';
import { inspectOwnEndpoints } from '../../usecases/webhooks/endpoints';
import { page, type Reply } from '../reply';
import { clinicalRoutes } from './clinical-routes';
import { allRequestsRoutes } from './all-requests-routes';
import { deliveryRoutes } from './delivery-routes';
import { documentRoutes } from './document-routes';
import { endpointRoutes } from './endpoint-routes';
import { inboxRoutes } from './inbox-routes';
import { keyRoutes } from './key-routes';
import { notificationRoutes } from './notification-routes';
import { peopleRoutes } from './people-routes';
import { projectRoutes } from './project-routes';
import { renderHomePage } from './pages/home-page';
import { importRoutes } from './import-routes';
import { patientFormRoutes } from './patient-form-routes';
import { patientRoutes } from './patient-routes';
import { facilityRoutes } from './facility-routes';
import { fileRoutes } from './file-routes';
import { requestRoutes } from './request-routes';
import { requestWorkRoutes } from './request-work-routes';
import { look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

async function showHome({ parts, principal, viewer, place }: MemberVisit): Promise<Reply> {
  const facts = await inspectFirstSteps(parts.db, principal);
  const endpoints = await inspectOwnEndpoints(parts.db, principal);
  const troubled = endpoints.filter(
    ({ access, disabledBy, consecutiveFailures }) =>
      access === 'change' && (disabledBy !== null || consecutiveFailures > 0),
  );
  return page(renderHomePage(viewer, place, { facts, troubled }));
}

/** The pages of a company in one environment. */
export const memberRoutes: readonly MemberRoute[] = [
  look('', 'showHome', showHome),
  ...keyRoutes,
  ...endpointRoutes,
  ...deliveryRoutes,
  ...patientFormRoutes,
  ...allRequestsRoutes,
  ...patientRoutes,
  ...documentRoutes,
  ...facilityRoutes,
  ...clinicalRoutes,
  ...requestRoutes,
  ...requestWorkRoutes,
  ...fileRoutes,
  ...importRoutes,
  ...inboxRoutes,
  ...notificationRoutes,
  ...projectRoutes,
  ...peopleRoutes,
];

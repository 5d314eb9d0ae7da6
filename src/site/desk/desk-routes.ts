import { servedSignedIn, type ServedRoute } from '../route';
import { auditRoutes } from './audit-routes';
import { bulkRoutes } from './bulk-routes';
import { feeRoutes } from './fee-routes';
import { failingRoutes } from './failing-routes';
import { queueRoutes } from './queue-routes';
import { chartRoutes } from './chart-routes';
import { reviewRoutes } from './review-routes';
import { uploadRoutes } from './upload-routes';
import { deskEntrance, type DeskParts } from './visit';
import { workRoutes } from './work-routes';
import { workflowRoutes } from './workflow-routes';

/** Every page and action of the desk, except for sign-in. */
export const deskRoutes: ReadonlyArray<ServedRoute<DeskParts>> = [
  ...queueRoutes,
  ...bulkRoutes,
  ...reviewRoutes,
  ...failingRoutes,
  ...chartRoutes,
  ...feeRoutes,
  ...workRoutes,
  ...uploadRoutes,
  ...auditRoutes,
  ...workflowRoutes,
].map(route => servedSignedIn(deskEntrance, route));

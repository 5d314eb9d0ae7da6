import { auditRoutes } from './audit-routes';
import { bulkRoutes } from './bulk-routes';
import { queueRoutes } from './queue-routes';
import { reviewRoutes } from './review-routes';
import type { Route } from './routes';
import { uploadRoutes } from './upload-routes';
import { workRoutes } from './work-routes';
import { workflowRoutes } from './workflow-routes';

/** Every page and action of the desk, for operators who are signed in. */
export const deskRoutes: readonly Route[] = [
  ...queueRoutes,
  ...bulkRoutes,
  ...reviewRoutes,
  ...workRoutes,
  ...uploadRoutes,
  ...auditRoutes,
  ...workflowRoutes,
];

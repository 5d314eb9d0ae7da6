/** Entry point of the workflow bundle: exactly the workflows of the catalog and the periodic work. */
import type { PeriodicWorkFunctions } from '../src/domain/periodic-work';
import type { WorkflowFunctions } from '../src/domain/workflows';
import { authCheck } from './auth-check';
import { bulkImport } from './bulk-import';
import { deskBulk } from './desk-bulk';
import { endpointNotice } from './endpoint-notice';
import { patientSearch } from './patient-search';
import * as periodicWork from './periodic-work';
import { recordRequest } from './record-request';
import { rosterExchange } from './roster-exchange';
import { siteResearch } from './site-research';
import { supportingDocument } from './supporting-document';
import { webhookDelivery } from './webhook-delivery';
import { webhookReplay } from './webhook-replay';

export * from './periodic-work';
export {
  authCheck,
  bulkImport,
  deskBulk,
  endpointNotice,
  patientSearch,
  recordRequest,
  rosterExchange,
  siteResearch,
  supportingDocument,
  webhookDelivery,
  webhookReplay,
};

// A missing workflow, or one whose input differs from the catalog, doesn't compile.
({
  authCheck,
  bulkImport,
  deskBulk,
  endpointNotice,
  patientSearch,
  recordRequest,
  rosterExchange,
  siteResearch,
  supportingDocument,
  webhookDelivery,
  webhookReplay,
}) satisfies WorkflowFunctions;
periodicWork satisfies PeriodicWorkFunctions;

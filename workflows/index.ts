/** The entry of the workflow bundle: every workflow of the catalogue, all periodic work, and nothing else. */
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

// A workflow that is missing here, or that takes another input than the catalogue says, does not compile.
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

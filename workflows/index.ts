/** The entry of the workflow bundle: every workflow of the catalogue, and nothing else. */
import type { WorkflowFunctions } from '../src/domain/workflows';
import { authCheck } from './auth-check';
import { bulkImport } from './bulk-import';
import { patientSearch } from './patient-search';
import { recordRequest } from './record-request';
import { rosterExchange } from './roster-exchange';
import { webhookDelivery } from './webhook-delivery';

export { authCheck, bulkImport, patientSearch, recordRequest, rosterExchange, webhookDelivery };

// A workflow that is missing here, or that takes another input than the catalogue says, does not compile.
({
  authCheck,
  bulkImport,
  patientSearch,
  recordRequest,
  rosterExchange,
  webhookDelivery,
}) satisfies WorkflowFunctions;

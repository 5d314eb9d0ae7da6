/** The entry of the workflow bundle: every workflow, and nothing else. */
export { bulkImport } from './bulk-import';
export { authCheck } from './auth-check';
export { patientSearch } from './patient-search';
export { recordRequest } from './record-request';
export { rosterExchange } from './roster-exchange';
export { webhookDelivery } from './webhook-delivery';

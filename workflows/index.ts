/** The entry of the workflow bundle: every workflow, and nothing else. */
export { authCheck } from './auth-check';
export { patientSearch } from './patient-search';
export { recordRequest } from './record-request';
export { webhookDelivery } from './webhook-delivery';

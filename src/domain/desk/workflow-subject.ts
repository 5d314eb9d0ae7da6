import type { QueueKind } from './queue';

/**
 * What an execution is about, as shown at the desk: a page of the item with the uid in the workflow's id, or
 * a list.
 */
export type WorkflowSubject =
  | { readonly page: Exclude<QueueKind, 'exchange'> | 'bulk'; readonly by: SubjectLookup }
  | { readonly page: 'exchanges'; readonly by: 'partner' };

/** What the uid in a workflow's id refers to. */
export type SubjectLookup =
  | 'patient'
  | 'recordRequest'
  | 'deskBulk'
  | 'authorizationDocument'
  | 'supportingDocument'
  | 'webhookDelivery'
  | 'webhookReplay'
  | 'webhookNotice'
  | 'siteResearch';

/**
 * By the prefix of the workflow's id (`src/domain/workflows.ts`). An import of a file of patients has nothing
 * waiting at the desk.
 */
export const workflowSubjects: ReadonlyMap<string, WorkflowSubject> = new Map<string, WorkflowSubject>([
  ['auth-check', { page: 'authorization', by: 'authorizationDocument' }],
  ['desk-bulk', { page: 'bulk', by: 'deskBulk' }],
  ['patient-search', { page: 'search', by: 'patient' }],
  ['record-request', { page: 'recordRequest', by: 'recordRequest' }],
  ['roster-exchange', { page: 'exchanges', by: 'partner' }],
  ['site-research', { page: 'site', by: 'siteResearch' }],
  ['supporting-document', { page: 'authorization', by: 'supportingDocument' }],
  ['webhook-delivery', { page: 'endpoint', by: 'webhookDelivery' }],
  ['webhook-notice', { page: 'endpoint', by: 'webhookNotice' }],
  ['webhook-replay', { page: 'endpoint', by: 'webhookReplay' }],
]);

/** Returns the prefix of a workflow's id, and the rest split at its slashes. */
export function partsOfWorkflowId(workflowId: string): readonly string[] {
  return workflowId.split('/');
}

/** Whether the desk has a page about a workflow's subject. */
export function isShownAtDesk(workflowId: string): boolean {
  return workflowSubjects.has(partsOfWorkflowId(workflowId)[0] ?? '');
}

import type { QueueKind } from './queue';

/** What an execution is about, as the desk shows it: a page of its own, by the uid in the workflow's id or by one that is looked up. */
export type WorkflowSubject =
  | { readonly page: Exclude<QueueKind, 'exchange'>; readonly by: 'itself' | SubjectLookup }
  | { readonly page: 'bulk'; readonly by: 'itself' }
  | { readonly page: 'exchanges'; readonly by: 'partner' };

/** From what the uid in a workflow's id is of to what the page is of. */
export type SubjectLookup =
  | 'authorizationDocument'
  | 'supportingDocument'
  | 'webhookDelivery'
  | 'webhookReplay'
  | 'webhookNotice'
  | 'siteResearch';

/** By the beginning of the workflow's id (`src/domain/workflows.ts`). An import of a file of patients has nothing that waits at the desk. */
export const workflowSubjects: ReadonlyMap<string, WorkflowSubject> = new Map<string, WorkflowSubject>([
  ['auth-check', { page: 'authorization', by: 'authorizationDocument' }],
  ['desk-bulk', { page: 'bulk', by: 'itself' }],
  ['patient-search', { page: 'search', by: 'itself' }],
  ['record-request', { page: 'recordRequest', by: 'itself' }],
  ['roster-exchange', { page: 'exchanges', by: 'partner' }],
  ['site-research', { page: 'site', by: 'siteResearch' }],
  ['supporting-document', { page: 'authorization', by: 'supportingDocument' }],
  ['webhook-delivery', { page: 'endpoint', by: 'webhookDelivery' }],
  ['webhook-notice', { page: 'endpoint', by: 'webhookNotice' }],
  ['webhook-replay', { page: 'endpoint', by: 'webhookReplay' }],
]);

/** The beginning of a workflow's id, and the rest between its slashes. */
export function partsOfWorkflowId(workflowId: string): readonly string[] {
  return workflowId.split('/');
}

/** Whether the desk has a page of what a workflow is about. */
export function isShownAtDesk(workflowId: string): boolean {
  return workflowSubjects.has(partsOfWorkflowId(workflowId)[0] ?? '');
}

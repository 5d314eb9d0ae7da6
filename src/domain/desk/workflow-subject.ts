import type { QueueKind } from './queue';

/**
 * What an execution is about, as the desk shows it: a page of something that is found by the uid in the
 * workflow's id, or a list.
 */
export type WorkflowSubject =
  | { readonly page: Exclude<QueueKind, 'exchange'> | 'bulk'; readonly by: SubjectLookup }
  | { readonly page: 'exchanges'; readonly by: 'partner' };

/** What the uid in a workflow's id is of. */
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
 * By the beginning of the workflow's id (`src/domain/workflows.ts`). An import of a file of patients has
 * nothing that waits at the desk.
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

/** The beginning of a workflow's id, and the rest between its slashes. */
export function partsOfWorkflowId(workflowId: string): readonly string[] {
  return workflowId.split('/');
}

/** Whether the desk has a page of what a workflow is about. */
export function isShownAtDesk(workflowId: string): boolean {
  return workflowSubjects.has(partsOfWorkflowId(workflowId)[0] ?? '');
}

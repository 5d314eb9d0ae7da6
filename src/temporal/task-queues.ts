/**
 * The task queues; `webhooks` is apart, so that no receiver can slow a search, and `documents`, whose work takes all of
 * a core for seconds a page, so that a heap of scans slows nothing else and can have machines of its own.
 */
export const taskQueues = {
  core: 'recordwell-core',
  webhooks: 'recordwell-webhooks',
  documents: 'recordwell-documents',
} as const;

/** The kinds of workflows, by the name of their function. */
export type WorkflowType = 'authCheck' | 'patientSearch' | 'recordRequest' | 'webhookDelivery';

interface WorkflowEntry {
  readonly queue: keyof typeof taskQueues;
  /** What an operator reads in the list of workflows. */
  readonly summary: string;
  /** Whether a command after the end starts the workflow anew; else a repeat of its start is ignored. */
  readonly isRestartable: boolean;
}

/** What is fixed per kind of workflow (DESIGN §3). */
export const workflowEntries: Readonly<Record<WorkflowType, WorkflowEntry>> = {
  authCheck: { queue: 'documents', summary: 'Analysis of one authorization', isRestartable: false },
  patientSearch: { queue: 'core', summary: 'Searches of one patient', isRestartable: true },
  recordRequest: { queue: 'core', summary: 'One kind of record, asked of one site', isRestartable: true },
  webhookDelivery: { queue: 'webhooks', summary: 'One event to one webhook endpoint', isRestartable: false },
};

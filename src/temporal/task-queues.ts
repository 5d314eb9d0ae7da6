/**
 * The task queues. Apart from `core`, so that they cannot slow a search: `webhooks`, where receivers are slow;
 * `documents`, whose work takes all of a core for seconds a page and can have machines of its own; and `bulk`, whose
 * files of patients keep the database busy.
 */
export const taskQueues = {
  core: 'recordwell-core',
  webhooks: 'recordwell-webhooks',
  documents: 'recordwell-documents',
  bulk: 'recordwell-bulk',
} as const;

/** The kinds of workflows, by the name of their function. */
export type WorkflowType =
  'authCheck' | 'patientSearch' | 'recordRequest' | 'bulkImport' | 'rosterExchange' | 'webhookDelivery';

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
  bulkImport: { queue: 'bulk', summary: 'One file of patients', isRestartable: false },
  rosterExchange: { queue: 'core', summary: 'Files exchanged with one partner', isRestartable: true },
  webhookDelivery: { queue: 'webhooks', summary: 'One event to one webhook endpoint', isRestartable: false },
};

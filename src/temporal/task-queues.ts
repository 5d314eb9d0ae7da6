import type { WorkflowQueue } from '../domain/workflows';

/** The task queues' names on the server. */
export const taskQueues: Readonly<Record<WorkflowQueue, string>> = {
  core: 'recordwell-core',
  webhooks: 'recordwell-webhooks',
  documents: 'recordwell-documents',
  bulk: 'recordwell-bulk',
};

import type { WorkflowQueue } from '../domain/workflows';

/** The task queues as the server knows them. */
export const taskQueues: Readonly<Record<WorkflowQueue, string>> = {
  core: 'recordwell-core',
  webhooks: 'recordwell-webhooks',
  documents: 'recordwell-documents',
  bulk: 'recordwell-bulk',
};

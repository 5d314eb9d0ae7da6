/**
 * The two namespaces of Temporal: one for retrievals, which operators keep for weeks, and one for all that
 * goes to customers (deliveries, replays, mails). There are tens of deliveries for each retrieval: among them
 * nobody would find one, and kept as long they would be most of what Temporal stores.
 */
import { isGrpcServiceError, type Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import type { NativeConnection } from '@temporalio/worker';
import type { WorkflowQueue } from '../domain/workflows';

/** What the namespaces are called. They may be one. */
export interface Namespaces {
  readonly retrievals: string;
  readonly deliveries: string;
}

/** The namespace in which the workflows of a queue live. */
export function namespaceOf({ retrievals, deliveries }: Namespaces, queue: WorkflowQueue): string {
  return queue === 'webhooks' ? deliveries : retrievals;
}

/** Each namespace once. */
export function namesOf({ retrievals, deliveries }: Namespaces): readonly string[] {
  return [...new Set([retrievals, deliveries])];
}

/**
 * How long a namespace that was made just now may take until workflows can be started in it: servers look
 * every ten seconds.
 */
const readyTimeoutMs = 60_000;
const readyPollMs = 250;

/** The two answers of gRPC that are no trouble here (google.rpc.Code). */
const grpcCodes = { notFound: 5, alreadyExists: 6 } as const;

const hasCode = (error: unknown, code: number): boolean =>
  isGrpcServiceError(error) && error.code.valueOf() === code;

type Services = Pick<Connection | NativeConnection, 'workflowService'>;

async function isThere({ workflowService }: Services, namespace: string): Promise<boolean> {
  try {
    // Not `describeNamespace`, which reads what is stored: whether the server's parts know of it is what
    // counts.
    await workflowService.listWorkflowExecutions({ namespace, pageSize: 1 });
    return true;
  } catch (error) {
    if (hasCode(error, grpcCodes.notFound)) return false;
    throw error;
  }
}

/**
 * Makes a namespace where there is none of that name, and waits until it can be used. One that is there stays
 * as it is. Harmless when several processes do it at once.
 * @throws when Temporal cannot be reached, or refuses: on Temporal Cloud namespaces are made in its console
 */
export async function ensureNamespace(
  connection: Services,
  namespace: string,
  retentionDays: number,
): Promise<void> {
  if (await isThere(connection, namespace)) return;
  const workflowExecutionRetentionPeriod = msToTs(`${retentionDays} days`);
  try {
    await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  } catch (error) {
    if (!hasCode(error, grpcCodes.alreadyExists)) throw error;
  }
  const deadline = performance.now() + readyTimeoutMs;
  while (!(await isThere(connection, namespace))) {
    if (performance.now() > deadline)
      throw new Error(`the namespace ${namespace} was made, and cannot be used after ${readyTimeoutMs} ms`);
    await new Promise(resolve => setTimeout(resolve, readyPollMs));
  }
}

/**
 * The two namespaces in Temporal: one for retrievals, which operators keep for weeks, and one for everything
 * that goes to customers (deliveries, replays, e-mails). There are tens of deliveries per retrieval: among
 * them nobody would find one, and kept as long they would be most of what Temporal stores.
 */
import { isGrpcServiceError, type Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import type { NativeConnection } from '@temporalio/worker';
import type { WorkflowQueue } from '../domain/workflows';

/** The names of the namespaces. They may be the same. */
export interface Namespaces {
  readonly retrievals: string;
  readonly deliveries: string;
}

/** Returns the namespace of a queue's workflows. */
export function namespaceOf({ retrievals, deliveries }: Namespaces, queue: WorkflowQueue): string {
  return queue === 'webhooks' ? deliveries : retrievals;
}

/** Returns each namespace once. */
export function namesOf({ retrievals, deliveries }: Namespaces): readonly string[] {
  return [...new Set([retrievals, deliveries])];
}

/**
 * How long a new namespace may take until workflows can be started in it: servers refresh every ten seconds.
 */
const readyTimeoutMs = 60_000;
const readyPollMs = 250;

/** The two gRPC responses that aren't errors here (google.rpc.Code). */
const grpcCodes = { notFound: 5, alreadyExists: 6 } as const;

const hasCode = (error: unknown, code: number): boolean =>
  isGrpcServiceError(error) && error.code.valueOf() === code;

type Services = Pick<Connection | NativeConnection, 'workflowService'>;

async function isThere({ workflowService }: Services, namespace: string): Promise<boolean> {
  try {
    // Not `describeNamespace`, which reads the database: what counts is whether all parts of the server know
    // it.
    await workflowService.listWorkflowExecutions({ namespace, pageSize: 1 });
    return true;
  } catch (error) {
    if (hasCode(error, grpcCodes.notFound)) return false;
    throw error;
  }
}

/**
 * Creates a namespace if it doesn't exist, and waits until it can be used. An existing one isn't changed.
 * Several processes may run this at once.
 * @throws if Temporal can't be reached, or refuses: on Temporal Cloud, namespaces are created in its console
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

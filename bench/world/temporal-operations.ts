/** Counts the Temporal operations of workflows in their histories. */
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { connectConfig } from '../../src/temporal/connect-config';
import { namesOf } from '../../src/temporal/namespaces';

const { EventType } = temporal.api.enums.v1;

/** Temporal operations, and the history events that count them. */
const operationEvents = {
  start: EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED,
  signal: EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
  task: EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
  activity: EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED,
  timer: EventType.EVENT_TYPE_TIMER_STARTED,
} as const;

/** A kind of operation. */
export type OperationName = keyof typeof operationEvents;
/** The kinds in display order. */
export const operationNames = Object.keys(operationEvents) as OperationName[];

/** The number of workflows of a type, and their total operations. */
export interface TypeCost {
  readonly workflows: number;
  readonly operations: Readonly<Record<OperationName, number>>;
}

/** The number of histories to read of each type; the others are assumed to be similar. */
const historiesRead = 60;

/** Counts the operations of all workflows by type. */
export async function countOperations(address: string): Promise<ReadonlyMap<string, TypeCost>> {
  const { connectionOptions, namespaces } = connectConfig({ TEMPORAL_ADDRESS: address });
  const connection = await Connection.connect(connectionOptions);
  try {
    const byType = new Map<string, WorkflowHandle[]>();
    for (const namespace of namesOf(namespaces)) {
      const { workflow } = new Client({ connection, namespace });
      for await (const { type, workflowId, runId } of workflow.list())
        byType.set(type, [...(byType.get(type) ?? []), workflow.getHandle(workflowId, runId)]);
    }
    const costs = new Map<string, TypeCost>();
    for (const [type, executions] of byType) {
      const read = executions.slice(0, historiesRead);
      const counts = { start: 0, signal: 0, task: 0, activity: 0, timer: 0 };
      for (const execution of read) {
        const { events } = await execution.fetchHistory();
        for (const name of operationNames)
          counts[name] += (events ?? []).filter(
            ({ eventType }) => eventType === operationEvents[name],
          ).length;
      }
      for (const name of operationNames) counts[name] *= executions.length / read.length;
      costs.set(type, { workflows: executions.length, operations: counts });
    }
    return costs;
  } finally {
    await connection.close();
  }
}

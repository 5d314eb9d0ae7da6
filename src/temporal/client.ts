import { Client, Connection, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { workflows, type WorkflowQueue, type WorkflowType } from '../domain/workflows';
import type { SendableCommand, WorkflowPort } from '../outbox/workflow-port';
import { connectConfig } from './connect-config';
import { createDataConverter } from './data-converter';
import type { PayloadKey } from './payload-codec';
import { namespaceOf, type Namespaces } from './namespaces';
import { typedSearchAttributes } from './search-attributes';
import { taskQueues } from './task-queues';

/** The time limit of one call to Temporal. */
const callTimeoutMs = 5_000;

/** A client of Temporal for this process. */
export interface TemporalClient {
  /** For retrievals: searches, record requests, documents, imports, periodic work. */
  readonly client: Client;
  /** For what goes to customers: deliveries, replays, e-mails. */
  readonly deliveries: Client;
  readonly connection: Connection;
  readonly namespaces: Namespaces;
  /** The id of the payload key that encrypts what this client sends. */
  readonly sealingKeyId: string | undefined;
  readonly close: () => Promise<void>;
}

/**
 * The address of the Temporal frontend, from the environment (`TEMPORAL_*`: local server, mTLS, Temporal
 * Cloud's API keys).
 */
export interface TemporalTarget {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly payloadKeys: readonly PayloadKey[];
}

/** Connects lazily: a process starts, and the API answers, while Temporal is down. */
export function openTemporal(target: TemporalTarget): TemporalClient {
  const { connectionOptions, namespaces } = connectConfig(target.environment);
  const connection = Connection.lazy(connectionOptions);
  const dataConverter = createDataConverter(target.payloadKeys);
  const clientIn = (namespace: string): Client => new Client({ connection, namespace, dataConverter });
  return {
    client: clientIn(namespaces.retrievals),
    deliveries: clientIn(namespaces.deliveries),
    connection,
    namespaces,
    sealingKeyId: target.payloadKeys[0]?.id,
    close: () => connection.close(),
  };
}

/** The options for starting workflows. */
interface WorkflowPortOptions {
  readonly deskLink?: (workflowId: string) => string | undefined;
  readonly queuePrefix?: string;
}

function isWorkflowType(name: string): name is WorkflowType {
  return name in workflows;
}

/**
 * Creates the port through which the outbox reaches Temporal. A signal starts its workflow if it isn't
 * running; starting an existing one is a success, because commands are sent at least once.
 * @param options.deskLink returns the desk's URL for a workflow's subject, which the Temporal UI shows as a
 * link in the workflow's details
 * @param options.queuePrefix set by tests, so that parallel runs don't serve each other
 */
export function createWorkflowPort(
  temporal: TemporalClient,
  { deskLink, queuePrefix = '' }: WorkflowPortOptions = {},
): WorkflowPort {
  const { connection, namespaces } = temporal;
  const clientOf = (queue: WorkflowQueue): Client =>
    namespaceOf(namespaces, queue) === namespaces.deliveries ? temporal.deliveries : temporal.client;
  async function send(command: SendableCommand): Promise<void> {
    const { workflowType, workflowId, signal, args, searchAttributes } = command;
    if (!isWorkflowType(workflowType)) throw new TypeError(`no workflow is called ${workflowType}`);
    const { queue, summary, isRestartable } = workflows[workflowType];
    const link = deskLink?.(workflowId);
    const options = {
      workflowId,
      taskQueue: queuePrefix + taskQueues[queue],
      args: [...args],
      typedSearchAttributes: typedSearchAttributes(searchAttributes),
      staticSummary: summary,
      ...(link === undefined ? {} : { staticDetails: `[Open in the desk](${link})` }),
      workflowIdReusePolicy: isRestartable ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
    } as const;
    const client = clientOf(queue);
    try {
      if (signal === null) await client.workflow.start(workflowType, options);
      else await client.workflow.signalWithStart(workflowType, { ...options, signal });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
  return { send: command => connection.withDeadline(Date.now() + callTimeoutMs, () => send(command)) };
}

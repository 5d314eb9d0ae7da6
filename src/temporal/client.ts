import { Client, Connection, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { workflows, type WorkflowQueue, type WorkflowType } from '../domain/workflows';
import type { SendableCommand, WorkflowPort } from '../outbox/workflow-port';
import { connectConfig } from './connect-config';
import { createDataConverter } from './data-converter';
import type { PayloadKey } from './payload-codec';
import { namespaceOf, type Namespaces } from './namespaces';
import { typedSearchAttributes } from './search-attributes';
import { taskQueues } from './task-queues';

/** How long one call to Temporal may take. */
const callTimeoutMs = 5_000;

/** A client of Temporal for this process. */
export interface TemporalClient {
  /** For retrievals: searches, record requests, documents, imports, periodic work. */
  readonly client: Client;
  /** For what goes to customers: deliveries, replays, mails. */
  readonly deliveries: Client;
  readonly connection: Connection;
  readonly namespaces: Namespaces;
  /** The id of the payload key that seals what is sent from here. */
  readonly sealingKeyId: string | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Where the Temporal frontend is, from the environment (`TEMPORAL_*`: local server, mTLS, Temporal Cloud's
 * API keys).
 */
export interface TemporalTarget {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly payloadKeys: readonly PayloadKey[];
}

/** Connects lazily: a process starts, and the API answers, while Temporal is away. */
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

/** How workflows are started. */
interface WorkflowPortOptions {
  readonly deskLink?: (workflowId: string) => string | undefined;
  readonly queuePrefix?: string;
}

function isWorkflowType(name: string): name is WorkflowType {
  return name in workflows;
}

/**
 * The port through which the outbox reaches Temporal. A signal starts its workflow when it does not run; a
 * start of one that exists is a success, because commands are sent at least once.
 * @param options.deskLink where what a workflow is about is shown at the desk; it stands in the workflow's
 *   details, in which the Temporal UI makes a link of it
 * @param options.queuePrefix set by tests, so that runs side by side do not serve each other
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
      ...(link === undefined ? {} : { staticDetails: `[At the desk](${link})` }),
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

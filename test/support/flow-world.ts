/**
 * The whole service in one process: the API over its own database, a dispatcher like the API process has, a
 * relay and workers like the worker process has, on real Temporal, PostgreSQL, and S3; and a customer's
 * receiver.
 */
import { randomBytes } from 'node:crypto';
import { abandonedType } from '../../src/domain/webhooks/attempt-outcome';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Knex } from 'knex';
import { createActivities } from '../../activities';
import { createDocumentReaders } from '../../src/reading/document-readers';
import { createDocumentSlots } from '../../src/documents/document-slots';
import { createDispatcher } from '../../src/outbox/dispatcher';
import { startRelay } from '../../src/outbox/relay';
import type { Mail } from '../../src/mail/mailer';
import { createPartners, type Partners } from '../../src/partners/partners';
import { createResearchSources, type ResearchSources } from '../../src/partners/research/research-source';
import { sandboxResearchSource } from '../../src/sandbox/research-source';
import { sandbox } from '../../src/sandbox/sandbox';
import { systemClock } from '../../src/platform/clock';
import type { WorkflowQueue } from '../../src/domain/workflows';
import { createLog } from '../../src/platform/log';
import { createMetrics, type Metrics } from '../../src/platform/metrics';
import { deskLinkOf } from '../../src/main/desk-link';
import { createWorkflowPort, type TemporalClient } from '../../src/temporal/client';
import { installRuntime, startWorkers } from '../../src/temporal/workers';
import {
  checkEndpointUrl,
  createEndpoint,
  type EndpointForm,
  type NewEndpoint,
} from '../../src/usecases/webhooks/new-endpoints';
import type { RosterSettings } from '../../src/usecases/rosters/exchanges';
import { createEgress } from '../../src/webhooks/egress/egress';
import { startApiWorld, type ApiWorld, type TestCompany, type WorldOptions } from './api-world';
import { createTestDatabase } from './database';
import { openTestFiles } from './files';
import { testEndpointSealer } from './endpoint-sealer';
import { readRows } from './records';
import { repeatedActivities } from './repeated-activities';
import { clientFor, openTestTemporal, temporalEnvironment, testPayloadKeys } from './temporal';
import { until, waitMaxMs, within } from './until';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver';
import { testWorkflowBundle } from './workflow-bundle';

const deskLink = deskLinkOf({ DESK_ADDRESSES: ['127.0.0.0/8'], PUBLIC_URL: 'https://records.example' });

/** The world of tests over whole flows. */
export interface FlowWorld extends ApiWorld {
  readonly queuePrefix: string;
  readonly receiver: WebhookReceiver;
  readonly temporal: TemporalClient;
  readonly workerLogLines: readonly string[];
  readonly workerMetrics: Metrics;
  /** The sent e-mails, in order. */
  readonly mails: readonly Mail[];
  /** Registers an endpoint of the company's administrator at a path of the receiver. */
  readonly endpoint: (
    company: TestCompany,
    path: string,
    form?: Partial<EndpointForm>,
  ) => Promise<NewEndpoint>;
  readonly workflow: (workflowId: string) => WorkflowHandle;
  /** Returns the workflow's details, as an operator reads them in the Temporal UI. */
  readonly details: (workflowId: string) => Promise<string>;
  /**
   * Waits until the workflow's details match. @throws after the time limit, with the details and the
   * workflow's state
   */
  readonly detailsWhen: (workflowId: string, isThere: (details: string) => boolean) => Promise<string>;
  /** Returns the workflow's state on the server: no worker is asked, and there is no patient data in it. */
  readonly standing: (workflowId: string) => Promise<string>;
  /** Waits until the workflow has completed. @throws its failure, or after the time limit its state */
  readonly result: (workflowId: string, withinMs?: number) => Promise<void>;
  /** Waits until everything in the outbox has been sent. @throws after the time limit, with what is left */
  readonly sent: (withinMs?: number) => Promise<void>;
  /**
   * Waits until every started workflow has ended, and every one that these started. For flows that end: one
   * that waits for a person is waited for. An abandoned delivery has ended, even if it is red.
   * @throws after the time limit, with the running ones, and any other workflow's failure
   */
  readonly ended: (withinMs?: number) => Promise<void>;
}

/** The URL at which customers reach the service. */
export const testPublicUrl = 'https://api.example.com';

interface FlowOptions extends Pick<WorldOptions, 'passkeysAt' | 'sendMail' | 'isOwnAddress'> {
  readonly partners?: Partners;
  /** The research sources; by default the deployment's own. */
  readonly researchSources?: ResearchSources;
  /** Partners whose files are in the tests' store. */
  readonly rosters?: readonly RosterSettings[];
  /** Queues served in addition to `core` and `webhooks`. Charts are combined on `documents`. */
  readonly alsoServes?: ReadonlyArray<Exclude<WorkflowQueue, 'core' | 'webhooks'>>;
  /** Whether each activity does its work twice, as after a worker that stopped at its end. */
  readonly repeatsActivities?: boolean;
  /**
   * Another world, of which this one is a second copy of the processes, with its database and queues. Close
   * it first.
   */
  readonly beside?: FlowWorld;
}

/** Returns what is left in the outbox, by names and ids. */
async function unsentRows(db: Knex): Promise<string[]> {
  const rows = await readRows<{ row: string }>(
    db,
    `(select concat_ws(' ', 'command', workflow_id, signal, 'attempts', attempts, last_fault) as row
      from outbox_command where sent_at is null order by id limit 10)
     union all
     (select concat_ws(' ', 'event', event_type, record_uid)
      from outbox_event where fanned_out_at is null order by id limit 10)`,
  );
  return rows.map(({ row }) => row);
}

/** Returns the sent commands, except some of them. */
async function sentCommandsBeside(
  db: Knex,
  ids: readonly number[],
): Promise<ReadonlyArray<{ readonly id: number; readonly workflowId: string }>> {
  return readRows(
    db,
    `select id::int, workflow_id as "workflowId" from outbox_command
     where sent_at is not null and not id = any(?)`,
    [[...ids]],
  );
}

/** Whether a workflow failed because its delivery was abandoned. */
function isGivenUp(error: unknown): boolean {
  if (!(error instanceof WorkflowFailedError)) return false;
  return error.cause instanceof ApplicationFailure && error.cause.type === abandonedType;
}

let runtimeLines: string[] | undefined;

/** Starts a world; close it after the tests of the file. */
export async function startFlowWorld(options: FlowOptions = {}): Promise<FlowWorld> {
  const { beside } = options;
  const queuePrefix = beside?.queuePrefix ?? `${randomBytes(6).toString('hex')}-`;
  const database = beside?.database ?? (await createTestDatabase({ poolMax: 20 }));
  const { db } = database;
  const clock = systemClock;
  const workerLogLines: string[] = [];
  const log = createLog({ level: 'debug', process: 'worker' }, { write: line => workerLogLines.push(line) });
  // The SDK has one runtime per process, and so one log.
  if (runtimeLines === undefined) installRuntime(log, undefined);
  runtimeLines ??= workerLogLines;

  const temporal = openTestTemporal();
  const workflows = createWorkflowPort(temporal, { queuePrefix, deskLink });
  const dispatcherMetrics = createMetrics('api');
  const dispatcher = createDispatcher({
    db,
    workflows,
    clock,
    log,
    metrics: dispatcherMetrics,
    path: 'commit',
  });
  const { passkeysAt, sendMail, isOwnAddress } = options;
  const api = await startApiWorld({
    database,
    nudgeOutbox: dispatcher.nudge,
    ...(passkeysAt === undefined ? {} : { passkeysAt }),
    ...(sendMail === undefined ? {} : { sendMail }),
    ...(isOwnAddress === undefined ? {} : { isOwnAddress }),
  });

  const workerMetrics = createMetrics('worker');
  const files = openTestFiles();
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  const mails: Mail[] = [];
  const relay = startRelay({ db, workflows, clock, log, metrics: workerMetrics }, database.url);
  const changeParts = { db, clock, nudgeOutbox: relay.nudge };
  const partners = options.partners ?? createPartners(undefined, sandbox);
  const { fingerprintSecret } = api.services;
  const rosters = options.rosters ?? [];
  const exchanges = new Map(rosters.map(settings => [settings.name, { settings, files }]));
  const parts = { ...changeParts, log, files, partners, fingerprintSecret, exchanges };
  const activities = createActivities({
    ...parts,
    documentSlots: createDocumentSlots(),
    documentReaders: createDocumentReaders(0),
    egress,
    endpointSealer: testEndpointSealer,
    metrics: workerMetrics,
    deliveryLogDays: 30,
    researchSources: options.researchSources ?? createResearchSources(sandboxResearchSource),
    publicUrl: testPublicUrl,
    supportName: 'support',
    mailer: { send: async mail => void mails.push(mail), close: () => undefined },
  });
  const workers = await startWorkers({
    config: {
      WORKER_QUEUES: ['core', 'webhooks', ...(options.alsoServes ?? [])],
      PAYLOAD_KEYS: testPayloadKeys,
      SHUTDOWN_GRACE_MS: 0,
      TEMPORAL_DELIVERY_RETENTION_DAYS: 1,
    },
    environment: temporalEnvironment(),
    activities: options.repeatsActivities === true ? repeatedActivities(activities) : activities,
    log,
    isStopping: () => false,
    queuePrefix,
    bundle: testWorkflowBundle(),
  });
  const receiver = beside?.receiver ?? (await startWebhookReceiver());

  const workflow = (workflowId: string): WorkflowHandle =>
    clientFor(temporal, workflowId).workflow.getHandle(workflowId);

  const details: FlowWorld['details'] = async workflowId => {
    const metadata = await workflow(workflowId).query<{ currentDetails?: string }>(
      '__temporal_workflow_metadata',
    );
    return metadata.currentDetails ?? '';
  };

  const detailsWhen: FlowWorld['detailsWhen'] = (workflowId, isThere) =>
    until(`the details of ${workflowId}`, () => details(workflowId), isThere);

  const standing: FlowWorld['standing'] = async workflowId => {
    const { status, historyLength, raw } = await workflow(workflowId).describe();
    const activities = (raw.pendingActivities ?? []).map(
      ({ activityType, attempt }) => `${activityType?.name ?? ''}, attempt ${attempt}`,
    );
    const task = raw.pendingWorkflowTask;
    const ago = (at: { readonly seconds?: unknown } | null | undefined): string =>
      at == null ? 'not yet' : `${Math.round(Date.now() / 1_000 - Number(at.seconds))} s ago`;
    const tasks =
      task == null
        ? []
        : [
            `a workflow task, attempt ${task.attempt}, scheduled ${ago(task.scheduledTime)}, ` +
              `started ${ago(task.startedTime)}`,
          ];
    const doing = [...activities, ...tasks];
    return (
      `${workflowId} ${status.name} after ${historyLength} events ` +
      `(${doing.join('; ') || 'nothing pending'})`
    );
  };

  async function allStanding(workflowIds: Iterable<string>): Promise<string> {
    const stand = [...workflowIds].slice(0, 10).map(id => standing(id).catch(() => `${id}, not described`));
    return (await Promise.all(stand)).join('\n');
  }

  // An abandoned wait would keep polling; on a closed connection its next try would fail whichever test runs
  // then.
  const waits = new AbortController();
  const endOf = (workflowId: string): Promise<void> =>
    temporal.connection.withAbortSignal(waits.signal, () => workflow(workflowId).result());

  const result: FlowWorld['result'] = (workflowId, withinMs) =>
    within('a workflow to end', endOf(workflowId), () => standing(workflowId), withinMs);

  const sent: FlowWorld['sent'] = async withinMs => {
    await until(
      'the outbox to be sent',
      async () => {
        await dispatcher.drain();
        await relay.drain();
        return unsentRows(db);
      },
      rows => rows.length === 0,
      { shown: rows => rows.join('\n'), ...(withinMs === undefined ? {} : { withinMs }) },
    );
  };

  const ended: FlowWorld['ended'] = async (withinMs = waitMaxMs) => {
    const endsAt = performance.now() + withinMs;
    const leftMs = (): number => Math.max(1, endsAt - performance.now());
    const lookedAfter: number[] = [];
    for (;;) {
      await sent(leftMs());
      const commands = await sentCommandsBeside(db, lookedAfter);
      if (commands.length === 0) return;
      lookedAfter.push(...commands.map(({ id }) => id));
      const running = new Set(commands.map(({ workflowId }) => workflowId));
      const ends = [...running].map(async id => {
        await endOf(id).catch((error: unknown) => {
          if (!isGivenUp(error)) throw error;
        });
        running.delete(id);
      });
      await within('workflows to end', Promise.all(ends), () => allStanding(running), leftMs());
    }
  };

  return {
    ...api,
    queuePrefix,
    receiver,
    temporal,
    workerLogLines,
    workerMetrics,
    mails,
    workflow,
    details,
    detailsWhen,
    standing,
    result,
    sent,
    ended,
    endpoint: async (company, path, form = {}) => {
      const url = form.url === null ? null : await checkEndpointUrl(egress, receiver.url(path));
      return api.change(change =>
        createEndpoint(change, testEndpointSealer, {
          companyId: company.id,
          ownerEmail: company.email,
          url,
          name: null,
          environment: 'sandbox',
          events: ['all'],
          projectIds: [],
          isTrackedOnly: false,
          customHeaders: [],
          sendsStandardHeaders: true,
          ...form,
        }),
      );
    },
    close: async () => {
      waits.abort();
      await relay.stop();
      await dispatcher.stop();
      workers.shutdown();
      await workers.finished;
      if (beside === undefined) await receiver.close();
      await egress.close();
      files.close();
      await temporal.close();
      await api.close();
      if (beside === undefined) await database.drop();
    },
  };
}

/** Limits of every workflow: how long activities may take, how often they retry, when it continues as new. */
import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { WorkflowHandle, WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import type { Activities } from '../../activities';
import { periodicWork } from '../../src/domain/periodic-work';
import { workflows } from '../../src/domain/workflows';
import { describeTimers, startSkippingWorld, type SkippingWorld } from '../support/time-skipping';
import { until } from '../support/until';

type ActivityName = { [Queue in keyof Activities]: keyof Activities[Queue] }[keyof Activities];

/** In seconds. A wait doubles each time, up to the longest; the number of attempts is unlimited. */
interface Limits {
  /** For one attempt. */
  readonly attempt: number;
  /** After this time without a heartbeat, the worker is considered dead. */
  readonly heartbeat?: number;
  /** For all attempts together. */
  readonly inAll?: number;
  /** The first wait, and the longest. */
  readonly waits: readonly [number, number];
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const periodic: Limits = { attempt: 10 * minute, heartbeat: 20, waits: [1, 20] };

// Of recordRequest, `preparePacket` has today's limits: replay covers executions from before packets were
// one file.
const limits: Readonly<Record<ActivityName, Limits>> = {
  readAuthorization: { attempt: 6 * minute, heartbeat: 20, waits: [1, minute] },
  giveUpReading: { attempt: 10, waits: [0.5, 30] },
  judgeAuthorization: { attempt: 10, waits: [0.5, 30] },
  readSupporting: { attempt: 6 * minute, heartbeat: 20, waits: [1, minute] },
  giveUpSupporting: { attempt: 10, waits: [0.5, 30] },
  surveyFile: { attempt: 10 * minute, heartbeat: 20, waits: [1, minute] },
  importRows: { attempt: 15 * minute, heartbeat: 20, waits: [1, minute] },
  finishImport: { attempt: 10 * minute, heartbeat: 20, waits: [1, minute] },
  workBulk: { attempt: 2 * minute, waits: [1, minute] },
  sendNotice: { attempt: minute, inAll: 3 * day, waits: [5, 10 * minute] },
  reviewSearches: { attempt: 10, waits: [0.5, 30] },
  resolveIdentity: { attempt: 30, waits: [0.5, 30] },
  runSearch: { attempt: 2 * minute, heartbeat: 20, waits: [1, minute] },
  sendRecordRequest: { attempt: 10, waits: [0.5, 30] },
  collectReturn: { attempt: 5 * minute, heartbeat: 20, waits: [1, minute] },
  preparePacket: { attempt: 6 * minute, heartbeat: 20, waits: [1, minute] },
  readReturned: { attempt: 6 * hour, heartbeat: 20, waits: [1, minute] },
  combineChart: { attempt: 6 * hour, heartbeat: 20, waits: [1, 10 * minute] },
  reviewExchange: { attempt: 10, waits: [0.5, minute] },
  sendRosters: { attempt: 5 * minute, heartbeat: 20, waits: [1, minute] },
  takeExchangedFile: { attempt: 2 * hour, heartbeat: 20, waits: [1, minute] },
  planResearch: { attempt: 10, waits: [0.5, 30] },
  askResearchSource: { attempt: minute, heartbeat: 20, inAll: 10 * minute, waits: [1, minute] },
  missResearchSource: { attempt: 10, waits: [0.5, 30] },
  endResearch: { attempt: 10, waits: [0.5, 30] },
  attemptDelivery: { attempt: 30, inAll: 24 * hour, waits: [0.5, minute] },
  showRefusal: { attempt: 30, waits: [0.5, minute] },
  failDelivery: { attempt: 30, waits: [0.5, minute] },
  abandonDelivery: { attempt: 30, waits: [0.5, minute] },
  replayNext: { attempt: minute, waits: [1, minute] },
  sweepUploads: periodic,
  sweepExchanges: periodic,
  endOverdueImports: periodic,
  abandonHeldDeliveries: periodic,
  tellFollowUps: periodic,
  tellExpirations: periodic,
  sendDigests: periodic,
  findPartners: periodic,
  removeExpiredRows: periodic,
  keepDeliveryLog: periodic,
  prepareAuditPartitions: periodic,
};

/** What the activities of a run return, by name; an activity that isn't listed returns nothing. */
type Answers = Partial<Record<ActivityName, (call: number) => unknown>>;
let answers: Answers = {};
const calls = new Map<string, number>();
/** The inputs of the activities in a run. */
const inputs = new Map<string, unknown[]>();
/** The numbers of the attempts made in the workflow's own task. */
const localTries: number[] = [];

const activities = Object.fromEntries(
  Object.keys(limits).map(name => [
    name,
    async (input: unknown): Promise<unknown> => {
      const { info } = Context.current();
      inputs.set(name, [...(inputs.get(name) ?? []), input]);
      if (info.isLocal) localTries.push(info.attempt);
      const call = (calls.get(name) ?? 0) + 1;
      calls.set(name, call);
      return answers[name as ActivityName]?.(call);
    },
  ]),
);

/** A duration as it is in histories. */
interface Span {
  readonly seconds?: unknown;
  readonly nanos?: number | null;
}

const secondsOf = (span: Span | null | undefined): number =>
  Number(span?.seconds ?? 0) + (span?.nanos ?? 0) / 1e9;

type Scheduled = temporal.api.history.v1.IActivityTaskScheduledEventAttributes;

/** Returns the limits that an activity was scheduled with. */
function limitsOf({
  startToCloseTimeout,
  scheduleToCloseTimeout,
  heartbeatTimeout,
  retryPolicy,
}: Scheduled): Limits {
  const [attempt, inAll, heartbeat] = [startToCloseTimeout, scheduleToCloseTimeout, heartbeatTimeout].map(
    secondsOf,
  );
  expect({
    backoff: retryPolicy?.backoffCoefficient,
    tries: retryPolicy?.maximumAttempts,
    never: retryPolicy?.nonRetryableErrorTypes ?? [],
  }).toEqual({ backoff: 2, tries: 0, never: [] });
  return {
    attempt: attempt ?? 0,
    waits: [secondsOf(retryPolicy?.initialInterval), secondsOf(retryPolicy?.maximumInterval)],
    ...(heartbeat === 0 ? {} : { heartbeat }),
    // The server sets ten years if nothing is set. Counted from when the workflow read its clock.
    ...(inAll === undefined || inAll === 0 || inAll > 365 * day
      ? {}
      : { inAll: Math.round(inAll / minute) * minute }),
  };
}

const everyWorkflow = new Map<string, readonly ActivityName[]>([
  ['authCheck', ['readAuthorization', 'giveUpReading', 'judgeAuthorization']],
  ['supportingDocument', ['readSupporting', 'giveUpSupporting']],
  ['bulkImport', ['surveyFile', 'importRows', 'finishImport']],
  ['deskBulk', ['workBulk']],
  ['endpointNotice', ['sendNotice']],
  ['patientSearch', ['reviewSearches', 'runSearch', 'resolveIdentity']],
  ['recordRequest', ['sendRecordRequest', 'collectReturn', 'readReturned', 'preparePacket', 'combineChart']],
  ['rosterExchange', ['reviewExchange', 'sendRosters', 'takeExchangedFile']],
  ['siteResearch', ['planResearch', 'askResearchSource', 'missResearchSource', 'endResearch']],
  ['webhookDelivery', ['attemptDelivery', 'showRefusal', 'failDelivery', 'abandonDelivery']],
  ['webhookReplay', ['replayNext']],
  ...Object.keys(periodicWork).map(name => [name, [name as ActivityName]] as const),
]);

test('The table lists every workflow and every activity', () => {
  const types = [...Object.keys(workflows), ...Object.keys(periodicWork)];
  expect([...everyWorkflow.keys()].toSorted()).toEqual(types.toSorted());
  expect([...everyWorkflow.values()].flat().toSorted()).toEqual(Object.keys(limits).toSorted());
});

describeTimers('The workflow', () => {
  let skipping: SkippingWorld;
  beforeAll(async () => {
    skipping = await startSkippingWorld(activities);
  }, 120_000);
  afterAll(() => skipping.close());

  /** What a run has scheduled: the limits of each activity's first call, and the timers in seconds. */
  interface Recorded {
    readonly limits: Readonly<Record<string, Limits>>;
    readonly timers: readonly number[];
  }

  async function recordedIn(handle: WorkflowHandle): Promise<Recorded> {
    const events = (await handle.fetchHistory()).events ?? [];
    const scheduled = events.flatMap(({ activityTaskScheduledEventAttributes: event }) => event ?? []);
    const timers = events.flatMap(({ timerStartedEventAttributes: event }) => event ?? []);
    return {
      limits: Object.fromEntries(
        scheduled.toReversed().map(event => [event.activityType?.name ?? '', limitsOf(event)]),
      ),
      timers: timers.map(({ startToFireTimeout }) => secondsOf(startToFireTimeout)),
    };
  }

  async function start(
    type: string,
    input: object | undefined,
    given: Answers,
  ): Promise<WorkflowHandleWithFirstExecutionRunId> {
    answers = given;
    calls.clear();
    inputs.clear();
    localTries.length = 0;
    return skipping.environment.client.workflow.start(type, {
      taskQueue: skipping.taskQueue,
      workflowId: `${type}/${randomUUID()}`,
      args: input === undefined ? [] : [input],
    });
  }

  /** Runs a workflow until it ends, with or without an error. */
  async function run(type: string, input: object | undefined, given: Answers): Promise<Recorded> {
    const handle = await start(type, input, given);
    await handle.result().catch(() => undefined);
    return recordedIn(handle);
  }

  /** Expects that a run called these activities, each with its limits. */
  function expectLimits(recorded: Recorded, names: readonly ActivityName[]): void {
    expect(recorded.limits).toEqual(Object.fromEntries(names.map(name => [name, limits[name]])));
  }

  function expected(type: string): readonly ActivityName[] {
    return everyWorkflow.get(type) ?? [];
  }

  const fail = (): never => {
    throw ApplicationFailure.create({ message: 'a fault of the test', nonRetryable: true });
  };
  const documentRun = { documentUid: 'document', run: 1 };

  test('authCheck waits 5 s, 30 s, 2 min, and 10 min for its document', async () => {
    const recorded = await run('authCheck', documentRun, {
      readAuthorization: () => 'missing',
      judgeAuthorization: () => ({ passed: 1, warning: 0, failed: 0, notRun: 0 }),
    });
    expectLimits(recorded, expected('authCheck'));
    expect(recorded.timers).toEqual([5, 30, 2 * minute, 10 * minute]);
  });

  test('supportingDocument waits 5 s, 30 s, 2 min, and 10 min for its document', async () => {
    const recorded = await run('supportingDocument', documentRun, { readSupporting: () => 'missing' });
    expectLimits(recorded, expected('supportingDocument'));
    expect(recorded.timers).toEqual([5, 30, 2 * minute, 10 * minute]);
  });

  test('bulkImport goes from chunk to chunk without a wait', async () => {
    const recorded = await run(
      'bulkImport',
      { importUid: 'import' },
      {
        surveyFile: () => ({ kind: 'readable', rowCount: 2, begin: { row: 1, byte: 0 } }),
        importRows: call => ({ kind: 'done', rowCount: call, next: call === 2 ? null : { row: 2, byte: 9 } }),
      },
    );
    expectLimits(recorded, expected('bulkImport'));
    expect([calls.get('importRows'), recorded.timers]).toEqual([2, []]);
  });

  test('deskBulk continues without a wait until nothing is left', async () => {
    const recorded = await run(
      'deskBulk',
      { bulkUid: 'bulk' },
      { workBulk: call => ({ waiting: 3 - call, done: call, refused: 0, gone: 0 }) },
    );
    expectLimits(recorded, expected('deskBulk'));
    expect([calls.get('workBulk'), recorded.timers]).toEqual([3, []]);
  });

  test('endpointNotice retries for three days and fails with a reason for operators', async () => {
    const handle = await start('endpointNotice', { noticeUid: 'notice' }, { sendNotice: fail });
    await expect(handle.result()).rejects.toThrow('Workflow execution failed');
    expectLimits(await recordedIn(handle), expected('endpointNotice'));
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(currentDetails).toMatch(/^Failed: /);
  });

  test('patientSearch asks a partner again when the partner says', async () => {
    const search = { kind: 'siteSonar', runUid: null, resendAtMs: null, refusalCode: null };
    const look = (phase: string, next: string): object => ({
      searches: [{ ...search, phase, next, runUid: phase === 'running' ? 'run' : null }],
      searchStatus: 'Processing',
      sequence: 1,
    });
    const recorded = await run(
      'patientSearch',
      { patientUid: 'patient' },
      {
        reviewSearches: () => {
          if (calls.has('resolveIdentity')) return look('off', 'nothing');
          return (calls.get('runSearch') ?? 0) < 2
            ? look('running', 'nothing')
            : look('answered', 'resolvable');
        },
        runSearch: () => ({ state: 'running', askAgainAfterMs: 7 * minute * 1_000 }),
      },
    );
    expectLimits(recorded, expected('patientSearch'));
    expect(recorded.timers.map(Math.round)).toEqual([7 * minute]);
  });

  test('recordRequest asks a facility again when the facility says', async () => {
    const recorded = await run(
      'recordRequest',
      { recordRequestUid: 'request' },
      {
        sendRecordRequest: () => ({ progress: 'Processing', sequence: 1 }),
        collectReturn: call =>
          call === 1 ? { progress: 'Processing', askAgainAfterMs: 9 * minute * 1_000 } : 'gone',
      },
    );
    const { sendRecordRequest, collectReturn } = limits;
    expect(recorded.limits).toMatchObject({ sendRecordRequest, collectReturn });
    expect(recorded.timers).toEqual([9 * minute]);
  });

  test('rosterExchange waits until its file is due', async () => {
    const sendAtMs = (await skipping.environment.currentTimeMs()) + 30 * minute * 1_000;
    const recorded = await run(
      'rosterExchange',
      { partner: 'claimsnet' },
      {
        reviewExchange: call => {
          if (call === 1) return { inboundUids: ['file'], sendAtMs: null, queued: 0 };
          return { inboundUids: [], sendAtMs: calls.has('sendRosters') ? null : sendAtMs, queued: 1 };
        },
      },
    );
    expectLimits(recorded, expected('rosterExchange'));
    expect(recorded.timers).toHaveLength(1);
    expect(Math.round((recorded.timers[0] ?? 0) / minute)).toBe(30);
  });

  test('siteResearch gives each source its own time', async () => {
    const recorded = await run(
      'siteResearch',
      { researchUid: 'research' },
      {
        planResearch: () => ({ sources: [{ name: 'slow', answerWithinMs: 10 * minute * 1_000 }] }),
        askResearchSource: () => ({ askAgainAfterMs: 4 * minute * 1_000 }),
        endResearch: () => ({ answered: 0, missed: 1 }),
      },
    );
    expectLimits(recorded, expected('siteResearch'));
    // The last wait is shortened to the time that is left.
    expect(recorded.timers.map(seconds => Math.round(seconds / minute))).toEqual([4, 4, 2]);
  });

  test('webhookDelivery makes its first attempt once in its own task, and then as an activity after our own error', async () => {
    const handle = await start(
      'webhookDelivery',
      { deliveryUid: 'delivery' },
      {
        attemptDelivery: call => {
          if (call === 1) throw new Error('a fault of ours');
          return 'succeeded';
        },
      },
    );
    await handle.result();
    expect([localTries, calls.get('attemptDelivery')]).toEqual([[1], 2]);
    const recorded = await recordedIn(handle);
    expect(recorded.limits).toEqual({ attemptDelivery: limits.attemptDelivery });
    expect(recorded.timers).toEqual([]);
  });

  test('webhookDelivery records its end within these limits', async () => {
    const failed = { outcome: 'failed', answer: 'HTTP 503', retryAfterMs: null };
    const recorded = await run(
      'webhookDelivery',
      { deliveryUid: 'delivery' },
      { attemptDelivery: () => failed, showRefusal: () => failed, failDelivery: () => false },
    );
    const { showRefusal, failDelivery, abandonDelivery } = limits;
    expect(recorded.limits).toMatchObject({ showRefusal, failDelivery, abandonDelivery });
  });

  test('webhookReplay waits 2 s only if no slot is free', async () => {
    const recorded = await run(
      'webhookReplay',
      { replayUid: 'replay' },
      { replayNext: call => ({ isOver: call === 4, done: call === 2 ? 0 : 5 }) },
    );
    expectLimits(recorded, expected('webhookReplay'));
    expect(recorded.timers).toEqual([2]);
  });

  test.each(Object.keys(periodicWork))('%s does its work within these limits', async name => {
    expectLimits(await run(name, undefined, {}), expected(name));
  });

  /** A result long enough to fill a history in a few steps: the server suggests a new execution at 4 MiB. */
  const padding = { padding: 'x'.repeat(1_000_000) };

  /** The first execution of a workflow, and its last one. */
  interface Executions {
    readonly first: { readonly status: string; readonly events: number };
    readonly last: { readonly status: string; readonly details: string };
  }

  /** Runs a workflow to the end of its last execution. */
  async function runToEnd(type: string, input: object, given: Answers): Promise<Executions> {
    const handle = await start(type, input, given);
    await handle.result();
    const { workflow } = skipping.environment.client;
    // The history of the first execution is too long to be fetched.
    const first = await workflow.getHandle(handle.workflowId, handle.firstExecutionRunId).describe();
    const latest = workflow.getHandle(handle.workflowId);
    const { currentDetails } = await latest.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    return {
      first: { status: first.status.name, events: first.historyLength },
      last: { status: (await latest.describe()).status.name, details: currentDetails },
    };
  }

  /** Expects that a workflow continued as new and then completed. */
  function expectContinued({ first, last }: Executions): void {
    expect([first.status, last.status]).toEqual(['CONTINUED_AS_NEW', 'COMPLETED']);
  }

  test('bulkImport reads the file once and continues at the row and byte it had reached', async () => {
    const at = (call: number): object => ({ row: call + 1, byte: call * 100 });
    const executions = await runToEnd(
      'bulkImport',
      { importUid: 'import' },
      {
        surveyFile: () => ({ kind: 'readable', rowCount: 12_000, begin: at(0) }),
        importRows: call => ({
          ...padding,
          kind: 'done',
          rowCount: call * 1_000,
          next: call === 8 ? null : at(call),
        }),
      },
    );
    expectContinued(executions);
    expect(inputs.get('surveyFile')).toHaveLength(1);
    expect(inputs.get('importRows')).toEqual(
      Array.from({ length: 8 }, (_, call) => ({ importUid: 'import', from: at(call) })),
    );
    expect(inputs.get('finishImport')).toHaveLength(1);
  });

  test('bulkImport stays in one execution while its history is short', async () => {
    const executions = await runToEnd(
      'bulkImport',
      { importUid: 'import' },
      {
        surveyFile: () => ({ kind: 'readable', rowCount: 2, begin: { row: 1, byte: 0 } }),
        importRows: call => ({
          kind: 'done',
          rowCount: call,
          next: call === 8 ? null : { row: call, byte: 0 },
        }),
      },
    );
    expect(executions.first.status).toBe('COMPLETED');
  });

  test('webhookReplay keeps its count when it continues as new', async () => {
    const executions = await runToEnd(
      'webhookReplay',
      { replayUid: 'replay' },
      { replayNext: call => ({ ...padding, isOver: call === 8, done: 5 }) },
    );
    expectContinued(executions);
    expect(executions.last.details).toBe('Done: 40 deliveries were processed.');
  });

  test('rosterExchange continues with the same partner and looks again', async () => {
    const executions = await runToEnd(
      'rosterExchange',
      { partner: 'claimsnet' },
      {
        reviewExchange: call => ({
          ...padding,
          inboundUids: call < 8 ? [`file-${call}`] : [],
          sendAtMs: null,
          queued: 0,
        }),
      },
    );
    expectContinued(executions);
    expect(inputs.get('reviewExchange')?.every(input => JSON.stringify(input).includes('claimsnet'))).toBe(
      true,
    );
    expect(inputs.get('takeExchangedFile')).toEqual(
      Array.from({ length: 7 }, (_, index) => ({ fileUid: `file-${index + 1}` })),
    );
  });

  test('recordRequest remembers that the rest is still to come, and asks the facility again', async () => {
    const request = { recordRequestUid: 'request' };
    const executions = await runToEnd('recordRequest', request, {
      // Not sent again: some records had already been returned.
      sendRecordRequest: call => ({
        progress: call === 1 ? 'Processing' : 'NeedToReviewResults',
        sequence: 1,
      }),
      collectReturn: call =>
        call === 8
          ? { ...padding, progress: 'gone' }
          : { ...padding, progress: 'Processing', askAgainAfterMs: 60_000 },
    });
    expectContinued(executions);
    expect(inputs.get('collectReturn')).toHaveLength(8);
  });

  test('patientSearch continues as new at a thousand events, long before the server suggests it', async () => {
    const search = {
      kind: 'siteSonar',
      phase: 'answered',
      runUid: null,
      resendAtMs: null,
      refusalCode: null,
    };
    const looksMax = 120;
    const executions = await runToEnd(
      'patientSearch',
      { patientUid: 'patient' },
      {
        reviewSearches: call => ({
          searches: [{ ...search, next: call < looksMax ? 'resolvable' : 'nothing' }],
          searchStatus: 'AmbiguousIdentity',
          sequence: call,
        }),
      },
    );
    expectContinued(executions);
    const { events } = executions.first;
    expect(events).toBeGreaterThan(1_000);
    // Fewer than the events of one more look.
    expect(events).toBeLessThan(1_020);
  });

  // Last: while an activity is waiting for a worker, the server skips no time, even after the workflow was
  // terminated.
  /** Runs a record request until it has scheduled an activity that no worker executes here. */
  async function requestUntil(activity: ActivityName, given: Answers): Promise<Recorded> {
    const handle = await start('recordRequest', { recordRequestUid: 'request' }, given);
    const recorded = await until(
      `${activity} to be scheduled`,
      () => recordedIn(handle),
      found => activity in found.limits,
    );
    await handle.terminate();
    return recorded;
  }

  test('recordRequest creates its packet and its chart on the queue for documents', async () => {
    const packet = await requestUntil('preparePacket', {
      sendRecordRequest: () => ({ progress: 'toBePacked', sequence: 1 }),
    });
    expect(packet.limits['preparePacket']).toEqual(limits.preparePacket);
    const chart = await requestUntil('combineChart', {
      sendRecordRequest: () => ({ progress: 'Completed', sequence: 1 }),
    });
    expect(chart.limits['combineChart']).toEqual(limits.combineChart);
  });

  test('recordRequest compares returned files with the patient on the queue for documents [REQUEST-36]', async () => {
    const returned = await requestUntil('readReturned', {
      sendRecordRequest: () => ({ progress: 'Processing', sequence: 1 }),
      collectReturn: () => ({ progress: 'Processing', isToBeRead: true }),
    });
    expect(returned.limits['readReturned']).toEqual(limits.readReturned);
    const attached = await requestUntil('readReturned', {
      sendRecordRequest: () => ({ progress: 'waitsForFacility', sequence: 1, isToBeRead: true }),
    });
    expect(attached.limits['readReturned']).toEqual(limits.readReturned);
  });
});

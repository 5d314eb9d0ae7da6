/** The schedule of a delivery, on a time-skipping server with a scripted receiver. */
import { randomUUID } from 'node:crypto';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import type { Activities } from '../../activities';
import { failWhereRefused, showRefusal, type AttemptInput } from '../../activities/attempt-delivery';
import type { AttemptOutcome } from '../../src/usecases/webhooks/deliveries';
import { describeTimers, startSkippingWorld, type SkippingWorld } from '../support/time-skipping';

const seconds = 1;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The outcomes of each delivery's attempts, in order; the last one repeats. */
const outcomes = new Map<string, Array<AttemptOutcome | 'fault'>>();
const refused = { outcome: 'failed', answer: 'HTTP 503', retryAfterMs: null } as const;
/** The plans that the attempts of each delivery received. */
const plans = new Map<string, Array<AttemptInput['plan']>>();

const activities: Pick<
  Activities['webhooks'],
  'attemptDelivery' | 'showRefusal' | 'failDelivery' | 'abandonDelivery'
> = {
  attemptDelivery: async ({ deliveryUid, plan }) => {
    const script = outcomes.get(deliveryUid) ?? [];
    const outcome = (script.length > 1 ? script.shift() : script[0]) ?? 'failed';
    const received = plans.get(deliveryUid) ?? [];
    plans.set(deliveryUid, [...received, plan]);
    if (outcome === 'fault') throw new Error('the body cannot be built');
    // Like the activity; its clock is that of the schedule.
    return failWhereRefused(outcome === 'failed' ? refused : outcome, plan, new Date(plan?.nextAt ?? 0));
  },
  showRefusal: async refusal => showRefusal(refusal),
  failDelivery: async () => false,
  abandonDelivery: async () => undefined,
};

describeTimers('The schedule of a delivery', () => {
  let skipping: SkippingWorld;
  beforeAll(async () => {
    skipping = await startSkippingWorld(activities);
  }, 120_000);
  afterAll(() => skipping.close());

  /**
   * @param ageSeconds how long ago the event happened; absent: the workflow was started by a release that
   *   didn't pass it
   */
  async function start(
    script: Array<AttemptOutcome | 'fault'>,
    ageSeconds?: number,
  ): Promise<WorkflowHandle> {
    const deliveryUid = randomUUID();
    outcomes.set(deliveryUid, script);
    const nowMs = await skipping.environment.currentTimeMs();
    const about = ageSeconds === undefined ? {} : { emittedAtMs: nowMs - ageSeconds * 1_000 };
    return skipping.environment.client.workflow.start('webhookDelivery', {
      taskQueue: skipping.taskQueue,
      workflowId: `webhook-delivery/${deliveryUid}`,
      args: [{ deliveryUid, ...about }],
    });
  }

  /** Returns how the workflow of a delivery ended: failed if the delivery was abandoned. */
  async function endOf(handle: WorkflowHandle): Promise<string> {
    return handle.result().then(
      () => 'completed',
      (error: unknown) => {
        if (!(error instanceof WorkflowFailedError)) throw error;
        return error.cause?.message ?? '';
      },
    );
  }

  async function eventsOf(handle: WorkflowHandle): Promise<temporal.api.history.v1.IHistoryEvent[]> {
    return (await handle.fetchHistory()).events ?? [];
  }

  /** Returns the statuses that the workflow gave itself, in order. */
  async function statusesOf(handle: WorkflowHandle): Promise<string[]> {
    const upserts = (await eventsOf(handle)).map(
      event => event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields,
    );
    const data = upserts.map(fields => fields?.['RecordwellStatus']?.data);
    return data
      .filter(bytes => bytes != null)
      .map(bytes => JSON.parse(Buffer.from(bytes).toString()) as string);
  }

  /** Returns the timers that were started, in whole seconds. */
  async function waitsOf(handle: WorkflowHandle): Promise<number[]> {
    const timers = (await eventsOf(handle)).map(event => event.timerStartedEventAttributes);
    return timers.filter(timer => timer != null).map(timer => Number(timer.startToFireTimeout?.seconds));
  }

  /** Returns what an event calls: an activity, or the first attempt, which is made in the workflow's task. */
  function callOf(event: temporal.api.history.v1.IHistoryEvent): string | undefined {
    const isLocal = event.markerRecordedEventAttributes?.markerName === 'core_local_activity';
    return isLocal
      ? 'attemptDelivery'
      : (event.activityTaskScheduledEventAttributes?.activityType?.name ?? undefined);
  }

  /**
   * Expects these activities; `attempt 30` is one at 30 seconds after the start. The server's clock both runs
   * and skips, so the machine's own time adds up: each activity may be late by that much.
   */
  async function expectCalls(
    handle: WorkflowHandle,
    expected: readonly string[],
    lateMaxSeconds = 20,
  ): Promise<void> {
    const events = await eventsOf(handle);
    const secondsOf = ({ eventTime }: temporal.api.history.v1.IHistoryEvent): number =>
      Number(eventTime?.seconds ?? 0) + (eventTime?.nanos ?? 0) / 1e9;
    const [first] = events;
    const calls = events
      .map(event => ({ event, type: callOf(event) }))
      .filter(({ type }) => type !== undefined && type !== 'showRefusal')
      .map(({ event, type = '' }, index) => {
        const name = type.replace('Delivery', '');
        const seconds = secondsOf(event) - (first === undefined ? 0 : secondsOf(first));
        const wanted = Number(expected[index]?.split(' ')[1]);
        const isOnTime = seconds > wanted - 0.5 && seconds < wanted + lateMaxSeconds;
        return `${name} ${isOnTime ? wanted : seconds}`;
      });
    expect(calls).toEqual(expected);
  }

  const wholeSchedule = [
    'attempt 0',
    `attempt ${30 * seconds}`,
    `attempt ${2 * minutes + 30 * seconds}`,
    `attempt ${12 * minutes + 30 * seconds}`,
    `attempt ${1 * hours + 12 * minutes + 30 * seconds}`,
    `attempt ${7 * hours + 12 * minutes + 30 * seconds}`,
    `fail ${7 * hours + 12 * minutes + 30 * seconds}`,
    `abandon ${24 * hours}`,
  ];

  test('counts 24 hours from the event, however long the delivery was held [DECISION-54]', async () => {
    const handle = await start(['failed'], 20 * hours);
    await endOf(handle);
    await expectCalls(handle, [
      ...wholeSchedule.slice(0, 5),
      // The sixth attempt would come after the end.
      `abandon ${4 * hours - 10}`,
    ]);
  });

  test('abandons a delivery without an attempt when its 24 hours are over [DECISION-54]', async () => {
    const handle = await start(['succeeded'], 25 * hours);
    await endOf(handle);
    await expectCalls(handle, ['abandon 0']);
  });

  test.each([
    ['less than the step', 5, 30],
    ['more than the step', 45, 45],
    ['more than twice the step', 3_600, 60],
  ])(
    'waits as Retry-After requests, between one and two steps: %s [DECISION-68]',
    async (_what, askedSeconds, waitedSeconds) => {
      const requested = {
        outcome: 'failed',
        answer: 'HTTP 503',
        retryAfterMs: askedSeconds * 1_000,
      } as const;
      const handle = await start([requested, 'succeeded']);
      await endOf(handle);
      await expectCalls(handle, ['attempt 0', `attempt ${waitedSeconds}`]);
      expect(await waitsOf(handle)).toEqual([waitedSeconds]);
    },
  );

  test('abandons a delivery after 24 hours, however long Retry-After requests', async () => {
    const requested = { outcome: 'failed', answer: 'HTTP 503', retryAfterMs: 48 * hours * 1_000 } as const;
    const handle = await start([requested]);
    await endOf(handle);
    // Twice each step except the last, which ends at 2 h 25 m; then the sixth, 12 hours later.
    await expectCalls(handle, [
      'attempt 0',
      `attempt ${1 * minutes}`,
      `attempt ${5 * minutes}`,
      `attempt ${25 * minutes}`,
      `attempt ${2 * hours + 25 * minutes}`,
      `attempt ${14 * hours + 25 * minutes}`,
      `fail ${14 * hours + 25 * minutes}`,
      `abandon ${24 * hours}`,
    ]);
  });

  test('ends as completed with the first success', async () => {
    const handle = await start(['succeeded']);
    expect(await endOf(handle)).toBe('completed');
    await expectCalls(handle, ['attempt 0']);
  });

  test('ends immediately if the delivery has already ended', async () => {
    const handle = await start(['over']);
    await endOf(handle);
    await expectCalls(handle, ['attempt 0']);
  });

  test('attempts after 30 s, 2 m, 10 m, 1 h, and 6 h, fails after the sixth, and abandons at 24 h [HOOK-17] [HOOK-18] [DECISION-21]', async () => {
    const handle = await start(['failed']);
    await endOf(handle);
    await expectCalls(handle, wholeSchedule);
    expect((await waitsOf(handle)).slice(0, 5)).toEqual([
      30 * seconds,
      2 * minutes,
      10 * minutes,
      1 * hours,
      6 * hours,
    ]);
  });

  /** Returns the failed attempts, as operators read them. */
  async function failuresOf(handle: WorkflowHandle): Promise<Array<{ type: unknown; message: unknown }>> {
    const failures = (await eventsOf(handle)).map(event => event.activityTaskFailedEventAttributes?.failure);
    return failures
      .filter(failure => failure != null)
      .map(({ applicationFailureInfo, message }) => ({ type: applicationFailureInfo?.type, message }));
  }

  test('shows why each attempt failed and when the next follows, and that the delivery was abandoned [DECISION-81]', async () => {
    const handle = await start(['failed']);
    expect(await endOf(handle)).toBe(
      'The delivery was abandoned: the receiver never acknowledged this event. ' +
        'The last attempt failed: HTTP 503.',
    );
    const failures = await failuresOf(handle);
    expect(failures).toHaveLength(6);
    expect(failures[0]).toEqual({
      type: 'AttemptFailed: HTTP 503',
      message: expect.stringMatching(
        /^The attempt failed: HTTP 503\. The next attempt is at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/,
      ) as string,
    });
    expect(failures[5]?.message).toContain('No automatic attempt follows. The delivery is abandoned at');
    // Each of them ran once: only the schedule retries a failed attempt.
    const attempts = (await eventsOf(handle)).map(event => event.activityTaskStartedEventAttributes?.attempt);
    expect(attempts.filter(attempt => attempt != null)).toEqual(Array(8).fill(1));
  });

  test('passes the state of the schedule to each attempt after the first [DECISION-81]', async () => {
    const handle = await start(['failed', 'failed', 'succeeded']);
    await skipping.environment.sleep('10s');
    await handle.signal('retryNow');
    await endOf(handle);
    const received = plans.get(handle.workflowId.split('/')[1] ?? '') ?? [];
    expect(received.map(plan => [plan?.failures, plan?.isByHand])).toEqual([
      [undefined, undefined],
      [1, true],
      [1, false],
    ]);
  });

  test.each([
    [
      'that failed fails the workflow',
      { outcome: 'missed', answer: 'HTTP 500', wasAttempted: true },
      'HTTP 500',
    ],
    [
      'that was not made does not fail it',
      { outcome: 'missed', answer: 'not mailed', wasAttempted: false },
      undefined,
    ],
  ] as const)('handles an only attempt %s [HOOK-29] [DECISION-81]', async (_what, missed, answer) => {
    const handle = await start([missed]);
    const ended = await endOf(handle);
    await expectCalls(handle, ['attempt 0']);
    expect((await statusesOf(handle)).at(-1)).toBe('Abandoned');
    if (answer === undefined) expect(ended).toBe('completed');
    else expect(ended).toContain(`The last attempt failed: ${answer}.`);
    expect(await failuresOf(handle)).toHaveLength(answer === undefined ? 0 : 1);
  });

  test('continues after failures until a success', async () => {
    const handle = await start(['failed', 'failed', 'failed', 'succeeded']);
    await endOf(handle);
    await expectCalls(handle, wholeSchedule.slice(0, 4));
  });

  test('makes one more attempt for a manual retry after it failed, and fails only once [DECISION-21]', async () => {
    const handle = await start(['failed']);
    await skipping.environment.sleep('8h');
    await handle.signal('retryNow');
    await endOf(handle);
    await expectCalls(handle, [
      ...wholeSchedule.slice(0, 7),
      `attempt ${8 * hours}`,
      `abandon ${24 * hours}`,
    ]);
  });

  test('attempts immediately on a manual retry in a wait', async () => {
    const handle = await start(['failed', 'failed', 'succeeded']);
    await skipping.environment.sleep('60s');
    await handle.signal('retryNow');
    await endOf(handle);
    await expectCalls(handle, ['attempt 0', 'attempt 30', 'attempt 60']);
  });

  test('still makes its six scheduled attempts on time after manual retries that fail', async () => {
    const handle = await start(['failed']);
    await skipping.environment.sleep('60s');
    await handle.signal('retryNow');
    await skipping.environment.sleep('30s');
    await handle.signal('retryNow');
    await endOf(handle);
    await expectCalls(handle, [
      ...wholeSchedule.slice(0, 2),
      'attempt 60',
      'attempt 90',
      ...wholeSchedule.slice(2),
    ]);
  });

  test('counts a manual retry while the delivery is held as its first attempt', async () => {
    const handle = await start(['held', 'failed', 'succeeded']);
    await skipping.environment.sleep('60s');
    await handle.signal('retryNow');
    await endOf(handle);
    await expectCalls(handle, ['attempt 0', 'attempt 60', 'attempt 90']);
  });

  test('abandons the delivery at 24 h if our own error prevents every attempt', async () => {
    const handle = await start(['fault']);
    await endOf(handle);
    // The server gives up as soon as the next retry, at most a minute later, would be too late.
    await expectCalls(handle, ['attempt 0', 'attempt 0', `abandon ${24 * hours - 1 * minutes}`], 1 * minutes);
  });

  test.each([
    ['Succeeded', ['failed', 'succeeded']],
    ['Abandoned', ['failed']],
  ] as const)('ends with the status %s, which operators can search for', async (status, script) => {
    const handle = await start([...script]);
    await endOf(handle);
    expect((await statusesOf(handle)).at(-1)).toBe(status);
  });

  test('sets no status if nothing goes wrong', async () => {
    const handle = await start(['succeeded']);
    await endOf(handle);
    await expect(statusesOf(handle)).resolves.toEqual([]);
  });

  test('holds the delivery while its endpoint is disabled, and checks again when that changes', async () => {
    const handle = await start(['held', 'held', 'succeeded']);
    await skipping.environment.sleep('1h');
    await handle.signal('endpointChanged');
    await skipping.environment.sleep('1h');
    await handle.signal('endpointChanged');
    await endOf(handle);
    await expectCalls(handle, ['attempt 0', `attempt ${1 * hours}`, `attempt ${2 * hours}`]);
  });

  test('abandons a delivery at 24 h if it is held until then [HOOK-18]', async () => {
    const handle = await start(['held']);
    await endOf(handle);
    await expectCalls(handle, ['attempt 0', `abandon ${24 * hours}`]);
  });

  test('skips no scheduled attempt when its endpoint changes', async () => {
    const handle = await start(['failed']);
    for (const wait of ['5s', '5s', '1h', '1h'] as const) {
      await skipping.environment.sleep(wait);
      await handle.signal('endpointChanged');
    }
    await endOf(handle);
    await expectCalls(handle, wholeSchedule);
  });

  test('waits for a free slot, twice as long each time, without counting an attempt', async () => {
    const handle = await start(['busy', 'busy', 'busy', 'failed', 'busy', 'succeeded']);
    await endOf(handle);
    await expectCalls(handle, [
      'attempt 0',
      'attempt 2',
      'attempt 6',
      'attempt 14',
      'attempt 44',
      'attempt 46',
    ]);
    expect(await waitsOf(handle)).toEqual([2, 4, 8, 30, 2]);
  });

  test('abandons a canceled delivery immediately and completes, because the customer wanted that', async () => {
    const handle = await start(['failed']);
    await skipping.environment.sleep('40s');
    await handle.signal('cancel');
    expect(await endOf(handle)).toBe('completed');
    await expectCalls(handle, ['attempt 0', 'attempt 30', 'abandon 40']);
  });
});

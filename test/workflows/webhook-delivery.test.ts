/** The schedule of a delivery, on a server that skips time; what a receiver does is told by the test. */
import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { Activities } from '../../activities';
import type { AttemptOutcome } from '../../src/usecases/webhooks/deliveries';
import { startSkippingWorld, type SkippingWorld } from '../support/time-skipping';

const seconds = 1;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const { EventType } = temporal.api.enums.v1;

/** What each delivery's attempts come to, in turn; the last one again and again. */
const outcomes = new Map<string, Array<AttemptOutcome | 'fault'>>();

const activities: Pick<Activities['webhooks'], 'attemptDelivery' | 'failDelivery' | 'abandonDelivery'> = {
  attemptDelivery: async ({ deliveryUid }) => {
    const script = outcomes.get(deliveryUid) ?? [];
    const outcome = (script.length > 1 ? script.shift() : script[0]) ?? 'failed';
    if (outcome === 'fault') throw new Error('the body cannot be built');
    return outcome;
  },
  failDelivery: async () => false,
  abandonDelivery: async () => undefined,
};

describe('the schedule of a delivery', () => {
  let skipping: SkippingWorld;
  beforeAll(async () => {
    skipping = await startSkippingWorld(activities);
  }, 120_000);
  afterAll(() => skipping.close());

  /** @param ageSeconds how long ago the event happened; absent: the workflow was started by a release that did not say */
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

  async function eventsOf(handle: WorkflowHandle): Promise<temporal.api.history.v1.IHistoryEvent[]> {
    return (await handle.fetchHistory()).events ?? [];
  }

  /** The statuses that the workflow gave itself, in turn. */
  async function statusesOf(handle: WorkflowHandle): Promise<string[]> {
    const upserts = (await eventsOf(handle)).map(
      event => event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields,
    );
    const data = upserts.map(fields => fields?.['RecordwellStatus']?.data);
    return data
      .filter(bytes => bytes != null)
      .map(bytes => JSON.parse(Buffer.from(bytes).toString()) as string);
  }

  /** The waits that were begun, in whole seconds. */
  async function waitsOf(handle: WorkflowHandle): Promise<number[]> {
    const timers = (await eventsOf(handle)).map(event => event.timerStartedEventAttributes);
    return timers.filter(timer => timer != null).map(timer => Number(timer.startToFireTimeout?.seconds));
  }

  /**
   * Expects these activities, `attempt 30` being one at 30 seconds after the start. The server's clock runs as well
   * as skips, so what the machine itself takes comes on top: each may be late by that much.
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
      .filter(({ eventType }) => eventType === EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED)
      .map((event, index) => {
        const type = event.activityTaskScheduledEventAttributes?.activityType?.name ?? '';
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

  test('counts its 24 hours from the event, however long it was held [DECISION-54]', async () => {
    const handle = await start(['failed'], 20 * hours);
    await handle.result();
    await expectCalls(handle, [
      ...wholeSchedule.slice(0, 5),
      // The sixth attempt would come after the end.
      `abandon ${4 * hours - 10}`,
    ]);
  });

  test('is abandoned without an attempt when its 24 hours are over [DECISION-54]', async () => {
    const handle = await start(['succeeded'], 25 * hours);
    await handle.result();
    await expectCalls(handle, ['abandon 0']);
  });

  test.each([
    ['less than the step', 5, 30],
    ['more than the step', 45, 45],
    ['more than twice the step', 3_600, 60],
  ])(
    'waits as Retry-After asks, once to twice the step: %s [DECISION-68]',
    async (_what, askedSeconds, waitedSeconds) => {
      const asked = { outcome: 'failed', answer: 'HTTP 503', retryAfterMs: askedSeconds * 1_000 } as const;
      const handle = await start([asked, 'succeeded']);
      await handle.result();
      await expectCalls(handle, ['attempt 0', `attempt ${waitedSeconds}`]);
      expect(await waitsOf(handle)).toEqual([waitedSeconds]);
    },
  );

  test('is abandoned at its 24 hours, however long Retry-After asks', async () => {
    const asked = { outcome: 'failed', answer: 'HTTP 503', retryAfterMs: 48 * hours * 1_000 } as const;
    const handle = await start([asked]);
    await handle.result();
    // Twice each step but the last, which is made at 2 h 25 m; then the sixth, 12 hours after it.
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

  test('ends with the first success', async () => {
    const handle = await start(['succeeded']);
    await handle.result();
    await expectCalls(handle, ['attempt 0']);
  });

  test('ends at once when the delivery is over already', async () => {
    const handle = await start(['over']);
    await handle.result();
    await expectCalls(handle, ['attempt 0']);
  });

  test('attempts after 30 s, 2 m, 10 m, 1 h and 6 h, fails after the sixth, and is abandoned at 24 h [HOOK-17] [HOOK-18] [DECISION-21]', async () => {
    const handle = await start(['failed']);
    await handle.result();
    await expectCalls(handle, wholeSchedule);
    expect((await waitsOf(handle)).slice(0, 5)).toEqual([
      30 * seconds,
      2 * minutes,
      10 * minutes,
      1 * hours,
      6 * hours,
    ]);
  });

  test('goes on after failures until a success', async () => {
    const handle = await start(['failed', 'failed', 'failed', 'succeeded']);
    await handle.result();
    await expectCalls(handle, wholeSchedule.slice(0, 4));
  });

  test('retried by hand after it has failed, it makes one attempt more and fails no second time [DECISION-21]', async () => {
    const handle = await start(['failed']);
    await skipping.environment.sleep('8h');
    await handle.signal('retryNow');
    await handle.result();
    await expectCalls(handle, [
      ...wholeSchedule.slice(0, 7),
      `attempt ${8 * hours}`,
      `abandon ${24 * hours}`,
    ]);
  });

  test('retried by hand in a wait, it attempts at once', async () => {
    const handle = await start(['failed', 'failed', 'succeeded']);
    await skipping.environment.sleep('60s');
    await handle.signal('retryNow');
    await handle.result();
    await expectCalls(handle, ['attempt 0', 'attempt 30', 'attempt 60']);
  });

  test('retried by hand in vain, it still makes the six attempts of its schedule, each at its time', async () => {
    const handle = await start(['failed']);
    await skipping.environment.sleep('60s');
    await handle.signal('retryNow');
    await skipping.environment.sleep('30s');
    await handle.signal('retryNow');
    await handle.result();
    await expectCalls(handle, [
      ...wholeSchedule.slice(0, 2),
      'attempt 60',
      'attempt 90',
      ...wholeSchedule.slice(2),
    ]);
  });

  test('retried by hand while it is held, its first attempt is the first of the schedule', async () => {
    const handle = await start(['held', 'failed', 'succeeded']);
    await skipping.environment.sleep('60s');
    await handle.signal('retryNow');
    await handle.result();
    await expectCalls(handle, ['attempt 0', 'attempt 60', 'attempt 90']);
  });

  test('is abandoned at 24 h when our own fault lets no attempt be made', async () => {
    const handle = await start(['fault']);
    await handle.result();
    // The server gives up as soon as the next retry, at most a minute later, would come too late.
    await expectCalls(handle, ['attempt 0', `abandon ${24 * hours - 1 * minutes}`], 1 * minutes);
  });

  test.each([
    ['Succeeded', ['failed', 'succeeded']],
    ['Abandoned', ['failed']],
  ] as const)('ends with the status %s, which operators can ask for', async (status, script) => {
    const handle = await start([...script]);
    await handle.result();
    expect((await statusesOf(handle)).at(-1)).toBe(status);
  });

  test('has no status as long as nothing goes wrong', async () => {
    const handle = await start(['succeeded']);
    await handle.result();
    await expect(statusesOf(handle)).resolves.toEqual([]);
  });

  test('is held while its endpoint is disabled, and looks again when that changes', async () => {
    const handle = await start(['held', 'held', 'succeeded']);
    await skipping.environment.sleep('1h');
    await handle.signal('endpointChanged');
    await skipping.environment.sleep('1h');
    await handle.signal('endpointChanged');
    await handle.result();
    await expectCalls(handle, ['attempt 0', `attempt ${1 * hours}`, `attempt ${2 * hours}`]);
  });

  test('is abandoned at 24 h when it is held until then [HOOK-18]', async () => {
    const handle = await start(['held']);
    await handle.result();
    await expectCalls(handle, ['attempt 0', `abandon ${24 * hours}`]);
  });

  test('loses no attempt of its schedule to changes of its endpoint', async () => {
    const handle = await start(['failed']);
    for (const wait of ['5s', '5s', '1h', '1h'] as const) {
      await skipping.environment.sleep(wait);
      await handle.signal('endpointChanged');
    }
    await handle.result();
    await expectCalls(handle, wholeSchedule);
  });

  test('waits two seconds for a free place, which counts as no attempt', async () => {
    const handle = await start(['busy', 'busy', 'failed', 'succeeded']);
    await handle.result();
    await expectCalls(handle, ['attempt 0', 'attempt 2', 'attempt 4', 'attempt 34']);
    expect(await waitsOf(handle)).toEqual([2, 2, 30]);
  });

  test('canceled, it is abandoned at once', async () => {
    const handle = await start(['failed']);
    await skipping.environment.sleep('40s');
    await handle.signal('cancel');
    await handle.result();
    await expectCalls(handle, ['attempt 0', 'attempt 30', 'abandon 40']);
  });
});

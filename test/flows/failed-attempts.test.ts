/**
 * What operators see in Temporal of a delivery whose receiver refuses it, and what they must not see there.
 */
import { temporal } from '@temporalio/proto';
import { readDeliveryLog } from '../../src/store/webhooks/log';
import { createPayloadCodec } from '../../src/temporal/payload-codec';
import type { TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { jane, putPatient } from '../support/patients';
import { storedBytes } from '../support/stored-bytes';
import { testPayloadKeys } from '../support/temporal';

const { EventType } = temporal.api.enums.v1;
type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** A receiver that says everywhere what it was told of a patient. */
const echo = {
  statusText: 'Quvlast refused',
  headers: {
    'retry-after': 'Quvlast',
    server: 'Quvlast',
    'x-request-id': 'Quvlast',
    'content-type': 'Quvlast/x',
  },
  body: 'no Quvfirst Quvlast, born 1931-07-19',
};
const marks = ['Quvfirst', 'Quvlast', '1931-07-19'];

describe('a delivery that is refused', () => {
  let world: FlowWorld;
  let company: TestCompany;
  let companies = 0;
  beforeAll(async () => {
    world = await startFlowWorld();
  });
  afterAll(() => world.close());
  // A company for each test, so that no endpoint is told of another test's patient.
  beforeEach(async () => {
    companies += 1;
    company = await world.company(`refused-${companies}`);
  });

  /**
   * Has an event told to a receiver that refuses it. @returns the workflow of its delivery, after the first
   * attempt
   */
  async function refuse(path: string, respond: () => number): Promise<string> {
    await world.endpoint(company, path, { events: ['patient.created'] });
    world.receiver.respond(path, respond);
    const patient = { ...jane, firstName: 'Quvfirst', lastNames: ['Quvlast'], dateOfBirth: '1931-07-19' };
    await putPatient(world, company, 'sandbox', path.slice(1), patient);
    const [first] = await world.receiver.until(path, all => all.length === 1);
    const workflowId = `webhook-delivery/${first?.envelope.id ?? ''}`;
    await world.detailsWhen(workflowId, details => details.startsWith('Attempt 1 of 6 failed'));
    return workflowId;
  }

  const eventsOf = async (workflowId: string): Promise<HistoryEvent[]> =>
    (await world.workflow(workflowId).fetchHistory()).events ?? [];

  async function cancel(workflowId: string): Promise<void> {
    await world.workflow(workflowId).signal('cancel');
    await world.result(workflowId);
  }

  test('is red at each attempt, with its status and when the next follows, in the wait of the workflow [HOOK-17] [DECISION-81]', async () => {
    const workflowId = await refuse('/red', () => 503);
    const attempts = (await eventsOf(workflowId)).filter(
      ({ eventType }) => eventType === EventType.EVENT_TYPE_ACTIVITY_TASK_FAILED,
    );
    expect(attempts).toHaveLength(1);
    const failure = attempts[0]?.activityTaskFailedEventAttributes?.failure ?? {};
    // As it stands in the namespace, opened by nobody.
    expect(failure.applicationFailureInfo?.type).toBe('AttemptFailed: HTTP 503');
    const [, next = ''] =
      /^Attempt 1 failed: HTTP 503\. The next attempt is at (\S+Z)\.$/.exec(failure.message ?? '') ?? [];
    // What the failure says is what the timer does.
    const timer = (await eventsOf(workflowId)).find(event => event.timerStartedEventAttributes != null);
    const waitS = Number(timer?.timerStartedEventAttributes?.startToFireTimeout?.seconds);
    const dueS = Number(timer?.eventTime?.seconds) + waitS;
    expect(waitS).toBeGreaterThanOrEqual(29);
    expect(Math.abs(Date.parse(next) / 1_000 - dueS)).toBeLessThanOrEqual(2);
    // It is retried by that timer alone.
    expect(failure.applicationFailureInfo?.nonRetryable).toBe(true);
    await cancel(workflowId);
  });

  test('shows nothing of what its receiver says, in clear or sealed, nor does the log [DECISION-81]', async () => {
    world.receiver.answer('/echo', echo);
    const workflowId = await refuse('/echo', () => 500);
    await world.workflow(workflowId).signal('retryNow');
    await world.receiver.until('/echo', all => all.length === 2);
    await cancel(workflowId);
    const codec = createPayloadCodec(testPayloadKeys);
    const opened: string[] = [];
    for (const event of await eventsOf(workflowId)) {
      const { failure } = event.activityTaskFailedEventAttributes ?? {};
      if (failure == null) continue;
      expect(failure).toMatchObject({
        message: expect.stringContaining('HTTP 500') as string,
        stackTrace: '',
      });
      for (const payload of await codec.decode(failure.applicationFailureInfo?.details?.payloads ?? []))
        opened.push(Buffer.from(payload.data ?? []).toString());
    }
    expect(opened).toHaveLength(2);
    const seen = [
      ...opened,
      (await storedBytes(world.temporal.deliveries, workflowId)).toString('latin1'),
      ...world.workerLogLines,
      await world.details(workflowId),
    ].join('\n');
    expect(seen).toContain('AttemptFailed: HTTP 500');
    for (const mark of marks) expect(seen).not.toContain(mark);
  });

  test('names why nobody answered, and not where [DECISION-81]', async () => {
    await world.endpoint(company, '/nowhere', {
      events: ['patient.created'],
      url: 'http://127.0.0.1:9/Quvpath',
    });
    await putPatient(world, company, 'sandbox', 'nowhere', jane);
    await world.sent();
    const [delivery] = await readDeliveryLog(world.db, company.uid, { limit: 1 });
    const workflowId = `webhook-delivery/${delivery?.deliveryUid ?? ''}`;
    await world.detailsWhen(workflowId, details => details.includes('connection_refused'));
    const [failed] = (await eventsOf(workflowId)).flatMap(
      event => event.activityTaskFailedEventAttributes?.failure ?? [],
    );
    expect(failed?.applicationFailureInfo?.type).toBe('AttemptFailed: connection_refused');
    expect(failed?.message).toContain('Attempt 1 failed: connection_refused.');
    expect(JSON.stringify(failed)).not.toMatch(/127\.0\.0\.1|Quvpath/);
    await cancel(workflowId);
  });
});

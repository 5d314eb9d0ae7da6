/**
 * What operators see in Temporal about a refused delivery, and what they must not see there.
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

/** An answer that repeats patient data everywhere. */
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

describe('Refused delivery in Temporal', () => {
  let world: FlowWorld;
  let company: TestCompany;
  let companies = 0;
  beforeAll(async () => {
    world = await startFlowWorld();
  });
  afterAll(() => world.close());
  // A company for each test, so that no endpoint gets events of another test's patient.
  beforeEach(async () => {
    companies += 1;
    company = await world.company(`refused-${companies}`);
  });

  /**
   * Sends an event to a receiver that refuses it. @returns its delivery's workflow, after one attempt
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

  test('shows each attempt as failed, with its status and the time of the next one [HOOK-17] [DECISION-81]', async () => {
    const workflowId = await refuse('/red', () => 503);
    const attempts = (await eventsOf(workflowId)).filter(
      ({ eventType }) => eventType === EventType.EVENT_TYPE_ACTIVITY_TASK_FAILED,
    );
    expect(attempts).toHaveLength(1);
    const failure = attempts[0]?.activityTaskFailedEventAttributes?.failure ?? {};
    // As stored in the namespace, without decryption.
    expect(failure.applicationFailureInfo?.type).toBe('AttemptFailed: HTTP 503');
    const [, next = ''] =
      /^Attempt 1 failed: HTTP 503\. The next attempt is at (\S+Z)\.$/.exec(failure.message ?? '') ?? [];
    // The timer fires at the time that the failure states.
    const timer = (await eventsOf(workflowId)).find(event => event.timerStartedEventAttributes != null);
    const waitS = Number(timer?.timerStartedEventAttributes?.startToFireTimeout?.seconds);
    const dueS = Number(timer?.eventTime?.seconds) + waitS;
    // Until a busy worker sets the timer, a part of the 30 seconds has passed.
    expect(waitS).toBeGreaterThanOrEqual(20);
    expect(Math.abs(Date.parse(next) / 1_000 - dueS)).toBeLessThanOrEqual(2);
    // Only that timer causes a retry.
    expect(failure.applicationFailureInfo?.nonRetryable).toBe(true);
    await cancel(workflowId);
  });

  test("contains nothing of the receiver's answer, in clear or encrypted, and neither does the log [DECISION-81]", async () => {
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
    const everything = [
      ...opened,
      (await storedBytes(world.temporal.deliveries, workflowId)).toString('latin1'),
      ...world.workerLogLines,
      await world.details(workflowId),
    ].join('\n');
    expect(everything).toContain('AttemptFailed: HTTP 500');
    for (const mark of marks) expect(everything).not.toContain(mark);
  });

  test('names the reason for a failed connection, but not the address [DECISION-81]', async () => {
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

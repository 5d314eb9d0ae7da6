/** The queue of an endpoint and the note of each attempt, without Temporal: the test makes the attempts. */
import { randomUUID } from 'node:crypto';
import { pick } from '../../src/store/table';
import {
  beginAttempt,
  endAttempt,
  findDelivery,
  type AttemptResult,
} from '../../src/store/webhooks/deliveries';
import { fanOutEvents } from '../../src/store/webhooks/fan-out';
import { abandonWaitingDeliveries } from '../../src/store/webhooks/open-deliveries';
import { admitDeliveries, lockQueues, repairQueues } from '../../src/store/webhooks/queue';
import { readDeliveryLog } from '../../src/store/webhooks/log';
import { abandonHeldDeliveries } from '../../src/usecases/housekeeping';
import {
  abandonDelivery,
  attemptDelivery,
  resendDelivery,
  type AttemptOutcome,
  type AttemptParts,
} from '../../src/usecases/webhooks/deliveries';
import { expungeDelivery } from '../../src/usecases/webhooks/delivery-log';
import { deleteEndpoint, enableEndpoint, pauseEndpoint } from '../../src/usecases/webhooks/endpoints';
import { createEndpoint } from '../../src/usecases/webhooks/new-endpoints';
import { createEgress, type Egress } from '../../src/webhooks/egress/egress';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { testEndpointSealer } from '../support/endpoint-sealer';
import { jane, putPatient } from '../support/patients';
import { countLockWaiters, readRows } from '../support/records';
import { until } from '../support/until';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const places = 16;
const answered: AttemptResult = {
  isSuccess: true,
  httpStatus: 204,
  failure: null,
  failureDetail: null,
  durationMs: 1,
  responseHeaders: null,
  responseBody: null,
  isCounted: true,
  isHung: false,
  passesOn: true,
};
const secondMs = 1_000;
const minuteMs = 60 * secondMs;

interface DeliveryState {
  readonly uid: string;
  readonly status: string;
  readonly attempts: number;
  readonly isAdmitted: boolean;
  readonly isQueued: boolean;
  readonly isReleased: boolean;
}

interface AttemptState {
  readonly number: number;
  readonly isRepeat: boolean;
  readonly isEnded: boolean;
}

describe('Queue of an endpoint', () => {
  let world: ApiWorld;
  let company: TestCompany;
  let receiver: WebhookReceiver;
  let egress: Egress;
  let parts: AttemptParts;
  let endpointUid: string;
  let path: string;
  let lateMs = 0;
  const clock = { now: () => new Date(Date.now() + lateMs) };
  beforeAll(async () => {
    world = await startApiWorld({ clock });
    receiver = await startWebhookReceiver();
    egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
    parts = {
      ...world.services,
      egress,
      endpointSealer: testEndpointSealer,
      publicUrl: 'https://api.example.com',
      mailer: { send: async () => undefined, close: () => undefined },
    };
  });
  afterAll(async () => {
    await egress.close();
    await receiver.close();
    await world.close();
  });
  beforeEach(async () => {
    lateMs = 0;
    company = await world.company(`queue-${randomUUID().slice(0, 8)}`);
    path = `/${company.id}`;
    ({ uid: endpointUid } = await world.change(change =>
      createEndpoint(change, testEndpointSealer, {
        companyId: company.id,
        ownerEmail: company.email,
        url: receiver.url(path),
        name: null,
        environment: 'sandbox',
        events: ['patient'],
        projectIds: [],
        isTrackedOnly: false,
        customHeaders: [],
        sendsStandardHeaders: false,
      }),
    ));
  });

  /** Registers patients, each an event, and hands the events out. */
  async function emit(count: number, patientOf = (index: number) => ({ id: `p${index}` })): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const { id } = patientOf(index);
      await putPatient(world, company, 'sandbox', id, { ...jane, firstName: `Jane${'a'.repeat(index)}` });
    }
    while ((await fanOutEvents(world.db, 200, clock.now())) > 0);
  }

  /** Returns the deliveries in the order of their events. */
  async function deliveries(): Promise<DeliveryState[]> {
    return readRows(
      world.db,
      `select uid, status, attempts, admitted_at is not null as "isAdmitted",
         queued_at is not null as "isQueued", is_released as "isReleased"
       from webhook_delivery where endpoint_uid = ? order by event_id`,
      [endpointUid],
    );
  }

  async function attemptsOf(deliveryUid: string): Promise<AttemptState[]> {
    return readRows(
      world.db,
      `select number, is_repeat as "isRepeat", ended_at is not null as "isEnded"
       from webhook_attempt where delivery_uid = ? order by number`,
      [deliveryUid],
    );
  }

  const admitted = async (): Promise<number[]> =>
    (await deliveries()).flatMap(({ isAdmitted }, index) => (isAdmitted ? [index] : []));

  async function uidAt(index: number): Promise<string> {
    const uid = (await deliveries())[index]?.uid;
    if (uid === undefined) throw new Error(`there is no delivery ${index}`);
    return uid;
  }

  const attempt = (deliveryUid: string, dueAt = 1_000): Promise<AttemptOutcome> =>
    attemptDelivery(parts, { deliveryUid, dueAt });

  /** Returns the commands to the workflow of a delivery: a signal's name, or `start`. */
  const commandsTo = async (deliveryUid: string): Promise<string[]> =>
    (await world.commands(`webhook-delivery/${deliveryUid}`)).map(({ signal }) => signal ?? 'start');

  test('starts as many workflows as the endpoint has places, in the order of the events [HOOK-31]', async () => {
    await emit(places + 2);
    const all = await deliveries();
    expect(await admitted()).toEqual(Array.from({ length: places }, (_none, index) => index));
    expect(await commandsTo(all[0]?.uid ?? '')).toEqual(['start']);
    expect(all.at(-1)).toMatchObject({ isQueued: true, isReleased: false });
    expect(await commandsTo(all.at(-1)?.uid ?? '')).toEqual([]);
  });

  test('passes a place on when an attempt ends, whatever its outcome [HOOK-31]', async () => {
    await emit(places + 2);
    await expect(attempt(await uidAt(3))).resolves.toBe('succeeded');
    expect(await admitted()).not.toContain(3);
    expect(await admitted()).toContain(places);
    expect(await commandsTo(await uidAt(places))).toEqual(['start']);
    receiver.respond(path, () => 503);
    await expect(attempt(await uidAt(4))).resolves.toMatchObject({ outcome: 'failed', answer: 'HTTP 503' });
    // A retry that waits for its time has no place and isn't in the queue.
    expect((await deliveries())[4]).toMatchObject({ isAdmitted: false, isQueued: false, status: 'pending' });
    expect(await admitted()).toContain(places + 1);
  });

  test('passes a place on when its delivery is abandoned', async () => {
    await emit(places + 1);
    await abandonDelivery(parts, { deliveryUid: await uidAt(0) });
    expect(await admitted()).toEqual(Array.from({ length: places }, (_none, index) => index + 1));
  });

  test('queues a retry that is due behind what waits longer, and signals its workflow [HOOK-31]', async () => {
    await emit(places + 1);
    receiver.respond(path, () => 503);
    const retried = await uidAt(0);
    await attempt(retried);
    const dueAt = clock.now().getTime();
    await emit(1, () => ({ id: 'later' }));
    await expect(attempt(retried, dueAt)).resolves.toBe('queued');
    expect((await deliveries())[0]).toMatchObject({ isQueued: true, isAdmitted: false });
    // The retry was due before the last event, so it comes first.
    await attempt(await uidAt(1));
    expect(await admitted()).toContain(0);
    expect(await commandsTo(retried)).toEqual(['start', 'admitted']);
    await expect(attempt(retried, dueAt)).resolves.toMatchObject({ outcome: 'failed', number: 2 });
  });

  test('keeps the turn of a retry that asks again while it waits [HOOK-31]', async () => {
    await emit(places + 1);
    receiver.respond(path, () => 503);
    const retried = await uidAt(0);
    await attempt(retried);
    await expect(attempt(retried, clock.now().getTime())).resolves.toBe('queued');
    await emit(1, () => ({ id: 'later' }));
    lateMs = secondMs;
    await expect(attempt(retried, clock.now().getTime())).resolves.toBe('queued');
    await attempt(await uidAt(1));
    expect(await admitted()).toContain(0);
    expect(await admitted()).not.toContain(places + 1);
  });

  test('gives no place to an endpoint whose owner has left', async () => {
    await emit(places + 1);
    await world.db('app_user').where({ email: company.email }).update({ deleted_at: clock.now() });
    await abandonDelivery(parts, { deliveryUid: await uidAt(0) });
    expect(await admitted()).toEqual(Array.from({ length: places - 1 }, (_none, index) => index + 1));
  });

  test('keeps first attempts about one record in order [DECISION-25]', async () => {
    await emit(3, () => ({ id: 'same' }));
    expect(await admitted()).toEqual([0]);
    expect((await deliveries())[1]).toMatchObject({ isQueued: false, isReleased: false });
    await attempt(await uidAt(0));
    expect(await admitted()).toEqual([1]);
  });

  test('starts nothing while its endpoint is disabled, and in order when it is enabled [DECISION-23]', async () => {
    const ref = { companyId: company.id, endpointUid };
    await world.change(change => pauseEndpoint(change, ref));
    await emit(places + 1);
    expect(await admitted()).toEqual([]);
    expect(await commandsTo(await uidAt(0))).toEqual([]);
    await world.change(change => enableEndpoint(change, ref, 'send'));
    expect(await admitted()).toEqual(Array.from({ length: places }, (_none, index) => index));
  });

  test('takes back the place of a delivery whose endpoint was disabled meanwhile', async () => {
    await emit(1);
    const ref = { companyId: company.id, endpointUid };
    await world.change(change => pauseEndpoint(change, ref));
    await expect(attempt(await uidAt(0))).resolves.toBe('held');
    expect((await deliveries())[0]).toMatchObject({ isAdmitted: false, isQueued: true });
    expect(receiver.at(path)).toHaveLength(0);
    await world.change(change => enableEndpoint(change, ref, 'send'));
    expect(await commandsTo(await uidAt(0))).toEqual(['start', 'admitted']);
  });

  test('ends with its endpoint', async () => {
    await emit(places + 1);
    await world.change(change => deleteEndpoint(change, { companyId: company.id, endpointUid }));
    for (const state of await deliveries())
      expect(state).toMatchObject({ status: 'abandoned', isAdmitted: false, isQueued: false });
  });

  test('gives fewer places to an endpoint that hangs, and more again to one that answers', async () => {
    const slow = createEgress({ allowCidrs: ['127.0.0.0/8'], limits: { totalMs: 2_100 } });
    await emit(2);
    receiver.respond(path, () => new Promise(() => undefined));
    await attemptDelivery({ ...parts, egress: slow }, { deliveryUid: await uidAt(0), dueAt: 1 });
    await slow.close();
    const placesNow = async (): Promise<unknown> =>
      (
        await readRows<{ places: number }>(world.db, 'select places from webhook_endpoint where uid = ?', [
          endpointUid,
        ])
      )[0]?.places;
    expect(await placesNow()).toBe(places / 2);
    receiver.respond(path, () => 204);
    await attempt(await uidAt(1));
    expect(await placesNow()).toBe(places / 2 + 1);
  });

  test('starts a workflow again that was lost with its place [HOOK-31]', async () => {
    await emit(places + 1);
    const lost = await uidAt(0);
    await world.db('outbox_command').update({ sent_at: clock.now() });
    lateMs = 4 * minuteMs;
    await abandonHeldDeliveries(parts);
    expect(await commandsTo(lost)).toEqual(['start']);
    lateMs = 6 * minuteMs;
    await abandonHeldDeliveries(parts);
    expect(await commandsTo(lost)).toEqual(['start', 'admitted']);
    expect(await admitted()).toEqual([places]);
    await expect(attempt(lost)).resolves.toBe('succeeded');
  });

  test('is repaired under the lock of the endpoint, which is taken before its deliveries [HOOK-31]', async () => {
    await emit(1);
    const lost = await uidAt(0);
    await world.db('outbox_command').update({ sent_at: clock.now() });
    lateMs = 6 * minuteMs;
    const { repairing } = await world.db.transaction(async tx => {
      await lockQueues(tx, [endpointUid]);
      const waiting = repairQueues(world.db, clock.now());
      await until(
        'the repair to wait',
        () => countLockWaiters(world.db),
        count => count === 1,
      );
      // The end of an attempt holds the endpoint and needs its delivery next.
      await tx.raw('select from webhook_delivery where uid = ? for update nowait', [lost]);
      return { repairing: waiting };
    });
    expect(await repairing).toBe(1);
  });

  test('keeps the place of a workflow whose start still waits to be sent [HOOK-31]', async () => {
    await emit(1);
    lateMs = 6 * minuteMs;
    await abandonHeldDeliveries(parts);
    expect(await admitted()).toEqual([0]);
    expect(await commandsTo(await uidAt(0))).toEqual(['start']);
  });

  test('frees the place of a delivery that failed, and signals nothing to its workflow', async () => {
    await emit(1);
    const uid = await uidAt(0);
    await world.db('outbox_command').update({ sent_at: clock.now() });
    await world.db('webhook_delivery').where({ uid }).update({ status: 'failed' });
    lateMs = 6 * minuteMs;
    await abandonHeldDeliveries(parts);
    expect(await admitted()).toEqual([]);
    expect(await commandsTo(uid)).toEqual(['start']);
  });

  test('goes on with the next one of a record if that was missed', async () => {
    await emit(3, () => ({ id: 'same' }));
    const done = { status: 'succeeded', attempts: 1, admitted_at: null };
    await world
      .db('webhook_delivery')
      .where({ uid: await uidAt(0) })
      .update(done);
    await abandonHeldDeliveries(parts);
    expect(await admitted()).toEqual([1]);
  });

  test('takes no place for a delivery that has ended', async () => {
    await emit(1);
    await abandonDelivery(parts, { deliveryUid: await uidAt(0) });
    await expect(attempt(await uidAt(0), 5_000)).resolves.toBe('over');
    expect((await deliveries())[0]).toMatchObject({ isAdmitted: false, isQueued: false });
  });

  test('abandons after 24 hours what never had its turn, and the log says so [HOOK-18]', async () => {
    await emit(places + 1);
    lateMs = 24 * 60 * minuteMs + secondMs;
    await abandonHeldDeliveries(parts);
    const [last] = await readDeliveryLog(world.db, company.uid, { limit: 1 });
    expect(last).toMatchObject({ status: 'abandoned', attempts: 0 });
  });

  test('makes an attempt once for each time that it is due [HOOK-32]', async () => {
    await emit(1);
    const uid = await uidAt(0);
    receiver.answer(path, { headers: { 'retry-after': '45' } });
    receiver.respond(path, () => 429);
    const first = await attempt(uid);
    expect(first).toEqual({ outcome: 'failed', answer: 'HTTP 429', retryAfterMs: 45_000, number: 1 });
    await expect(attempt(uid)).resolves.toEqual(first);
    await expect(attempt(uid, 2_000)).resolves.toMatchObject({ number: 2 });
    receiver.respond(path, () => 204);
    await expect(attempt(uid, 3_000)).resolves.toBe('succeeded');
    await expect(attempt(uid, 3_000)).resolves.toBe('succeeded');
    await expect(attempt(uid, 4_000)).resolves.toBe('over');
    expect(receiver.at(path)).toHaveLength(3);
  });

  test('makes one attempt if it is ordered several times at once [HOOK-32]', async () => {
    await emit(1);
    const uid = await uidAt(0);
    const results = await Promise.allSettled([attempt(uid), attempt(uid), attempt(uid)]);
    expect(receiver.at(path)).toHaveLength(1);
    const refused = results.filter(({ status }) => status === 'rejected');
    for (const result of refused) expect(result).toMatchObject({ reason: { name: 'AttemptNotNow' } });
    expect(await attemptsOf(uid)).toEqual([{ number: 1, isRepeat: false, isEnded: true }]);
  });

  test('ends an attempt while another worker notes the same one, and neither waits for the other', async () => {
    await emit(1);
    const deliveryUid = await uidAt(0);
    const dueAt = clock.now();
    const note = { uid: deliveryUid, body: Buffer.from('{}'), dueAt, isRepeat: false };
    const begun = await beginAttempt(world.db, note, dueAt);
    const delivery = await findDelivery(world.db, deliveryUid);
    if (delivery === undefined) throw new Error('the delivery is gone');
    const waiting = (count: number): Promise<number> =>
      until(
        `${count} statements to wait`,
        () => countLockWaiters(world.db),
        now => now === count,
      );
    const { noting, ending } = await world.db.transaction(async tx => {
      await tx.raw('select from webhook_delivery where uid = ? for update', [deliveryUid]);
      const second = beginAttempt(world.db, note, dueAt);
      await waiting(1);
      const attempted = { ...pick(delivery, ['endpointUid', 'recordUid']), deliveryUid, number: 1 };
      const first = endAttempt(world.db, attempted, answered, dueAt);
      await waiting(2);
      return { noting: second, ending: first };
    });
    expect(begun?.number).toBe(1);
    await expect(Promise.all([noting, ending])).resolves.toEqual([undefined, 0]);
    expect(await attemptsOf(deliveryUid)).toEqual([{ number: 1, isRepeat: false, isEnded: true }]);
  });

  test('keeps nothing of a resent delivery that is expunged meanwhile [HOOK-23]', async () => {
    await emit(1);
    const deliveryUid = await uidAt(0);
    await expect(attempt(deliveryUid)).resolves.toBe('succeeded');
    const note = { uid: deliveryUid, body: Buffer.from('{}'), dueAt: null, isRepeat: false };
    const resent = await beginAttempt(world.db, note, clock.now());
    const delivery = await findDelivery(world.db, deliveryUid);
    if (delivery === undefined) throw new Error('the delivery is gone');
    const ref = { companyId: company.id, deliveryUid };
    await world.change(change => expungeDelivery(change, ref, undefined));
    const about = { ...pick(delivery, ['endpointUid', 'recordUid']), deliveryUid, number: 2 };
    const ended = { ...answered, responseHeaders: { server: 'x' }, responseBody: Buffer.from('an answer') };
    await endAttempt(world.db, about, ended, clock.now());
    expect(resent?.number).toBe(2);
    const kept = await readRows(
      world.db,
      `select d.body, a.http_status, a.response_headers, a.response_body
       from webhook_delivery d join webhook_attempt a on a.delivery_uid = d.uid and a.number = 2
       where d.uid = ?`,
      [deliveryUid],
    );
    expect(kept).toEqual([{ body: null, http_status: 204, response_headers: null, response_body: null }]);
    await expect(beginAttempt(world.db, note, clock.now())).resolves.toBeUndefined();
    await expect(resendDelivery(parts, { deliveryUid })).resolves.toBe('gone');
  });

  test('refuses an attempt before it is due [HOOK-32]', async () => {
    await emit(1);
    await expect(attempt(await uidAt(0), clock.now().getTime() + 30 * secondMs)).rejects.toMatchObject({
      name: 'AttemptNotNow',
      message: "This attempt isn't due yet.",
    });
    expect(receiver.at(path)).toHaveLength(0);
  });

  test('repeats an attempt once if its worker stopped, and marks the repeat [HOOK-32]', async () => {
    await emit(1);
    const uid = await uidAt(0);
    // Workers that never record a result, because they get no answer until the test is over.
    const answer = Promise.withResolvers<number>();
    receiver.respond(path, () => answer.promise);
    const stopped = [attempt(uid)];
    await receiver.until(path, all => all.length === 1);
    await expect(attempt(uid)).rejects.toMatchObject({ name: 'AttemptNotNow' });
    lateMs = 41 * secondMs;
    stopped.push(attempt(uid));
    await receiver.until(path, all => all.length === 2);
    expect(await attemptsOf(uid)).toEqual([
      { number: 1, isRepeat: false, isEnded: false },
      { number: 2, isRepeat: true, isEnded: false },
    ]);
    lateMs = 82 * secondMs;
    await expect(attempt(uid)).resolves.toMatchObject({
      outcome: 'failed',
      answer: 'interrupted',
      number: 2,
    });
    expect((await deliveries())[0]).toMatchObject({ isAdmitted: false, attempts: 1 });
    answer.resolve(204);
    await Promise.all(stopped);
    expect(receiver.at(path)).toHaveLength(2);
  });

  test('abandons deliveries that waited too long while others of them are admitted, in another order', async () => {
    await emit(places + 2);
    // Two places are free, and the delivery that came last is the next one.
    const [first, second] = [await uidAt(0), await uidAt(1)];
    await world.db('webhook_delivery').whereIn('uid', [first, second]).update({ admitted_at: null });
    const [held, last] = [await uidAt(places), await uidAt(places + 1)];
    await world
      .db('webhook_delivery')
      .where({ uid: last })
      .update({ queued_at: new Date(0) });
    const late = new Date(Date.now() + 25 * 60 * minuteMs);
    const waiting = (count: number): Promise<number> =>
      until(
        `${count} statements to wait`,
        () => countLockWaiters(world.db),
        now => now === count,
      );
    const { abandoning, admitting } = await world.db.transaction(async tx => {
      await tx.raw('select from webhook_delivery where uid = ? for update', [held]);
      const abandoned = abandonWaitingDeliveries(world.db, late, endpointUid);
      await waiting(1);
      const admitted = world.services.db.transaction(async other => {
        await lockQueues(other, [endpointUid]);
        return admitDeliveries(other, [endpointUid], clock.now());
      });
      await waiting(2);
      return { abandoning: abandoned, admitting: admitted };
    });
    expect(await abandoning).toBe(2);
    expect(await admitting).toEqual([]);
  });

  test('gives no place to a delivery that is abandoned at the same moment [HOOK-31]', async () => {
    await emit(places + 1);
    const abandoning = Promise.withResolvers<undefined>();
    const isReady = Promise.withResolvers<undefined>();
    const abandoned = world.services.db.transaction(async tx => {
      const late = new Date(Date.now() + 25 * 60 * minuteMs);
      expect(await abandonWaitingDeliveries(tx, late, endpointUid)).toBe(1);
      isReady.resolve(undefined);
      await abandoning.promise;
    });
    await isReady.promise;
    const passedOn = abandonDelivery(parts, { deliveryUid: await uidAt(0) });
    await until(
      'the place to wait for the abandoned delivery',
      () => readRows(world.db, `select from pg_locks where not granted`),
      waiting => waiting.length > 0,
    );
    abandoning.resolve(undefined);
    await Promise.all([abandoned, passedOn]);
    expect((await deliveries())[places]).toMatchObject({ status: 'abandoned', isAdmitted: false });
  });

  test("forgets an attempt that our own fault prevented, and passes its delivery's place on", async () => {
    await emit(places + 1);
    const uid = await uidAt(0);
    const broken = {
      ...parts,
      endpointSealer: {
        ...testEndpointSealer,
        openSecret: () => {
          throw new Error('no key');
        },
      },
    };
    await expect(attemptDelivery(broken, { deliveryUid: uid, dueAt: 1_000 })).rejects.toThrow('no key');
    expect(await attemptsOf(uid)).toEqual([]);
    expect((await deliveries())[0]).toMatchObject({ isAdmitted: false, isQueued: true });
    expect(await admitted()).toContain(places);
  });
});

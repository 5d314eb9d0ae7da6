/** Deliveries to a receiver: their order, their bytes, their signatures, and their retries. */
import { uuidv7 } from '../../src/platform/ids';
import { abandonDelivery } from '../../src/store/webhooks/deliveries';
import { readDeliveryLog } from '../../src/store/webhooks/log';
import { retryDelivery } from '../../src/usecases/webhooks/replays';
import { expireOldSecrets, rotateEndpointSecret } from '../../src/usecases/webhooks/endpoint-secrets';
import type { TestCompany } from '../support/api-world';
import type { FlowWorld } from '../support/flow-world';
import { testEndpointSealer } from '../support/endpoint-sealer';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';
import type { ReceivedWebhook } from '../support/webhook-receiver';
import { readRows } from '../support/records';
import { useDeliveries } from '../support/deliveries';

/** Creates a promise that the test resolves. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>(resolve => {
    open = resolve;
  });
  return { passed, open };
}

describe('Webhook deliveries', () => {
  const given = useDeliveries();
  const { put, named, listing } = given;
  let world: FlowWorld;
  let company: TestCompany;
  beforeEach(() => {
    ({ world, company } = given);
  });

  test("keep the order of a record at a slow receiver, and don't delay other records [DECISION-25]", async () => {
    const path = `/${company.id}`;
    const slow = gate();
    await world.endpoint(company, path);
    world.receiver.respond(path, async ({ envelope }) => {
      if (envelope.data['id'] === 'slow') await slow.passed;
      return 204;
    });
    await put('slow');
    await world.receiver.until(path, all => all.length === 1);
    await put('slow', { firstName: 'Joan' });
    await put('slow', { firstName: 'June' });
    await put('quick');
    await world.receiver.until(path, all => named(all).includes('patient.created quick'));
    await world.sent();
    expect(named(world.receiver.at(path))).toEqual(['patient.created slow', 'patient.created quick']);
    slow.open();
    await world.ended();
    expect(named(world.receiver.at(path)).filter(name => name.endsWith('slow'))).toEqual([
      'patient.created slow',
      'patient.updated slow',
      'patient.updated slow',
    ]);
  });

  test('contain the data at the time of sending, so two changes before it send the same data [EVENT-30]', async () => {
    const path = `/${company.id}`;
    const slow = gate();
    await world.endpoint(company, path);
    world.receiver.respond(path, async ({ envelope }) => {
      if (envelope.eventType === 'patient.created') await slow.passed;
      return 204;
    });
    await put('p');
    await world.receiver.until(path, all => all.length === 1);
    await put('p', { firstName: 'Joan' });
    await put('p', { firstName: 'June' });
    slow.open();
    await world.ended();
    const received = world.receiver.at(path).map(({ envelope }) => envelope);
    expect(received.map(({ eventType, data }) => [eventType, data['firstName']])).toEqual([
      ['patient.created', 'Jane'],
      ['patient.updated', 'June'],
      ['patient.updated', 'June'],
    ]);
    // The current record is at the path that the events name.
    const record = await world.call('GET', `/v0/${received[1]?.resource ?? ''}`, { key: company.sandboxKey });
    expect(record.json).toMatchObject({ patient: { firstName: 'June' } });
  });

  test('wait for the first attempt of the previous delivery, not for its success [DECISION-25]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, ({ envelope }) => (envelope.eventType === 'patient.created' ? 500 : 204));
    await put('p');
    await put('p', { firstName: 'Joan' });
    await world.receiver.until(path, all => named(all).includes('patient.updated p'));
    expect(named(world.receiver.at(path))).toEqual(['patient.created p', 'patient.updated p']);
  });

  describe('Three attempts while the patient changes', () => {
    let deliveryUid: string;
    let secret: string;
    let threeAttempts: readonly ReceivedWebhook[];
    beforeEach(async () => {
      const path = `/${company.id}`;
      ({ secret } = await world.endpoint(company, path, {
        customHeaders: [{ name: 'X-Team', value: 'intake' }],
      }));
      world.receiver.respond(path, () => 503);
      await put('p', { email: 'jane@example.com' });
      const [first] = await world.receiver.until(path, all => all.length === 1);
      deliveryUid = first?.envelope.id ?? '';
      // The patient changes in the meantime, but the delivery keeps the data from when it was created.
      await put('p', { email: 'june@example.com' });
      await world.receiver.until(path, all => all.some(({ envelope }) => envelope.id !== deliveryUid));
      const workflow = world.workflow(`webhook-delivery/${deliveryUid}`);
      const attempts = (all: readonly ReceivedWebhook[]): ReceivedWebhook[] =>
        all.filter(({ envelope }) => envelope.id === deliveryUid);
      await workflow.signal('retryNow');
      await world.receiver.until(path, all => attempts(all).length === 2);
      world.receiver.respond(path, () => 204);
      await workflow.signal('retryNow');
      await world.result(workflow.workflowId);
      threeAttempts = attempts(world.receiver.at(path));
      expect(threeAttempts).toHaveLength(3);
    });

    test('send the same bytes with the same id, derived from the event and the endpoint [EVENT-32] [DECISION-24]', () => {
      for (const attempt of threeAttempts) {
        expect(attempt.body).toEqual(threeAttempts[0]?.body);
        expect(attempt.headers).toMatchObject({
          'x-webhook-id': deliveryUid,
          'webhook-id': deliveryUid,
          'x-team': 'intake',
          'content-type': expect.stringContaining('application/json') as string,
        });
      }
      expect(threeAttempts[0]?.envelope.data['email']).toBe('jane@example.com');
      // The id is derived from the event and the endpoint, so the two can't have a second delivery.
      expect(deliveryUid.slice(0, 13)).toBe(
        uuidv7(new Date(threeAttempts[0]?.envelope.timestamp ?? '')).slice(0, 13),
      );
    });

    test("are each signed with the endpoint's secret, and with no other [KEY-17] [HOOK-10]", async () => {
      for (const attempt of threeAttempts) {
        expect(await verifyWebhookSignature(attempt, secret, Date.now() / 1000)).toBe(true);
        expect(await verifyWebhookSignature(attempt, crypto.randomUUID(), Date.now() / 1000)).toBe(false);
      }
    });

    test('are one entry in the delivery log, with each answer', async () => {
      const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
      expect(log.find(entry => entry.deliveryUid === deliveryUid)).toMatchObject({
        eventType: 'patient.created',
        status: 'succeeded',
        attempts: 3,
        lastHttpStatus: 204,
      });
      const answers = await readRows<{ status: number | null }>(
        world.db,
        'select http_status as status from webhook_attempt where delivery_uid = ? order by number',
        [deliveryUid],
      );
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 204]);
    });
  });

  test('are signed with both secrets for 24 hours after a rotation, and then only with the new one [HOOK-22]', async () => {
    const path = `/${company.id}`;
    const { secret: old } = await world.endpoint(company, path);
    const endpointUid = (await listing()).uid;
    const rotate = (): ReturnType<typeof rotateEndpointSecret> =>
      world.change(change =>
        rotateEndpointSecret(change, testEndpointSealer, { companyId: company.id, endpointUid }),
      );
    const { secret } = await rotate();
    await put('p');
    const [both] = await world.receiver.until(path, all => all.length === 1);
    if (both === undefined) throw new Error('nothing was delivered');
    const now = Date.now() / 1000;
    expect(await verifyWebhookSignature(both, secret, now)).toBe(true);
    expect(await verifyWebhookSignature(both, old, now)).toBe(true);

    // Checked when sending: the old secret has expired since, and nothing else has changed.
    await world
      .db('webhook_endpoint')
      .where({ uid: endpointUid })
      .update({
        replaced_secrets: world.db.raw(
          `jsonb_set(replaced_secrets, '{0,until}', to_jsonb(now() - interval '1 ms'))`,
        ),
      });
    await put('q');
    const [, alone] = await world.receiver.until(path, all => all.length === 2);
    if (alone === undefined) throw new Error('nothing was delivered');
    expect(await verifyWebhookSignature(alone, secret, now)).toBe(true);
    expect(await verifyWebhookSignature(alone, old, now)).toBe(false);
  });

  test('are signed with all three secrets after two rotations, and with one once the old ones are ended [HOOK-22]', async () => {
    const path = `/${company.id}`;
    const { secret: first, uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const second = await world.change(change => rotateEndpointSecret(change, testEndpointSealer, ref));
    const third = await world.change(change => rotateEndpointSecret(change, testEndpointSealer, ref));
    await put('p');
    const [all] = await world.receiver.until(path, received => received.length === 1);
    if (all === undefined) throw new Error('nothing was delivered');
    const now = Date.now() / 1000;
    for (const secret of [first, second.secret, third.secret])
      expect(await verifyWebhookSignature(all, secret, now)).toBe(true);

    await expect(world.change(change => expireOldSecrets(change, testEndpointSealer, ref))).resolves.toBe(2);
    await put('q');
    const [, alone] = await world.receiver.until(path, received => received.length === 2);
    if (alone === undefined) throw new Error('nothing was delivered');
    expect(alone.headers['x-webhook-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(await verifyWebhookSignature(alone, third.secret, now)).toBe(true);
    await expect(world.change(change => expireOldSecrets(change, testEndpointSealer, ref))).rejects.toThrow(
      'no active previous secret',
    );
  });

  test('are retried at once on request, and not once they have ended', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    const ref = { companyId: company.id, deliveryUid: first?.envelope.id ?? '' };
    world.receiver.respond(path, () => 204);
    await world.change(change => retryDelivery(change, ref));
    await world.sent();
    await world.result(`webhook-delivery/${ref.deliveryUid}`);
    expect(world.receiver.at(path)).toHaveLength(2);
    await expect(world.change(change => retryDelivery(change, ref))).rejects.toThrow('has ended');
  });

  test('are never attempted again once they are abandoned', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    const uid = first?.envelope.id ?? '';
    await world.db.transaction(tx => abandonDelivery(tx, uid, new Date()));
    await world.workflow(`webhook-delivery/${uid}`).signal('retryNow');
    await world.result(`webhook-delivery/${uid}`);
    expect(world.receiver.at(path)).toHaveLength(1);
  });
});

/** The delivery log, and replays from it. */
import { readDeliveryLog } from '../../src/store/webhooks/log';
import { expungeDelivery, inspectAttempts } from '../../src/usecases/webhooks/delivery-log';
import { inspectReplay, startReplay } from '../../src/usecases/webhooks/replays';
import { pauseEndpoint } from '../../src/usecases/webhooks/endpoints';
import type { TestCompany } from '../support/api-world';
import type { FlowWorld } from '../support/flow-world';
import { readRows } from '../support/records';
import { useDeliveries } from '../support/deliveries';

describe('Webhook deliveries', () => {
  const given = useDeliveries();
  const { put, named, listing } = given;
  let world: FlowWorld;
  let company: TestCompany;
  beforeEach(() => {
    ({ world, company } = given);
  });

  test('are replayed with the same bytes and id, in the order of their events, each with its result [DECISION-24] [DECISION-70]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const start = (selection: Parameters<typeof startReplay>[2]): ReturnType<typeof startReplay> =>
      world.change(change => startReplay(change, ref, selection));
    const since = new Date(Date.now() - 60_000);
    for (const id of ['a', 'b', 'c']) await put(id);
    await world.ended();
    const before = world.receiver.at(path).toSorted((one, other) => (named([one]) < named([other]) ? -1 : 1));
    await expect(start({ kind: 'since', since, withSucceeded: false })).rejects.toThrow(
      'No matching delivery',
    );
    // Two were abandoned, and one has arrived.
    const [a, b, c] = before.map(({ envelope }) => envelope.id);
    await world
      .db('webhook_delivery')
      .whereIn('uid', [a ?? '', b ?? ''])
      .update({ status: 'abandoned' });
    world.receiver.respond(path, ({ envelope }) => (envelope.id === b ? 503 : 204));
    const { replayUid, items } = await start({ kind: 'since', since, withSucceeded: false });
    expect(items).toBe(2);
    await world.sent();
    await world.result(`webhook-replay/${replayUid}`);
    const again = world.receiver.at(path).slice(3);
    expect(again.map(({ envelope }) => envelope.id).toSorted()).toEqual([a ?? '', b ?? ''].toSorted());
    for (const { envelope, body } of again)
      expect(body).toEqual(before.find(({ envelope: { id } }) => id === envelope.id)?.body);
    const outcomes = await inspectReplay(world.db, company.id, replayUid, { afterPlace: 0, limit: 10 });
    expect(outcomes).toMatchObject([
      { place: 1, deliveryUid: a, outcome: 'succeeded', httpStatus: 204 },
      { place: 2, deliveryUid: b, outcome: 'failed', httpStatus: 503 },
    ]);
    const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    expect(Object.fromEntries(log.map(({ deliveryUid, status }) => [deliveryUid, status]))).toEqual({
      [a ?? '']: 'succeeded',
      [b ?? '']: 'abandoned',
      [c ?? '']: 'succeeded',
    });
    expect(await listing()).toMatchObject({ consecutiveFailures: 0, disabledAt: null });

    // A single one, although it has arrived.
    const one = await start({ kind: 'one', deliveryUid: c ?? '' });
    await world.sent();
    await world.result(`webhook-replay/${one.replayUid}`);
    expect(world.receiver.at(path).at(-1)?.body).toEqual(before[2]?.body);
  });

  test("aren't replayed to a disabled endpoint, from more than seven days back, or by another company", async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const day = 24 * 60 * 60 * 1000;
    const start = (since: Date, of = ref): Promise<unknown> =>
      world.change(change => startReplay(change, of, { kind: 'since', since, withSucceeded: true }));
    await put('p');
    await world.ended();
    await expect(start(new Date(Date.now() - 8 * day))).rejects.toThrow('at most 7 days');
    const other = await world.company(`${company.id}-other`);
    await expect(start(new Date(), { ...ref, companyId: other.id })).rejects.toThrow('no such endpoint');
    await world.change(change => pauseEndpoint(change, ref));
    await expect(start(new Date(Date.now() - day))).rejects.toThrow('The endpoint is disabled');
  });

  test("of a replay aren't sent if the endpoint is disabled in the meantime, and the replay says so", async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    await put('p');
    await world.ended();
    const selection = { kind: 'since', since: new Date(Date.now() - 60_000), withSucceeded: true } as const;
    // In one transaction, so the endpoint is already disabled when the replay starts.
    const replayUid = await world.change(async change => {
      const started = await startReplay(change, ref, selection);
      await change.tx('webhook_endpoint').where({ uid: endpointUid }).update({ disabled_at: change.now });
      return started.replayUid;
    });
    await world.sent();
    await world.result(`webhook-replay/${replayUid}`);
    await expect(
      inspectReplay(world.db, company.id, replayUid, { afterPlace: 0, limit: 10 }),
    ).resolves.toMatchObject([{ outcome: 'notSent' }]);
    expect(world.receiver.at(path)).toHaveLength(1);
  });

  test('are logged with their channel, status, attempts, and last HTTP status [HOOK-23]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    await put('p');
    await world.ended();
    const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    expect(log).toMatchObject([
      { channel: 'webhook', status: 'succeeded', attempts: 1, lastHttpStatus: 204 },
    ]);
  });

  test("are logged by attempt with the receiver's answer until they are expunged [HOOK-23]", async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, () => 503);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    const deliveryUid = first?.envelope.id ?? '';
    const ref = { companyId: company.id, deliveryUid };
    const workflow = world.workflow(`webhook-delivery/${deliveryUid}`);
    await world.detailsWhen(workflow.workflowId, details => details.startsWith('Attempt 1'));
    const expunge = (): Promise<void> => world.change(change => expungeDelivery(change, ref, 'asked for'));
    await expect(expunge()).rejects.toThrow('can still be sent');
    world.receiver.respond(path, () => 200);
    world.receiver.answer(path, {
      body: 'x'.repeat(5_000),
      headers: { server: 'hooks', 'set-cookie': 'a=b' },
    });
    await workflow.signal('retryNow');
    await world.result(workflow.workflowId);

    const attempts = await world.change(change => inspectAttempts(change, ref));
    expect(attempts.map(({ number, httpStatus, failure }) => [number, httpStatus, failure])).toEqual([
      [1, 503, null],
      [2, 200, null],
    ]);
    expect(attempts[1]).toMatchObject({
      response: 'x'.repeat(4_096),
      responseHeaders: expect.objectContaining({ server: 'hooks' }) as object,
      startedAt: expect.any(Date) as Date,
      endedAt: expect.any(Date) as Date,
      durationMs: expect.any(Number) as number,
    });
    expect(attempts[1]?.responseHeaders).not.toHaveProperty('set-cookie');

    await expunge();
    const [after] = await world.change(change => inspectAttempts(change, ref)).then(all => all.slice(1));
    expect(after).toMatchObject({ httpStatus: 200, response: null, responseHeaders: null });
    const bodies = await readRows(world.db, 'select body from webhook_delivery where uid = ?', [deliveryUid]);
    expect(bodies).toEqual([{ body: null }]);
    await expect(expunge()).rejects.toThrow('already expunged');
    const other = await world.company(`${company.id}-other`);
    await expect(
      world.change(change => inspectAttempts(change, { ...ref, companyId: other.id })),
    ).rejects.toThrow('The company has no such delivery');
  });
});

/** The effect of failures on an endpoint, and the deliveries while it is disabled. */
import { systemClock } from '../../src/platform/clock';
import { readDeliveryLog } from '../../src/store/webhooks/log';
import { failDelivery } from '../../src/usecases/webhooks/deliveries';
import { abandonHeldDeliveries } from '../../src/usecases/housekeeping';
import { deleteEndpoint, enableEndpoint, pauseEndpoint } from '../../src/usecases/webhooks/endpoints';
import { grantProjectAccess } from '../../src/usecases/tenants/members';
import type { TestCompany } from '../support/api-world';
import type { FlowWorld } from '../support/flow-world';
import { readRows } from '../support/records';
import { until } from '../support/until';
import type { Mail } from '../../src/mail/mailer';
import { useDeliveries } from '../support/deliveries';
import { withoutUuids } from '../support/without-uuids';

describe('Webhook deliveries', () => {
  const given = useDeliveries();
  const { put, named, listing } = given;
  let world: FlowWorld;
  let company: TestCompany;
  beforeEach(() => {
    ({ world, company } = given);
  });

  test('disable their endpoint once after five failures in a row, even simultaneous ones [HOOK-19] [DECISION-22]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, () => 500);
    const ids = Array.from({ length: 7 }, (_, index) => `p${index}`);
    await Promise.all(ids.map(id => put(id)));
    const received = await world.receiver.until(path, all => all.length === ids.length);
    const deliveries = received.map(({ envelope }) => envelope.id);
    const fail = (deliveryUid: string): Promise<boolean> => failDelivery(world.services, { deliveryUid });

    // The last failed attempt of each, reported twice and all at once: one delivery counts once.
    const first = deliveries.slice(0, 4);
    await Promise.all([...first, ...first].map(fail));
    expect(await listing()).toMatchObject({ consecutiveFailures: 4, disabledAt: null });

    const [fifth = '', sixth = '', seventh = ''] = deliveries.slice(4);
    await Promise.all([fail(fifth), fail(sixth)]);
    const { disabledAt, consecutiveFailures } = await listing();
    expect(consecutiveFailures).toBe(6);
    expect(disabledAt).toBeInstanceOf(Date);
    await fail(seventh);
    expect((await listing()).disabledAt).toEqual(disabledAt);
    const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    expect(log.map(({ status }) => status)).toEqual(ids.map(() => 'failed'));
  });

  test('e-mail the owner once after three failures in a row, and once after five [HOOK-20]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    world.receiver.respond(path, () => 503);
    const ids = Array.from({ length: 6 }, (_, index) => `p${index}`);
    for (const id of ids) await put(id);
    const received = await world.receiver.until(path, all => all.length === ids.length);
    const deliveries = received.map(({ envelope }) => envelope.id);
    for (const id of deliveries)
      await world.detailsWhen(`webhook-delivery/${id}`, details => details.includes('(HTTP 503)'));
    for (const deliveryUid of deliveries) await failDelivery(world.services, { deliveryUid });
    const mine = (): readonly Mail[] => world.mails.filter(({ to }) => to.address === company.email);
    await until(
      'the e-mails',
      async () => mine(),
      mails => mails.length === 2,
    );
    // Each notice has its own workflow, so the e-mails may arrive in any order.
    const warning = mine().find(({ subject }) => subject.includes('failing'));
    const disabled = mine().find(mail => mail !== warning);
    expect(warning?.subject).toBe(
      'Your webhook endpoint is failing: ' + new URL(world.receiver.url('/')).host,
    );
    expect(warning?.text).toContain('The last 3 deliveries to your endpoint failed');
    expect(disabled?.text).toContain('The last 5 deliveries to your endpoint failed');
    const third = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    const logged = third.find(({ deliveryUid }) => deliveryUid === deliveries[2]);
    for (const fact of [endpointUid, deliveries[2], logged?.recordUid, 'patient.created', 'HTTP 503'])
      expect(warning?.text).toContain(fact);
    // No patient data, and no id that the customer chose.
    for (const mail of mine()) expect(withoutUuids(mail.text)).not.toMatch(/Jane|Doe|1984|\bp2\b/);
    await expect(
      readRows(world.db, 'select sent_at from webhook_notice where endpoint_uid = ? and sent_at is null', [
        endpointUid,
      ]),
    ).resolves.toEqual([]);
  });

  test('disable an endpoint at once that answers 410, e-mail its owner, and hold the rest [HOOK-20] [DECISION-69]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    world.receiver.respond(path, () => 410);
    await put('p');
    await put('p', { firstName: 'Joan' });
    await until(
      'the e-mail',
      async () => world.mails,
      mails => mails.some(({ text }) => text.includes(endpointUid)),
    );
    expect(await listing()).toMatchObject({ disabledBy: 'gone', consecutiveFailures: 0 });
    await world.sent();
    expect(world.receiver.at(path)).toHaveLength(1);
    await expect(
      world.audits({ resourceUid: endpointUid, event: 'webhookEndpoint.disable' }),
    ).resolves.toHaveLength(1);
    expect(world.mails.filter(({ text }) => text.includes(endpointUid))).toEqual([
      expect.objectContaining({ text: expect.stringContaining('410 Gone') as string }),
    ]);
  });

  test('are abandoned if the owner lost the project while they were held [HOOK-6]', async () => {
    const path = `/${company.id}`;
    const email = await given.member('dan', 'Member');
    const { uid: endpointUid } = await world.endpoint(company, path, { ownerEmail: email });
    const ref = { companyId: company.id, endpointUid };
    await world.change(change => pauseEndpoint(change, ref));
    await put('p');
    await world.sent();
    const other = { companyId: company.id, email, environment: 'sandbox' as const, projectId: 'other' };
    await world.call('PUT', `/v0/companies/${company.id}/projects/other`, {
      key: company.sandboxKey,
      body: { name: 'Other', purpose: 'Legal', status: 'Sandbox' },
    });
    await world.change(change => grantProjectAccess(change, other));
    await world.change(change => enableEndpoint(change, ref, 'send'));
    await world.ended();
    expect(world.receiver.at(path)).toEqual([]);
    const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    expect(log.map(({ status }) => status)).toEqual(['abandoned']);
  });

  test("reset the endpoint's failure count when they succeed", async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, ({ envelope }) => (envelope.data['id'] === 'good' ? 204 : 500));
    await put('bad');
    const [bad] = await world.receiver.until(path, all => all.length === 1);
    const uid = bad?.envelope.id ?? '';
    await failDelivery(world.services, { deliveryUid: uid });
    expect((await listing()).consecutiveFailures).toBe(1);
    await put('good');
    const received = await world.receiver.until(path, all => all.length === 2);
    await world.result(`webhook-delivery/${received[1]?.envelope.id ?? ''}`);
    expect((await listing()).consecutiveFailures).toBe(0);
  });

  test('restart the failure count when their endpoint is enabled again [HOOK-21]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    // Four have failed before this one.
    await world.db('webhook_endpoint').where({ uid: endpointUid }).update({ consecutive_failures: 4 });
    await failDelivery(world.services, { deliveryUid: first?.envelope.id ?? '' });
    expect(await listing()).toMatchObject({ consecutiveFailures: 5, disabledAt: expect.any(Date) as Date });
    const ref = { companyId: company.id, endpointUid };
    expect(await listing()).toMatchObject({ disabledBy: 'failures' });
    await world.change(change => enableEndpoint(change, ref, 'send'));
    expect(await listing()).toMatchObject({ consecutiveFailures: 0, disabledAt: null });
  });

  test('are held while their endpoint is disabled, and follow in order once it is enabled [DECISION-23]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const setEnabled = (isEnabled: boolean): Promise<unknown> =>
      world.change<unknown>(change =>
        isEnabled ? enableEndpoint(change, ref, 'send') : pauseEndpoint(change, ref),
      );
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    await setEnabled(false);
    const firstId = `webhook-delivery/${first?.envelope.id ?? ''}`;
    await world.workflow(firstId).signal('retryNow');
    await put('p', { firstName: 'Joan' });
    await put('p', { firstName: 'Joan', email: 'joan@example.com' });
    await put('q');
    await world.sent();
    await world.detailsWhen(firstId, details => details === 'Held: the endpoint is disabled.');
    expect(world.receiver.at(path)).toHaveLength(1);

    world.receiver.respond(path, () => 204);
    await setEnabled(true);
    await world.ended();
    expect((await listing()).disabledAt).toBeNull();
    const names = named(world.receiver.at(path));
    expect(names.toSorted()).toEqual([
      'patient.created p',
      'patient.created p',
      'patient.created q',
      'patient.updated p',
      'patient.updated p',
    ]);
    const updates = world.receiver
      .at(path)
      .filter(({ envelope }) => envelope.eventType === 'patient.updated');
    expect(updates.map(({ envelope }) => envelope.changed)).toEqual([['firstName'], ['email']]);
  });

  test('are abandoned if held until 24 hours after their event, and the newer ones follow [HOOK-18] [DECISION-23] [DECISION-54]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const setEnabled = (isEnabled: boolean): Promise<unknown> =>
      world.change<unknown>(change =>
        isEnabled ? enableEndpoint(change, ref, 'send') : pauseEndpoint(change, ref),
      );
    await setEnabled(false);
    const aDayAgo = new Date(Date.now() - 24 * 60 * 60 * 1000 - 1000);
    for (const id of ['p', 'q']) {
      await put(id);
      await world.sent();
      await world.db('outbox_event').where({ company_uid: company.uid }).update({ emitted_at: aDayAgo });
      if (id === 'p') await abandonHeldDeliveries({ db: world.db, clock: systemClock });
    }
    await put('r');
    await world.sent();
    await setEnabled(true);
    await world.ended();
    expect(named(world.receiver.at(path))).toEqual(['patient.created r']);
    const log = await readDeliveryLog(world.db, company.uid, { endpointUid, limit: 10 });
    expect(log.map(({ status }) => status)).toEqual(['succeeded', 'abandoned', 'abandoned']);
    // The workflow of the sent delivery counts its time from the event.
    const [sent] = await world.receiver.until(path, all => all.length === 1);
    const commands = await world.commands(`webhook-delivery/${sent?.envelope.id ?? ''}`);
    expect(commands.map(({ args }) => args)).toEqual([
      [{ deliveryUid: sent?.envelope.id, emittedAtMs: Date.parse(sent?.envelope.timestamp ?? '') }],
    ]);
  });

  test('are discarded after a hold if the user who enables the endpoint chooses that [DECISION-23]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    await world.change(change => pauseEndpoint(change, ref));
    await put('p');
    await world.sent();
    await expect(world.change(change => enableEndpoint(change, ref, 'discard'))).resolves.toEqual({
      sent: 0,
      abandoned: 1,
    });
    await put('q');
    await world.ended();
    expect(named(world.receiver.at(path))).toEqual(['patient.created q']);
  });

  test('end with their endpoint: pending ones are abandoned, and no new ones are created', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    await world.detailsWhen(`webhook-delivery/${first?.envelope.id ?? ''}`, details =>
      details.startsWith('Attempt 1'),
    );
    await expect(world.change(change => deleteEndpoint(change, ref))).resolves.toBe(1);
    await put('q');
    await world.ended();
    expect(world.receiver.at(path)).toHaveLength(1);
    const log = await readDeliveryLog(world.db, company.uid, { endpointUid, limit: 10 });
    expect(log.map(({ status }) => status)).toEqual(['abandoned']);
    await expect(world.change(change => enableEndpoint(change, ref, 'send'))).rejects.toThrow(
      'The company has no such endpoint',
    );
  });
});

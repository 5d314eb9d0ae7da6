/**
 * The sandbox inbox: deliveries to an endpoint without a URL, kept as they would have been sent.
 */
import { admin } from '../support/admin-shell';
import type { TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { jane, putPatient } from '../support/patients';
import { readRows } from '../support/records';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';
import { keepInInbox } from '../../src/store/webhooks/inbox';
import type { NewEndpoint } from '../../src/usecases/webhooks/new-endpoints';
import { uuidv7 } from '../../src/platform/ids';
import { keepDeliveryLog } from '../../src/usecases/housekeeping';
import { expungeDelivery } from '../../src/usecases/webhooks/delivery-log';
import { inboxMax, inspectInbox } from '../../src/usecases/webhooks/inbox';

let world: FlowWorld;
let company: TestCompany;
let companies = 0;
beforeAll(async () => {
  world = await startFlowWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  companies += 1;
  company = await world.company(`inbox-${companies}`);
});

const inbox = (form: object = {}): Promise<NewEndpoint> =>
  world.endpoint(company, '/', { url: null, events: ['patient'], ...form });
const put = (id: string): Promise<unknown> => putPatient(world, company, 'sandbox', id, jane);
const look = (of = company, limit = inboxMax): ReturnType<typeof inspectInbox> =>
  world.change(change => inspectInbox(change, of.id, { limit }));

test('An inbox delivery has the bytes, signature, and headers that a receiver would have received [HOOK-30]', async () => {
  const { uid, secret } = await inbox();
  await put('p');
  await world.ended();
  const [entry, ...more] = await look();
  expect(more).toEqual([]);
  const { body, headers, deliveryUid } = entry ?? { body: '', headers: {}, deliveryUid: '' };
  expect(entry).toMatchObject({ endpointUid: uid, eventType: 'patient.created' });
  expect(JSON.parse(body)).toMatchObject({ id: deliveryUid, version: 'events', data: { firstName: 'Jane' } });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-webhook-id': deliveryUid,
    'webhook-id': deliveryUid,
  });
  const sent = { headers, body: Buffer.from(body) };
  expect(await verifyWebhookSignature(sent, secret, Date.now() / 1000)).toBe(true);
  const log = await admin(world, ['webhook', 'deliveries', '--company', company.id, '--json']);
  expect(log.json()).toMatchObject([{ channel: 'inbox', status: 'succeeded', attempts: 1 }]);
});

test('An inbox keeps the latest hundred deliveries of its company, each once and for that company only [HOOK-30]', async () => {
  const { uid: endpointUid } = await inbox();
  const other = await world.company(`${company.id}-other`);
  const keep = (of: TestCompany, deliveryUid: string): Promise<void> =>
    keepInInbox(
      world.db,
      {
        companyUid: of.uid,
        endpointUid,
        deliveryUid,
        eventType: 'patient.created',
        receivedAt: new Date(),
        headers: {},
        body: Buffer.from('{}'),
      },
      inboxMax,
    );
  const deliveries = Array.from({ length: inboxMax + 2 }, () => uuidv7(new Date()));
  await keep(other, uuidv7(new Date()));
  for (const deliveryUid of deliveries) await keep(company, deliveryUid);
  const last = deliveries.at(-1) ?? '';
  await keep(company, last);
  const kept = (await look()).map(({ deliveryUid }) => deliveryUid);
  expect(kept).toEqual(deliveries.slice(2).reverse());
  expect(await look(other)).toHaveLength(1);
  await expect(
    world.change(change => inspectInbox(change, other.id, { deliveryUid: last, limit: 1 })),
  ).rejects.toThrow('no such delivery');
});

test('Only a sandbox can have an inbox, which has no URL or headers [HOOK-30]', async () => {
  await expect(inbox({ environment: 'production' })).rejects.toThrow('Only the sandbox');
  await expect(inbox({ customHeaders: [{ name: 'X-Team', value: 'a' }] })).rejects.toThrow(
    "can't have custom headers",
  );
  const { uid } = await inbox();
  const edited = await admin(world, [
    ...['webhook', 'edit', uid, '--company', company.id, '--url', world.receiver.url('/')],
  ]);
  expect(edited.stderr).toContain('no URL and no custom headers');
});

test('Operators create, test, and read an inbox, and each read writes an audit row [HOOK-30] [HOOK-24]', async () => {
  const of = ['--company', company.id, '--json'];
  const run = async (...words: string[]): Promise<unknown> => {
    const { exitCode, stderr, json } = await admin(world, ['webhook', ...words, ...of]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return json();
  };
  const made = (await run('create-inbox', '--owner', company.email, '--event', 'patient')) as {
    endpoint: string;
  };
  expect(await run('test', made.endpoint)).toMatchObject([{ event: 'patient.created', isSuccess: true }]);
  const [listed] = (await run('inbox')) as Array<{ delivery: string }>;
  expect(listed).not.toHaveProperty('body');
  const shown = await run('inbox', '--delivery', listed?.delivery ?? '');
  expect(shown).toMatchObject({
    event: 'patient.created',
    body: expect.stringContaining('sample-patient') as string,
    headers: expect.arrayContaining([`x-webhook-id: ${listed?.delivery ?? ''}`]) as string[],
  });
  expect(await world.audits({ event: 'webhookInbox.read', resourceUid: company.uid })).toHaveLength(2);
});

test('Expunged and expired deliveries are removed from the inbox, and so are expired notices to owners [HOOK-23] [HOOK-30]', async () => {
  const { uid } = await inbox();
  await put('expunged');
  await put('young');
  await world.ended();
  const expunged = (await look()).find(({ body }) => body.includes('expunged'));
  const ref = { companyId: company.id, deliveryUid: expunged?.deliveryUid ?? '' };
  await world.change(change => expungeDelivery(change, ref, undefined));
  expect(await look()).toHaveLength(1);
  await world.db.raw(
    `insert into webhook_notice (uid, endpoint_uid, delivery_uid, kind, failures, created_at)
     values (uuidv7(), ?, uuidv7(), 'warning', 3, now() - interval '29 days'),
       (uuidv7(), ?, uuidv7(), 'warning', 3, now() - interval '31 days')`,
    [uid, uid],
  );
  const old = { endpointUid: uid, companyUid: company.uid, deliveryUid: uuidv7(new Date()) };
  await keepInInbox(
    world.db,
    {
      ...old,
      eventType: 'patient.created',
      headers: {},
      body: Buffer.from('{}'),
      receivedAt: new Date(Date.now() - 31 * 24 * 60 * 60 * 1000),
    },
    inboxMax,
  );
  expect(await look()).toHaveLength(2);
  await keepDeliveryLog({ db: world.db, clock: { now: () => new Date() }, deliveryLogDays: 30 });
  const left = (await look()).map(({ deliveryUid }) => deliveryUid);
  expect(left).toHaveLength(1);
  expect(left).not.toContain(old.deliveryUid);
  const notices = await readRows(world.db, 'select 1 from webhook_notice where endpoint_uid = ?', [uid]);
  expect(notices).toHaveLength(1);
});

/** Classic endpoints: what a change sends to them, in which envelope, and how often. */
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import type { TestCompany } from '../support/api-world';
import { makeRequest } from '../support/request-files';
import { jane, patientsPath, putPatient } from '../support/patients';
import { readRows } from '../support/records';
import { testEndpointSealer } from '../support/endpoint-sealer';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';
import type { ReceivedWebhook } from '../support/webhook-receiver';
import type { ClassicEvent, ClassicSubscription } from '../../src/domain/webhooks/classic';
import type { NewEndpoint } from '../../src/usecases/webhooks/new-endpoints';
import { systemClock } from '../../src/platform/clock';
import { createMetrics } from '../../src/platform/metrics';
import { createEgress } from '../../src/webhooks/egress/egress';
import { readDeliveryLog } from '../../src/store/webhooks/log';
import { defineRole } from '../../src/usecases/tenants/companies';
import { addMember } from '../../src/usecases/tenants/members';
import {
  importClassicEndpoint,
  upgradeEndpoint,
  type ClassicForm,
} from '../../src/usecases/webhooks/classic-endpoints';
import { attemptDelivery } from '../../src/usecases/webhooks/deliveries';
import { pauseEndpoint, resumeEndpoint } from '../../src/usecases/webhooks/endpoints';

let world: FlowWorld;
let company: TestCompany;
let companies = 0;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['documents'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  companies += 1;
  company = await world.company(`classic-${companies}`);
});

const to = (event: ClassicEvent, ...columns: string[]): ClassicSubscription => ({
  event,
  isTrackedOnly: false,
  columns,
});

async function classic(
  subscriptions: readonly ClassicSubscription[],
  form: Partial<ClassicForm> = {},
): Promise<NewEndpoint> {
  return world.change(
    change =>
      importClassicEndpoint(change, testEndpointSealer, {
        companyId: company.id,
        ownerEmail: company.email,
        environment: 'sandbox',
        url: world.receiver.url(`/${company.id}`),
        subscriptions,
        customHeaders: [],
        secret: undefined,
        ...form,
      }),
    'webhookEndpoint.importClassic',
  );
}

const put = (id: string, details: object = {}): Promise<unknown> =>
  putPatient(world, company, 'sandbox', id, { ...jane, ...details });
const received = (path = `/${company.id}`): readonly ReceivedWebhook[] => world.receiver.at(path);
const summaries = (): Array<[string, readonly string[], object]> =>
  received().map(({ envelope }) => [envelope.eventType, envelope.changed, envelope.data]);

test("A change of subscribed columns is sent once with those columns and no version; other changes aren't sent [HOOK-26] [HOOK-28]", async () => {
  await classic([
    to('patient.rowCreated', 'id', 'companyId'),
    to('patient.columnChanged', 'id', 'email', 'mobile'),
  ]);
  await put('p', { email: 'a@example.com' });
  await put('p', { email: 'b@example.com', mobile: '+16175550100', firstName: 'Joan' });
  await put('p', { firstName: 'June' });
  await world.ended();
  const [created, changed, ...more] = received();
  expect(more).toEqual([]);
  expect(created?.envelope).toEqual({
    id: created?.headers['x-webhook-id'],
    timestamp: expect.any(String) as string,
    eventType: 'patient.rowCreated',
    resource: `companies/${company.id}/projects/sandbox/patients/p`,
    changed: [],
    data: { id: 'p', companyId: company.id },
  });
  expect(changed?.envelope).toMatchObject({
    eventType: 'patient.columnChanged',
    changed: ['mobile', 'email'],
  });
  expect(changed?.envelope.data).toEqual({ id: 'p', email: 'b@example.com', mobile: '+16175550100' });
});

test('A run is sent by its flag and status, and a repeat with the same result by its flag alone [HOOK-28] [DECISION-74]', async () => {
  await classic([to('patient.columnChanged', 'siteSonar', 'searchStatus')]);
  await put('p');
  const level = `${patientsPath(company, 'sandbox', 'p')}/search-level`;
  const flag = async (siteSonar: boolean): Promise<void> => {
    await world.call('PATCH', level, { key: company.sandboxKey, body: { siteSonar } });
    await world.ended();
  };
  await flag(true);
  const first = summaries().map(([, changed]) => changed);
  expect(first).toEqual([['siteSonar', 'searchStatus'], ['searchStatus']]);
  await flag(false);
  await flag(true);
  expect(summaries().slice(first.length)).toEqual([
    ['patient.columnChanged', ['siteSonar'], { siteSonar: false, searchStatus: 'Inactive' }],
    ['patient.columnChanged', ['siteSonar'], { siteSonar: true, searchStatus: expect.any(String) as string }],
  ]);
});

test('Record requests and notes are sent by row and column, including the follow-up date [HOOK-28]', async () => {
  await classic([
    to('recordRequest.rowCreated', 'requestType'),
    to('recordRequest.columnChanged', 'followUpDate', 'companyId'),
    to('note.rowCreated', 'content'),
    to('note.columnChanged', 'content'),
  ]);
  const request = await makeRequest(world, company, 'p');
  await world.ended();
  await request.call('PATCH', '', { followUpDate: '2026-12-01' });
  await world.ended();
  const note = await request.call('POST', '/notes', { content: 'First.' });
  await world.ended();
  await request.call('PATCH', `/notes/${String(note.json['id'])}`, { content: 'Second.' });
  await world.ended();
  expect(summaries()).toEqual([
    ['recordRequest.rowCreated', [], { requestType: 'billing' }],
    ['recordRequest.columnChanged', ['followUpDate'], { followUpDate: '2026-12-01', companyId: company.id }],
    ['note.rowCreated', [], { content: 'First.' }],
    ['note.columnChanged', ['content'], { content: 'Second.' }],
  ]);
});

test('Clinical data is sent in two fields, signed, without an id, and never retried [HOOK-29]', async () => {
  const { uid, secret } = await classic([to('clinicalDataAdded'), to('patient.rowCreated', 'id')]);
  world.receiver.respond(`/${company.id}`, ({ envelope }) =>
    envelope.eventType === 'clinicalDataAdded' ? 410 : 204,
  );
  await put('p', { siteSonar: true });
  await world.ended();
  const [once, ...more] = received().filter(({ envelope }) => envelope.eventType === 'clinicalDataAdded');
  if (once === undefined) throw new Error('nothing was delivered');
  expect(more).toEqual([]);
  expect(Object.keys(once.envelope)).toEqual(['eventType', 'data']);
  expect(once.envelope.data).toMatchObject({ patients: [{ patient: { id: 'p' } }] });
  expect(once.headers).not.toHaveProperty('x-webhook-id');
  expect(await verifyWebhookSignature(once, secret, Date.now() / 1000)).toBe(true);
  const [entry] = await readDeliveryLog(world.db, company.uid, { eventType: 'clinicalDataAdded', limit: 2 });
  expect(entry).toMatchObject({ status: 'abandoned', attempts: 1, lastHttpStatus: 410 });
  expect(await world.details(`webhook-delivery/${entry?.deliveryUid ?? ''}`)).toContain(
    'abandoned without a retry (HTTP 410)',
  );
  // After a worker died before it got the answer, the next one finds the attempt started, and sends nothing.
  const deliveryUid = entry?.deliveryUid ?? '';
  await world.db.raw(`update webhook_delivery set status = 'pending' where uid = ?`, [deliveryUid]);
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  const parts = {
    db: world.db,
    clock: systemClock,
    nudgeOutbox: () => undefined,
    egress,
    endpointSealer: testEndpointSealer,
    metrics: createMetrics('worker'),
    mailer: { send: () => Promise.resolve(), close: () => undefined },
    supportName: 'support',
    publicUrl: 'https://api.example.com',
  };
  const again = await attemptDelivery(parts, { deliveryUid }).finally(() => void egress.close());
  expect(again).toEqual({ outcome: 'missed', answer: 'HTTP 410', wasAttempted: true });
  expect(received().filter(({ envelope }) => envelope.eventType === 'clinicalDataAdded')).toHaveLength(1);
  // It doesn't count as a failure, and a 410 doesn't disable the endpoint.
  const rows = await readRows(
    world.db,
    'select consecutive_failures as failures, disabled_at from webhook_endpoint where uid = ?',
    [uid],
  );
  expect(rows).toEqual([{ failures: 0, disabled_at: null }]);
});

test('Each subscription has its own scope, and columns that the owner may not see are left out [HOOK-28]', async () => {
  const email = `courier@${company.id}.example`;
  await world.change(change =>
    defineRole(change, {
      companyId: company.id,
      name: 'Courier',
      permissions: ['ManageWebhooks', 'ViewRecordRequests'],
    }),
  );
  await world.change(change =>
    addMember(change, { companyId: company.id, email, name: 'C', role: 'Courier', seesAllProjects: true }),
  );
  await classic(
    [
      to('patient.rowCreated', 'id', 'firstName', 'siteSonar', 'projectId'),
      { ...to('patient.columnChanged', 'email'), isTrackedOnly: true },
    ],
    { ownerEmail: email },
  );
  await put('p');
  await put('p', { email: 'b@example.com' });
  await world.ended();
  expect(summaries()).toEqual([['patient.rowCreated', [], { id: 'p', projectId: 'sandbox' }]]);
});

test('An upgrade brings named events, keeps URL, secret, and headers, and sends held events as Classic [HOOK-27]', async () => {
  const secret = '0f8c2a4e-6b1d-4f3a-9c5e-7d2b8a6f4e10';
  const { uid: endpointUid } = await classic([to('patient.columnChanged', 'email', 'searchStatus')], {
    secret,
    customHeaders: [{ name: 'X-Team', value: 'intake' }],
  });
  const ref = { companyId: company.id, endpointUid };
  await put('p');
  await world.change(change => pauseEndpoint(change, ref));
  await put('p', { email: 'a@example.com' });
  await world.sent();
  await world.change(change => upgradeEndpoint(change, ref));
  await world.change(change => resumeEndpoint(change, ref, 'send'));
  await world.ended();
  await expect(world.change(change => upgradeEndpoint(change, ref))).rejects.toThrow(
    'already has named events',
  );
  await put('p', { email: 'b@example.com' });
  await world.ended();
  const [held, updated, ...more] = received();
  expect(more).toEqual([]);
  expect(held?.envelope).toMatchObject({ eventType: 'patient.columnChanged', changed: ['email'] });
  expect(held?.envelope).not.toHaveProperty('version');
  expect(updated?.envelope).toMatchObject({ version: 'events', eventType: 'patient.updated' });
  expect(updated?.headers).toMatchObject({ 'x-team': 'intake' });
  if (updated !== undefined)
    expect(await verifyWebhookSignature(updated, secret, Date.now() / 1000)).toBe(true);
});

test('A company without a Classic endpoint writes no Classic events', async () => {
  await world.endpoint(company, `/${company.id}`);
  await put('p');
  await put('p', { email: 'b@example.com' });
  const rows = await readRows(
    world.db,
    `select from outbox_event where company_uid = ? and event_type like '%columnChanged'`,
    [company.uid],
  );
  expect(rows).toEqual([]);
});

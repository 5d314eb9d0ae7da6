/** E-mail notifications to members: which events, no patient data, and none once their role forbids it. */
import type { TestCompany } from '../support/api-world';
import { admin } from '../support/admin-shell';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { signedIn } from '../support/console-visitor';
import { makeRequest } from '../support/request-files';
import { readRows } from '../support/records';
import { systemClock } from '../../src/platform/clock';
import { mailsPerDayMax } from '../../src/domain/notifications/mailed-events';
import type { Mail } from '../../src/mail/mailer';
import { createMetrics } from '../../src/platform/metrics';
import { createEgress } from '../../src/webhooks/egress/egress';
import { readDeliveryLog } from '../../src/store/webhooks/log';
import {
  endNotification,
  setNotification,
  type NotificationForm,
} from '../../src/usecases/notifications/notifications';
import { completeResearch } from '../../src/usecases/sites/researches';
import { addMember, assignRole } from '../../src/usecases/tenants/members';
import { attemptDelivery, failDelivery } from '../../src/usecases/webhooks/deliveries';
import { testEndpointSealer } from '../support/endpoint-sealer';

let world: FlowWorld;
let company: TestCompany;
let companies = 0;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['documents'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  companies += 1;
  company = await world.company(`mailed-${companies}`);
});

async function chooseEvents(events: readonly string[], form: Partial<NotificationForm> = {}): Promise<void> {
  await world.change(change =>
    setNotification(change, {
      companyId: company.id,
      email: company.email,
      environment: 'sandbox',
      events,
      projectIds: [],
      isTrackedOnly: false,
      ...form,
    }),
  );
}

async function member(name: string, role: string): Promise<string> {
  const email = `${name}@${company.id}.example`;
  await world.change(change =>
    addMember(change, { companyId: company.id, email, name, role, seesAllProjects: true }),
  );
  return email;
}

const put = (id: string, details: object = {}): Promise<unknown> =>
  putPatient(world, company, 'sandbox', id, { ...jane, ...details });
const mails = (email = company.email): readonly Mail[] =>
  world.mails.filter(({ to }) => to.address === email);

test('A member gets an e-mail for each event that they chose, once, with a link and without patient data [EVENT-3] [EVENT-50]', async () => {
  await chooseEvents(['patient.created', 'recordRequest.completed']);
  const request = await makeRequest(world, company, 'mrn-1234');
  await world.ended();
  await put('mrn-1234', { firstName: 'Joan' });
  await world.ended();
  const got = mails();
  expect(got.map(({ subject }) => subject)).toEqual([
    'Patient registered (sandbox)',
    'Records received (sandbox)',
  ]);
  expect(got[1]?.text).toContain(request.id);
  const member = await signedIn(world, company.email);
  for (const { text } of got) {
    const link = /^https?:.*$/m.exec(text)?.[0] ?? '';
    expect((await member.get(new URL(link).pathname)).status).toBe(200);
  }
  const allText = JSON.stringify(got);
  for (const secret of ['mrn-1234', ...jane.lastNames, jane.firstName, mercyClinic.siteName])
    expect(allText).not.toContain(secret);
  const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
  expect(log.map(({ channel, status, attempts }) => [channel, status, attempts])).toEqual([
    ['email', 'succeeded', 1],
    ['email', 'succeeded', 1],
  ]);
});

test('Notifications have the scope of endpoints: projects, tracked records, and environment [EVENT-3]', async () => {
  const other = await member('other', 'Administrator');
  await chooseEvents(['patient.created'], { email: other, isTrackedOnly: true });
  await chooseEvents(['patient.created'], { environment: 'production' });
  await put('mine');
  await world.call('PUT', patientsPath(company, 'sandbox', 'theirs'), {
    key: await world.keyFor(company.id, other, 'sandbox'),
    body: jane,
  });
  await world.ended();
  expect([mails(), mails(other)].map(({ length }) => length)).toEqual([0, 1]);
});

test("A member who loses ManageNotifications stops getting e-mails at once, and can't choose new ones [KEY-12]", async () => {
  const email = await member('clerk', 'Member');
  await chooseEvents(['patient.created'], { email });
  await put('before');
  await world.ended();
  expect(mails(email)).toHaveLength(1);
  await world.change(change => assignRole(change, { companyId: company.id, email, role: undefined }));
  await put('after');
  await world.ended();
  expect(mails(email)).toHaveLength(1);
  await expect(chooseEvents(['patient.created'], { email })).rejects.toThrow('ManageNotifications');
});

test('The e-mail about site research goes only to the user who started it, without the findings [EVENT-46]', async () => {
  await chooseEvents(['aiResearch']);
  const colleague = await member('colleague', 'Administrator');
  await chooseEvents(['aiResearch'], { email: colleague });
  await makeRequest(world, company, 'p');
  const [site] = await readRows<{ uid: string }>(world.db, 'select uid from site where company_uid = ?', [
    company.uid,
  ]);
  await world.change(change =>
    completeResearch(change, {
      companyId: company.id,
      environment: 'sandbox',
      siteUid: site?.uid ?? '',
      startedByEmail: company.email,
      url: 'https://records.example.com/found',
      isBulk: false,
    }),
  );
  await world.ended();
  const [mail, ...more] = mails();
  expect([more, mails(colleague)]).toEqual([[], []]);
  expect(mail?.subject).toBe('Facility research completed (sandbox)');
  expect(mail?.text).not.toContain('records.example.com');
  expect(mail?.text).not.toContain(mercyClinic.siteName);
});

/** Returns the latest e-mail delivery. */
async function waitingDelivery(): Promise<string> {
  await put('p');
  const [row] = await readRows<{ uid: string }>(
    world.db,
    `select d.uid from webhook_delivery d join webhook_endpoint e on e.uid = d.endpoint_uid
     where e.company_uid = ? and e.channel = 'email' order by d.event_id desc limit 1`,
    [company.uid],
  );
  return row?.uid ?? '';
}

test("A mail server that is down is tried again, and doesn't count as a failure of the endpoint [EVENT-3] [DECISION-75]", async () => {
  await chooseEvents(['patient.created']);
  await put('p');
  await world.ended();
  const deliveryUid = await waitingDelivery();
  const reset = `update webhook_delivery set status = 'pending' where uid = ?`;
  await world.db.raw(reset, [deliveryUid]);
  const egress = createEgress({ allowCidrs: [] });
  const parts = {
    db: world.db,
    clock: systemClock,
    nudgeOutbox: () => undefined,
    egress,
    endpointSealer: testEndpointSealer,
    metrics: createMetrics('worker'),
    supportName: 'support',
    publicUrl: 'https://api.example.com',
    mailer: {
      send: () => Promise.reject(new Error('550 no such user jane@example.com')),
      close: () => undefined,
    },
  };
  const outcome = await attemptDelivery(parts, { deliveryUid }).finally(() => void egress.close());
  expect(outcome).toEqual({ outcome: 'failed', answer: 'mail_failed', retryAfterMs: null, number: 2 });
  await failDelivery(parts, { deliveryUid });
  const rows = await readRows(
    world.db,
    'select consecutive_failures as failures from webhook_endpoint where company_uid = ? and ' +
      `channel = 'email'`,
    [company.uid],
  );
  expect(rows).toEqual([{ failures: 0 }]);
});

test(`A member gets ${mailsPerDayMax} e-mails in 24 hours, and the last one says so [EVENT-3]`, async () => {
  await chooseEvents(['patient.created']);
  const [endpoint] = await readRows<{ uid: string }>(
    world.db,
    `select uid from webhook_endpoint where company_uid = ? and channel = 'email'`,
    [company.uid],
  );
  await world.db.raw(
    `insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid,
      record_uid, status,
       is_released, attempts, created_at, updated_at)
     select uuidv7(), ?, -n, uuidv7(), 'patient.created', ?, uuidv7(), 'succeeded', true, 1, now(), now()
     from generate_series(1, ?::int) n`,
    [endpoint?.uid ?? '', company.uid, mailsPerDayMax - 1],
  );
  await put('last');
  await world.ended();
  await put('beyond');
  await world.ended();
  const [last, ...more] = mails();
  expect(more).toEqual([]);
  expect(last?.text).toContain('the limit of 200 e-mails in 24 hours');
});

test('Operators set, list, and end notifications, which an administrator can see but not change [KEY-12] [KEY-16]', async () => {
  const email = await member('ana', 'Member');
  const of = ['--company', company.id, '--environment', 'sandbox'];
  const run = (...words: string[]) => admin(world, ['notification', ...words, '--json']);
  expect((await run('set', email, ...of, '--event', 'clinicalData')).stderr).toContain(
    'can only be sent by webhook',
  );
  expect((await run('set', email, ...of, '--event', 'note')).exitCode).toBe(0);
  expect((await run('set', email, ...of, '--event', 'patient.created', '--tracked')).exitCode).toBe(0);
  const listed = (...words: string[]) => run('list', '--company', company.id, ...words);
  const [own] = (await listed('--as', email)).json() as object[];
  expect(own).toMatchObject({
    member: email,
    eventTypes: ['patient.created'],
    records: 'tracked',
    access: 'change',
  });
  expect((await listed('--as', company.email)).json()).toMatchObject([{ member: email, access: 'look' }]);
  const endpoints = await admin(world, ['webhook', 'list', '--company', company.id, '--json']);
  expect(endpoints.json()).toEqual([]);
  const ref = { companyId: company.id, email, environment: 'sandbox' } as const;
  expect((await run('end', email, ...of)).exitCode).toBe(0);
  await expect(world.change(change => endNotification(change, ref))).rejects.toThrow(
    'The member has no e-mail notifications',
  );
});

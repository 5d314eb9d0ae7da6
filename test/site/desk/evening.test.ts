/** The desk in the evening of the operators' day, when it is already tomorrow in UTC. */
import { addDays, dayInUtc } from '../../../src/domain/clinical/calendar-date';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { admin } from '../../support/admin-shell';
import { awaitResolution, operatorAtDesk } from '../../support/desk-work';
import { patientsPath, storedPatient } from '../../support/patients';
import { putRequestFile } from '../../support/request-files';

const halfPastTwo = new Date();
halfPastTwo.setUTCHours(26, 30, 0, 0);
const tomorrow = dayInUtc(halfPastTwo);
const today = addDays(tomorrow, -1);

let world: ApiWorld;
let acme: TestCompany;
let olga: Visitor;
let uid: string;
beforeAll(async () => {
  const shiftMs = halfPastTwo.getTime() - Date.now();
  const clock = { now: () => new Date(Date.now() + shiftMs) };
  world = await startApiWorld({ clock, deskTimeZone: 'America/New_York' });
  acme = await world.company('acme');
  olga = await operatorAtDesk(world, 'Olga');
  uid = await awaitResolution(world, acme, 'evening');
});
afterAll(() => world.close());

const path = (act: string): string => `/desk/queue/recordRequest/${uid}/${act}`;
const isListed = async (): Promise<boolean> => (await olga.get('/desk')).html.includes(path('take'));

test('An item can be snoozed until the next day, which the form suggests [DESK-57]', async () => {
  const { html } = await olga.get('/desk');
  expect(html).toMatch(new RegExp(`id="until-${uid}"[^>]*value="${tomorrow}"`));
  expect((await olga.send('/desk', path('snooze'), { until: today })).status).toBe(409);
  expect((await olga.send('/desk', path('snooze'), { until: tomorrow })).location).toBe('/desk?done=snooze');
  expect(await isListed()).toBe(false);
});

test('A bulk snooze until the next day is accepted [DESK-57]', async () => {
  const item = [`recordRequest:${uid}`];
  const asked = (until: string) => olga.send('/desk', '/desk/bulk', { action: 'snooze', item, until });
  expect((await asked(today)).status).toBe(409);
  expect((await asked(tomorrow)).status).toBe(303);
});

test('An item is not overdue on the evening of its due date [DESK-57]', async () => {
  await world
    .db('record_request')
    .where({ uid })
    .update({ created_at: new Date(`${addDays(today, -2)}T12:00Z`) });
  const overdue = async (): Promise<boolean> =>
    (await olga.get('/desk?overdue=yes&snoozed=yes')).html.includes(uid);
  expect(await overdue()).toBe(false);
  await world
    .db('record_request')
    .where({ uid })
    .update({ created_at: new Date(`${addDays(today, -3)}T12:00Z`) });
  expect(await overdue()).toBe(true);
});

test("The form for a contact suggests the company's day [DESK-57]", async () => {
  const { html } = await olga.get(`/desk/requests/${uid}`);
  expect(html).toMatch(new RegExp(`id="contact"[^>]*value="${today}"`));
});

test("A request that is completed this evening has the company's day [REQUEST-54]", async () => {
  await putRequestFile(world, acme, uid, 'chart.pdf');
  const fields = { status: 'Completed', reason: 'All records came.', tell: '' };
  await olga.send(`/desk/requests/${uid}`, `/desk/requests/${uid}/status`, fields);
  const path = `${patientsPath(acme, 'live', 'evening')}/record-requests/${uid}`;
  const { json } = await world.call('GET', path, { key: acme.productionKey });
  expect(json['request']).toMatchObject({ status: 'Completed', completionDate: today });
});

test('A facility may answer until the evening of the answer date, in the queue, on pages, and in lists [REQUEST-55]', async () => {
  const sent = await awaitResolution(world, acme, 'sent');
  const { uid: patient } = await storedPatient(world, acme, 'live', 'sent');
  const answerBy = async (day: string): Promise<void> => {
    await world.db.raw(
      `update record_request set status = 'Processing', channel = 'outreach' where uid = :sent`,
      { sent },
    );
    await world.db.raw(
      `insert into request_packet (record_request_uid, sequence, company_uid, content_hash, packet_file_uid,
         prepared_on, send_by, answer_by, prepared_at, sent_at, sent_way)
       select uid, 1, company_uid, 'hash', gen_random_uuid(), :day::date - 30, :day::date - 27, :day,
         created_at, created_at, 'fax' from record_request where uid = :sent
       on conflict (record_request_uid, sequence) do update set answer_by = excluded.answer_by`,
      { sent, day },
    );
  };
  const member = await signedIn(world, acme.email);
  const place = '/console/companies/acme/production';
  const state = async () => ({
    queue: (await olga.get('/desk?snoozed=yes')).html.includes(sent),
    overdue: (await member.get(`${place}/record-requests?view=overdue`)).html.includes(sent),
    turn: (await member.get(`${place}/record-requests?turn=Support&view=all`)).html.includes(sent),
    page: (await member.get(`${place}/patients/${patient}/record-requests/${sent}`)).html.includes(
      'Waiting on: Support',
    ),
    shown: /Overdue\W+yes|"isOverdue": ?true/.test(
      (await admin(world, ['record-request', 'show', sent])).stdout,
    ),
    admin: (await admin(world, ['record-request', 'list', '--waits-for-operator'])).stdout.includes(sent),
  });
  const all = (is: boolean) => ({ queue: is, overdue: is, turn: is, page: is, shown: is, admin: is });
  await answerBy(today);
  expect(await state()).toEqual(all(false));
  await answerBy(addDays(today, -1));
  expect(await state()).toEqual(all(true));
});

/** The weekly report: who gets it, when, and what it says. */
import type { Mail } from '../../src/mail/mailer';
import { sendWeeklyReports } from '../../src/usecases/notifications/weekly-reports';
import { addMember, assignRole } from '../../src/usecases/tenants/members';
import { admin } from '../support/admin-shell';
import { storeAnswered } from '../support/answered-requests';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { roleUidOf } from '../support/console-members';
import { signedIn, type Visitor } from '../support/console-visitor';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
let page: string;
let firms = 0;
let mails: Mail[] = [];
let isServerDown = false;

beforeAll(async () => {
  world = await startApiWorld();
});
beforeEach(async () => {
  mails = [];
  isServerDown = false;
  company = await world.company(`firm-${(firms += 1)}`);
  page = `/console/companies/${company.id}/production/notifications`;
});
afterAll(() => world.close());

const monday = '2036-11-24T13:30:00Z';

async function sendAt(at: string): Promise<void> {
  const send = async (mail: Mail): Promise<void> => {
    if (isServerDown) throw new Error('451 try later');
    mails.push(mail);
  };
  await sendWeeklyReports({
    ...world.services,
    clock: { now: () => new Date(at) },
    nudgeOutbox: () => undefined,
    publicUrl: 'https://api.example.com',
    mailer: { send, close: () => undefined },
  });
}
const mailsTo = (email: string): Mail[] => mails.filter(({ to }) => to.address === email);

async function newReader(name: string, role = 'Member', seesAllProjects = true) {
  const email = `${name}@${company.id}.example`;
  await world.change(change =>
    addMember(change, { companyId: company.id, email, name, role, seesAllProjects }),
  );
  const member = await signedIn(world, email);
  const sent = await member.send(page, `${page}/weekly`, { weekly: 'on' });
  expect(sent.location).toBe(`${page}?done=weeklyOn`);
  return [member, email] as const satisfies readonly [Visitor, string];
}

/** Requests billing records, which wait for the authorization. @returns the request */
async function ask(): Promise<string> {
  await putPatient(world, company, 'live', 'mrn-77', jane);
  const { json } = await world.call('POST', `${patientsPath(company, 'live', 'mrn-77')}/record-requests`, {
    key: company.productionKey,
    body: { ...mercyClinic, billing: true },
  });
  const [made] = json['requests'] as ReadonlyArray<{ request: { id: string } }>;
  return made?.request.id ?? '';
}

test('A report counts what is open and what ended last week, with links and no patient data [CONSOLE-127]', async () => {
  const [member, email] = await newReader('reader');
  const like = await ask();
  await world.db('record_request').where({ uid: like }).update({ due_date: '2036-11-23' });
  const sentAt = '2036-10-01T15:00:00Z';
  // In New York, the week begins at 5 a.m. in UTC.
  for (const [status, answeredAt] of [
    ['Completed', '2036-11-17T05:00:01Z'],
    ['Partial', '2036-11-24T04:59:59Z'],
    ['NoRecordFound', '2036-11-20T15:00:00Z'],
    ['Completed', '2036-11-17T04:59:59Z'],
    ['Completed', '2036-11-24T05:00:01Z'],
  ] as const)
    await storeAnswered(world, { like, status, sentAt, answeredAt });
  await sendAt(monday);
  const [report] = mailsTo(email);
  expect(report?.subject).toBe('Weekly report on your record requests');
  const text = report?.text ?? '';
  expect(text.match(/^\d+ .*$/gm)).toEqual([
    '1 open',
    '1 waiting on you',
    '1 overdue',
    '2 completed',
    '1 without records',
  ]);
  expect(text).toContain('Last week, 11/17/2036 to 11/23/2036:');
  for (const secret of ['mrn-77', ...jane.lastNames, jane.firstName]) expect(text).not.toContain(secret);
  const links = [...text.matchAll(/^https:.*$/gm)].map(([link]) => new URL(link));
  expect(links).toHaveLength(6);
  for (const { pathname, search } of links) {
    const { status, html } = await member.get(`${pathname}${search}`);
    expect([status, search === '' || html.includes('Mercy Clinic')]).toEqual([200, true]);
  }
  // What ended on the Monday of the report isn't in a list either.
  const listed = async (search: string) => (await member.get(`${links[0]?.pathname ?? ''}${search}`)).html;
  const counted = [];
  for (const { search } of links.slice(3, 5))
    counted.push((await listed(search)).match(/>Mercy Clinic</g)?.length);
  expect(counted).toEqual([2, 1]);
  const printed = await member.get(`${links[3]?.pathname ?? ''}/report${links[3]?.search ?? ''}`);
  expect(printed.html).toMatch(
    /New status since Nov 17, 2036, 12:00 AM ET, New status until Nov 24, 2036, 12:00 AM ET/,
  );
  const audits = await world.audits({ event: 'notification.sendWeeklyReport' });
  expect(audits.at(-1)).toMatchObject({ outcome: 'success', companyUid: company.uid });
});

test('A report is sent once a week, and again after a failure with the same message id [CONSOLE-127]', async () => {
  const [, email] = await newReader('weekly');
  await ask();
  isServerDown = true;
  await sendAt(monday);
  expect(mails).toEqual([]);
  isServerDown = false;
  const waiting = await world.db('weekly_report').select('mail_uid');
  await sendAt('2036-11-25T13:40:00Z');
  await sendAt('2036-11-25T13:50:00Z');
  expect(mailsTo(email)).toHaveLength(1);
  expect(waiting).toContainEqual({ mail_uid: mailsTo(email)[0]?.uid });
  await sendAt('2036-12-01T13:30:00Z');
  expect(new Set(mailsTo(email).map(({ uid }) => uid)).size).toBe(2);
});

test('No report is sent without a record request that the member sees [CONSOLE-127]', async () => {
  const [, email] = await newReader('all');
  const [, outsider] = await newReader('outsider', 'Member', false);
  await sendAt(monday);
  expect(mails).toEqual([]);
  await ask();
  // The week without a report was dealt with.
  await sendAt('2036-11-24T15:30:00Z');
  expect(mails).toEqual([]);
  await sendAt('2036-12-01T13:30:00Z');
  expect([mailsTo(email).length, mailsTo(outsider).length]).toEqual([1, 0]);
});

test('A member who may not get it, left, or turned it off gets no report [CONSOLE-127] [KEY-12]', async () => {
  await ask();
  const [, roleless] = await newReader('roleless');
  await world.change(change =>
    assignRole(change, { companyId: company.id, email: roleless, role: undefined }),
  );
  const [off] = await newReader('quiet');
  expect((await off.send(page, `${page}/weekly`, { weekly: 'off' })).location).toBe(`${page}?done=weeklyOff`);
  const [, gone] = await newReader('gone');
  await admin(world, ['user', 'delete', gone, '--company', company.id, '--yes']);
  const [, blind] = await newReader('blind', 'Viewer');
  await world
    .db('role_permission')
    .where({ role_uid: await roleUidOf(world.db, 'Viewer'), permission: 'ViewRecordRequests' })
    .delete();
  await sendAt(monday);
  expect(mails).toEqual([]);
  const viewer = await signedIn(world, blind);
  expect((await viewer.get(page)).html).not.toContain('weekly report');
  const audits = await world.audits({ event: 'notification.switchWeeklyReport' });
  expect(audits.slice(-3).map(({ outcome }) => outcome)).toEqual(['success', 'success', 'success']);
});

/** The daily digest: who gets it, when, and what it says. */
import { sendDigests } from '../../src/usecases/notifications/daily-digests';
import { assignRole } from '../../src/usecases/tenants/members';
import type { Mail } from '../../src/mail/mailer';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { newAcmeMember } from '../support/console-members';
import { signedIn, type Visitor } from '../support/console-visitor';
import { putFee } from '../support/fees';
import { decideOnPaper, jane, mercyClinic, putPatient, storedPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
let mails: Mail[] = [];
let isServerDown = false;
const page = '/console/companies/acme/production/notifications';

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());
beforeEach(() => {
  mails = [];
  isServerDown = false;
});

const morning = '2036-11-24T13:30:00Z';

async function sendAt(at: string): Promise<void> {
  const send = async (mail: Mail): Promise<void> => {
    if (isServerDown) throw new Error('451 try later');
    mails.push(mail);
  };
  await sendDigests({
    ...world.services,
    clock: { now: () => new Date(at) },
    nudgeOutbox: () => undefined,
    publicUrl: 'https://api.example.com',
    mailer: { send, close: () => undefined },
  });
}

async function newReader(name: string, role = 'Member'): Promise<readonly [Visitor, string]> {
  const email = await newAcmeMember(world, name, role);
  const member = await signedIn(world, email);
  expect((await member.send(page, `${page}/digest`, { digest: 'on' })).location).toBe(
    `${page}?done=digestOn`,
  );
  return [member, email];
}
const mailsTo = (email: string): Mail[] => mails.filter(({ to }) => to.address === email);

test('A digest has counts and links of what needs the member, and no patient data [EVENT-51]', async () => {
  const [member, email] = await newReader('reader');
  await putPatient(world, company, 'live', 'mrn-77', jane);
  await sendAt(morning);
  const [digest] = mailsTo(email);
  expect(digest?.subject).toBe('What needs you today');
  expect(digest?.text).toContain('Monday, November 24, 2036');
  expect(digest?.text).toContain('1 patient without an authorization\nhttps://api.example.com/console/');
  for (const secret of ['mrn-77', ...jane.lastNames, jane.firstName])
    expect(JSON.stringify(mails)).not.toContain(secret);
  for (const [link] of digest?.text.matchAll(/^https:.*$/gm) ?? []) {
    const { pathname, search } = new URL(link);
    expect((await member.get(`${pathname}${search}`)).status).toBe(200);
  }
  const audits = await world.audits({ event: 'notification.sendDigest' });
  expect(audits.at(-1)).toMatchObject({ outcome: 'success', companyUid: company.uid });
});

test('A digest counts the fees that wait for a member who may approve them [CONSOLE-92]', async () => {
  const [, email] = await newReader('approver');
  const [, other] = await newReader('onlooker', 'Viewer');
  await putPatient(world, company, 'live', 'billed', jane);
  const { json } = await world.call(
    'POST',
    '/v0/companies/acme/projects/live/patients/billed/record-requests',
    { key: company.productionKey, body: { ...mercyClinic, billing: true } },
  );
  const [made] = json['requests'] as ReadonlyArray<{ request: { id: string } }>;
  await putFee(world, made?.request.id ?? '');
  await sendAt(morning);
  const line = '1 record request with a fee to approve\nhttps://api.example.com/console/';
  expect(mailsTo(email)[0]?.text).toContain(line);
  expect(mailsTo(other)).toEqual([]);
  await world.db('fee').update({ status: 'Withdrawn' });
});

test('A digest counts the reminders that a member set for themselves, and not their notes [CONSOLE-113]', async () => {
  const [member, email] = await newReader('reminded', 'Viewer');
  const [, other] = await newReader('colleague', 'Viewer');
  await putPatient(world, company, 'live', 'reminded', jane);
  const { uid: patient } = await storedPatient(world, company, 'live', 'reminded');
  const { json } = await world.call(
    'POST',
    '/v0/companies/acme/projects/live/patients/reminded/record-requests',
    { key: company.productionKey, body: { ...mercyClinic, billing: true } },
  );
  const [made] = json['requests'] as ReadonlyArray<{ request: { id: string } }>;
  const path = `/console/companies/acme/production/patients/${patient}/record-requests/${made?.request.id ?? ''}`;
  const remindOn = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  const set = await member.send(path, `${path}/reminder`, { remindOn, note: 'Ask Jane for the bill' });
  expect(set.location).toBe(`${path}?done=reminderSet`);
  await sendAt(morning);
  const text = mailsTo(email)[0]?.text ?? '';
  expect(text).toContain('1 reminder due\nhttps://api.example.com/console/');
  expect(text).not.toContain('Ask Jane');
  expect(mailsTo(other)).toEqual([]);
});

test('A digest is sent once a day, and again after a failure with the same message id [EVENT-51]', async () => {
  const [, email] = await newReader('daily');
  isServerDown = true;
  await sendAt(morning);
  expect(mails).toEqual([]);
  isServerDown = false;
  await sendAt('2036-11-24T13:40:00Z');
  await sendAt('2036-11-24T13:50:00Z');
  expect(mailsTo(email)).toHaveLength(1);
  await sendAt('2036-11-25T13:30:00Z');
  const uids = mailsTo(email).map(({ uid }) => uid);
  expect(new Set(uids).size).toBe(2);
});

test('A digest tells which requests got a result since the last one [EVENT-51]', async () => {
  const [, email] = await newReader('results');
  await putPatient(world, company, 'live', 'p-1', jane);
  const { version } = await storedPatient(world, company, 'live', 'p-1');
  const ref = { companyId: 'acme', projectId: 'live', patientId: 'p-1' };
  await world.change(change => decideOnPaper(change, ref, { status: 'Approved', version, expiresOn: null }));
  const { json } = await world.call('POST', '/v0/companies/acme/projects/live/patients/p-1/record-requests', {
    key: company.productionKey,
    body: { ...mercyClinic, medicalRecord: true },
  });
  const [made] = json['requests'] as ReadonlyArray<{ request: { id: string } }>;
  const request = made?.request.id ?? '';
  const moved = await admin(world, ['record-request', 'set-status', request, 'NoRecordFound']);
  expect([moved.exitCode, moved.stderr]).toEqual([0, '']);
  await sendAt(morning);
  expect(mailsTo(email)[0]?.text).toContain('1 record request found no records\nhttps://');
  await sendAt('2036-11-25T13:30:00Z');
  expect(mailsTo(email)[1]?.text).not.toContain('found no records');
});

test('A result of the last minutes, when others may not be stored yet, is in the next digest [EVENT-51]', async () => {
  const [, email] = await newReader('late');
  await world.db.raw(
    `with moved as (
       update record_request set sequence = sequence + 1, updated_at = :at where status = 'NoRecordFound'
         returning uid, sequence
     )
     insert into record_request_step (uid, record_request_uid, sequence, status, actor, created_at)
     select uuidv7(), m.uid, m.sequence, s.status, s.actor, :at
     from moved m join record_request_step s on s.record_request_uid = m.uid and s.sequence = m.sequence - 1`,
    { at: '2036-11-24T13:29:00Z' },
  );
  await sendAt(morning);
  await sendAt('2036-11-25T13:30:00Z');
  await sendAt('2036-11-26T13:30:00Z');
  const told = mailsTo(email).map(({ text }) => text.includes('1 record request found no records'));
  expect(told).toEqual([false, true, false]);
});

test('A member who may not get e-mails, left, or turned it off gets no digest [KEY-12] [EVENT-51]', async () => {
  const [, roleless] = await newReader('roleless');
  await world.change(change => assignRole(change, { companyId: 'acme', email: roleless, role: undefined }));
  const [off, quiet] = await newReader('quiet');
  await off.send(page, `${page}/digest`, { digest: 'off' });
  const [, gone] = await newReader('gone');
  await admin(world, ['user', 'delete', gone, '--company', 'acme', '--yes']);
  await sendAt('2036-11-26T13:30:00Z');
  expect([roleless, quiet, gone].flatMap(mailsTo)).toEqual([]);
});

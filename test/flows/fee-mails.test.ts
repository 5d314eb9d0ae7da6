/** E-mails to members when a fee needs approval: who gets one, what it says, and when not. */
import { mailsPerDayMax } from '../../src/domain/notifications/mailed-events';
import type { Mail } from '../../src/mail/mailer';
import { addMember, assignRole } from '../../src/usecases/tenants/members';
import type { TestCompany } from '../support/api-world';
import { formOn, signedIn, type Visitor } from '../support/console-visitor';
import { operatorAtDesk } from '../support/desk-work';
import { enterFee, latestFee } from '../support/fees';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { jane } from '../support/patients';
import { readRows } from '../support/records';
import { makeRequest, type TestRequest } from '../support/request-files';

let world: FlowWorld;
let company: TestCompany;
let olga: Visitor;
let companies = 0;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['documents'] });
  olga = await operatorAtDesk(world, 'Olga');
});
afterAll(() => world.close());
beforeEach(async () => {
  company = await world.company(`charged-${(companies += 1)}`);
});

interface Added {
  readonly email: string;
  readonly visitor: Visitor;
  readonly page: string;
}

async function newMember(name: string, role = 'Member', seesAllProjects = true): Promise<Added> {
  const email = `${name}@${company.id}.example`;
  await world.change(change =>
    addMember(change, { companyId: company.id, email, name, role, seesAllProjects }),
  );
  const visitor = await signedIn(world, email);
  return { email, visitor, page: `/console/companies/${company.id}/sandbox/notifications` };
}

async function turnOn({ visitor, page }: Added): Promise<void> {
  expect((await visitor.send(page, `${page}/fees`, { fees: 'on' })).location).toBe(`${page}?done=feesOn`);
}

async function newReader(name: string, role = 'Member', seesAllProjects = true): Promise<Added> {
  const added = await newMember(name, role, seesAllProjects);
  await turnOn(added);
  return added;
}

const about = 'A fee is waiting for your approval (sandbox)';
const mailsTo = ({ email }: Added): readonly Mail[] =>
  world.mails.filter(({ to, subject }) => to.address === email && subject === about);

/** Requests records of a patient and enters a fee of $30.00 at the desk. */
async function charge(id: string): Promise<TestRequest> {
  const request = await makeRequest(world, company, id);
  expect((await enterFee(olga, request.id)).status).toBe(303);
  await world.ended();
  return request;
}

test('A member who turned it on gets one e-mail when a fee waits, with a link and no amount or patient data [CONSOLE-96]', async () => {
  const approver = await newReader('approver');
  const silent = await newMember('silent');
  await charge('mrn-77');
  const [mail, ...more] = mailsTo(approver);
  expect(more).toEqual([]);
  expect(mailsTo(silent)).toEqual([]);
  for (const secret of ['mrn-77', ...jane.lastNames, jane.firstName, '30.00', '$'])
    expect(JSON.stringify([mail?.subject, mail?.text])).not.toContain(secret);
  const links = [...(mail?.text.matchAll(/^https:.*$/gm) ?? [])].map(([link]) => new URL(link).pathname);
  expect(links).toHaveLength(2);
  for (const path of links) expect((await approver.visitor.get(path)).status).toBe(200);
  expect((await approver.visitor.get(links[0] ?? '')).html).toContain('Waiting for approval');
});

test('An e-mail about a fee goes only to members who may approve it, in their projects [CONSOLE-96]', async () => {
  const outside = await newReader('outside', 'Member', false);
  const former = await newReader('former');
  const demoted = await newReader('demoted');
  const off = await newReader('off');
  await world.db.raw(
    'update membership set ended_at = now() from app_user u where u.uid = user_uid and u.email = ?',
    [former.email],
  );
  await world.change(change =>
    assignRole(change, { companyId: company.id, email: demoted.email, role: 'Viewer' }),
  );
  await off.visitor.send(off.page, `${off.page}/fees`, { fees: 'off' });
  await charge('limited');
  for (const member of [outside, former, demoted, off]) expect(mailsTo(member)).toEqual([]);
  const viewer = await newMember('viewer', 'Viewer');
  const { html } = await viewer.visitor.get(viewer.page);
  expect(formOn(html, `${viewer.page}/fees`)).toBeUndefined();
});

test('A fee within the limit of the company sends no e-mail [CONSOLE-96]', async () => {
  const approver = await newReader('approver');
  await world.db('company').where({ id: company.id }).update({ fee_limit_cents: 5_000 });
  const request = await charge('within');
  expect((await latestFee(world, request.id)).status).toBe('Approved');
  expect(mailsTo(approver)).toEqual([]);
});

test('A fee whose question was answered waits again, and sends an e-mail again [CONSOLE-96]', async () => {
  const approver = await newReader('approver');
  const request = await charge('asked');
  const { uid, version } = await latestFee(world, request.id);
  await world
    .db('fee')
    .where({ uid })
    .update({ status: 'Questioned', question: 'Why?', version: version + 1 });
  const page = `/desk/fees/${request.id}`;
  await olga.send(page, `${page}/answer`, { fee: uid, answer: '60 pages', version: String(version + 1) });
  await world.ended();
  expect((await latestFee(world, request.id)).status).toBe('WaitingForApproval');
  expect(mailsTo(approver)).toHaveLength(2);
});

test('A member gets at most 200 e-mails about fees in 24 hours [CONSOLE-96]', async () => {
  const approver = await newReader('approver');
  const request = await charge('many');
  const { uid } = await latestFee(world, request.id);
  expect(mailsPerDayMax).toBe(200);
  await world.db.raw(
    `insert into fee_notice (uid, membership_uid, fee_uid, created_at, sent_at)
     select uuidv7(), membership_uid, ?, now(), now() from fee_notice, generate_series(2, ?::int)
     where fee_uid = ?`,
    [uid, mailsPerDayMax, uid],
  );
  await charge('one-more');
  expect(mailsTo(approver)).toHaveLength(1);
  const [unsent] = await readRows<{ count: number }>(
    world.db,
    'select count(*)::int as count from fee_notice n join fee f on f.uid = n.fee_uid ' +
      'where f.company_uid = ? and n.sent_at is null',
    [company.uid],
  );
  expect(unsent?.count).toBe(1);
});

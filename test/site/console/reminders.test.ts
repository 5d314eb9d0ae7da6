/** The reminders that members set for themselves: on a record request's page, in the list, and on Home. */
import { randomUUID } from 'node:crypto';
import { addMember, grantProjectAccess } from '../../../src/usecases/tenants/members';
import { admin } from '../../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { jane, mercyClinic, patientsPath, putPatient, storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
let paralegal: Visitor;
let email: string;
let place: string;
let firms = 0;
let now = new Date();

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => now } });
});
beforeEach(async () => {
  now = new Date('2026-11-20T15:00:00Z');
  company = await world.company(`firm-${(firms += 1)}`);
  place = `/console/companies/${company.id}/sandbox`;
  email = `paralegal@${company.id}.example`;
  paralegal = await memberNamed(email, 'Viewer');
});
afterAll(() => world.close());

async function memberNamed(address: string, role: string, seesAllProjects = true): Promise<Visitor> {
  const member = { companyId: company.id, email: address, name: 'Pat', role, seesAllProjects };
  await world.change(change => addMember(change, member));
  return signedIn(world, address);
}

async function requestFor(siteName = 'Mercy Clinic', id = 'one'): Promise<{ uid: string; page: string }> {
  await putPatient(world, company, 'sandbox', id, jane);
  const { uid: patient } = await storedPatient(world, company, 'sandbox', id);
  const { json } = await world.call('POST', `${patientsPath(company, 'sandbox', id)}/record-requests`, {
    key: company.sandboxKey,
    body: { ...mercyClinic, siteName, billing: true },
  });
  const [made] = json['requests'] as Array<{ request: { id: string } }>;
  const uid = made?.request.id ?? '';
  return { uid, page: `${place}/patients/${patient}/record-requests/${uid}` };
}

const remind = async (page: string, remindOn: string, note = '', by = paralegal) =>
  by.send(page, `${page}/reminder`, { remindOn, note });

const reminders = async () =>
  readRows<{ remind_on: string; note: string | null }>(
    world.db,
    `select b.remind_on::text as remind_on, b.note from request_reminder b
     join record_request r on r.uid = b.record_request_uid where r.company_uid = ? order by b.remind_on`,
    [company.uid],
  );

/** Returns the facilities of the requests in a list. */
async function listed(query: string, by = paralegal): Promise<string[]> {
  const { html } = await by.get(`${place}/record-requests?${query}`);
  return [...html.matchAll(/data-label="Facility"[^>]*><span>(.*?)<\/span>/g)].map(([, cell = '']) => cell);
}

describe('A reminder', () => {
  test('is set, changed, and marked as done by a member who may see the request [CONSOLE-112]', async () => {
    const { page, uid } = await requestFor();
    expect((await paralegal.get(page)).html).not.toContain('Your reminder');
    expect((await remind(page, '2026-12-03', '  Ask   Jane for the bill ')).location).toBe(
      `${page}?done=reminderSet`,
    );
    const { html } = await paralegal.get(page);
    expect(html).toContain('Your reminder: 12/03/2026');
    expect(html).toContain('Ask Jane for the bill');
    await remind(page, '2026-11-20', 'Call them');
    expect(await reminders()).toEqual([{ remind_on: '2026-11-20', note: 'Call them' }]);
    expect((await paralegal.get(page)).html).toContain('Your reminder is due: 11/20/2026');
    await remind(page, '2026-11-20', 'Call them');
    expect((await remind(page, '')).location).toBe(`${page}?done=reminderCleared`);
    expect(await reminders()).toEqual([]);
    const audited = await world.audits({ event: 'reminder.set', resourceUid: uid });
    expect(audited.map(({ changes }) => changes)).toEqual([
      { isSet: true },
      { isSet: true },
      { isSet: false },
    ]);
  });

  test('is refused with a note and no date, and stays as it was [CONSOLE-130]', async () => {
    const { page } = await requestFor();
    await remind(page, '2026-12-03', 'Call them');
    const { status, html } = await remind(page, '', 'Call them again');
    expect(status).toBe(422);
    expect(html).toContain('Enter a date for the reminder.');
    expect(html).toContain('value="Call them again"');
    expect(await reminders()).toEqual([{ remind_on: '2026-12-03', note: 'Call them' }]);
  });

  test('is seen by no one else, and sends no event [CONSOLE-112]', async () => {
    const { page, uid } = await requestFor();
    await remind(page, '2026-11-20', 'Ask Jane for the bill');
    const administrator = await signedIn(world, company.email);
    for (const path of [page, `${place}/record-requests?reminder=any`, place, `${place}/audit-log`])
      expect((await administrator.get(path)).html).not.toMatch(
        /Ask Jane|Your reminder|Reminder due|reminder due</,
      );
    expect((await administrator.get(page)).html).toContain('>Set reminder</summary>');
    const events = await readRows(world.db, 'select event_type from outbox_event where record_uid = ?', [
      uid,
    ]);
    expect(JSON.stringify(events)).not.toMatch(/reminder/i);
    await remind(page, '2026-12-24', '', administrator);
    expect((await paralegal.get(page)).html).toContain('Your reminder is due: 11/20/2026');
    const rival = await signedIn(world, (await world.company(`rival-${firms}`)).email);
    expect((await rival.get(page)).status).toBe(404);
  });

  test('takes a day from today to two years ahead and a line of 255 characters, or shows what was typed [CONSOLE-112]', async () => {
    const { page } = await requestFor();
    const typed = 'Ask again';
    for (const day of ['2026-11-19', '2028-11-21', 'soon']) {
      const { status, html } = await remind(page, day, typed);
      expect([day, status]).toEqual([day, 422]);
      expect(html).toContain(`value="${typed}"`);
    }
    expect((await remind(page, '2026-12-03', 'x'.repeat(256))).html).toContain(
      'Enter one line of at most 255 characters.',
    );
    expect(await reminders()).toEqual([]);
    await remind(page, '2028-11-20', 'x'.repeat(255));
    now = new Date('2026-11-21T02:00:00Z');
    paralegal = await signedIn(world, email);
    expect((await remind(page, '2026-11-20')).status).toBe(303);
    expect(await reminders()).toEqual([{ remind_on: '2026-11-20', note: null }]);
  });
});

describe('Due reminders', () => {
  test('are counted on Home, and listed and marked for their member only [CONSOLE-113]', async () => {
    const due = await requestFor('Mercy Clinic');
    const later = await requestFor('Salem Dental');
    await requestFor('Lynn Imaging');
    await remind(due.page, '2026-11-20');
    await remind(later.page, '2026-12-24');
    const link = `${place}/record-requests?view=all&amp;reminder=due`;
    expect((await paralegal.get(place)).html).toMatch(
      new RegExp(`${link.replace('?', '\\?')}"[^]*1[^]*reminder due`),
    );
    await world.db('record_request').where({ uid: due.uid }).update({ status: 'Canceled' });
    expect(await listed('view=all&reminder=due')).toEqual(['Mercy Clinic']);
    expect(await listed('view=all&reminder=any')).toEqual(['Salem Dental', 'Mercy Clinic']);
    expect(await listed('view=open&reminder=due')).toEqual([]);
    const { html } = await paralegal.get(`${place}/record-requests?view=all`);
    expect(html.match(/Reminder due</g)).toHaveLength(1);
    expect(html).toContain('Reminder 12/24/2026');
    const administrator = await signedIn(world, company.email);
    expect(await listed('view=all&reminder=any', administrator)).toEqual([]);
    expect((await paralegal.get(`${place}/record-requests?reminder=soon`)).status).toBe(422);
  });

  test('are due from the day in the zone of the company, not of UTC [CONSOLE-113]', async () => {
    const { page } = await requestFor();
    await remind(page, '2026-11-21');
    now = new Date('2026-11-21T02:00:00Z');
    paralegal = await signedIn(world, email);
    expect(await listed('view=all&reminder=due')).toEqual([]);
    expect((await paralegal.get(place)).html).not.toContain('reminder due');
    now = new Date('2026-11-21T05:00:00Z');
    paralegal = await signedIn(world, email);
    expect(await listed('view=all&reminder=due')).toEqual(['Mercy Clinic']);
    expect((await paralegal.get(place)).html).toContain('reminder due');
  });

  test('are in no status report and no exported file [CONSOLE-113]', async () => {
    const { page } = await requestFor();
    await remind(page, '2026-11-20', 'Ask Jane for the bill');
    for (const path of ['report', 'export'])
      expect((await paralegal.get(`${place}/record-requests/${path}?view=all`)).html).not.toMatch(
        /remind|Ask Jane/i,
      );
  });
});

describe('Reminders end', () => {
  test('when their member is removed or deleted, and do not come back with them [CONSOLE-114]', async () => {
    const { page } = await requestFor();
    const leaver = `leaver@${company.id}.example`;
    const leaving = await memberNamed(leaver, 'Member');
    await remind(page, '2026-12-03', '', leaving);
    await remind(page, '2026-12-04');
    const administrator = await signedIn(world, company.email);
    const [membership] = await readRows<{ uid: string }>(
      world.db,
      'select m.uid from membership m join app_user u on u.uid = m.user_uid where u.email = ?',
      [leaver],
    );
    const one = `${place}/members/${membership?.uid ?? ''}`;
    expect((await administrator.get(one)).html).toContain('1 reminder for record requests');
    expect((await administrator.send(one, `${one}/remove`)).status).toBe(303);
    expect(await reminders()).toEqual([{ remind_on: '2026-12-04', note: null }]);
    await admin(world, ['user', 'delete', email, '--company', company.id, '--yes']);
    expect(await reminders()).toEqual([]);
  });

  test('while their member does not see the project [CONSOLE-114]', async () => {
    const { page } = await requestFor();
    await remind(page, '2026-11-20');
    const sees = async (seesAllProjects: boolean) =>
      world
        .db('membership')
        .whereIn('user_uid', world.db('app_user').select('uid').where({ email }))
        .update({ sees_all_projects: seesAllProjects });
    await sees(false);
    expect((await paralegal.get(page)).status).toBe(404);
    expect((await paralegal.get(place)).html).not.toContain('reminder due');
    expect(await listed('view=all&reminder=any')).toEqual([]);
    const project = { companyId: company.id, email, environment: 'sandbox', projectId: 'sandbox' } as const;
    await world.change(change => grantProjectAccess(change, project));
    expect(await listed('view=all&reminder=any')).toEqual(['Mercy Clinic']);
  });
});

describe('The limit of reminders', () => {
  test('is 1,000: one more is refused until one is done [CONSOLE-115]', async () => {
    const { page, uid } = await requestFor();
    const [{ search_text: _text, request_number: _number, ...request } = {}] = await readRows<
      Record<string, unknown>
    >(world.db, 'select * from record_request where uid = ?', [uid]);
    const copies = Array.from({ length: 1_000 }, () => ({ ...request, uid: randomUUID() }));
    await world.db.batchInsert('record_request', copies, 200);
    await world.db.raw(
      `insert into request_reminder (membership_uid, record_request_uid, remind_on, created_at, updated_at)
       select m.uid, r.uid, '2026-12-03', :now, :now from record_request r, membership m
       join app_user u on u.uid = m.user_uid
       where u.email = :email and r.company_uid = m.company_uid and r.uid <> :uid`,
      { uid, now, email },
    );
    const { status, html } = await remind(page, '2026-12-03', 'Ask again');
    expect([status, html.includes('You have 1,000 reminders')]).toEqual([422, true]);
    await world.db('request_reminder').where({ record_request_uid: copies[0]?.uid }).delete();
    const another = await remind(page, '2026-12-03', 'Ask again');
    expect(another.html).not.toContain('role="alert"');
    expect(another.status).toBe(303);
  });
});

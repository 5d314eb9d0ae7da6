import { defineRole } from '../../../src/usecases/tenants/companies';
import { assignRole } from '../../../src/usecases/tenants/members';
import { setNotification } from '../../../src/usecases/notifications/notifications';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import { formOn, signedIn, type Visitor } from '../../support/console-visitor';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
const path = '/console/companies/acme/sandbox/notifications';

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.company('rival');
  await world.change(change =>
    defineRole(change, { companyId: 'acme', name: 'Deaf', permissions: ['ViewProjects'] }),
  );
});
afterAll(() => world.close());

async function newMember(name: string, role = 'Member'): Promise<readonly [Visitor, string]> {
  const email = await newAcmeMember(world, name, role);
  return [await signedIn(world, email), email];
}

interface Stored {
  readonly environment: string;
  readonly events: readonly string[];
  readonly projects: readonly string[];
}

async function storedOf(email: string): Promise<Stored[]> {
  return readRows<Stored>(
    world.db,
    `select e.environment, e.event_types as events,
       array(select p.id from webhook_endpoint_project ep join project p on p.uid = ep.project_uid
         where ep.endpoint_uid = e.uid) as projects
     from webhook_endpoint e join app_user u on u.uid = e.owner_user_uid
     where u.email = ? and e.channel = 'email' and e.deleted_at is null`,
    [email],
  );
}

describe("A member's e-mail notifications [CONSOLE-27]", () => {
  test('are stored once if the first form is sent several times at once', async () => {
    const [member, email] = await newMember('twice');
    const form = { events: ['patient.created'], projects: 'all' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => member.send(path, path, form)));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await storedOf(email)).toHaveLength(1);
  });

  test('are chosen by names that people use, with the name in code beside each', async () => {
    const [member] = await newMember('reader');
    const { html } = await member.get(path);
    const labels = html.split('<label').map(label => label.replaceAll(/<[^>]*>/g, ' '));
    for (const [name, code] of [
      ['Records received', 'recordRequest.completed'],
      ['Authorization needs attention', 'authorization.needsAttention'],
    ] as const)
      expect(labels.filter(label => label.includes(name) && label.includes(code))).toHaveLength(1);
  });

  test('are saved, changed, and turned off in each environment separately', async () => {
    const [member, email] = await newMember('chooser');
    expect((await member.get(path)).html).toContain("You don't get any sandbox e-mails yet.");
    const events = ['patient.created', 'recordRequest.completed'];
    expect((await member.send(path, path, { events, projects: 'all' })).location).toBe(`${path}?done=saved`);
    expect(await storedOf(email)).toEqual([{ environment: 'sandbox', events, projects: [] }]);
    const shown = await member.get(path);
    expect(shown.html).toMatch(/value="patient\.created" checked/);
    const cleared = await member.send(path, path, {});
    expect(cleared.html).toContain('Choose at least one event, or turn off e-mail notifications.');
    await member.send(path, path, { events: ['note.created'], projects: 'picked', project: 'sandbox' });
    expect(await storedOf(email)).toEqual([
      { environment: 'sandbox', events: ['note.created'], projects: ['sandbox'] },
    ]);
    const live = path.replace('sandbox', 'production');
    expect((await member.get(live)).html).toContain("You don't get any production e-mails yet.");
    expect((await member.send(path, `${path}/end`)).location).toBe(`${path}?done=ended`);
    expect(await storedOf(email)).toEqual([]);
    for (const event of ['notification.set', 'notification.end'])
      expect((await world.audits({ event })).at(-1)).toMatchObject({
        outcome: 'success',
        actorKind: 'console',
        companyUid: company.uid,
      });
  });

  test('refuse an invalid choice with a message, and save nothing [CONSOLE-51]', async () => {
    const [member, email] = await newMember('refused');
    for (const [fields, message] of [
      [{}, 'Choose at least one event.'],
      [{ events: 'clinicalData.added' }, 'can only be sent by webhook'],
      [
        { events: 'note.created', projects: 'all', project: 'sandbox' },
        'You selected both all projects and individual',
      ],
      [{ events: 'note.created', projects: 'picked' }, 'Select at least one project'],
      [{ events: 'note.created', projects: 'picked', project: 'live' }, 'no sandbox project live'],
    ] as const) {
      const answer = await member.send(path, path, fields);
      expect([message, answer.status]).toEqual([message, 422]);
      expect(answer.html).toContain(message);
    }
    expect(await storedOf(email)).toEqual([]);
    expect((await member.get(path)).html).not.toContain('value="clinicalData.added"');
  });

  test("aren't changed by an outdated form or one from another site", async () => {
    const [member, email] = await newMember('stale');
    const formFields = Object.fromEntries(formOn((await member.get(path)).html, path) ?? []);
    await member.send(path, path, { events: ['note.created'] });
    const answer = await member.send('/console/account', path, {
      ...formFields,
      events: ['patient.created'],
    });
    expect(answer.status).toBe(409);
    const ending = Object.fromEntries(formOn((await member.get(path)).html, `${path}/end`) ?? []);
    await member.send(path, path, { events: ['note.updated'] });
    expect((await member.send('/console/account', `${path}/end`, ending)).status).toBe(409);
    for (const options of [{ origin: 'https://evil.example' }, { formToken: '' }])
      expect((await member.send(path, path, { events: ['patient.created'] }, options)).status).toBe(403);
    expect(await storedOf(email)).toMatchObject([{ events: ['note.updated'] }]);
  });

  test('require ManageNotifications, also for a form that is still open', async () => {
    const [member, email] = await newMember('deafened');
    const formFields = Object.fromEntries(formOn((await member.get(path)).html, path) ?? []);
    await world.change(change => assignRole(change, { companyId: 'acme', email, role: 'Deaf' }));
    expect((await member.get(path)).status).toBe(403);
    const sent = await member.send('/console/account', path, { ...formFields, events: ['note.created'] });
    expect(sent.status).toBe(403);
    expect(await storedOf(email)).toEqual([]);
  });
});

test("Administrators view but can't change others' notifications; others can't see them [KEY-16] [CONSOLE-27]", async () => {
  const [member, email] = await newMember('watched');
  const [colleague] = await newMember('colleague');
  await world.change(change =>
    setNotification(change, {
      companyId: 'acme',
      email,
      environment: 'sandbox',
      events: ['note.created'],
      projectIds: [],
      isTrackedOnly: false,
    }),
  );
  const admin = await signedIn(world, company.email);
  const { html } = await admin.get(path);
  const [, others = ''] = /Other members' notifications(.*)/s.exec(html) ?? [];
  expect(others).toContain(email);
  expect(others).not.toContain('<form');
  expect((await admin.get(path.replace('sandbox', 'production'))).html).not.toContain(email);
  expect((await colleague.get(path)).html).not.toContain(email);
  expect((await member.get(path)).html).not.toContain("Other members' notifications");
  expect((await admin.send(path, `${path}/end`, { version: '' })).status).toBe(403);
});

test('Turning off e-mails says who else gets them: names for administrators, else a number [CONSOLE-102]', async () => {
  const set = async (email: string): Promise<void> =>
    world.change(change =>
      setNotification(change, {
        companyId: 'acme',
        email,
        environment: 'sandbox',
        events: ['aiResearch.completed'],
        projectIds: [],
        isTrackedOnly: false,
      }),
    );
  const [member, email] = await newMember('leaving');
  const [, staying] = await newMember('staying');
  await set(email);
  expect((await member.get(path)).html).toContain('No one else in your company gets e-mails about these');
  await set(staying);
  const { html } = await member.get(path);
  expect(html).toContain('One other member still gets e-mails about some of these events.');
  expect(html).not.toContain(staying);
  await set(company.email);
  expect((await member.get(path)).html).toContain('2 other members still get e-mails');
  const admin = await signedIn(world, company.email);
  expect((await admin.get(path)).html).toContain(
    `Still notified about some of these events: ${email}, ${staying}.`,
  );
});

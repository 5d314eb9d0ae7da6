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
  await world.change(inner =>
    defineRole(inner, { companyId: 'acme', name: 'Deaf', permissions: ['ViewProjects'] }),
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

describe('a member chooses what they are mailed where they are [CONSOLE-27]', () => {
  test('saves, changes and ends it; the other environment has its own', async () => {
    const [member, email] = await newMember('chooser');
    expect((await member.get(path)).html).toContain("You don't get any sandbox e-mails yet.");
    const events = ['patient.created', 'recordRequest.completed'];
    expect((await member.send(path, path, { events, projects: 'all' })).location).toBe(`${path}?done=saved`);
    expect(await storedOf(email)).toEqual([{ environment: 'sandbox', events, projects: [] }]);
    const shown = await member.get(path);
    expect(shown.html).toMatch(/value="patient\.created" checked/);
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

  test('is told what cannot be chosen, and nothing is saved [CONSOLE-51]', async () => {
    const [member, email] = await newMember('refused');
    for (const [fields, said] of [
      [{}, 'at least one event'],
      [{ events: 'clinicalData.added' }, 'is told by webhook only'],
      [
        { events: 'note.created', projects: 'all', project: 'sandbox' },
        'You selected both all projects and individual',
      ],
      [{ events: 'note.created', projects: 'picked' }, 'Select at least one project'],
      [{ events: 'note.created', projects: 'picked', project: 'live' }, 'no sandbox project live'],
    ] as const) {
      const answer = await member.send(path, path, fields);
      expect([said, answer.status]).toEqual([said, 422]);
      expect(answer.html).toContain(said);
    }
    expect(await storedOf(email)).toEqual([]);
    expect((await member.get(path)).html).not.toContain('value="clinicalData.added"');
  });

  test('by a form that was made before it changed, or from elsewhere, changes nothing', async () => {
    const [member, email] = await newMember('stale');
    const seen = Object.fromEntries(formOn((await member.get(path)).html, path) ?? []);
    await member.send(path, path, { events: ['note.created'] });
    const answer = await member.send('/console/account', path, { ...seen, events: ['patient.created'] });
    expect(answer.status).toBe(409);
    const ending = Object.fromEntries(formOn((await member.get(path)).html, `${path}/end`) ?? []);
    await member.send(path, path, { events: ['note.updated'] });
    expect((await member.send('/console/account', `${path}/end`, ending)).status).toBe(409);
    for (const options of [{ origin: 'https://evil.example' }, { formToken: '' }])
      expect((await member.send(path, path, { events: ['patient.created'] }, options)).status).toBe(403);
    expect(await storedOf(email)).toMatchObject([{ events: ['note.updated'] }]);
  });

  test('needs ManageNotifications, also in a page that is open', async () => {
    const [member, email] = await newMember('deafened');
    const seen = Object.fromEntries(formOn((await member.get(path)).html, path) ?? []);
    await world.change(inner => assignRole(inner, { companyId: 'acme', email, role: 'Deaf' }));
    expect((await member.get(path)).status).toBe(403);
    const sent = await member.send('/console/account', path, { ...seen, events: ['note.created'] });
    expect(sent.status).toBe(403);
    expect(await storedOf(email)).toEqual([]);
  });
});

test('administrators see what the others are mailed there, and cannot change it; nobody else does [KEY-16] [CONSOLE-27]', async () => {
  const [member, email] = await newMember('watched');
  const [colleague] = await newMember('colleague');
  await world.change(inner =>
    setNotification(inner, {
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

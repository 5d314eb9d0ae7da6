import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { roleUidOf } from '../../support/console-members';
import { askForLink, openVisitor, signedIn, type Visitor } from '../../support/console-visitor';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
const place = '/console/companies/acme/sandbox';
const members = `${place}/members`;
const accounts = `${members}/service-accounts`;
const secretPattern = /rw_(?:test|live)_\w{49}/;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

async function create(
  visitor: Visitor,
  name: string,
  { role = 'Member', ...view }: Readonly<Record<string, string>> = {},
): Promise<string> {
  const fields = { name, role: await roleUidOf(world.db, role), projects: 'all', ...view };
  const { location } = await visitor.send(`${accounts}/new`, accounts, fields);
  return /members\/([^?]+)/.exec(location)?.[1] ?? '';
}

async function keyOf(visitor: Visitor, account: string, name = 'Job'): Promise<string> {
  const keys = `${members}/${account}/keys`;
  const { html } = await visitor.send(`${keys}/new`, `${keys}/named`, { name, life: 'never' });
  return secretPattern.exec(html)?.[0] ?? '';
}

async function statusWith(key: string): Promise<number> {
  return (await world.call('GET', '/v0/companies/acme/projects', { key })).status;
}

async function memberOf(name: string, role: string, seesAllProjects: boolean): Promise<Visitor> {
  const email = `${name}@acme.example`;
  await world.change(change => addMember(change, { companyId: 'acme', email, name, role, seesAllProjects }));
  return signedIn(world, email);
}

async function uidOfMember(email: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select m.uid from membership m join app_user u on u.uid = m.user_uid where u.email = ?',
    [email],
  );
  return row?.uid ?? '';
}

test('A service account has its own role, is listed and marked, and outlives its creator [KEY-22]', async () => {
  const creator = await memberOf('creator', 'Administrator', true);
  const account = await create(creator, 'Nightly import', { role: 'Viewer' });
  const key = await keyOf(creator, account);
  expect(await statusWith(key)).toBe(200);
  const made = await world.call('POST', '/v0/companies/acme/projects', { key, body: {} });
  expect(made.status).toBe(403);
  const { html } = await admin.get(members);
  expect(html).toContain('>Nightly import</a>');
  expect(html).toContain('Service account');
  expect(html).not.toContain('.invalid');
  const leaver = `${members}/${await uidOfMember('creator@acme.example')}`;
  await admin.send(leaver, `${leaver}/remove`);
  expect(await statusWith(key)).toBe(200);
  expect((await world.audits({ event: 'serviceAccount.create' })).at(-1)).toMatchObject({
    outcome: 'success',
    resourceKind: 'user',
    changes: { projects: 'all' },
  });
});

test.each([
  ['no name', { name: '' }, 'Enter a name with 1 to 100 characters.'],
  ['no role', { role: '' }, 'Choose a role.'],
  ['no project', { projects: 'picked' }, 'Select at least one project, or all projects.'],
  ['a name in use', { name: 'USED' }, 'A service account already has this name.'],
])('The form rejects %s [KEY-22]', async (_, fields, sentence) => {
  await create(admin, 'used');
  const valid = { name: 'Valid', role: await roleUidOf(world.db, 'Viewer'), projects: 'all' };
  const refused = await admin.send(`${accounts}/new`, accounts, { ...valid, ...fields });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain(sentence);
});

test('A company has at most 50 service accounts [KEY-22]', async () => {
  const rival = await world.company('crowded');
  await world.db.raw(
    `with u as (
       insert into app_user (uid, email, name, is_service_account, created_at)
       select uid, uid || '@service-accounts.invalid', 'Account ' || n, true, now()
       from (select gen_random_uuid() as uid, n from generate_series(1, 50) n) made returning uid)
     insert into membership (uid, company_uid, user_uid, role_uid, sees_all_projects, created_at)
     select gen_random_uuid(), ?, uid, null, true, now() from u`,
    [rival.uid],
  );
  const visitor = await signedIn(world, rival.email);
  const path = '/console/companies/crowded/sandbox/members/service-accounts';
  const fields = { name: 'One more', role: await roleUidOf(world.db, 'Viewer'), projects: 'all' };
  const refused = await visitor.send(`${path}/new`, path, fields);
  expect([refused.status, refused.html.includes('which is the maximum')]).toEqual([422, true]);
});

test('A member who sees fewer projects than a service account changes none of its keys [KEY-23]', async () => {
  const account = await create(admin, 'Wide');
  const key = await keyOf(admin, account);
  const narrow = await memberOf('narrow', 'Administrator', false);
  const keys = `${members}/${account}/keys`;
  expect((await narrow.get(keys)).html).toContain("projects that you don't have");
  const refused = await narrow.send(`${keys}/new`, `${keys}/named`, { name: 'Mine', life: '30' });
  expect(refused.html).toContain("This service account sees projects that you don't see.");
  expect(secretPattern.test(refused.html)).toBe(false);
  expect(await statusWith(key)).toBe(200);
});

test('A service account gets no sign-in link and no e-mail [KEY-24]', async () => {
  await create(admin, 'Silent');
  const [row] = await readRows<{ email: string }>(world.db, 'select email from app_user where name = ?', [
    'Silent',
  ]);
  await askForLink(openVisitor(world), row?.email ?? '');
  await world.mailed();
  expect(world.consoleMails.filter(({ to }) => to.address.endsWith('.invalid'))).toEqual([]);
});

test("A service account isn't counted as a member who manages members [KEY-24]", async () => {
  const rival = await world.company('alone');
  const owner = await signedIn(world, rival.email);
  const path = '/console/companies/alone/sandbox/members';
  const fields = { name: 'Robot', role: await roleUidOf(world.db, 'Administrator'), projects: 'all' };
  await owner.send(`${path}/service-accounts/new`, `${path}/service-accounts`, fields);
  const self = `${path}/${await uidOfMember(rival.email)}`;
  expect((await owner.send(self, `${self}/remove`)).html).toContain('No one else can manage the members');
});

test('What a service account does is audited under its name, and its keys end when it is deactivated [KEY-24]', async () => {
  const account = await create(admin, 'Robot');
  const key = await keyOf(admin, account);
  await world.call('GET', '/v0/companies/acme/projects/none/patients', { key });
  const page = `${members}/${account}`;
  expect((await admin.send(page, `${page}/remove`)).location).toBe(`${members}?done=removed`);
  expect(await statusWith(key)).toBe(401);
  const [row] = await readRows<{ name: string }>(
    world.db,
    `select u.name from audit_event a join app_user u on u.uid = a.actor_uid
     where a.actor_kind = 'key' and u.is_service_account order by a.occurred_at desc limit 1`,
    [],
  );
  expect(row?.name).toBe('Robot');
});

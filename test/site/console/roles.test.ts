/** The roles that a company defines in the console. */
import type { Permission } from '../../../src/domain/access/permissions';
import { companyRolesMax } from '../../../src/domain/console/members';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import { formOn, signedIn, type Visitor } from '../../support/console-visitor';
import { readRows } from '../../support/records';

let world: ApiWorld;
let firms = 0;
let companyId: string;
let admin: Visitor;
let roles: string;

beforeAll(async () => {
  world = await startApiWorld();
});
beforeEach(async () => {
  const company = await world.company(`firm-${(firms += 1)}`);
  companyId = company.id;
  admin = await signedIn(world, company.email);
  roles = `/console/companies/${companyId}/sandbox/members/roles`;
});
afterAll(() => world.close());

const create = (visitor: Visitor, name: string, permission: readonly string[]) =>
  visitor.send(`${roles}/new`, roles, { name, permission });

async function uidOf(name: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select r.uid from role r join company c on c.uid = r.company_uid where c.id = ? and r.name = ?',
    [companyId, name],
  );
  return row?.uid ?? '';
}

async function permissionsOf(uid: string): Promise<string[]> {
  const rows = await readRows<{ permission: string }>(
    world.db,
    'select permission from role_permission where role_uid = ? order by permission',
    [uid],
  );
  return rows.map(({ permission }) => permission);
}

async function memberOf(name: string, role: string): Promise<Visitor> {
  const email = `${name}@${companyId}.example`;
  await world.change(change => addMember(change, { companyId, email, name, role, seesAllProjects: true }));
  return signedIn(world, email);
}

/** Gives every member of the company a role. */
async function giveAll(uid: string): Promise<void> {
  const company = await world.db('company').where({ id: companyId }).first<{ uid: string }>();
  await world.db('membership').where({ company_uid: company.uid }).update({ role_uid: uid });
}

const change = (visitor: Visitor, uid: string, name: string, permission: readonly Permission[]) =>
  visitor.send(`${roles}/${uid}`, `${roles}/${uid}`, { name, permission });

test('A role is created, and a change reaches everyone who has it, whom its page names [CONSOLE-122]', async () => {
  const made = await create(admin, 'Clerk', ['ViewPatients', 'ViewProjects', 'Nonsense']);
  expect(made.location).toBe(`${roles}?done=role`);
  const uid = await uidOf('Clerk');
  expect(await permissionsOf(uid)).toEqual(['ViewPatients', 'ViewProjects']);
  const cora = await memberOf('cora', 'Clerk');
  const patients = roles.replace('members/roles', 'patients');
  expect((await cora.get(patients)).status).toBe(200);
  expect((await cora.get(roles)).status).toBe(403);
  expect((await admin.get(`${roles}/${uid}`)).html).toContain('A change affects 1 member immediately: cora.');
  await change(admin, uid, 'Front desk', ['ViewProjects']);
  expect(await permissionsOf(uid)).toEqual(['ViewProjects']);
  expect((await cora.get(patients)).status).toBe(403);
  expect((await admin.get(roles)).html).toContain('>Front desk</a>');
  const audits = await world.audits({ event: 'role.define' });
  expect(audits.slice(-2).map(({ changes }) => changes)).toEqual([
    { role: uid, permissions: ['ViewPatients', 'ViewProjects'] },
    { role: uid, permissions: ['ViewProjects'], before: ['ViewPatients', 'ViewProjects'], isRenamed: true },
  ]);
});

test('A manager defines no role with more than they have, and changes none that has more [CONSOLE-122] [CONSOLE-21]', async () => {
  await create(admin, 'Office', ['ManageMembers', 'ViewPatients']);
  await create(admin, 'Partner', ['ViewPatients']);
  const otto = await memberOf('otto', 'Office');
  expect((await otto.get(`${roles}/new`)).html).not.toContain('DeleteFiles');
  const refused = await create(otto, 'Other', ['ViewPatients', 'DeleteFiles']);
  expect([refused.status, await uidOf('Other')]).toEqual([422, '']);
  const office = await uidOf('Office');
  expect((await change(otto, office, 'Office', ['ManageMembers', 'DeleteFiles'])).status).toBe(422);
  expect(await permissionsOf(office)).toEqual(['ManageMembers', 'ViewPatients']);
  const partner = await uidOf('Partner');
  const seen = await otto.get(`${roles}/${partner}`);
  await change(admin, partner, 'Partner', ['ViewPatients', 'DeleteFiles']);
  const formToken = formOn(seen.html, `${roles}/${partner}`)?.get('form') ?? '';
  const narrower = { name: 'Partner', permission: ['ViewPatients'] };
  const late = await otto.send(`${roles}/${partner}`, `${roles}/${partner}`, narrower, { formToken });
  expect([late.status, await permissionsOf(partner)]).toEqual([422, ['DeleteFiles', 'ViewPatients']]);
  expect((await otto.get(`${roles}/${partner}`)).html).toContain("This role has permissions that you don't");
});

test('The last role that manages members keeps that permission [CONSOLE-122] [CONSOLE-20]', async () => {
  await create(admin, 'Boss', ['ManageMembers', 'ViewProjects']);
  const boss = await uidOf('Boss');
  await giveAll(boss);
  const refused = await change(admin, boss, 'Boss', ['ViewProjects']);
  expect([refused.status, refused.html.includes('No one else can manage the members')]).toEqual([422, true]);
  await memberOf('second', 'Administrator');
  expect((await change(admin, boss, 'Boss', ['ViewProjects'])).status).toBe(303);
});

test('Built-in roles, roles of others, names in use, and old forms are refused [CONSOLE-122]', async () => {
  const [builtIn] = await readRows<{ uid: string }>(
    world.db,
    "select uid from role where name = 'Viewer'",
    [],
  );
  expect((await admin.get(`${roles}/${builtIn?.uid ?? ''}`)).html).toContain('This role is built in');
  await create(admin, 'Clerk', ['ViewPatients']);
  for (const name of ['clerk', 'Administrator', 'viewer'])
    expect((await create(admin, name, [])).html).toContain('A role already has this name');
  const uid = await uidOf('Clerk');
  const stale = await admin.get(`${roles}/${uid}`);
  await change(admin, uid, 'Clerk', ['ViewProjects']);
  const version = /name="version" value="([^"]+)"/.exec(stale.html)?.[1] ?? '';
  const late = await admin.send(`${roles}/${uid}`, `${roles}/${uid}`, {
    name: 'Clerk',
    permission: [],
    version,
  });
  expect([late.status, await permissionsOf(uid)]).toEqual([409, ['ViewProjects']]);
  const others = await signedIn(world, (await world.company(`firm-${(firms += 1)}`)).email);
  const place = `/console/companies/firm-${firms}/sandbox/members/roles/${uid}`;
  expect((await others.get(place)).status).toBe(404);
});

test(`A company defines at most ${companyRolesMax} roles [CONSOLE-122]`, async () => {
  const company = await world.db('company').where({ id: companyId }).first<{ uid: string }>();
  await world.db.raw(
    `insert into role (uid, company_uid, name, created_at)
      select gen_random_uuid(), ?, 'Role ' || n, now() from generate_series(1, ?) n`,
    [company.uid, companyRolesMax],
  );
  const refused = await create(admin, 'One more', []);
  expect([refused.status, refused.html.includes('which is the maximum')]).toEqual([422, true]);
});

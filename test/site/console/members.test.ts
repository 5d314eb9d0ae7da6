import { formTokenOf } from '../../../src/access/console-token';
import { addMember, assignRole } from '../../../src/usecases/tenants/members';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { createEndpoint } from '../../../src/usecases/webhooks/new-endpoints';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import {
  accept,
  invite,
  membersPath as members,
  newAcmeMember,
  pageOfMember,
  roleUidOf,
} from '../../support/console-members';
import { formOn, openVisitor, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { testEndpointSealer } from '../../support/endpoint-sealer';
import { readRows } from '../../support/records';

// Roles are in the audit log by uid, because a company can name its own.
const memberRole = '00000000-0000-7000-8000-000000000002';
const viewerRole = '00000000-0000-7000-8000-000000000003';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
  await world.company('rival');
});
beforeEach(async () => {
  admin = await signedIn(world, company.email);
  // A person gets few sign-in links in 15 minutes.
  skippedMs += 16 * 60_000;
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

async function roleOf(email: string): Promise<string | null> {
  const [row] = await readRows<{ role: string | null }>(
    world.db,
    `select r.name as role from membership m join app_user u on u.uid = m.user_uid join company c
      on c.uid = m.company_uid
     left join role r on r.uid = m.role_uid where u.email = ? and c.id = 'acme' and m.ended_at is null`,
    [email],
  );
  return row?.role ?? null;
}

/** Sends a form that no page shows to this person, with a valid token for the session and path. */
async function sendUnseen(
  visitor: Visitor,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<ShownPage> {
  const formToken = formTokenOf(visitor.cookie().split('=')[1] ?? '', action);
  return visitor.send('/console/account', action, fields, { formToken });
}

async function projectUid(environment: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select uid from project where company_uid = ? and environment = ? order by id limit 1',
    [company.uid, environment],
  );
  return row?.uid ?? '';
}

describe('The member pages', () => {
  test('list each member with role, projects, and last sign-in [CONSOLE-19]', async () => {
    const email = await newAcmeMember(world, 'listed', 'Viewer');
    const before = await admin.get(members);
    // The address breaks after these characters, not within a word.
    expect(before.html).toContain('listed@<wbr/>acme.<wbr/>example');
    expect(before.html).toMatch(/listed@<wbr\/>acme.*?Viewer.*?All.*?Never/s);
    await signedIn(world, email);
    const [, listed = ''] = /(listed@<wbr\/>acme.*?)<\/tr>/s.exec((await admin.get(members)).html) ?? [];
    expect(listed).toContain('<time');
  });

  test("refuse a role that can't manage members, and every action in it [CONSOLE-19]", async () => {
    const email = await newAcmeMember(world, 'plain');
    const member = await signedIn(world, email);
    const one = await pageOfMember(world.db, company.email);
    for (const path of [members, `${members}/new`, one]) expect((await member.get(path)).status).toBe(403);
    expect((await member.get('/console/companies/acme/sandbox')).html).not.toContain(members);
    expect((await invite(world, member, 'by-plain@acme.example')).status).toBe(403);
    expect((await openVisitor(world).get(members)).location).toContain('/console/sign-in?to=');
  });

  test("answer the same 404 for another company's member, an absent one, and a malformed ID [CONSOLE-13]", async () => {
    const [row] = await readRows<{ uid: string }>(
      world.db,
      `select m.uid from membership m join company c on c.uid = m.company_uid where c.id = 'rival'`,
    );
    const absent = await admin.get(`${members}/${crypto.randomUUID()}`);
    expect(absent.status).toBe(404);
    for (const path of [
      `${members}/${row?.uid ?? ''}`,
      `${members}/x`,
      '/console/companies/rival/sandbox/members',
    ])
      expect(await admin.get(path)).toMatchObject({ status: 404, html: absent.html });
  });

  test('continue a list of more than a hundred members on the next page', async () => {
    for (let made = 0; made < 101; made++)
      await newAcmeMember(world, `many-${String(made).padStart(3, '0')}`);
    const { html } = await admin.get(members);
    const [, next = ''] = /href="([^"]+\?after=[^"]+)"/.exec(html) ?? [];
    const further = await admin.get(next);
    expect(further.status).toBe(200);
    const named = (page: string) => [...page.matchAll(/many-\d{3}@/g)].map(([email]) => email);
    const all = [...named(html), ...named(further.html)];
    expect(new Set(all).size).toBe(101);
    expect(all).toHaveLength(101);
  });
});

describe('Member management [CONSOLE-19] [DECISION-46]', () => {
  test("applies a new role from the member's next request, and audits both roles", async () => {
    const email = await newAcmeMember(world, 'promoted', 'Viewer');
    const person = await signedIn(world, email);
    const one = await pageOfMember(world.db, email);
    const endpoints = '/console/companies/acme/sandbox/endpoints/new';
    expect((await person.get(endpoints)).status).toBe(403);
    const role = await roleUidOf(world.db, 'Member');
    expect((await admin.send(one, `${one}/role`, { role })).location).toBe(`${one}?done=role`);
    expect((await person.get(endpoints)).status).toBe(200);
    expect((await world.audits({ event: 'member.assignRole' })).at(-1)).toMatchObject({
      outcome: 'success',
      actorKind: 'console',
      companyUid: company.uid,
      resourceKind: 'user',
    });
    const [row] = await readRows(
      world.db,
      "select changes from audit_event where event = 'member.assignRole' order by uid desc limit 1",
    );
    expect(row).toEqual({ changes: { role: { from: viewerRole, to: memberRole } } });
  });

  test('removes a role, which leaves the member no permissions', async () => {
    const email = await newAcmeMember(world, 'roleless');
    const person = await signedIn(world, email);
    const one = await pageOfMember(world.db, email);
    await admin.send(one, `${one}/role`, { role: '' });
    expect(await person.get('/console/companies/acme/sandbox')).toMatchObject({ status: 403 });
    expect((await admin.get(one)).html).toContain('<dt>Permissions</dt><dd>None</dd>');
  });

  test('shares all projects or selected ones, in both environments', async () => {
    const email = await newAcmeMember(world, 'picky');
    const key = await world.keyFor('acme', email, 'sandbox');
    const one = await pageOfMember(world.db, email);
    const visibleProjects = async (): Promise<unknown> =>
      (await world.call('GET', '/v0/companies/acme/projects', { key })).json['projects'];
    expect(await visibleProjects()).toHaveLength(1);
    await admin.send(one, `${one}/projects`, { projects: 'picked', project: await projectUid('production') });
    expect(await visibleProjects()).toHaveLength(0);
    const both = [await projectUid('sandbox'), await projectUid('production')];
    await admin.send(one, `${one}/projects`, { projects: 'picked', project: both });
    expect(await visibleProjects()).toHaveLength(1);
    expect((await admin.get(one)).html).toContain('2 selected');
    expect((await admin.send(one, `${one}/projects`, { projects: 'picked' })).html).toContain(
      'Select at least one project',
    );
    await admin.send(one, `${one}/projects`, { projects: 'all' });
    expect((await admin.get(one)).html).toContain('<dd>All</dd>');
  });

  test('refuses all projects plus selected ones, and keeps the selection [CONSOLE-51]', async () => {
    const email = await newAcmeMember(world, 'all-and-some');
    const one = await pageOfMember(world.db, email);
    const fields = { projects: 'all', project: await projectUid('sandbox') };
    await admin.send(one, `${one}/projects`, { ...fields, projects: 'picked' });
    const invited = await invite(world, admin, 'invited-to-both@acme.example', fields);
    for (const answer of [await admin.send(one, `${one}/projects`, fields), invited]) {
      expect(answer.status).toBe(422);
      expect(answer.html).toContain('You selected both all projects and individual ones.');
      expect(answer.html).toMatch(/value="picked" checked/);
      expect(answer.html).toMatch(new RegExp(`value="${fields.project}" checked`));
    }
    expect((await admin.get(one)).html).toContain('1 selected');
    expect((await admin.get(members)).html).not.toContain('invited-to-both');
  });

  test('refuses a project of another company', async () => {
    const [row] = await readRows<{ uid: string }>(
      world.db,
      `select p.uid from project p join company c on c.uid = p.company_uid where c.id = 'rival' limit 1`,
    );
    const one = await pageOfMember(world.db, await newAcmeMember(world, 'strange'));
    const answer = await admin.send(one, `${one}/projects`, { projects: 'picked', project: row?.uid ?? '' });
    expect([answer.status, answer.html]).toEqual([422, expect.stringContaining('Select only projects')]);
  });

  test("revokes a member's keys in both environments", async () => {
    const email = await newAcmeMember(world, 'keyed');
    const keys = [
      await world.keyFor('acme', email, 'sandbox'),
      await world.keyFor('acme', email, 'production'),
    ];
    const one = await pageOfMember(world.db, email);
    expect((await admin.send(one, `${one}/end-keys`)).location).toBe(`${one}?done=keys`);
    for (const key of keys)
      expect((await world.call('GET', '/v0/companies/acme/projects', { key })).status).toBe(401);
    expect((await admin.send(one, `${one}/end-keys`)).status).toBe(422);
  });

  test("ends a member's sessions", async () => {
    const email = await newAcmeMember(world, 'everywhere');
    const person = await signedIn(world, email);
    const one = await pageOfMember(world.db, email);
    expect((await admin.send(one, `${one}/end-sessions`)).location).toBe(`${one}?done=sessions`);
    expect((await person.get('/console/account')).status).toBe(303);
  });

  test('requires a recent sign-in to give a role, projects, or an invitation [CONSOLE-8]', async () => {
    const email = await newAcmeMember(world, 'unfresh');
    const one = await pageOfMember(world.db, email);
    skippedMs += 10 * 60_000;
    const role = await roleUidOf(world.db, 'Administrator');
    for (const answer of [
      await admin.send(one, `${one}/role`, { role }),
      await admin.send(one, `${one}/projects`, { projects: 'all' }),
      await admin.get(`${members}/new`),
    ])
      expect(answer.location).toContain('/console/sign-in?to=');
    expect(await roleOf(email)).toBe('Member');
  });
});

describe('Removing a member [CONSOLE-24]', () => {
  test('ends keys, endpoints, and access to the company, and keeps the account', async () => {
    const email = await newAcmeMember(world, 'leaver');
    const person = await signedIn(world, email);
    const key = await world.keyFor('acme', email, 'sandbox');
    const { uid } = await world.change(change =>
      createEndpoint(change, testEndpointSealer, {
        companyId: 'acme',
        ownerEmail: email,
        environment: 'sandbox',
        url: 'https://receiver.example/',
        name: null,
        events: ['all'],
        projectIds: [],
        isTrackedOnly: false,
        customHeaders: [],
        sendsStandardHeaders: true,
      }),
    );
    const one = await pageOfMember(world.db, email);
    expect((await admin.send(one, `${one}/remove`)).location).toBe(`${members}?done=removed`);
    expect((await world.call('GET', '/v0/companies/acme/projects', { key })).status).toBe(401);
    const absent = await person.get('/console/companies/absent/sandbox');
    expect(await person.get('/console/companies/acme/sandbox')).toMatchObject({
      status: 404,
      html: absent.html,
    });
    expect((await person.get('/console/companies')).html).toContain('No companies yet');
    expect((await admin.get(one)).status).toBe(404);
    expect((await admin.get(members)).html).not.toContain(email);
    const [endpoint] = await readRows<{ deleted: boolean; secret: string | null }>(
      world.db,
      'select deleted_at is not null as deleted, sealed_secret as secret from webhook_endpoint where uid = ?',
      [uid],
    );
    expect(endpoint).toEqual({ deleted: true, secret: null });
  });

  test('allows a new invitation, which restores nothing', async () => {
    const email = await newAcmeMember(world, 'returner', 'Administrator');
    const one = await pageOfMember(world.db, email);
    await admin.send(one, `${one}/remove`);
    await invite(world, admin, email, { projects: 'picked', project: await projectUid('sandbox') });
    const [visitor, accepted] = await accept(world, email);
    expect(accepted.location).toContain('/console/sign-in?to=');
    expect(visitor.cookie()).toBe('');
    expect(await roleOf(email)).toBe('Viewer');
    expect((await admin.get(one)).html).toContain('1 selected');
  });

  test('lets a member leave', async () => {
    const email = await newAcmeMember(world, 'self', 'Administrator');
    const person = await signedIn(world, email);
    const one = await pageOfMember(world.db, email);
    expect((await person.send(one, `${one}/remove`)).location).toBe('/console/companies');
    expect((await person.get(members)).status).toBe(404);
  });
});

describe('The last member who manages members [CONSOLE-20]', () => {
  test("can't be demoted or removed", async () => {
    const one = await pageOfMember(world.db, company.email);
    const role = await roleUidOf(world.db, 'Viewer');
    for (const answer of [
      await admin.send(one, `${one}/role`, { role }),
      await admin.send(one, `${one}/role`, { role: '' }),
      await admin.send(one, `${one}/remove`),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.html).toContain('No one else can manage the members');
    }
    expect(await roleOf(company.email)).toBe('Administrator');
    expect((await world.audits({ event: 'member.remove' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'request.unprocessable',
      actorKind: 'console',
    });
  });

  test('remains when two of them demote each other at the same moment', async () => {
    const email = await newAcmeMember(world, 'second', 'Administrator');
    const second = await signedIn(world, email);
    const ofFirst = await pageOfMember(world.db, company.email);
    const ofSecond = await pageOfMember(world.db, email);
    const role = await roleUidOf(world.db, 'Viewer');
    const answers = await Promise.all([
      admin.send(ofSecond, `${ofSecond}/role`, { role }),
      second.send(ofFirst, `${ofFirst}/role`, { role }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 403]);
    const roles = [await roleOf(company.email), await roleOf(email)];
    expect(roles.filter(name => name === 'Administrator')).toHaveLength(1);
    await world.change(change =>
      assignRole(change, { companyId: 'acme', email: company.email, role: 'Administrator' }),
    );
    await world.change(change => assignRole(change, { companyId: 'acme', email, role: 'Viewer' }));
  });
});

describe('A manager with fewer permissions [CONSOLE-21]', () => {
  let lesser: Visitor;
  let lesserEmail: string;
  beforeAll(async () => {
    await world.change(change =>
      defineRole(change, {
        companyId: 'acme',
        name: 'Staff',
        permissions: ['ManageMembers', 'ViewProjects'],
      }),
    );
  });
  beforeEach(async () => {
    lesserEmail = await newAcmeMember(world, `lesser-${skippedMs}`, 'Staff');
    lesser = await signedIn(world, lesserEmail);
  });

  test("can't give a role with more permissions than their own, and isn't offered it", async () => {
    const own = await pageOfMember(world.db, lesserEmail);
    const administrator = await roleUidOf(world.db, 'Administrator');
    expect((await lesser.get(own)).html).not.toContain(administrator);
    for (const path of [
      own,
      await pageOfMember(world.db, await newAcmeMember(world, `x-${skippedMs}`, 'Staff')),
    ]) {
      const answer = await lesser.send(path, `${path}/role`, { role: administrator });
      expect([answer.status, answer.html]).toEqual([
        422,
        expect.stringContaining("permissions that you don't have"),
      ]);
    }
    const invited = await invite(world, lesser, 'raised@acme.example', { role: administrator });
    expect(invited.status).toBe(422);
    expect(await roleOf(lesserEmail)).toBe('Staff');
  });

  test("can't change a member with more permissions", async () => {
    const one = await pageOfMember(world.db, company.email);
    const { html } = await lesser.get(one);
    expect(html).toContain("This member has permissions that you don't have.");
    expect(formOn(html, `${one}/remove`)).toBeUndefined();
    const version = formOn((await admin.get(one)).html, `${one}/remove`)?.get('version') ?? '';
    for (const what of ['role', 'projects', 'end-keys', 'end-sessions', 'remove']) {
      const answer = await sendUnseen(lesser, `${one}/${what}`, { version, role: '', projects: 'all' });
      expect([what, answer.status]).toEqual([what, 422]);
      expect(answer.html).toContain("This member has permissions that you don't have.");
    }
    expect((await admin.get(members)).status).toBe(200);
  });

  test("can't share projects that they don't see", async () => {
    const sandbox = await projectUid('sandbox');
    const own = await pageOfMember(world.db, lesserEmail);
    await admin.send(own, `${own}/projects`, { projects: 'picked', project: sandbox });
    expect((await invite(world, lesser, 'seer@acme.example', { role: await ownRole() })).html).toContain(
      "You don't have access to all projects",
    );
    const other = await invite(world, lesser, 'seer@acme.example', {
      role: await ownRole(),
      projects: 'picked',
      project: await projectUid('production'),
    });
    expect(other.html).toContain('Select only projects that you see.');
    const given = { role: await ownRole(), projects: 'picked', project: sandbox };
    expect((await invite(world, lesser, 'seer@acme.example', given)).status).toBe(303);
    const { html } = await lesser.get(own);
    expect(formOn(html, `${own}/projects`)).toBeUndefined();
    const version = formOn(html, `${own}/role`)?.get('version') ?? '';
    const answer = await sendUnseen(lesser, `${own}/projects`, { version, projects: 'all' });
    expect([answer.status, answer.html]).toEqual([
      422,
      expect.stringContaining('with access to all projects'),
    ]);
  });

  async function ownRole(): Promise<string> {
    return roleUidOf(world.db, 'Staff');
  }
});

describe('A form about a member [CONSOLE-25]', () => {
  test('is 409 and changes nothing if the member has changed since', async () => {
    const email = await newAcmeMember(world, 'stale');
    const one = await pageOfMember(world.db, email);
    const { html } = await admin.get(one);
    await world.change(change => assignRole(change, { companyId: 'acme', email, role: 'Viewer' }));
    for (const [what, fields] of [
      ['role', { role: await roleUidOf(world.db, 'Administrator') }],
      ['projects', { projects: 'all' }],
      ['end-keys', {}],
      ['end-sessions', {}],
      ['remove', {}],
    ] as const) {
      const shown = Object.fromEntries(formOn(html, `${one}/${what}`) ?? []);
      const answer = await admin.send('/console/account', `${one}/${what}`, { ...shown, ...fields });
      expect([what, answer.status]).toEqual([what, 409]);
      expect(answer.html).toContain('Changed since you opened it');
    }
    expect(await roleOf(email)).toBe('Viewer');
  });

  test("from another site or with another form's token changes nothing [CONSOLE-7]", async () => {
    const email = await newAcmeMember(world, 'forged');
    const one = await pageOfMember(world.db, email);
    const own = await pageOfMember(world.db, company.email);
    const ofOther = formOn((await admin.get(own)).html, `${own}/remove`)?.get('form') ?? '';
    for (const options of [
      { origin: 'https://evil.example' },
      { formToken: '' },
      { formToken: ofOther },
      { site: 'cross-site' },
    ])
      expect((await admin.send(one, `${one}/remove`, {}, options)).status).toBe(403);
    expect(await roleOf(email)).toBe('Member');
  });
});

test('A member who lost their role can do nothing with pages and forms still open [CONSOLE-26]', async () => {
  const email = await newAcmeMember(world, 'fallen', 'Administrator');
  const fallen = await signedIn(world, email);
  const target = await newAcmeMember(world, 'target');
  const one = await pageOfMember(world.db, target);
  await invite(world, admin, 'pending@acme.example');
  const open = new Map<string, Record<string, string>>();
  for (const page of [one, members, `${members}/new`]) {
    const { html } = await fallen.get(page);
    for (const [, action = ''] of html.matchAll(/<form method="post" action="([^"]+)"/g))
      open.set(action, Object.fromEntries(formOn(html, action) ?? []));
  }
  // Members may sign out, and search patients.
  open.delete('/console/sign-out');
  open.delete('/console/companies/acme/sandbox/patients');
  expect(open.size).toBeGreaterThanOrEqual(8);
  const key = await world.keyFor('acme', target, 'sandbox');
  for (const role of ['Member', undefined]) {
    await world.change(change => assignRole(change, { companyId: 'acme', email, role }));
    for (const [action, fields] of open) {
      const typed = {
        email: 'puppet@acme.example',
        name: 'P',
        role: await roleUidOf(world.db, 'Administrator'),
        projects: 'all',
      };
      const answer = await fallen.send('/console/account', action, { ...fields, ...typed });
      expect([action, answer.status]).toEqual([action, 403]);
    }
    for (const page of [members, one, `${members}/new`]) expect((await fallen.get(page)).status).toBe(403);
  }
  await world.mailed();
  expect(world.consoleMails.some(({ to }) => to.address === 'puppet@acme.example')).toBe(false);
  expect(await roleOf(target)).toBe('Member');
  expect((await world.call('GET', '/v0/companies/acme/projects', { key })).status).toBe(200);
});

test('Removing a member of two companies affects only the company that does it', async () => {
  const email = await newAcmeMember(world, 'both');
  await world.change(change =>
    addMember(change, { companyId: 'rival', email, name: 'B', role: 'Viewer', seesAllProjects: true }),
  );
  const person = await signedIn(world, email);
  const one = await pageOfMember(world.db, email);
  await admin.send(one, `${one}/remove`);
  expect((await person.get('/console/companies/rival/sandbox')).status).toBe(200);
  expect((await person.get('/console/companies/acme/sandbox')).status).toBe(404);
});

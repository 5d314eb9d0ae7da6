import { removeExpiredRows } from '../../../src/usecases/housekeeping';
import { createCompany } from '../../../src/usecases/tenants/companies';
import { addMember, deleteUser } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { askForLink, linkTo, openVisitor, signedIn } from '../../support/console-visitor';
import { readRows } from '../../support/records';

const minute = 60_000;

let world: ApiWorld;
let company: TestCompany;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
});
afterAll(() => world.close());

async function newMember(name: string): Promise<string> {
  const email = `${name}@acme.example`;
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name, role: 'Member', seesAllProjects: true }),
  );
  return email;
}

test("A sign-in link leads to the person's only company once they press the button [CONSOLE-1]", async () => {
  const visitor = openVisitor(world);
  expect((await visitor.get('/console')).location).toBe('/console/sign-in?to=%2Fconsole');
  const asked = await askForLink(visitor, company.email.toUpperCase());
  expect([asked.status, asked.location]).toEqual([303, '/console/sign-in/sent']);
  const link = await linkTo(world, company.email);
  expect((await visitor.get(link)).html).toContain(company.email);
  const used = await visitor.send(link, link);
  expect([used.status, used.location]).toEqual([303, '/console']);
  expect(used.headers.get('set-cookie')).toMatch(
    /^__Host-recordwell=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
  );
  expect((await visitor.get('/console')).location).toMatch(/^\/console\/companies\/acme\/sandbox\//);
  const home = await visitor.get('/console/companies/acme/sandbox');
  expect(home.status).toBe(200);
  expect(home.html).toContain('Company acme');
});

describe('A first sign-in [CONSOLE-61]', () => {
  const sandbox = '/console/companies/landing/sandbox';
  const production = '/console/companies/landing/production';
  const newcomer = async (name: string, role: string, seesAllProjects = true): Promise<string> => {
    const email = `${name}@landing.example`;
    await world.change(change =>
      addMember(change, { companyId: 'landing', email, name, role, seesAllProjects }),
    );
    return email;
  };
  const landing = async (email: string): Promise<string> =>
    (await (await signedIn(world, email)).get('/console')).location;
  beforeAll(() => world.change(change => createCompany(change, { id: 'landing', name: 'Landing' })));

  test('lands on the new-project form if there is no project and the role can create one', async () => {
    const administrator = await newcomer('ada', 'Administrator');
    expect(await landing(administrator)).toBe(`${sandbox}/projects/new`);
    expect(await landing(await newcomer('mia', 'Member'))).toBe(sandbox);
    // The second sign-in lands as usual.
    expect(await landing(administrator)).toBe(production);
  });

  test('lands on the sandbox project that the person sees, for the whole first session', async () => {
    const key = await world.keyFor('landing', 'ada@landing.example', 'sandbox');
    const body = { name: 'First', purpose: 'Legal' };
    await world.call('PUT', '/v0/companies/landing/projects/first', { key, body });
    await world.call('PUT', '/v0/companies/landing/projects/second', { key, body });
    const email = await newcomer('vic', 'Viewer');
    const visitor = await signedIn(world, email);
    const { location } = await visitor.get('/console');
    expect(location).toMatch(new RegExp(`^${sandbox}/projects/[0-9a-f-]{36}$`));
    expect((await visitor.get(location)).html).toMatch(/<h1>First<.*?sample-authorization\.pdf/s);
    expect((await visitor.get('/console')).location).toBe(location);
    expect(await landing(email)).toBe(production);
    expect(await landing(await newcomer('sam', 'Administrator', false))).toBe(`${sandbox}/projects/new`);
  });

  test('lands on the requested page, if there is one', async () => {
    const email = await newcomer('pat', 'Viewer');
    const visitor = openVisitor(world);
    const { location } = await visitor.get(`${production}/patients`);
    await visitor.send(location, '/console/sign-in', { email });
    const link = await linkTo(world, email);
    expect((await visitor.send(link, link)).location).toBe(`${production}/patients`);
  });
});

test('A sign-in returns to the page that the person came from [CONSOLE-1]', async () => {
  const visitor = openVisitor(world);
  const page = '/console/companies/acme/sandbox/keys';
  const { location } = await visitor.get(page);
  await visitor.send(location, '/console/sign-in', { email: company.email });
  const link = await linkTo(world, company.email);
  expect((await visitor.send(link, link)).location).toBe(page);
});

test('An unknown address gets the same answer as a known one, and no e-mail [CONSOLE-2]', async () => {
  const known = await askForLink(openVisitor(world), company.email);
  const unknown = await askForLink(openVisitor(world), 'nobody@acme.example');
  await world.mailed();
  expect([unknown.status, unknown.location, unknown.html]).toEqual([
    known.status,
    known.location,
    known.html,
  ]);
  expect(world.consoleMails.some(({ to }) => to.address === 'nobody@acme.example')).toBe(false);
  expect((await askForLink(openVisitor(world), 'no address')).status).toBe(422);
});

test('An unavailable mail server delays nobody, and the log contains no link [CONSOLE-2]', async () => {
  const away = await startApiWorld({
    database: world.database,
    sendMail: () => Promise.reject(new Error('the mail server is away')),
  });
  const { status } = await askForLink(openVisitor(away), await newMember('waiting'));
  await away.mailed();
  expect(status).toBe(303);
  const log = away.logLines.join('\n');
  expect(log).toContain('An e-mail with a link to the console could not be sent.');
  expect(log).not.toMatch(/sign-in\/[\w-]{43}/);
  await away.close();
});

test("A link signs in once, and viewing it doesn't use it up [CONSOLE-3]", async () => {
  const email = await newMember('once');
  const visitor = openVisitor(world);
  await askForLink(visitor, email);
  const link = await linkTo(world, email);
  for (let look = 0; look < 3; look++) expect((await openVisitor(world).get(link)).status).toBe(200);
  expect((await visitor.send(link, link)).status).toBe(303);
  const again = openVisitor(world);
  expect((await again.get(link)).status).toBe(400);
  expect((await again.send('/console/sign-in', link)).status).toBe(400);
  expect(again.cookie()).toBe('');
});

test('A link expires after 15 minutes, or when a newer one is used [CONSOLE-3]', async () => {
  const email = await newMember('late');
  const visitor = openVisitor(world);
  await askForLink(visitor, email);
  const first = await linkTo(world, email);
  await askForLink(visitor, email);
  const second = await linkTo(world, email);
  expect((await visitor.send(second, second)).status).toBe(303);
  expect((await openVisitor(world).send('/console/sign-in', first)).status).toBe(400);
  await askForLink(visitor, email);
  const third = await linkTo(world, email);
  skippedMs += 15 * minute;
  expect((await openVisitor(world).send('/console/sign-in', third)).status).toBe(400);
});

test('Made-up links of every shape sign in nobody [CONSOLE-3]', async () => {
  const visitor = openVisitor(world);
  for (const token of ['x', 'a'.repeat(43), 'A'.repeat(42) + 'B', 'é'.repeat(43), '%00', 'a'.repeat(5000)]) {
    const { status } = await visitor.send('/console/sign-in', `/console/sign-in/${token}`);
    expect([400, 404]).toContain(status);
  }
  expect(visitor.cookie()).toBe('');
});

test("A person gets at most five links in 15 minutes, and the answer doesn't reveal it [CONSOLE-4]", async () => {
  const email = await newMember('flooded');
  const answers = [];
  for (let asked = 0; asked < 7; asked++)
    answers.push((await askForLink(openVisitor(world), email)).location);
  await world.mailed();
  expect(new Set(answers)).toEqual(new Set(['/console/sign-in/sent']));
  expect(world.consoleMails.filter(({ to }) => to.address === email)).toHaveLength(5);
  skippedMs += 15 * minute;
  await askForLink(openVisitor(world), email);
  await world.mailed();
  expect(world.consoleMails.filter(({ to }) => to.address === email)).toHaveLength(6);
});

test('Requests without a valid session are limited per minute and address [CONSOLE-4]', async () => {
  const strict = await startApiWorld({ limits: { anonymousPerMinute: 5 } });
  const visitor = openVisitor(strict);
  visitor.setCookie(`__Host-recordwell=${'a'.repeat(43)}`);
  const statuses = [];
  for (let asked = 0; asked < 6; asked++) statuses.push((await visitor.get('/console/sign-in')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await strict.close();
});

test("A sign-in creates a new session ID and ends the browser's previous session [CONSOLE-5]", async () => {
  const email = await newMember('fixed');
  const attacker = await signedIn(world, email);
  const planted = attacker.cookie();
  const victim = openVisitor(world);
  victim.setCookie(planted);
  await askForLink(victim, email);
  const link = await linkTo(world, email);
  await victim.send(link, link);
  expect(victim.cookie()).not.toBe(planted);
  expect((await victim.get('/console/account')).status).toBe(200);
  expect((await attacker.get('/console/account')).status).toBe(303);
  const unknown = openVisitor(world);
  unknown.setCookie('__Host-recordwell=chosen-by-somebody');
  await askForLink(unknown, email);
  const next = await linkTo(world, email);
  await unknown.send(next, next);
  expect(unknown.cookie()).toMatch(/^__Host-recordwell=[\w-]{43}$/);
});

test("The database doesn't contain a session's token [CONSOLE-5]", async () => {
  const visitor = await signedIn(world, await newMember('stored'));
  const token = visitor.cookie().split('=')[1] ?? '';
  const rows = await readRows<{ text: string }>(
    world.db,
    'select console_session::text as text from console_session union all select sign_in_link::text ' +
      'from sign_in_link',
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
});

test('A session ends after 30 idle minutes, and after 12 hours of any use [CONSOLE-6]', async () => {
  const idle = await signedIn(world, await newMember('idle'));
  skippedMs += 29 * minute;
  expect((await idle.get('/console/account')).status).toBe(200);
  skippedMs += 29 * minute;
  expect((await idle.get('/console/account')).status).toBe(200);
  skippedMs += 30 * minute;
  expect((await idle.get('/console/account')).status).toBe(303);
  const busy = await signedIn(world, await newMember('busy'));
  for (let half = 0; half < 35; half++) {
    skippedMs += 20 * minute;
    expect((await busy.get('/console/account')).status).toBe(200);
  }
  skippedMs += 20 * minute;
  expect((await busy.get('/console/account')).status).toBe(303);
});

test('A deleted person is signed out at the next page [CONSOLE-9]', async () => {
  const email = await newMember('leaving');
  const visitor = await signedIn(world, email);
  await world.change(change => deleteUser(change, { companyId: 'acme', email }));
  expect((await visitor.get('/console/account')).status).toBe(303);
  await askForLink(openVisitor(world), email);
  await world.mailed();
  expect(world.consoleMails.filter(({ to }) => to.address === email)).toHaveLength(1);
});

test('A person sees their sessions, and ends one or all of them [CONSOLE-10]', async () => {
  const email = await newMember('everywhere');
  const here = await signedIn(world, email);
  const there = await signedIn(world, email);
  const { html } = await here.get('/console/account');
  const [, action = ''] = /action="(\/console\/account\/sessions\/[^"]+\/end)"/.exec(html) ?? [];
  expect((await here.send('/console/account', action)).location).toBe('/console/account?done=ended');
  expect((await there.get('/console/account')).status).toBe(303);
  expect((await here.send('/console/account', action)).status).toBe(403);
  const third = await signedIn(world, email);
  const out = await here.send('/console/account', '/console/sign-out-everywhere');
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  expect((await third.get('/console/account')).status).toBe(303);
});

test("A person can't see another person's session [CONSOLE-10]", async () => {
  const one = await signedIn(world, await newMember('one'));
  const other = await signedIn(world, await newMember('other'));
  const rows = await readRows<{ uid: string }>(
    world.db,
    'select s.uid from console_session s join app_user u on u.uid = s.user_uid where u.email = ' +
      `'one@acme.example'`,
  );
  const { html } = await other.get('/console/account');
  expect(html).not.toContain(rows[0]?.uid);
  expect((await one.get('/console/account')).status).toBe(200);
});

test('Links, sign-ins, sign-outs, and refused links are audited [CONSOLE-12]', async () => {
  const email = await newMember('audited');
  const visitor = await signedIn(world, email);
  await visitor.send('/console/account', '/console/sign-out');
  const [user] = await readRows<{ uid: string }>(world.db, 'select uid from app_user where email = ?', [
    email,
  ]);
  const uid = user?.uid ?? '';
  const rows = await world.audits({ resourceUid: uid });
  expect(rows.filter(({ actorKind }) => actorKind === 'console')).toMatchObject(
    ['console.sendLink', 'console.signIn', 'console.signOut'].map(event => ({
      event,
      outcome: 'success',
      actorUid: uid,
      companyUid: company.uid,
      resourceKind: 'user',
    })),
  );
  const before = (await world.audits({ event: 'console.signIn' })).length;
  await openVisitor(world).send('/console/sign-in', `/console/sign-in/${'b'.repeat(42)}A`);
  const refused = (await world.audits({ event: 'console.signIn' })).slice(before);
  expect(refused).toMatchObject([{ outcome: 'refused', problem: 'console.linkInvalid', actorUid: null }]);
});

test('Links and sessions are removed 31 days after they began', async () => {
  await signedIn(world, await newMember('forgotten'));
  const rows = (): Promise<unknown[]> =>
    readRows(world.db, 'select uid from console_session union all select uid from sign_in_link');
  const at = (days: number) => ({ now: () => new Date(Date.now() + skippedMs + days * 24 * 60 * minute) });
  const before = (await rows()).length;
  await removeExpiredRows({ db: world.services.db, clock: at(30) });
  expect((await rows()).length).toBeGreaterThan(0);
  await removeExpiredRows({ db: world.services.db, clock: at(32) });
  expect(before).toBeGreaterThan(0);
  expect(await rows()).toEqual([]);
});

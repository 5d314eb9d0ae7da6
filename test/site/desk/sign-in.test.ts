import { admin } from '../../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { askForLink, formOn, linkTo, openVisitor, signedIn } from '../../support/console-visitor';
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

async function newOperator(name: string): Promise<string> {
  const email = `${name}@recordwell.example`;
  await admin(world, ['operator', 'add', email, '--name', name]);
  return email;
}

test('The admin command adds, lists, and removes operators, with audit rows [DESK-1]', async () => {
  const line = ['operator', 'add', 'Olga@recordwell.example', '--name', 'Olga Ruiz'];
  expect((await admin(world, line)).exitCode).toBe(0);
  expect((await admin(world, line)).stderr).toContain('This person is already an operator.');
  expect((await admin(world, ['operator', 'list', '--json'])).json()).toMatchObject([
    { email: 'Olga@recordwell.example', name: 'Olga Ruiz' },
  ]);
  expect((await admin(world, ['operator', 'add', 'nobody', '--name', 'N'])).stderr).toContain(
    "isn't an e-mail address",
  );
  expect((await admin(world, ['operator', 'remove', 'olga@recordwell.example'])).exitCode).toBe(0);
  expect((await admin(world, ['operator', 'remove', 'olga@recordwell.example'])).stderr).toContain(
    'No operator has this e-mail address',
  );
  expect((await admin(world, ['operator', 'list', '--json'])).json()).toEqual([]);
  const rows = (await world.audits()).filter(({ resourceKind }) => resourceKind === 'operator');
  expect(rows.map(({ event }) => event)).toEqual(['operator.add', 'operator.remove']);
});

test('A link in an e-mail signs an operator in once, with a button [DESK-1]', async () => {
  const email = await newOperator('once');
  const visitor = openVisitor(world);
  expect((await visitor.get('/desk/account')).location).toBe('/desk/sign-in?to=%2Fdesk%2Faccount');
  await visitor.send('/desk/sign-in?to=%2Fdesk%2Faccount', '/desk/sign-in', { email });
  const link = await linkTo(world, email);
  expect(link).toMatch(/^\/desk\/sign-in\//);
  expect((await visitor.get(link)).html).toContain(email);
  const used = await visitor.send(link, link);
  expect([used.status, used.location]).toEqual([303, '/desk/account']);
  expect(used.headers.get('set-cookie')).toMatch(
    /^__Host-recordwell-desk=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
  );
  expect((await visitor.get('/desk/account')).html).toContain(email);
  expect((await openVisitor(world).send('/desk/sign-in', link)).status).toBe(400);
  await askForLink(visitor, email, '/desk');
  const late = await linkTo(world, email);
  skippedMs += 15 * minute;
  expect((await openVisitor(world).send('/desk/sign-in', late)).status).toBe(400);
});

test('Passkeys and single sign-on do not open the desk [DESK-1]', async () => {
  const both = await startApiWorld({
    database: world.database,
    signOn: { issuer: 'https://identity.example', name: 'Acme' },
  });
  const visitor = openVisitor(both);
  expect((await visitor.get('/console/sign-in')).html).toMatch(/Sign in with Acme[^]*Sign in with a passkey/);
  const { html } = await visitor.get('/desk/sign-in');
  expect(html).toContain('E-mail me a link');
  expect(html).not.toMatch(/Sign in with|passkey/);
  expect((await visitor.get('/desk/sign-on')).status).toBe(404);
  expect((await visitor.send('/desk/sign-in', '/desk/passkey')).status).toBe(404);
  await both.close();
});

test('Every address gets the same response, but only operators get an e-mail [DESK-2]', async () => {
  const known = await askForLink(openVisitor(world), await newOperator('known'), '/desk');
  const before = world.consoleMails.length;
  const member = await askForLink(openVisitor(world), company.email, '/desk');
  await world.mailed();
  expect([member.status, member.location, member.html]).toEqual([known.status, known.location, known.html]);
  expect(world.consoleMails.slice(before).some(({ to }) => to.address === company.email)).toBe(false);
});

test('Requests without a session are limited per address and minute [DESK-2]', async () => {
  const strict = await startApiWorld({ limits: { anonymousPerMinute: 3 } });
  const visitor = openVisitor(strict);
  const statuses = [];
  for (let asked = 0; asked < 4; asked++) statuses.push((await visitor.get('/desk/sign-in')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await strict.close();
});

describe('Addresses of the desk [DESK-3]', () => {
  test.each([
    ['the desk is off', [], undefined],
    ['the client has another address', ['10.1.0.0/16'], undefined],
    ['a proxy reports another client address', ['127.0.0.1'], '198.51.100.7'],
  ])('no path of the desk exists if %s', async (_, deskAddresses, forwardedFor) => {
    const closed = await startApiWorld({
      database: world.database,
      deskAddresses,
      trustedProxies: ['127.0.0.1'],
    });
    const headers = {
      Accept: 'text/html',
      ...(forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }),
    };
    const answerOf = async (path: string): Promise<[number, string]> => {
      const { status, text } = await closed.call('GET', path, { headers });
      return [status, text.replaceAll(/"errorId":"[^"]+"/g, '')];
    };
    const absent = await answerOf('/nothing-of-ours');
    expect(absent[0]).not.toBe(200);
    for (const path of ['/desk', '/desk/sign-in', '/desk/account', '/desk/nothing'])
      expect([path, await answerOf(path)]).toEqual([path, absent]);
    await closed.close();
  });

  test('the desk exists for a client behind a proxy with an address in range', async () => {
    const open = await startApiWorld({
      database: world.database,
      deskAddresses: ['198.51.100.0/24'],
      trustedProxies: ['127.0.0.1'],
    });
    const headers = { 'X-Forwarded-For': '198.51.100.7' };
    expect((await open.call('GET', '/desk/sign-in', { headers })).status).toBe(200);
    await open.close();
  });
});

test('Console sessions do not open the desk, nor desk sessions the console [DESK-4]', async () => {
  const email = await newOperator('apart');
  const operator = await signedIn(world, email, '/desk');
  const member = await signedIn(world, company.email);
  const tokenOf = (cookie: string): string => cookie.split('=')[1] ?? '';
  const crossed = openVisitor(world);
  crossed.setCookie(`__Host-recordwell-desk=${tokenOf(member.cookie())}`);
  expect((await crossed.get('/desk/account')).status).toBe(303);
  crossed.setCookie(`__Host-recordwell=${tokenOf(operator.cookie())}`);
  expect((await crossed.get('/console/account')).status).toBe(303);
  crossed.setCookie(member.cookie());
  crossed.setCookie(operator.cookie());
  expect((await crossed.get('/desk/account')).html).toContain(email);
  expect((await crossed.get('/console/account')).html).toContain(company.email);
  const rows = await readRows<{ text: string }>(
    world.db,
    'select desk_session::text as text from desk_session union all select desk_sign_in_link::text ' +
      'from desk_sign_in_link',
  );
  expect(rows.filter(({ text }) => text.includes(tokenOf(operator.cookie())))).toEqual([]);
});

test('A session ends when idle, at its maximum age, and when its operator is removed [DESK-5]', async () => {
  const idle = await signedIn(world, await newOperator('idle'), '/desk');
  skippedMs += 29 * minute;
  expect((await idle.get('/desk/account')).status).toBe(200);
  skippedMs += 30 * minute;
  expect((await idle.get('/desk/account')).status).toBe(303);
  const busy = await signedIn(world, await newOperator('busy'), '/desk');
  for (let half = 0; half < 35; half++) {
    skippedMs += 20 * minute;
    expect((await busy.get('/desk/account')).status).toBe(200);
  }
  skippedMs += 20 * minute;
  expect((await busy.get('/desk/account')).status).toBe(303);
  const email = await newOperator('leaving');
  const leaving = await signedIn(world, email, '/desk');
  await admin(world, ['operator', 'remove', email]);
  expect((await leaving.get('/desk/account')).status).toBe(303);
});

test('A form of the desk is accepted only from a page of its session [DESK-7]', async () => {
  const operator = await signedIn(world, await newOperator('guarded'), '/desk');
  const token = formOn((await operator.get('/desk/account')).html, '/desk/sign-out')?.get('form') ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  for (const options of [{ origin: 'https://evil.example' }, { formToken: 'a'.repeat(43) }])
    expect((await operator.send('/desk/account', '/desk/sign-out', {}, options)).status).toBe(403);
  expect((await world.audits({ event: 'desk.signOut' })).at(-1)).toMatchObject({
    outcome: 'refused',
    problem: 'console.formForeign',
    actorKind: 'operator',
    actorName: 'guarded@recordwell.example',
  });
  const gone = await openVisitor(world).send('/desk/sign-in', '/desk/sign-out', { form: token });
  expect(gone.status).toBe(401);
  expect((await operator.send('/desk/account', '/desk/sign-out')).location).toBe('/desk/sign-in');
});

test('No page of the desk is cached, framed, or loads anything but its own files [DESK-7]', async () => {
  const operator = await signedIn(world, await newOperator('framed'), '/desk');
  for (const path of ['/desk/sign-in', '/desk/sign-in/sent', '/desk/account', '/desk/nothing']) {
    const { headers, html } = await operator.get(path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for " +
        "'script'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).not.toMatch(/<style|style=|<script(?! src="\/desk\/assets\/)|\son\w+=/);
  }
});

test('Links, sign-ins, sign-outs, and refusals of operators are in the audit log [DESK-8]', async () => {
  const email = await newOperator('audited');
  const operator = await signedIn(world, email, '/desk');
  await operator.send('/desk/account', '/desk/sign-out');
  const rows = await world.audits({ actorName: email });
  const [first] = rows;
  expect(rows).toMatchObject(
    ['desk.sendLink', 'desk.signIn', 'desk.signOut'].map(event => ({
      event,
      outcome: 'success',
      actorKind: 'operator',
      resourceKind: 'operator',
      resourceUid: first?.actorUid,
    })),
  );
  expect(first?.actorUid).toMatch(/^[0-9a-f-]{36}$/);
  await openVisitor(world).send('/desk/sign-in', `/desk/sign-in/${'b'.repeat(42)}A`);
  expect((await world.audits({ event: 'desk.signIn' })).at(-1)).toMatchObject({
    outcome: 'refused',
    problem: 'console.linkInvalid',
    actorUid: null,
  });
});

import { addMember, assignRole } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formOn, openVisitor, signedIn, type Visitor } from '../../support/console-visitor';

let world: ApiWorld;
let company: TestCompany;
let visitor: Visitor;
const keys = '/console/companies/acme/sandbox/keys';

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.company('rival');
  visitor = await signedIn(world, company.email);
});
afterAll(() => world.close());

async function activeKey(): Promise<string | undefined> {
  const { html } = await visitor.get(keys);
  return /Ends in<\/dt><dd><code>…(\w{4})/.exec(html)?.[1];
}

describe('Protection against forged forms [CONSOLE-7]', () => {
  test.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['from a sandboxed frame', { origin: 'null' }],
    ['from another host of the same site', { site: 'same-site' }],
    ['from another site by Sec-Fetch-Site', { site: 'cross-site' }],
    ['without a token', { formToken: '' }],
    ['with a guessed token', { formToken: 'a'.repeat(43) }],
  ])('refuses a form %s', async (_, options) => {
    const before = await activeKey();
    const answer = await visitor.send(keys, keys, {}, options);
    expect(answer.status).toBe(403);
    expect(await activeKey()).toBe(before);
    expect((await world.audits({ event: 'key.issue' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'console.formForeign',
      actorKind: 'console',
    });
  });

  test('accepts a form from a browser that sends no referrer, and therefore no origin', async () => {
    const answer = await visitor.send(keys, keys, {}, { origin: 'null', site: 'same-origin' });
    expect(answer.html).toContain('rw_test_');
  });

  test('refuses the token of another form or another session', async () => {
    const { html } = await visitor.get(keys);
    const ofRevoke = formOn(html, `${keys}/revoke`)?.get('form') ?? '';
    const other = await signedIn(world, company.email);
    const ofOther = formOn((await other.get(keys)).html, keys)?.get('form') ?? '';
    for (const formToken of [ofRevoke, ofOther]) {
      expect(formToken).toMatch(/^[\w-]{43}$/);
      expect((await visitor.send(keys, keys, {}, { formToken })).status).toBe(403);
    }
  });

  test('refuses a sign-in form from another site, and sets no cookie', async () => {
    const { status, headers } = await openVisitor(world).send(
      '/console/sign-in',
      `/console/sign-in/${'a'.repeat(43)}`,
      {},
      { origin: 'https://evil.example' },
    );
    expect(status).toBe(403);
    expect(headers.get('set-cookie')).toBeNull();
  });
});

test("A form from an ended session is 401, and says that you're signed out", async () => {
  const gone = await signedIn(world, company.email);
  const formToken = formOn((await gone.get(keys)).html, keys)?.get('form') ?? '';
  await gone.send('/console/account', '/console/sign-out');
  const answer = await gone.send('/console/sign-in', keys, { form: formToken });
  expect(answer.status).toBe(401);
  expect(answer.html).toContain("You're signed out");
});

describe('Page access [CONSOLE-9]', () => {
  test("answers the API's roleNotAssigned to a member who lost their role", async () => {
    const email = 'roleless@acme.example';
    await world.change(change =>
      addMember(change, { companyId: 'acme', email, name: 'R', role: 'Member', seesAllProjects: true }),
    );
    const member = await signedIn(world, email);
    const formToken = formOn((await member.get(keys)).html, keys)?.get('form') ?? '';
    await world.change(change => assignRole(change, { companyId: 'acme', email, role: undefined }));
    expect(await member.get(keys)).toMatchObject({ status: 403 });
    expect((await member.get(keys)).html).toContain('You have no role yet');
    const json = await member.get(keys, 'application/json');
    expect(JSON.parse(json.html)).toMatchObject({ code: 'roleNotAssigned' });
    expect((await member.send('/console/account', keys, { form: formToken, replaces: '' })).status).toBe(403);
    expect((await world.audits({ event: 'key.issue' })).at(-1)).toMatchObject({
      problem: 'role.notAssigned',
    });
  });

  test('shows no companies to a person who is a member of none', async () => {
    const email = 'nowhere@acme.example';
    await world.change(change =>
      addMember(change, { companyId: 'acme', email, name: 'N', role: 'Member', seesAllProjects: true }),
    );
    const person = await signedIn(world, email);
    await world.db.raw('delete from membership where user_uid = (select uid from app_user where email = ?)', [
      email,
    ]);
    expect((await person.get('/console')).location).toBe('/console/companies');
    expect((await person.get('/console/companies')).html).toContain('No companies yet');
    expect((await person.get(keys)).status).toBe(404);
  });

  test('lets a member of two companies choose, then follows the company in the address', async () => {
    const email = 'both@acme.example';
    for (const companyId of ['acme', 'rival'])
      await world.change(change =>
        addMember(change, { companyId, email, name: 'B', role: 'Viewer', seesAllProjects: true }),
      );
    const person = await signedIn(world, email);
    expect((await person.get('/console')).location).toBe('/console/companies');
    const { html } = await person.get('/console/companies');
    expect(html).toContain('/console/companies/acme/production');
    expect((await person.get('/console/companies/rival/sandbox')).html).toContain('Company rival');
  });
});

test("Another company's page, an absent page, and an odd path answer the same bytes [CONSOLE-13]", async () => {
  const absent = await visitor.get('/console/companies/absent/sandbox/keys');
  expect(absent.status).toBe(404);
  for (const path of [
    '/console/companies/rival/sandbox/keys',
    '/console/companies/rival/production',
    '/console/companies/acme/elsewhere/keys',
    '/console/companies/acme/sandbox/nothing',
    '/console/nothing',
  ]) {
    const { status, html } = await visitor.get(path);
    expect([path, status, html]).toEqual([path, 404, absent.html]);
  }
});

test('No page can be cached, framed, or sniffed, and each loads only its own script and style [CONSOLE-11]', async () => {
  const pages = ['/console/sign-in', '/console/sign-in/sent', '/console/account', keys, '/console/nothing'];
  for (const path of pages) {
    const { headers, html } = await visitor.get(path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; " +
        "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(html).not.toMatch(/<style|style=|<script(?! src="\/console\/assets\/)|\son\w+=/);
  }
  const [, asset = ''] = /src="(\/console\/assets\/[^"]+)"/.exec((await visitor.get(keys)).html) ?? [];
  const script = await openVisitor(world).get(asset);
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect(Buffer.byteLength(script.html)).toBeLessThan(100_000);
});

test("A method that a page doesn't support is 405 with the methods that it supports", async () => {
  const answer = await fetch(`${world.url}${keys}`, { method: 'DELETE' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

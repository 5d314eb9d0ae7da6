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

async function keyInForce(): Promise<string | undefined> {
  const { html } = await visitor.get(keys);
  return /Ends in<\/dt><dd><code>…(\w{4})/.exec(html)?.[1];
}

describe('a form that did not come from a page of the session changes nothing [CONSOLE-7]', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another host of the same site', { site: 'same-site' }],
    ['another site, as the browser says', { site: 'cross-site' }],
    ['without its token', { formToken: '' }],
    ['with a token that was guessed', { formToken: 'a'.repeat(43) }],
  ])('%s', async (_, options) => {
    const before = await keyInForce();
    const answer = await visitor.send(keys, keys, {}, options);
    expect(answer.status).toBe(403);
    expect(await keyInForce()).toBe(before);
    expect((await world.audits({ event: 'key.issue' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'console.formForeign',
      actorKind: 'console',
    });
  });

  test('with the token of another form, or of another session', async () => {
    const { html } = await visitor.get(keys);
    const ofRevoke = formOn(html, `${keys}/revoke`)?.get('form') ?? '';
    const other = await signedIn(world, company.email);
    const ofOther = formOn((await other.get(keys)).html, keys)?.get('form') ?? '';
    for (const formToken of [ofRevoke, ofOther]) {
      expect(formToken).toMatch(/^[\w-]{43}$/);
      expect((await visitor.send(keys, keys, {}, { formToken })).status).toBe(403);
    }
  });

  test('nobody is signed in by a form of another site', async () => {
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

test('a form of a session that has ended is 401, and says what to do', async () => {
  const gone = await signedIn(world, company.email);
  const formToken = formOn((await gone.get(keys)).html, keys)?.get('form') ?? '';
  await gone.send('/console/account', '/console/sign-out');
  const answer = await gone.send('/console/sign-in', keys, { form: formToken });
  expect(answer.status).toBe(401);
  expect(answer.html).toContain("You're signed out");
});

describe('each page asks anew what the member may [CONSOLE-9]', () => {
  test('a member whose role is taken away is told so, by the code of the API', async () => {
    const email = 'roleless@acme.example';
    await world.change(inner =>
      addMember(inner, { companyId: 'acme', email, name: 'R', role: 'Member', seesAllProjects: true }),
    );
    const member = await signedIn(world, email);
    const formToken = formOn((await member.get(keys)).html, keys)?.get('form') ?? '';
    await world.change(inner => assignRole(inner, { companyId: 'acme', email, role: undefined }));
    expect(await member.get(keys)).toMatchObject({ status: 403 });
    expect((await member.get(keys)).html).toContain('You have no role yet');
    const json = await member.get(keys, 'application/json');
    expect(JSON.parse(json.html)).toMatchObject({ code: 'roleNotAssigned' });
    expect((await member.send('/console/account', keys, { form: formToken, replaces: '' })).status).toBe(403);
    expect((await world.audits({ event: 'key.issue' })).at(-1)).toMatchObject({
      problem: 'role.notAssigned',
    });
  });

  test('a person who is a member nowhere is told whom to ask', async () => {
    const email = 'nowhere@acme.example';
    await world.change(inner =>
      addMember(inner, { companyId: 'acme', email, name: 'N', role: 'Member', seesAllProjects: true }),
    );
    const person = await signedIn(world, email);
    await world.db.raw('delete from membership where user_uid = (select uid from app_user where email = ?)', [
      email,
    ]);
    expect((await person.get('/console')).location).toBe('/console/companies');
    expect((await person.get('/console/companies')).html).toContain('No companies yet');
    expect((await person.get(keys)).status).toBe(404);
  });

  test('a member of two companies chooses, and each page is of the one in its address', async () => {
    const email = 'both@acme.example';
    for (const companyId of ['acme', 'rival'])
      await world.change(inner =>
        addMember(inner, { companyId, email, name: 'B', role: 'Viewer', seesAllProjects: true }),
      );
    const person = await signedIn(world, email);
    expect((await person.get('/console')).location).toBe('/console/companies');
    const { html } = await person.get('/console/companies');
    expect(html).toContain('/console/companies/acme/production');
    expect((await person.get('/console/companies/rival/sandbox')).html).toContain('Company rival');
  });
});

test('another company’s page, one that is not there and one with a strange name are the same bytes [CONSOLE-13]', async () => {
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

test('no page is kept, framed or sniffed, none loads anything but its own script and style [CONSOLE-11]', async () => {
  const pages = ['/console/sign-in', '/console/sign-in/sent', '/console/account', keys, '/console/nothing'];
  for (const path of pages) {
    const { headers, html } = await visitor.get(path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action " +
        "'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
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

test('a method that a page has not is 405 and says which it has', async () => {
  const answer = await fetch(`${world.url}${keys}`, { method: 'DELETE' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

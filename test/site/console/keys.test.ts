import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formOn, openVisitor, signedIn, type Visitor } from '../../support/console-visitor';
import { statusWith, useKey } from '../../support/used-key';

let world: ApiWorld;
let company: TestCompany;
let skippedMs = 0;
const keys = '/console/companies/acme/sandbox/keys';

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
});
afterAll(() => world.close());

async function newMember(name: string, role = 'Viewer'): Promise<Visitor> {
  const email = `${name}@acme.example`;
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name, role, seesAllProjects: true }),
  );
  return signedIn(world, email);
}

function keyOn(html: string): string {
  return /rw_(?:test|live)_\w{49}/.exec(html)?.[0] ?? '';
}

test('A member creates a key, which is shown once and works in its environment [CONSOLE-14]', async () => {
  const member = await newMember('maker');
  expect((await member.get(keys)).html).toContain('No default sandbox key');
  const made = await member.send(keys, keys);
  const key = keyOn(made.html);
  expect(key).toMatch(/^rw_test_/);
  expect(await statusWith(world, key)).toBe(200);
  const { html } = await member.get(keys);
  expect(keyOn(html)).toBe('');
  expect(html).toContain(`…${key.slice(-4)}`);
  const live = '/console/companies/acme/production/keys';
  expect((await member.get(live)).html).toContain('No default production key');
  expect(keyOn((await member.send(live, live)).html)).toMatch(/^rw_live_/);
});

test('A new key ends the previous one at once, and a revoked key is refused [CONSOLE-14]', async () => {
  const member = await newMember('renewer');
  const first = keyOn((await member.send(keys, keys)).html);
  const second = keyOn((await member.send(keys, keys)).html);
  expect([await statusWith(world, first), await statusWith(world, second)]).toEqual([401, 200]);
  const confirmed = { confirmed: 'yes' };
  expect((await member.send(keys, `${keys}/revoke`, confirmed)).location).toBe(`${keys}?done=revoked`);
  expect(await statusWith(world, second)).toBe(401);
  const { html } = await member.get(keys);
  expect(html).toContain('Expired and revoked keys');
});

test('A key that was used in the last hour is revoked only after it is confirmed [KEY-33]', async () => {
  const member = await newMember('careful');
  const key = keyOn((await member.send(keys, keys)).html);
  await useKey(world, key);
  const { status, html } = await member.send(keys, `${keys}/revoke`);
  expect([status, html.includes('<h1>This key is in use</h1>')]).toEqual([200, true]);
  expect(html).toContain(`…${key.slice(-4)}`);
  expect(formOn(html, `${keys}/revoke`)?.get('confirmed')).toBe('yes');
  expect(await statusWith(world, key)).toBe(200);
  skippedMs += 61 * 60_000;
  const later = await signedIn(world, 'careful@acme.example');
  expect((await later.send(keys, `${keys}/revoke`)).location).toBe(`${keys}?done=revoked`);
  expect(await statusWith(world, key)).toBe(401);
  skippedMs -= 61 * 60_000;
});

test('A form sent twice creates one key, and an outdated form revokes none [CONSOLE-14]', async () => {
  const member = await newMember('reloader');
  const fields = Object.fromEntries(formOn((await member.get(keys)).html, keys) ?? []);
  const key = keyOn((await member.send('/console/account', keys, fields)).html);
  const again = await member.send('/console/account', keys, fields);
  expect(again.status).toBe(409);
  expect(again.html).toContain('Changed since you opened it');
  expect(await statusWith(world, key)).toBe(200);
  const [ofRevoke] = [Object.fromEntries(formOn((await member.get(keys)).html, `${keys}/revoke`) ?? [])];
  await member.send(keys, keys);
  expect((await member.send('/console/account', `${keys}/revoke`, ofRevoke)).status).toBe(409);
});

test('Two simultaneous forms create one key [CONSOLE-14]', async () => {
  const member = await newMember('doubler');
  // Both forms were shown before there was a key, even if the second one is sent late.
  const shown = { replaces: '' };
  const answers = await Promise.all([member.send(keys, keys, shown), member.send(keys, keys, shown)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('Creating a key requires a recent sign-in, and signing in again leads back [CONSOLE-8]', async () => {
  const member = await newMember('unfresh');
  skippedMs += 10 * 60_000;
  const answer = await member.send(keys, keys);
  expect(answer.status).toBe(303);
  expect(keyOn(answer.html)).toBe('');
  const again = await member.get(answer.location);
  expect(again.html).toContain('Sign in again');
  await member.send(answer.location, '/console/sign-in');
  await world.mailed();
  const mail = world.consoleMails.findLast(({ to }) => to.address === 'unfresh@acme.example');
  const [link = ''] = /\/console\/sign-in\/\S+/.exec(mail?.text ?? '') ?? [];
  expect((await member.send(link, link)).location).toBe(keys);
  expect(keyOn((await member.send(keys, keys)).html)).toMatch(/^rw_test_/);
});

test("A member neither sees nor revokes another member's key [CONSOLE-14]", async () => {
  const owner = await newMember('owner');
  const key = keyOn((await owner.send(keys, keys)).html);
  const [uid = ''] = /(?<=name="key" value=")[^"]+/.exec((await owner.get(keys)).html) ?? [];
  const admin = await signedIn(world, company.email);
  expect((await admin.get(keys)).html).not.toContain(key.slice(-4));
  expect((await admin.send(keys, `${keys}/revoke`, { key: uid })).status).toBe(409);
  expect(await statusWith(world, key)).toBe(200);
});

test("Creating and revoking a key are audited as the member's acts", async () => {
  const member = await newMember('traced');
  await member.send(keys, keys);
  await member.send(keys, `${keys}/revoke`);
  for (const event of ['key.issue', 'key.revoke'])
    expect((await world.audits({ event })).at(-1)).toMatchObject({
      outcome: 'success',
      actorKind: 'console',
      companyUid: company.uid,
      resourceKind: 'key',
    });
});

test('The key page sends a signed-out visitor to sign in', async () => {
  expect((await openVisitor(world).get(keys)).location).toBe(
    `/console/sign-in?to=${encodeURIComponent(keys)}`,
  );
});

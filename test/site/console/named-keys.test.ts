import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import { formOn, signedIn, type Visitor } from '../../support/console-visitor';
import { statusWith, useKey } from '../../support/used-key';

const dayMs = 24 * 60 * 60 * 1_000;
let world: ApiWorld;
let skippedMs = 0;
const keys = '/console/companies/acme/sandbox/keys';
const secretPattern = /rw_test_\w{49}/;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  await world.company('acme');
});
afterAll(() => world.close());
afterEach(() => {
  skippedMs = 0;
});

async function newMember(name: string): Promise<Visitor> {
  const email = `${name}@acme.example`;
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name, role: 'Viewer', seesAllProjects: true }),
  );
  return signedIn(world, email);
}

async function create(member: Visitor, name: string, life = '90'): Promise<string> {
  const { html } = await member.send(`${keys}/new`, `${keys}/named`, { name, life });
  return secretPattern.exec(html)?.[0] ?? '';
}

/** Returns the path of the page of a key in the list. */
async function pageOf(member: Visitor, name: string): Promise<string> {
  const { html } = await member.get(keys);
  return new RegExp(`href="([^"]+)">${name}</a>`).exec(html)?.[1] ?? '';
}

async function rotate(member: Visitor, name: string, overlap: string): Promise<string> {
  const path = await pageOf(member, name);
  const { html } = await member.send(path, `${path}/rotate`, { overlap, life: 'never' });
  return secretPattern.exec(html)?.[0] ?? '';
}

test('A named key works besides the default key, and its name and end are listed [KEY-18]', async () => {
  const member = await newMember('namer');
  const standard = secretPattern.exec((await member.send(keys, keys)).html)?.[0] ?? '';
  const named = await create(member, 'Intake server', '30');
  expect([await statusWith(world, standard), await statusWith(world, named)]).toEqual([200, 200]);
  const { html } = await member.get(keys);
  expect(html).toContain('Intake server');
  expect(html).toContain(`…${named.slice(-4)}`);
  expect(html).not.toMatch(secretPattern);
  expect((await world.audits({ event: 'key.create' })).at(-1)).toMatchObject({
    outcome: 'success',
    resourceKind: 'key',
    changes: { environment: 'sandbox' },
  });
});

test.each([
  ['an empty name', { name: ' ' }, 'Enter a name with 1 to 100 characters.'],
  ['a name with 101 characters', { name: 'a'.repeat(101) }, 'Enter a name with 1 to 100 characters.'],
  ['another life than offered', { name: 'Odd', life: '31' }, 'Choose when the key expires.'],
  ['a name in use, in other letters', { name: 'TAKEN' }, 'An active key already has this name.'],
])('The form rejects %s and keeps what was typed [KEY-18]', async (what, fields, sentence) => {
  const member = await newMember(what.replaceAll(/\W/g, ''));
  await create(member, 'taken');
  const refused = await member.send(`${keys}/new`, `${keys}/named`, { life: '30', ...fields });
  expect([refused.status, secretPattern.test(refused.html)]).toEqual([422, false]);
  expect(refused.html).toContain(sentence);
  expect(refused.html).toContain(fields.name.trim());
});

test('A form sent twice creates one key, and says that it was shown [KEY-18]', async () => {
  const member = await newMember('twice');
  const { html } = await member.get(`${keys}/new`);
  const fields = { ...Object.fromEntries(formOn(html, `${keys}/named`) ?? []), name: 'Once', life: '90' };
  await member.send(`${keys}/new`, `${keys}/named`, fields);
  const again = await member.send(`${keys}/new`, `${keys}/named`, fields);
  expect(again.html).toContain('This form already created a key');
  expect((await member.get(keys)).html.match(/>Once<\/a>/g)).toHaveLength(1);
});

test('An expired key is rejected from the next request on and is listed as expired [KEY-20]', async () => {
  const member = await newMember('expiring');
  const [short, endless] = [await create(member, 'Short', '30'), await create(member, 'Endless', 'never')];
  skippedMs = 30 * dayMs - 60_000;
  expect(await statusWith(world, short)).toBe(200);
  skippedMs = 30 * dayMs + 60_000;
  expect([await statusWith(world, short), await statusWith(world, endless)]).toEqual([401, 200]);
  const later = await signedIn(world, 'expiring@acme.example');
  expect((await later.get(keys)).html).toContain('Expired <time');
});

test('After a rotation both keys work until the overlap ends [KEY-21]', async () => {
  const member = await newMember('rotator');
  const old = await create(member, 'Worker');
  const next = await rotate(member, 'Worker', '24');
  expect([await statusWith(world, old), await statusWith(world, next)]).toEqual([200, 200]);
  skippedMs = dayMs - 60_000;
  expect(await statusWith(world, old)).toBe(200);
  skippedMs = dayMs + 60_000;
  expect([await statusWith(world, old), await statusWith(world, next)]).toEqual([401, 200]);
});

test('A rotation without an overlap ends the old key at once [KEY-21]', async () => {
  const member = await newMember('hasty');
  const old = await create(member, 'Worker');
  const next = await rotate(member, 'Worker', '0');
  expect([await statusWith(world, old), await statusWith(world, next)]).toEqual([401, 200]);
});

test('A rotated key is not rotated again, but can be revoked [KEY-21]', async () => {
  const member = await newMember('again');
  const old = await create(member, 'Worker');
  const path = await pageOf(member, 'Worker');
  const shown = Object.fromEntries(formOn((await member.get(path)).html, `${path}/rotate`) ?? []);
  const fields = { ...shown, overlap: '24', life: '90' };
  await member.send(path, `${path}/rotate`, fields);
  const again = await member.send('/console/account', `${path}/rotate`, fields);
  expect([again.status, secretPattern.test(again.html)]).toEqual([409, false]);
  expect((await member.get(path)).html).not.toContain('/rotate"');
  await member.send(path, `${keys}/revoke`);
  expect(await statusWith(world, old)).toBe(401);
});

test('At most 20 keys are active, and a revoked one makes room [KEY-19]', async () => {
  const member = await newMember('hoarder');
  for (let count = 1; count <= 20; count += 1) await create(member, `Key ${count}.`);
  const refused = await member.send(`${keys}/new`, `${keys}/named`, { name: 'Key 21', life: '30' });
  expect(refused.html).toContain('There are 20 active keys in this environment');
  expect((await member.send(keys, keys)).status).toBe(422);
  const path = await pageOf(member, 'Key 20.');
  const overlapping = await member.send(path, `${path}/rotate`, { overlap: '1', life: '30' });
  expect(overlapping.status).toBe(422);
  await member.send(path, `${keys}/revoke`);
  expect(await create(member, 'Key 21')).toMatch(secretPattern);
});

test('A named key in use is revoked, and rotated without an overlap, only after it is confirmed [KEY-33]', async () => {
  const member = await newMember('sure');
  const old = await create(member, 'Worker');
  await useKey(world, old);
  const path = await pageOf(member, 'Worker');
  const at = { overlap: '0', life: '90' };
  const asked = await member.send(path, `${path}/rotate`, at);
  expect([asked.html.includes('This key is in use'), secretPattern.test(asked.html)]).toEqual([true, false]);
  expect(Object.fromEntries(formOn(asked.html, `${path}/rotate`) ?? [])).toMatchObject(at);
  expect((await member.send(path, `${keys}/revoke`)).html).toContain('This key is in use');
  expect(await statusWith(world, old)).toBe(200);
  expect(await rotate(member, 'Worker', '24')).toMatch(secretPattern);
  await member.send(path, `${keys}/revoke`, { confirmed: 'yes' });
  expect(await statusWith(world, old)).toBe(401);
});

test("A member neither sees nor revokes another member's named key [KEY-18]", async () => {
  const [owner, other] = [await newMember('holder'), await newMember('stranger')];
  const key = await create(owner, 'Mine');
  const path = await pageOf(owner, 'Mine');
  const uid = path.split('/').at(-1) ?? '';
  expect((await other.get(path)).status).toBe(404);
  await create(other, 'Theirs');
  const theirs = await pageOf(other, 'Theirs');
  expect((await other.send(theirs, `${keys}/revoke`, { key: uid })).status).toBe(409);
  expect(await statusWith(world, key)).toBe(200);
});

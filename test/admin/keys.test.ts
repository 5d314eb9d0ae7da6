import { createHmac } from 'node:crypto';
import { addMember } from '../../src/usecases/tenants/members';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const anyKey = /rw_(?:live|test)_[0-9A-Za-z]+/g;
const whose = (environment: string): string[] => [
  company.email,
  '--company',
  'acme',
  '--environment',
  environment,
];

async function statusWith(key: string): Promise<number> {
  return (await world.call('GET', '/v0/companies/acme/projects', { key })).status;
}

async function issue(environment: string): Promise<string> {
  const { stdout } = await admin(world, ['key', 'issue', ...whose(environment), '--yes']);
  const [key = '', ...others] = stdout.match(anyKey) ?? [];
  expect(others).toEqual([]);
  return key;
}

test('A new key works, and the previous key is rejected from the next request on [KEY-8]', async () => {
  expect(await statusWith(company.sandboxKey)).toBe(200);
  const first = await issue('sandbox');
  expect([await statusWith(company.sandboxKey), await statusWith(first)]).toEqual([401, 200]);
  const second = await issue('sandbox');
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
});

test("A revoked key is rejected from the next request on; the other environment's key still works [KEY-2]", async () => {
  const [sandbox, production] = [await issue('sandbox'), await issue('production')];
  await admin(world, ['key', 'revoke', ...whose('production'), '--yes']);
  expect([await statusWith(production), await statusWith(sandbox)]).toEqual([401, 200]);
});

test("The database stores a key's fingerprint and last four characters, not the key [KEY-7]", async () => {
  const issued = await issue('sandbox');
  const { rows } = (await world.db.raw(
    `select encode(k.fingerprint, 'hex') as fingerprint, k.last_four, to_jsonb(k)::text as whole
      from api_key k
     where k.revoked_at is null and k.environment = 'sandbox'`,
  )) as { rows: Array<{ fingerprint: string; last_four: string; whole: string }> };
  const [row, ...others] = rows;
  expect(others).toEqual([]);
  expect(row?.last_four).toBe(issued.slice(-4));
  expect(row?.whole).not.toContain(issued.slice(8, 20));
  const { fingerprintSecret } = world.services;
  expect(row?.fingerprint).toBe(createHmac('sha256', fingerprintSecret).update(issued).digest('hex'));
});

test('Only `key issue` shows a key; other commands show at most its last four characters [KEY-6]', async () => {
  const issued = await issue('sandbox');
  const lines = [
    ['key', 'list', '--company', 'acme'],
    ['key', 'list', '--company', 'acme', '--json'],
    ['user', 'list', '--company', 'acme'],
    ['company', 'show', 'acme'],
    ['audit', 'export', '--from', '2026-01-01'],
    ['key', 'revoke', ...whose('sandbox'), '--yes'],
    ['key', 'revoke', ...whose('sandbox'), '--yes'],
  ];
  for (const line of lines) {
    const { stdout, stderr } = await admin(world, line);
    expect(`${stdout}${stderr}`.match(anyKey)).toBeNull();
    expect(`${stdout}${stderr}`).not.toContain(issued.slice(8, 20));
  }
  const listed = await admin(world, ['key', 'list', '--company', 'acme', '--json']);
  expect(listed.json()).toContainEqual(expect.objectContaining({ lastFour: issued.slice(-4) }));
});

test("The keys of a deleted person are rejected from the next request on, and aren't listed as active", async () => {
  const email = 'leaver@acme.example';
  await admin(world, ['user', 'add', email, '--company', 'acme', '--name', 'Leaver', '--role', 'Viewer']);
  const key = await world.keyFor('acme', email, 'sandbox');
  expect(await statusWith(key)).toBe(200);
  await admin(world, ['user', 'delete', email, '--company', 'acme', '--yes']);
  expect(await statusWith(key)).toBe(401);
  const listed = await admin(world, ['key', 'list', '--company', 'acme', '--json']);
  expect(listed.json()).toContainEqual(expect.objectContaining({ email, isInForce: false }));
});

test("Removing or changing a member's role takes effect immediately", async () => {
  const email = 'mover@acme.example';
  await admin(world, ['user', 'add', email, '--company', 'acme', '--name', 'Mover', '--role', 'Viewer']);
  const key = await world.keyFor('acme', email, 'sandbox');
  await admin(world, ['user', 'assign-role', email, '--company', 'acme', '--none']);
  const answer = await world.call('GET', '/v0/companies/acme/projects', { key });
  expect([answer.status, answer.json['code']]).toEqual([403, 'roleNotAssigned']);
  await admin(world, ['user', 'assign-role', email, '--company', 'acme', '--role', 'Member']);
  expect(await statusWith(key)).toBe(200);
});

test('A member sees the projects they were granted, or all with --all', async () => {
  const email = 'part@acme.example';
  await admin(world, ['user', 'add', email, '--company', 'acme', '--name', 'Part', '--role', 'Viewer']);
  const key = await world.keyFor('acme', email, 'production');
  const seen = async (): Promise<unknown[]> => {
    const { json } = await world.call('GET', '/v0/companies/acme/projects', { key });
    return (json['projects'] as Array<{ id: string }>).map(({ id }) => id);
  };
  expect(await seen()).toEqual([]);
  await admin(world, ['user', 'grant-project', email, '--company', 'acme', '--project', 'live']);
  expect(await seen()).toEqual(['live']);
  const listed = await admin(world, ['user', 'list', '--company', 'acme', '--json']);
  expect(listed.json()).toContainEqual(expect.objectContaining({ email, projectIds: ['live'] }));
  await admin(world, ['user', 'grant-project', email, '--company', 'acme', '--all']);
  expect(await seen()).toEqual(['live', 'closed']);
});

test('First keys that are issued at once replace each other, so that only the last one works [KEY-8]', async () => {
  const email = 'newcomer@acme.example';
  const member = { companyId: 'acme', email, name: 'Newcomer', role: 'Member', seesAllProjects: true };
  await world.change(change => addMember(change, member));
  const issued = await Promise.all([1, 2, 3].map(() => world.keyFor('acme', email, 'sandbox')));
  const statuses = await Promise.all(issued.map(statusWith));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
});

/** For every POST: the answer to a repeat with the same `Idempotency-Key`, and what is stored for it. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { operations } from '../../../src/api/operations';
import { defineContract, isMaking, type Contract } from '../../../src/api/pipeline/contract';
import { createHeavySlots } from '../../../src/http/heavy-slots';
import { mountOperations } from '../../../src/api/pipeline/mount';
import { operation } from '../../../src/api/pipeline/operation';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../../support/api-world';
import type { PreparedParts } from '../../support/operations/fixtures';
import { eachOperation, prepare, send } from '../../support/operations/requests';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
let colleaguesKey: string;
let nowMs = Date.now();

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(nowMs) } });
  company = await world.company('acme');
  const member = { companyId: 'acme', email: 'colleague@acme.example' };
  await world.change(change =>
    addMember(change, { ...member, name: 'C', role: 'Administrator', seesAllProjects: true }),
  );
  colleaguesKey = await world.keyFor('acme', member.email, 'sandbox');
});
afterAll(() => world.close());

const posts = eachOperation.filter(([, { contract }]) => contract.method === 'POST');
const creating = posts.filter(([, { contract }]) => isMaking(contract));
const reading = posts.filter(([, { contract }]) => !isMaking(contract));

async function sendWith(
  contract: Contract,
  parts: PreparedParts,
  idempotencyKey: string,
  key = company.sandboxKey,
): Promise<Answer> {
  return send(world, contract, parts, { key, headers: { 'Idempotency-Key': idempotencyKey } });
}

/** Separates the presigned URLs and tokens from the rest of an answer. */
function splitUrls({ text }: Answer): { readonly rest: unknown; readonly urls: readonly string[] } {
  const urls: string[] = [];
  const rest: unknown = JSON.parse(text === '' ? 'null' : text, (name, value: unknown) => {
    if (typeof value !== 'string' || !(value.includes('X-Amz-Signature=') || name === 'token')) return value;
    urls.push(value);
    return 'url';
  });
  return { rest, urls };
}

/** Returns what is stored for a key, as text, without the hash of the request, which reveals nothing. */
async function keptFor(key: string): Promise<string[]> {
  const rows = await readRows<{ kept: string }>(
    world.db,
    `select (to_jsonb(c) - 'request_hash')::text as kept from idempotency_claim c where key = ?`,
    [key],
  );
  return rows.map(({ kept }) => kept);
}

/** Counts the records of every kind that a customer can create. */
async function countRecords(): Promise<unknown> {
  return readRows(
    world.db,
    `select (select count(*) from project) as projects, (select count(*) from patient) as patients,
      (select count(*) from bulk_import) as imports, (select count(*) from record_request) as requests,
      (select count(*) from outbox_event) as events, (select count(*) from outbox_command) as commands,
      (select count(*) from auth_check_document) as documents, (select count(*) from auth_check) as runs`,
  );
}

test.each(creating)(
  '%s answers a repeat with the same resource and new URLs, and creates nothing [DECISION-38] [DECISION-39]',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const key = randomUUID();
    const first = await sendWith(contract, parts, key);
    const before = await countRecords();
    nowMs += 60_000;
    const second = await sendWith(contract, parts, key);
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(second.status).toBe(first.status);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(splitUrls(second).rest).toEqual(splitUrls(first).rest);
    for (const [index, url] of splitUrls(first).urls.entries())
      expect(splitUrls(second).urls[index]).not.toBe(url);
    expect(await countRecords()).toEqual(before);
  },
);

test.each(creating)(
  '%s stores ids and times for repeats, and nothing of the answer [DECISION-39]',
  async (_, { contract }) => {
    const key = randomUUID();
    await sendWith(contract, await prepare(world, company, contract), key);
    const [kept = '', ...more] = await keptFor(key);
    expect(more).toEqual([]);
    expect(Object.keys(JSON.parse(kept) as object).toSorted()).toEqual([
      'claimed_at',
      'environment',
      'key',
      'membership_uid',
      'resource_uids',
    ]);
    const { resource_uids: uids } = JSON.parse(kept) as { readonly resource_uids: readonly string[] };
    for (const uid of uids) expect(uid).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  },
);

test.each(creating)(
  '%s answers 404 to a repeat if the resource no longer exists',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const key = randomUUID();
    await sendWith(contract, parts, key);
    await world.db.raw('update idempotency_claim set resource_uids = array[?::uuid] where key = ?', [
      randomUUID(),
      key,
    ]);
    expect((await sendWith(contract, parts, key)).status).toBe(404);
  },
);

test.each(posts)(
  "%s treats a colleague's Idempotency-Key as a new request [DECISION-39]",
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const key = randomUUID();
    await sendWith(contract, parts, key, colleaguesKey);
    const answer = await sendWith(contract, parts, key);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
  },
);

test.each(reading)(
  '%s changes nothing, so a repeat runs again and nothing is stored [DECISION-39]',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const key = randomUUID();
    const answers = [await sendWith(contract, parts, key), await sendWith(contract, parts, key)];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [200, null],
      [200, null],
    ]);
    expect(await keptFor(key)).toEqual([]);
    expect((await sendWith(contract, parts, 'x'.repeat(256))).status).toBe(400);
  },
);

test('A POST that creates something neither compiles nor is mounted without a way to answer repeats', () => {
  const contract = defineContract({
    id: 'makeThing',
    method: 'POST',
    path: '/v0/things',
    tag: 'Things',
    summary: 'Make a thing',
    description: 'Makes a thing.',
    params: z.object({}),
    responses: { 201: { description: 'The thing.', schema: null } },
    problems: [],
    access: { scope: 'caller', permission: 'ViewProjects' },
    audit: { event: 'thing.create', kind: 'change' },
    example: { response: { status: 201 } },
  });
  // @ts-expect-error a POST that makes something is a makingOperation
  const careless = operation(contract, async () => ({ status: 201 }));
  const slots = createHeavySlots(world.services);
  expect(() => mountOperations(world.services, [careless], slots)).toThrow(TypeError);
  expect(() => mountOperations(world.services, operations, slots)).not.toThrow();
});

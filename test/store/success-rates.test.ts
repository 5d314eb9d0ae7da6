/** The attempts of endpoints in the last day: what is counted, and by which index. */
import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../src/store/database';
import { plannedEachTime } from '../../src/store/named';
import { countAttempts, countStatement } from '../../src/store/webhooks/success-rates';
import { firstUuidv7Of, uuidv7 } from '../../src/platform/ids';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { readRows } from '../support/records';

const hourMs = 60 * 60 * 1000;
const now = new Date();
const since = new Date(now.getTime() - 24 * hourMs);

let world: ApiWorld;
let company: TestCompany;
const [endpoint, quiet] = [randomUUID(), randomUUID()];
const others = Array.from({ length: 20 }, () => randomUUID());

/** Stores a delivery with its attempts, by their HTTP status. */
async function deliver(at: Date, statuses: readonly number[]): Promise<void> {
  const uid = uuidv7(at);
  const status = statuses.some(code => code < 300) ? 'succeeded' : 'failed';
  await world.db.raw(
    `insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid,
       record_uid, status, is_released, attempts, last_http_status, created_at, updated_at)
     values (?, ?, 1, gen_random_uuid(), 'patient.updated', ?, gen_random_uuid(), ?, true, ?, ?, ?, ?)`,
    [uid, endpoint, company.uid, status, statuses.length, statuses.at(-1) ?? null, at, at],
  );
  for (const [index, code] of statuses.entries())
    await world.db.raw(
      `insert into webhook_attempt (delivery_uid, number, started_at, ended_at, http_status, duration_ms)
       values (?, ?, ?, ?, ?, 5)`,
      [uid, index + 1, at, at, code],
    );
}

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  const [member] = await readRows<{ uid: string; userUid: string }>(
    world.db,
    'select uid, user_uid as "userUid" from membership where company_uid = ?',
    [company.uid],
  );
  for (const uid of [endpoint, quiet, ...others])
    await world.db.raw(
      `insert into webhook_endpoint (uid, company_uid, owner_membership_uid, owner_user_uid, url, environment,
         event_types, has_all_projects, is_tracked_only, secret, created_at, updated_at)
       values (?, ?, ?, ?, 'https://hooks.example', 'sandbox', '{}', true, false, gen_random_uuid(), now(),
         now())`,
      [uid, company.uid, member?.uid ?? '', member?.userUid ?? ''],
    );
  const ago = (hours: number): Date => new Date(now.getTime() - hours * hourMs);
  await deliver(ago(25), [500]);
  await deliver(ago(23), [204]);
  await deliver(ago(22), [503, 503, 200]);
  await deliver(ago(1), [200, 204]);
  await deliver(ago(0.5), [500]);
  await deliver(ago(0.25), []);
});
afterAll(() => world.close());

test('The attempts of events since an instant are counted, by endpoint [CONSOLE-120]', async () => {
  const wanted = { endpointUids: [endpoint, quiet], since, limit: 100 };
  const counted = { endpointUid: endpoint, attempts: 7, successes: 4, deliveries: 4 };
  expect(await countAttempts(world.db, company.uid, wanted)).toEqual([counted]);
  const latest = { endpointUid: endpoint, attempts: 3, successes: 2, deliveries: 2 };
  expect(await countAttempts(world.db, company.uid, { ...wanted, limit: 2 })).toEqual([latest]);
  expect(await countAttempts(world.db, randomUUID(), wanted)).toEqual([]);
});

test('The attempts are counted with an index, without reading the whole log [CONSOLE-120]', async () => {
  const owner = openDatabase({
    url: world.database.ownerUrl,
    poolMax: 1,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    applicationName: 'plans',
  });
  await world.db.raw(
    `insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid,
       record_uid, status, is_released, attempts, created_at, updated_at)
     select (left(first_uid_of(i.at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid,
       (:endpoints::uuid[])[n % 21 + 1], n, gen_random_uuid(), 'patient.updated', :companyUid,
       gen_random_uuid(), 'succeeded', true, 1, i.at, i.at
     from generate_series(1, 20000) n
       cross join lateral (select now() - n * interval '1 minute' as at) i`,
    { endpoints: [endpoint, ...others], companyUid: company.uid },
  );
  await owner.raw('analyze webhook_delivery');
  const values = {
    companyUid: company.uid,
    endpointUids: [endpoint],
    firstUid: firstUuidv7Of(since),
    limit: 2_001,
  };
  const explained = plannedEachTime<Record<string, string>, typeof values>(`explain ${countStatement.sql}`);
  const plan = (await explained.run(owner, values)).map(row => row['QUERY PLAN']).join('\n');
  await owner.destroy();
  expect(plan).toMatch(/Index Scan Backward using webhook_delivery_\w+ on \w+ d_1/);
  expect(plan).not.toContain('Seq Scan on webhook_attempt');
});

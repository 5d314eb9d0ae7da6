/** The delivery log: its filters and their plans, and its monthly partitions. */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { EventType } from '../../src/domain/events/event-types';
import {
  dropLogPartitions,
  ensureLogPartitions,
  logStatement,
  readDeliveryLog,
  type DeliveryFilter,
} from '../../src/store/webhooks/log';
import { openDatabase } from '../../src/store/database';
import { plannedEachTime } from '../../src/store/named';
import { nilUid } from '../../src/store/page';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { readRows } from '../support/records';

const hourMs = 60 * 60 * 1000;
// In the current month, which has its own partition.
const now = new Date();
const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
const month = `webhook_delivery_${start.toISOString().slice(0, 7).replace('-', '_')}`;

let world: ApiWorld;
let company: TestCompany;
/** The owner's connection, because only the owner may name a partition. */
let owner: Knex;
const endpoints = [randomUUID(), randomUUID()] as const;
const rareRecord = randomUUID();

/** Inserts `count` deliveries of the company, one second apart, and as many of each other company. */
async function seed(count: number, at = start, companies = 1): Promise<void> {
  await world.db.raw(
    `insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid,
      record_uid, status,
       is_released, attempts, last_http_status, created_at, updated_at)
     select (left(first_uid_of(i.at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid,
       (case when n % 40 = 0 then :rare else :usual end)::uuid, n, gen_random_uuid(),
       case when n % 50 = 0 then 'recordRequest.canceled' else 'patient.updated' end,
       case when k = 1 then :companyUid::uuid else md5(k::text)::uuid end,
       case when n % 500 = 0 then :record::uuid else gen_random_uuid() end,
       case when n % 100 = 0 then 'failed' else 'succeeded' end, true, 1, case when n % 100 = 0 then 503
         else 204 end, i.at, i.at
     from generate_series(1, :count) n cross join generate_series(1, :companies) k cross
       join lateral (select :at::timestamptz + n * interval '1 second' as at) i`,
    {
      rare: endpoints[1],
      usual: endpoints[0],
      companyUid: company.uid,
      record: rareRecord,
      count,
      at,
      companies,
    },
  );
}

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  owner = openDatabase({
    url: world.database.ownerUrl,
    poolMax: 1,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    applicationName: 'plans',
  });
  const [member] = await readRows<{ uid: string; userUid: string }>(
    world.db,
    `select uid, user_uid as "userUid" from membership where company_uid = ?`,
    [company.uid],
  );
  for (const uid of endpoints)
    await world.db.raw(
      `insert into webhook_endpoint (uid, company_uid, owner_membership_uid, owner_user_uid, url, environment,
        event_types,
         has_all_projects, is_tracked_only, secret, created_at, updated_at)
       values (?, ?, ?, ?, 'https://hooks.example', 'sandbox', '{}', true, false, gen_random_uuid(), now(),
         now())`,
      [uid, company.uid, member?.uid ?? '', member?.userUid ?? ''],
    );
  await seed(4_000, start, 10);
});
afterAll(async () => {
  await owner.destroy();
  await world.close();
});

const read = (filter: Partial<DeliveryFilter>): ReturnType<typeof readDeliveryLog> =>
  readDeliveryLog(world.db, company.uid, { limit: 1_000, ...filter });

const filters: ReadonlyArray<readonly [name: string, filter: Partial<DeliveryFilter>, count: number]> = [
  ['endpoint', { endpointUid: endpoints[1] }, 100],
  ['status', { status: 'failed' }, 40],
  ['HTTP status', { httpStatus: 503 }, 40],
  ['event', { eventType: 'recordRequest.canceled' satisfies EventType }, 80],
  ['record', { recordUid: rareRecord }, 8],
  [
    'time',
    { since: new Date(start.getTime() + hourMs), until: new Date(start.getTime() + hourMs + 10_000) },
    10,
  ],
  [
    'several fields',
    { status: 'failed', endpointUid: endpoints[1], eventType: 'recordRequest.canceled' },
    20,
  ],
];

test.each(filters)(
  'The delivery log can be filtered by %s, newest event first [HOOK-23]',
  async (_name, filter, count) => {
    const found = await read(filter);
    expect(found).toHaveLength(count);
    expect(found.map(({ createdAt }) => createdAt.getTime())).toEqual(
      found.map(({ createdAt }) => createdAt.getTime()).toSorted((a, b) => b - a),
    );
  },
);

test('The delivery log can be read page by page without a duplicate or missing entry [HOOK-23]', async () => {
  const all = await read({ status: 'failed' });
  const pages = [];
  let afterUid: string | undefined;
  for (;;) {
    const page = await read({ status: 'failed', limit: 15, afterUid });
    if (page.length === 0) break;
    pages.push(...page);
    afterUid = page.at(-1)?.deliveryUid;
  }
  expect(pages).toEqual(all);
});

test('The delivery log shows a company nothing of another company', async () => {
  const other = await world.company('other');
  await expect(readDeliveryLog(world.db, other.uid, { limit: 10 })).resolves.toEqual([]);
});

test.each([
  [undefined, 'company_uid_uid_idx'],
  ['recordUid', 'company_uid_record_uid_uid_idx'],
  ['httpStatus', 'company_uid_last_http_status_uid_idx'],
  ['status', 'company_uid_status_uid_idx'],
  ['eventType', 'company_uid_event_type_uid_idx'],
  ['endpointUid', 'company_uid_endpoint_uid_uid_idx'],
] as const)(
  'The delivery log narrowed by %s uses its index, planned with its values each time [HOOK-23]',
  async (narrowing, index) => {
    await owner.raw('analyze webhook_delivery');
    const values = {
      companyUid: company.uid,
      recordUid: rareRecord,
      httpStatus: 503,
      status: 'failed',
      eventType: 'recordRequest.canceled',
      endpointUid: endpoints[1],
      firstUid: nilUid,
      beforeUid: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
      limit: 50,
    };
    const always = new Set(['companyUid', 'firstUid', 'beforeUid', 'limit']);
    const bound = Object.entries(values).map(([name, value]) =>
      name === narrowing || always.has(name) ? [name, value] : [name, null],
    );
    const explained = plannedEachTime<Record<string, string>, typeof values>(`explain ${logStatement.sql}`);
    const rows = await explained.run(owner, Object.fromEntries(bound) as typeof values);
    const plan = rows.map(row => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`${month}_${index}`);
    expect(plan).not.toContain(`Seq Scan on ${month} `);
  },
);

test('The delivery log is planned with the values of each query, and a connection keeps no generic plan [HOOK-23]', async () => {
  await world.db.transaction(async tx => {
    for (let look = 0; look < 7; look += 1) await readDeliveryLog(tx, company.uid, { limit: 1 });
    await expect(
      readRows(
        tx,
        `select name from pg_prepared_statements where statement like '%from webhook_delivery d join%'`,
      ),
    ).resolves.toEqual([]);
  });
});

test('The delivery log drops a month once its last day has expired, and never one of the last week', async () => {
  const months = async (): Promise<string[]> =>
    (
      await readRows<{ name: string }>(
        world.db,
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'webhook_delivery'::regclass order by 1`,
      )
    ).map(({ name }) => name);
  await ensureLogPartitions(world.db, 2);
  const before = await months();
  expect(before).toHaveLength(4);
  // That month had no partition: its rows are in the default partition, and are deleted as well.
  await seed(10, new Date('2025-01-01T00:00:00Z'));
  await dropLogPartitions(world.db, new Date(Date.now() - 30 * 24 * hourMs));
  await expect(read({ until: new Date('2025-02-01') })).resolves.toEqual([]);
  await expect(read({ status: 'failed' })).resolves.toHaveLength(40);
  expect(await months()).toEqual(before);
  await expect(dropLogPartitions(world.db, new Date())).rejects.toThrow('last seven days');
});

test('Rows of a month without a partition are moved there once it is created', async () => {
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() + 5, 1);
  await seed(10, at);
  const inDefault = (): Promise<unknown[]> => readRows(owner, 'select uid from webhook_delivery_default');
  expect(await inDefault()).toHaveLength(10);
  await expect(ensureLogPartitions(world.db, 5)).resolves.toBeGreaterThan(0);
  expect(await inDefault()).toEqual([]);
  await expect(read({ since: at })).resolves.toHaveLength(10);
});

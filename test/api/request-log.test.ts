import { Client } from 'pg';
import { createRequestLog } from '../../src/api/pipeline/request-log';
import { uuidv7 } from '../../src/platform/ids';
import { createLog } from '../../src/platform/log';
import { createMetrics } from '../../src/platform/metrics';
import type { ApiRequest } from '../../src/store/audit/api-requests';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { readRows } from '../support/records';

let database: TestDatabase;
let owner: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

function request(number: number): ApiRequest {
  const occurredAt = new Date('2026-11-27T12:00:00Z');
  return {
    uid: uuidv7(occurredAt),
    occurredAt,
    companyUid: uuidv7(occurredAt),
    environment: 'sandbox',
    keyUid: uuidv7(occurredAt),
    method: 'GET',
    path: '/v0/companies/{companyId}/projects',
    status: 200,
    durationMs: number,
    problem: null,
    requestId: `request-${number}`,
  };
}

async function open() {
  const metrics = createMetrics('test');
  const log = createLog({ level: 'error', process: 'test' }, { write: () => undefined });
  const requestLog = createRequestLog({ db: database.db, log, metrics });
  const dropped = async (): Promise<number[]> =>
    (await metrics.requestLogDropped.get()).values.map(({ value }) => value);
  return { requestLog, dropped };
}

async function stored(): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    database.db,
    'select count(*)::int as count from api_request',
    [],
  );
  return row?.count ?? 0;
}

test('What waits is stored when the process stops, also more than one batch [KEY-30]', async () => {
  const { requestLog, dropped } = await open();
  const before = await stored();
  for (let number = 0; number < 1_100; number += 1) requestLog.note(request(number));
  await requestLog.close();
  expect([await stored(), await dropped()]).toEqual([before + 1_100, []]);
});

test('Requests beyond 10,000 waiting ones are dropped and counted [KEY-30]', async () => {
  const { requestLog, dropped } = await open();
  const before = await stored();
  for (let number = 0; number < 10_007; number += 1) requestLog.note(request(number));
  await requestLog.close();
  expect([await stored(), await dropped()]).toEqual([before + 10_000, [7]]);
});

test('Requests that cannot be stored until the process stops are counted [KEY-30]', async () => {
  const { requestLog, dropped } = await open();
  await owner.query('alter table api_request rename to api_request_away');
  requestLog.note(request(1));
  await requestLog.close();
  await owner.query('alter table api_request_away rename to api_request');
  expect(await dropped()).toEqual([1]);
});

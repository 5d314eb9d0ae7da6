import type { Knex } from 'knex';
import { uuidv7 } from '../../src/platform/ids';
import { openDatabase } from '../../src/store/database';
import { ensureAuditPartitions, insertAuditEvent, type AuditEvent } from '../../src/store/audit/audit';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let owner: Knex;
let months: Date[];
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase({
    url: database.ownerUrl,
    poolMax: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    applicationName: 'test',
  });
  const { rows } = (await owner.raw(
    `select date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + make_interval(months => i)
      as at
     from generate_series(0, 8) i`,
  )) as unknown as { rows: Array<{ at: Date }> };
  months = rows.map(({ at }) => at);
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

/** Returns the first instant of a month, counted ahead from the current one. */
function month(ahead: number): Date {
  const at = months[ahead];
  if (at === undefined) throw new Error('not so far ahead');
  return at;
}

function partitionName(ahead: number): string {
  return `audit_event_${month(ahead).toISOString().slice(0, 7).replace('-', '_')}`;
}

async function insertAt(at: Date): Promise<string> {
  const event: AuditEvent = {
    uid: uuidv7(at),
    occurredAt: at,
    companyUid: null,
    actorKind: 'service',
    actorUid: null,
    actorName: 'test',
    keyUid: null,
    event: 'test.event',
    resourceKind: null,
    resourceUid: null,
    outcome: 'success',
    problem: null,
    changes: null,
    reason: null,
    requestId: null,
  };
  await insertAuditEvent(database.db, event);
  return event.uid;
}

/** Returns the partition that a row is in. */
async function placeOf(uid: string): Promise<unknown> {
  const { rows } = (await owner.raw(
    'select tableoid::regclass::text as place from audit_event where uid = ?',
    [uid],
  )) as unknown as { rows: Array<{ place: string }> };
  return rows[0]?.place;
}

describe('The application role', () => {
  test('can insert and read', async () => {
    const uid = await insertAt(month(0));
    expect(await database.db('audit_event').where({ uid }).pluck('event')).toEqual(['test.event']);
  });

  test.each([
    'update ?? set outcome = outcome',
    'delete from ??',
    'truncate ??',
    'drop table ??',
    'alter table ?? add column note text',
    'alter table ?? disable trigger all',
    'create rule quiet as on insert to ?? do instead nothing',
  ])('may not run on the table or any of its partitions: %s', async statement => {
    for (const table of ['audit_event', 'audit_event_default', partitionName(0), partitionName(1)]) {
      // 42501: insufficient_privilege
      const refusal = database.db.raw(statement, [table]);
      await expect(refusal).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('cannot grant itself more rights', async () => {
    // PostgreSQL only warns about a GRANT without the right to grant.
    await database.db.raw('grant update, delete, truncate on audit_event to recordwell_app');
    await expect(database.db('audit_event').delete()).rejects.toMatchObject({ code: '42501' });
  });

  test('reaches partitions only through the table', async () => {
    const insert = database.db.raw('insert into ?? select * from audit_event limit 1', [partitionName(0)]);
    await expect(insert).rejects.toMatchObject({ code: '42501' });
  });
});

describe('Audit partitions', () => {
  test('hold the rows of their month in UTC, including its last instant', async () => {
    const last = new Date(month(1).getTime() - 1);
    expect(await placeOf(await insertAt(last))).toBe(partitionName(0));
    expect(await placeOf(await insertAt(month(1)))).toBe(partitionName(1));
  });

  test('take over their rows from the default partition when they are created', async () => {
    const uids = [await insertAt(month(3)), await insertAt(month(5))];
    expect(await Promise.all(uids.map(placeOf))).toEqual(['audit_event_default', 'audit_event_default']);
    expect(await ensureAuditPartitions(database.db, 3)).toBe(2);
    expect(await Promise.all(uids.map(placeOf))).toEqual([partitionName(3), 'audit_event_default']);
  });

  test('are created once by ten concurrent calls, while rows are written', async () => {
    const preparing = Array.from({ length: 10 }, () => ensureAuditPartitions(database.db, 7));
    const writing = Array.from({ length: 40 }, (_, index) => insertAt(month(index % 8)));
    const made = await Promise.all(preparing);
    await Promise.all(writing);
    expect(made.filter(count => count > 0)).toEqual([4]);
    expect(await ensureAuditPartitions(database.db, 7)).toBe(0);
    expect(await owner('audit_event_default').count()).toEqual([{ count: 0 }]);
  });
});

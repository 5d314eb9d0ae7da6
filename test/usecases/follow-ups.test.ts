/** Follow-ups over months, in the time zones of two companies. */
import { tellFollowUps } from '../../src/usecases/record-requests/follow-ups';
import type { Transaction } from '../../src/store/database';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { readEvents } from '../support/records';

let world: ApiWorld;
let acme: TestCompany;
let birch: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  birch = await world.company('birch');
  await admin(world, ['company', 'set-time-zone', 'birch', 'Pacific/Honolulu']);
});
afterAll(() => world.close());

async function ask(company: TestCompany, followUpDate: string | null): Promise<string> {
  await putPatient(world, company, 'live', 'case-1', jane);
  const path = `${patientsPath(company, 'live', 'case-1')}/record-requests`;
  const key = company.productionKey;
  const made = await world.call('POST', path, { key, body: { ...mercyClinic, billing: true } });
  const { requests } = made.json as { requests: Array<{ request: { id: string } }> };
  const id = requests[0]?.request.id ?? '';
  const edited = await world.call('PATCH', `${path}/${id}`, { key, body: { followUpDate } });
  expect(edited).toMatchObject({ status: 200, json: { request: { id, followUpDate } } });
  return id;
}

const tellAt = (at: string) =>
  tellFollowUps({ ...world.services, clock: { now: () => new Date(at) }, nudgeOutbox: () => undefined });

/** Returns when a follow-up was reported, by the clock of the change. */
async function reportTimes(id: string): Promise<Date[]> {
  const events = (await readEvents(world.db, id)).filter(
    ({ eventType }) => eventType === 'recordRequest.followUpDue',
  );
  for (const { changed } of events) expect(changed).toEqual([]);
  return events.map(({ emittedAt }) => emittedAt);
}

const died = new Error('killed');

/**
 * Runs a worker that is killed while it reports its first follow-up: before the commit, or after it.
 * @returns whether it had one
 */
async function tellAndDie(at: string, isCommitted: boolean): Promise<boolean> {
  const { db } = world;
  const untilCommit = async (work: (tx: Transaction) => Promise<unknown>): Promise<never> =>
    db.transaction(async tx => {
      await work(tx);
      throw died;
    });
  const nudgeOutbox = (): void => {
    throw died;
  };
  const dying = new Proxy(db, {
    get: (target, name): unknown =>
      name === 'transaction' && !isCommitted ? untilCommit : Reflect.get(target, name),
  });
  const parts = { ...world.services, db: dying, clock: { now: () => new Date(at) }, nudgeOutbox };
  return tellFollowUps(parts).then(
    () => false,
    (error: unknown) => {
      if (error !== died) throw error;
      return true;
    },
  );
}

/**
 * Runs three workers every hour for some days: one that dies before its commit, one that dies after it, and
 * one that lives. @returns how many died
 */
async function tellHourly(from: string, days: number): Promise<number> {
  let deaths = 0;
  for (let hour = 0; hour < 24 * days; hour += 1) {
    const at = new Date(Date.parse(from) + hour * 3_600_000).toISOString();
    for (const isCommitted of [false, true]) deaths += (await tellAndDie(at, isCommitted)) ? 1 : 0;
    await tellAt(at);
  }
  return deaths;
}

test.each([
  ['2026-02-20T00:00:00Z', '2026-02-21', 31],
  ['2026-10-15T00:00:00Z', '2026-10-16', 31],
])(
  'A follow-up is reported once a day at 8 a.m. across clock changes and crashes: from %s [EVENT-6]',
  async (from, date, days) => {
    const id = await ask(acme, date);
    expect(await tellHourly(from, days)).toBe(2 * (days - 1));
    const times = await reportTimes(id);
    const inNewYork = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/New_York',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    expect(times.map(at => inNewYork.format(at))).toEqual(
      Array.from({ length: days - 1 }, (_, index) => {
        const day = new Date(Date.parse(date) + index * 86_400_000).toISOString().slice(0, 10);
        return `${day}, 08`;
      }),
    );
    await admin(world, ['record-request', 'set-status', id, 'NoRecordFound']);
  },
  120_000,
);

test('Follow-ups are reported in the time zone of each company [EVENT-6]', async () => {
  const [early, late] = [await ask(acme, '2026-06-10'), await ask(birch, '2026-06-10')];
  await tellAt('2026-06-10T12:00:00Z');
  expect([(await reportTimes(early)).length, (await reportTimes(late)).length]).toEqual([1, 0]);
  await tellAt('2026-06-10T18:00:00Z');
  expect([(await reportTimes(early)).length, (await reportTimes(late)).length]).toEqual([1, 1]);
});

test('Several runs at once, and another after a crash, report a follow-up once [EVENT-6]', async () => {
  const id = await ask(acme, '2026-07-01');
  await Promise.all(Array.from({ length: 4 }, () => tellAt('2026-07-01T15:00:00Z')));
  await tellAt('2026-07-01T16:00:00Z');
  expect(await reportTimes(id)).toHaveLength(1);
});

test('A removed date or an ended request is not reported, and a moved date is reported from its new day [EVENT-6]', async () => {
  const [away, ended, moved] = [
    await ask(acme, '2026-08-01'),
    await ask(acme, '2026-08-01'),
    await ask(acme, '2026-08-01'),
  ];
  const path = `${patientsPath(acme, 'live', 'case-1')}/record-requests`;
  const edit = (id: string, followUpDate: string | null) =>
    world.call('PATCH', `${path}/${id}`, { key: acme.productionKey, body: { followUpDate } });
  await edit(away, null);
  await admin(world, ['record-request', 'set-status', ended, 'Canceled']);
  await edit(moved, '2026-08-03');
  for (const day of ['01', '02', '03', '04']) await tellAt(`2026-08-${day}T15:00:00Z`);
  expect([
    (await reportTimes(away)).length,
    (await reportTimes(ended)).length,
    (await reportTimes(moved)).length,
  ]).toEqual([0, 0, 2]);
});

test('Setting the same follow-up date changes nothing, and an outdated version is rejected', async () => {
  const id = await ask(acme, '2026-12-01');
  const path = `${patientsPath(acme, 'live', 'case-1')}/record-requests/${id}`;
  const key = acme.productionKey;
  const before = await world.call('GET', path, { key });
  const same = await world.call('PATCH', path, { key, body: { followUpDate: '2026-12-01' } });
  expect(same.headers.get('etag')).toBe(before.headers.get('etag'));
  const other = await world.call('PATCH', path, {
    key,
    body: { followUpDate: '2026-12-02' },
    headers: { 'if-match': '"1"' },
  });
  expect(other.status).toBe(412);
});

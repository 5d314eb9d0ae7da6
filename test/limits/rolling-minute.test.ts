/** The exact rolling window: never more than the limit in any window, across four processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pruneRateLimits, takeFromRollingMinute } from '../../src/store/access/rate-limit';
import { typescriptArguments } from '../../stack/run/typescript-arguments';
import { createTestDatabase, type TestDatabase } from '../support/database';
import type { LimiterOutcome, LimiterTask } from '../support/limits/limiter-task';

const processes = 4;
const script = join(__dirname, '../support/limits/limiter-process.ts');

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Runs the task in four processes that start together. */
async function runProcesses(task: LimiterTask): Promise<LimiterOutcome[]> {
  const children = Array.from({ length: processes }, () => {
    const child = spawn(process.execPath, [...typescriptArguments, script, JSON.stringify(task)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
  });
  await Promise.all(children.map(({ lines }) => lines.next()));
  for (const { child } of children) child.stdin.write('go\n');
  return Promise.all(
    children.map(async ({ child, lines }) => {
      const { value } = await lines.next();
      const outcome = JSON.parse(String(value)) as LimiterOutcome;
      if (child.exitCode === null) await once(child, 'exit');
      return outcome;
    }),
  );
}

/** Lets seconds pass for a key by moving its calls back in time, because the database has the clock. */
async function passTime(key: string, seconds: number): Promise<void> {
  await database.db.raw(
    `update rate_limit_place set taken_at_us = taken_at_us - ?::bigint
     where rate_limit_id = (select id from rate_limit where key = ?)`,
    [seconds * 1_000_000, key],
  );
  await database.db.raw(
    'update rate_limit set last_taken_at_us = last_taken_at_us - ?::bigint where key = ?',
    [seconds * 1_000_000, key],
  );
}

/** Returns the waits in seconds that are right if up to five seconds went by since this one was. */
function soonAfter(seconds: number): number[] {
  return Array.from({ length: Math.min(seconds, 6) }, (_, elapsed) => seconds - elapsed);
}

/** Returns the most calls in any half-open window. */
function mostInAnyWindow(timesUs: readonly number[], windowUs: number): number {
  let most = 0;
  let first = 0;
  for (let last = 0; last < timesUs.length; last += 1) {
    while ((timesUs[last] ?? 0) - (timesUs[first] ?? 0) >= windowUs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

test('Four processes that burst at the edges get exactly the limit in the fullest window', async () => {
  const task: LimiterTask = {
    databaseUrl: database.url,
    key: 'company:four',
    limit: 25,
    windowMs: 400,
    durationMs: 4_000,
    burst: 4,
  };
  const outcomes = await runProcesses(task);
  const timesUs = outcomes.flatMap(({ takenAtUs }) => takenAtUs).toSorted((a, b) => a - b);
  const attempts = outcomes.reduce((sum, outcome) => sum + outcome.attempts, 0);
  expect(mostInAnyWindow(timesUs, task.windowMs * 1_000)).toBe(task.limit);
  // Calls were refused because there were more than the limit (how many more depends on the machine), and
  // enough were accepted in that time.
  expect(attempts).toBeGreaterThan(timesUs.length);
  expect(timesUs.length).toBeGreaterThanOrEqual((task.limit * task.durationMs) / task.windowMs / 2);
  expect(Math.max(...outcomes.map(({ longestWaitSeconds }) => longestWaitSeconds))).toBe(1);
});

test('A caller who waits as long as Retry-After says is accepted [LIMIT-3]', async () => {
  for (const spread of [0, 20, 50]) {
    const key = `company:obedient-${spread}`;
    const take = async (): Promise<number | undefined> => takeFromRollingMinute(database.db, key, 3);
    await take();
    await passTime(key, spread);
    await take();
    await take();
    const wait = await take();
    expect(soonAfter(60 - spread)).toContain(wait);
    await passTime(key, wait ?? 0);
    expect(await take()).toBeUndefined();
  }
});

test("The rate limit's window is a minute, and the wait is in whole seconds up to 60 [ERROR-10] [LIMIT-1] [LIMIT-2]", async () => {
  const key = 'company:minute';
  expect(await takeFromRollingMinute(database.db, key, 2)).toBeUndefined();
  expect(await takeFromRollingMinute(database.db, key, 2)).toBeUndefined();
  expect(soonAfter(60)).toContain(await takeFromRollingMinute(database.db, key, 2));
  await passTime(key, 50);
  expect(soonAfter(10)).toContain(await takeFromRollingMinute(database.db, key, 2));
  await passTime(key, 10);
  expect(await takeFromRollingMinute(database.db, key, 2)).toBeUndefined();
});

test("A refusal doesn't count, so a caller who keeps trying is accepted once a place is free", async () => {
  const key = 'company:stubborn';
  const take = async (): Promise<number | undefined> => takeFromRollingMinute(database.db, key, 1);
  await take();
  for (let elapsed = 0; elapsed < 50; elapsed += 10) {
    expect(soonAfter(60 - elapsed)).toContain(await take());
    await passTime(key, 10);
  }
  await passTime(key, 10);
  expect(await take()).toBeUndefined();
});

test('A lowered limit applies from the next call', async () => {
  const key = 'company:lowered';
  for (let index = 0; index < 10; index += 1) await takeFromRollingMinute(database.db, key, 10);
  expect(await takeFromRollingMinute(database.db, key, 4)).toBeDefined();
  expect(await takeFromRollingMinute(database.db, key, 11)).toBeUndefined();
});

test('A raised limit counts earlier calls, and each of two limits in use is exact', async () => {
  const key = 'company:raised';
  const take = (limit: number): Promise<number | undefined> => takeFromRollingMinute(database.db, key, limit);
  // The ring wraps around before it grows.
  for (let index = 0; index < 3; index += 1) await take(3);
  await passTime(key, 30);
  for (let index = 0; index < 2; index += 1) await take(5);
  expect(soonAfter(30)).toContain(await take(3));
  expect(soonAfter(30)).toContain(await take(5));
  expect(await take(6)).toBeUndefined();
  expect(soonAfter(30)).toContain(await take(6));
  await passTime(key, 30);
  // The first three have left the window; three of the last half minute are still in it.
  expect(soonAfter(30)).toContain(await take(3));
  expect(await take(4)).toBeUndefined();
  expect(soonAfter(30)).toContain(await take(4));
});

test('The remaining calls and the time until the oldest call leaves the window are exact', async () => {
  const key = 'company:told';
  const left = async (limit: number): Promise<[number, number]> => {
    const { rows } = (await database.db.raw(
      'select remaining, 5 * round(reset_in_us / 5000000.0)::int as seconds from ' +
        'take_rate_limit_place(?, ?, 60000000)',
      [key, limit],
    )) as { rows: Array<{ remaining: number; seconds: number }> };
    return [rows[0]?.remaining ?? -1, rows[0]?.seconds ?? -1];
  };
  expect(await left(4)).toEqual([3, 60]);
  await passTime(key, 20);
  expect(await left(4)).toEqual([2, 40]);
  await passTime(key, 10);
  expect(await left(4)).toEqual([1, 30]);
  expect(await left(4)).toEqual([0, 30]);
  expect(await left(4)).toEqual([0, 30]);
  // The first call has left; its place is taken at once, and the second call is now the oldest.
  await passTime(key, 35);
  expect(await left(4)).toEqual([0, 15]);
  // A larger ring keeps the calls in the window: three earlier ones, the last one, and this one.
  expect(await left(9)).toEqual([4, 15]);
  await passTime(key, 30);
  expect(await left(9)).toEqual([6, 30]);
  // All calls have left after a silence.
  await passTime(key, 61);
  expect(await left(9)).toEqual([8, 60]);
});

test('Each of many windows gets its full limit, and the number of rows stays the same', async () => {
  const key = 'company:round';
  for (let window = 0; window < 4; window += 1) {
    for (let index = 0; index < 7; index += 1)
      expect(await takeFromRollingMinute(database.db, key, 7)).toBeUndefined();
    expect(soonAfter(60)).toContain(await takeFromRollingMinute(database.db, key, 7));
    await passTime(key, 60);
  }
  const { rows } = (await database.db.raw(
    `select count(*)::int as count from rate_limit_place
     where rate_limit_id = (select id from rate_limit where key = ?)`,
    [key],
  )) as { rows: Array<{ count: number }> };
  expect(rows).toEqual([{ count: 7 }]);
});

test('Only keys that were silent for a minute are removed', async () => {
  await takeFromRollingMinute(database.db, 'company:silent', 2);
  await passTime('company:silent', 61);
  await takeFromRollingMinute(database.db, 'company:busy', 1);
  expect(await pruneRateLimits(database.db)).toBeGreaterThanOrEqual(1);
  const { rows } = (await database.db.raw(
    `select r.key, count(p)::int as places from rate_limit r left join rate_limit_place p
      on p.rate_limit_id = r.id
     where r.key in ('company:silent', 'company:busy') group by r.key`,
  )) as { rows: unknown[] };
  expect(rows).toEqual([{ key: 'company:busy', places: 1 }]);
  expect(await takeFromRollingMinute(database.db, 'company:busy', 1)).toBeDefined();
});

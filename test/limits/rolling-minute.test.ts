/** The exact rolling window (DESIGN §8): never one more than the limit in any window, over four processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { takeFromRollingMinute, takeFromRollingWindow } from '../../src/store/queries/rate-limit';
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
    const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(task)], {
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

/** The most calls in any half-open window. */
function mostInAnyWindow(timesUs: readonly number[], windowUs: number): number {
  let most = 0;
  let first = 0;
  for (let last = 0; last < timesUs.length; last += 1) {
    while ((timesUs[last] ?? 0) - (timesUs[first] ?? 0) >= windowUs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

test('four processes that burst at the edges get exactly the limit in the fullest window', async () => {
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
  // It refused because it had to: many more were asked for, and in the time no less was given than could be.
  expect(attempts).toBeGreaterThan(2 * timesUs.length);
  expect(timesUs.length).toBeGreaterThanOrEqual((task.limit * task.durationMs) / task.windowMs / 2);
  expect(Math.max(...outcomes.map(({ longestWaitSeconds }) => longestWaitSeconds))).toBe(1);
});

test('who waits as long as Retry-After says is accepted', async () => {
  for (const windowMs of [700, 1_000, 1_300]) {
    const key = `company:obedient-${windowMs}`;
    const take = async (): ReturnType<typeof takeFromRollingWindow> =>
      takeFromRollingWindow(database.db, key, 3, windowMs);
    await take();
    await wait(windowMs / 3);
    await take();
    await take();
    const refused = await take();
    if (refused.isTaken) throw new Error('the fourth call was accepted');
    await wait(refused.retryAfterSeconds * 1_000);
    expect((await take()).isTaken).toBe(true);
  }
});

test('the product’s window is a minute, and the wait is told in whole seconds up to 60', async () => {
  const key = 'company:minute';
  expect(await takeFromRollingMinute(database.db, key, 2)).toBeUndefined();
  expect(await takeFromRollingMinute(database.db, key, 2)).toBeUndefined();
  expect([59, 60]).toContain(await takeFromRollingMinute(database.db, key, 2));
  // Fifty-nine seconds pass: the row is moved back in time, for the clock is the database's.
  await database.db.raw(
    'update rate_limit set hits = array(select hit - 59000000 from unnest(hits) hit) where key = ?',
    [key],
  );
  expect(await takeFromRollingMinute(database.db, key, 2)).toBe(1);
  await database.db.raw(
    'update rate_limit set hits = array(select hit - 1000000 from unnest(hits) hit) where key = ?',
    [key],
  );
  expect(await takeFromRollingMinute(database.db, key, 2)).toBeUndefined();
});

test('a refusal takes nothing: who is refused for long is accepted as soon as a place is free', async () => {
  const key = 'company:stubborn';
  await takeFromRollingWindow(database.db, key, 1, 300);
  const startedAt = performance.now();
  while (!(await takeFromRollingWindow(database.db, key, 1, 300)).isTaken) await wait(5);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});

test('a limit that was lowered holds from the next call on', async () => {
  const key = 'company:lowered';
  for (let index = 0; index < 10; index += 1) await takeFromRollingMinute(database.db, key, 10);
  expect(await takeFromRollingMinute(database.db, key, 4)).toBeDefined();
  expect(await takeFromRollingMinute(database.db, key, 11)).toBeUndefined();
});

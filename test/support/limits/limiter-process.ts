/**
 * One process that calls the limiter as an adversary: bursts at the edges of the window, and a steady drizzle
 * in between. Reads `go` on its input, then writes the times of its accepted calls, in microseconds on the
 * database's clock.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../src/store/database';
import { takeFromRollingWindow } from '../../../src/store/access/rate-limit';
import type { LimiterTask } from './limiter-task';

async function main(task: LimiterTask): Promise<void> {
  const db = openDatabase({
    url: task.databaseUrl,
    poolMax: task.burst,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    applicationName: 'limiter test',
  });
  const takenAtUs: number[] = [];
  let attempts = 0;
  let longestWaitSeconds = 0;
  const attempt = async (): Promise<void> => {
    attempts += 1;
    const place = await takeFromRollingWindow(db, task.key, task.limit, task.windowMs);
    if (place.isTaken) takenAtUs.push(place.takenAtUs);
    else longestWaitSeconds = Math.max(longestWaitSeconds, place.retryAfterSeconds);
  };
  await Promise.all(
    Array.from({ length: task.burst }, async () => {
      await db.raw('select 1');
    }),
  );
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  const endsAt = Date.now() + task.durationMs;
  while (Date.now() < endsAt) {
    await Promise.all(Array.from({ length: task.burst }, attempt));
    // To the next edge of a window by the local clock, sometimes slightly before, sometimes slightly after.
    const toEdgeMs = task.windowMs - (Date.now() % task.windowMs) + Math.random() * 10 - 5;
    if (Math.random() < 0.3) await wait(Math.max(0, toEdgeMs));
    else await wait(Math.random() * 8);
  }
  process.stdout.write(`${JSON.stringify({ takenAtUs, attempts, longestWaitSeconds })}\n`);
  await db.destroy();
  process.stdin.destroy();
}

void main(JSON.parse(process.argv[2] ?? '') as LimiterTask);

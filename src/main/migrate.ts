/**
 * `npm run migrate`: migrates the database's schema to the newest step, as its owner. Several processes may
 * run it at once.
 */
import { join } from 'node:path';
import { openDatabase } from '../store/database';
import { migrateToLatest } from '../store/migrations';
import { readConfig } from './read-config';
import { surviveClosedPipe } from '../platform/closed-pipe';

/** A new database gets more migrations than a line can name. */
const namedMax = 10;

function textOf(applied: readonly string[]): string {
  if (applied.length <= namedMax) return `Applied ${applied.join(', ')}.`;
  return `Applied ${applied.length} migrations, up to ${applied.at(-1)}.`;
}

async function main(): Promise<void> {
  const config = readConfig('migrate');
  const database = openDatabase({
    url: config.DATABASE_OWNER_URL ?? config.DATABASE_URL,
    poolMax: 3,
    statementTimeoutMs: 600_000,
    acquireTimeoutMs: 10_000,
    applicationName: 'recordwell migrate',
  });
  try {
    const applied = await migrateToLatest(database, join(__dirname, '../../migrations'));
    await database.raw('select ensure_audit_partitions(3), ensure_webhook_partitions(3)');
    console.log(applied.length === 0 ? 'The schema is up to date.' : textOf(applied));
  } finally {
    await database.destroy();
  }
}

surviveClosedPipe();
void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

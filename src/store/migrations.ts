import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import type { Knex } from 'knex';

/** One step of the schema's history, as exported by a file of `migrations/`. */
interface MigrationModule {
  readonly up: (knex: Knex) => Promise<void>;
  readonly down: (knex: Knex) => Promise<void>;
}

const filePattern = /^\d{14}_[a-z0-9_]+\.(?:ts|js)$/;
const load = createRequire(__filename);

/**
 * Returns the steps in a folder, named without extension: a step is `.ts` in development and `.js` in a
 * build, and must count once.
 */
export function migrationSource(folder: string): Knex.MigrationSource<string> {
  return {
    getMigrations: async () =>
      readdirSync(folder)
        .filter(file => filePattern.test(file))
        .toSorted(),
    getMigrationName: file => basename(file, extname(file)),
    getMigration: async file => load(join(folder, file)) as MigrationModule,
  };
}

/** The advisory lock of all migrating processes. */
const lockKey = createHash('sha256').update('recordwell migrations').digest().readInt32BE(0);

/**
 * Migrates the schema to the newest step: all missing steps in one transaction, or separately if one of them
 * has `config = { transaction: false }`. Several processes may run this at once: they queue on an advisory
 * lock, which ends with its connection, so a process that dies leaves nothing locked (knex's own lock is a
 * row that can stay; holding the advisory lock, it is safe to free it).
 * @returns the names of the applied steps
 */
export async function migrateToLatest(database: Knex, folder: string): Promise<string[]> {
  const config: Knex.MigratorConfig = {
    migrationSource: migrationSource(folder),
    tableName: 'schema_migration',
  };
  return database.transaction(
    async holder => {
      await holder.raw('set local statement_timeout = 0');
      await holder.raw('set local idle_in_transaction_session_timeout = 0');
      await holder.raw('select pg_advisory_xact_lock(:lockKey)', { lockKey });
      await database.migrate.forceFreeMigrationsLock(config);
      const [, applied] = (await database.migrate.latest(config)) as [number, string[]];
      return applied;
    },
    { doNotRejectOnRollback: false },
  );
}

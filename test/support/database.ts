/** A separate database for each test file, cloned from one that is migrated once per run. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from '../../src/store/database';
import { migrateToLatest } from '../../src/store/migrations';

const migrationsFolder = join(__dirname, '../../migrations');
const applicationPassword = 'app';
const browsePassword = 'browse';

function superuserUrl(): URL {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('TEST_POSTGRES_URL is not set: the global set-up did not run');
  return new URL(url);
}

function urlOf(database: string, role?: { readonly name: string; readonly password: string }): string {
  const url = superuserUrl();
  url.pathname = `/${database}`;
  if (role !== undefined) {
    url.username = role.name;
    url.password = role.password;
  }
  return url.href;
}

function open(url: string, poolMax = 2): Knex {
  return openDatabase({
    url,
    poolMax,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    // A machine that freezes for seconds isn't a fault of the tested code.
    connectTimeoutMs: 20_000,
    applicationName: 'test',
  });
}

/**
 * Returns the template's name, made from its source, so that a database server that outlives a run keeps it.
 */
function templateName(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrationsFolder).toSorted())
    hash.update(file).update(readFileSync(join(migrationsFolder, file)));
  return `recordwell_template_${hash.digest('hex').slice(0, 12)}`;
}

/** Creates the migrated template if it doesn't exist; called once per run. */
export async function prepareTemplateDatabase(): Promise<void> {
  const name = templateName();
  const admin = open(superuserUrl().href);
  try {
    await admin.raw(
      `do $$ begin
        if not exists (select from pg_roles where rolname = 'recordwell_app') then
          create role recordwell_app login password '${applicationPassword}';
        end if;
        if not exists (select from pg_roles where rolname = 'recordwell_browse') then
          create role recordwell_browse login password '${browsePassword}';
        end if;
      end $$`,
    );
    const existing = (await admin.raw('select 1 from pg_database where datname = ?', [name])) as {
      rows: unknown[];
    };
    if (existing.rows.length > 0) return;
    const draft = `${name}_draft_${randomBytes(4).toString('hex')}`;
    await admin.raw('create database ??', [draft]);
    const database = open(urlOf(draft));
    try {
      await migrateToLatest(database, migrationsFolder);
      await database.raw('select ensure_audit_partitions(1), ensure_webhook_partitions(1)');
    } finally {
      await database.destroy();
    }
    await admin.raw('alter database ?? rename to ??', [draft, name]);
  } finally {
    await admin.destroy();
  }
}

/** A test file's database. */
export interface TestDatabase {
  readonly name: string;
  /** The application's URL. */
  readonly url: string;
  /** Browse's URL. */
  readonly browseUrl: string;
  /** The schema owner's URL. */
  readonly ownerUrl: string;
  /** A pool of the application. */
  readonly db: Knex;
  readonly drop: () => Promise<void>;
}

/** Clones the template, or creates an empty database. */
export async function createTestDatabase(
  options: { readonly isEmpty?: boolean; readonly poolMax?: number } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = open(superuserUrl().href);
  try {
    if (options.isEmpty === true) await admin.raw('create database ??', [name]);
    // Copies the files: writing each page again and into the log would double the work.
    else await admin.raw('create database ?? template ?? strategy file_copy', [name, templateName()]);
  } finally {
    await admin.destroy();
  }
  const url = urlOf(name, { name: 'recordwell_app', password: applicationPassword });
  const db = open(url, options.poolMax ?? 10);
  return {
    name,
    url,
    browseUrl: urlOf(name, { name: 'recordwell_browse', password: browsePassword }),
    ownerUrl: urlOf(name),
    db,
    drop: async () => {
      await db.destroy();
      const dropper = open(superuserUrl().href);
      await dropper.raw('drop database if exists ?? with (force)', [name]);
      await dropper.destroy();
    },
  };
}

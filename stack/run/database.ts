/** The roles and the database of a stack in its PostgreSQL server. */
import { Client } from 'pg';
import type { DatabaseUrls } from './database-urls';
import type { StackSecrets } from './secrets';

/** Runs a statement whose names and literals PostgreSQL itself quotes, with `format()`, %I, and %L. */
async function run(client: Client, template: string, ...values: readonly string[]): Promise<void> {
  const placeholders = values.map((_value, index) => `, $${index + 2}::text`).join('');
  const made = await client.query<{ statement: string }>(
    `select format($1::text${placeholders}) as statement`,
    [template, ...values],
  );
  const statement = made.rows[0]?.statement;
  if (statement !== undefined) await client.query(statement);
}

async function exists(client: Client, query: string, name: string): Promise<boolean> {
  return ((await client.query(query, [name])).rowCount ?? 0) > 0;
}

/**
 * Creates the roles `recordwell_owner`, `recordwell_app`, and `recordwell_browse` and the database
 * `recordwell` if they don't exist.
 */
export async function ensureDatabase(superuserUrl: string, secrets: StackSecrets): Promise<DatabaseUrls> {
  const roles = [
    { name: 'recordwell_owner', password: secrets.ownerPassword },
    { name: 'recordwell_app', password: secrets.appPassword },
    { name: 'recordwell_browse', password: secrets.browsePassword },
  ];
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    for (const role of roles) {
      if (!(await exists(client, 'select from pg_roles where rolname = $1', role.name)))
        await run(client, 'create role %I login', role.name);
      await run(client, 'alter role %I login password %L', role.name, role.password);
    }
    if (!(await exists(client, 'select from pg_database where datname = $1', 'recordwell')))
      await client.query('create database recordwell owner recordwell_owner');
    await client.query('revoke all on database recordwell from public');
    await client.query('grant connect on database recordwell to recordwell_app, recordwell_browse');
  } finally {
    await client.end();
  }
  const urlAs = (user: string, password: string): string => {
    const url = new URL(superuserUrl);
    url.username = user;
    url.password = password;
    url.pathname = '/recordwell';
    return url.toString();
  };
  return {
    app: urlAs('recordwell_app', secrets.appPassword),
    owner: urlAs('recordwell_owner', secrets.ownerPassword),
    browse: urlAs('recordwell_browse', secrets.browsePassword),
  };
}

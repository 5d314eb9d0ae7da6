/** Stands in for `src/main/migrate.ts`: creates one table that the application may use. */
import { Client } from 'pg';

async function migrate(): Promise<void> {
  const client = new Client({ connectionString: process.env['DATABASE_OWNER_URL'] });
  await client.connect();
  await client.query('create table if not exists note (text text primary key)');
  await client.query('grant select, insert on note to recordwell_app');
  await client.end();
}

void migrate();

/** Stands in for `stack/run/demo.ts`: prints keys only the first time, or when new ones are requested. */
import { Client } from 'pg';

async function demo(): Promise<void> {
  const client = new Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  const made = await client.query(`insert into note values ('demo') on conflict do nothing`);
  await client.end();
  const isNew = made.rowCount === 1 || process.argv.includes('--new-keys');
  const keys = isNew
    ? { sandboxKey: `sandbox-${process.pid}`, productionKey: `production-${process.pid}` }
    : {};
  const ids = { companyId: 'company', sandboxProjectId: 'sandbox', liveProjectId: 'live' };
  console.log(JSON.stringify({ ...ids, ...keys }));
}

void demo();

/** The rows of an export as PostgreSQL can give them at best: COPY of the same JSON, read and thrown away. */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { visitRow } from './hand-written';

// COPY takes no parameters; a setting of the session stands for the one there is.
const statement = `copy (
  select row_to_json(whole) from visit ${visitRow}
  where visit.company_uid = current_setting('bench.company')::uuid and project.environment = 'production'
  order by visit.created_at, visit.uid) to stdout`;

/** Copies every visit of a company out. @returns how many there were, and in what time */
export async function copyVisits(
  browseUrl: string,
  companyUid: string,
): Promise<{ readonly rows: number; readonly ms: number }> {
  const client = new pg.Client({
    connectionString: browseUrl,
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
  });
  await client.connect();
  try {
    await client.query("select set_config('bench.company', $1, false)", [companyUid]);
    const startedAt = performance.now();
    const copy = client.query(copyTo(statement));
    await pipeline(copy, new Writable({ write: (_chunk, _encoding, done) => done() }));
    return { rows: copy.rowCount, ms: performance.now() - startedAt };
  } finally {
    await client.end();
  }
}

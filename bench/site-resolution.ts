import { strictEqual } from 'node:assert';
import { Readable } from 'node:stream';
import { systemClock } from '../src/platform/clock';
import { openDatabase, type Executor, type Transaction } from '../src/store/database';
import { findFacilityOf, listCandidates } from '../src/store/sites/directory';
import { named } from '../src/store/named';
import { resolveSite, type FoundSite, type SiteTenant } from '../src/store/sites/sites';
import { runChange } from '../src/usecases/change';
import { importFile, knowFiles, type ImportStep } from '../src/usecases/sites/directory-imports';
import type { Bench, BenchContext } from './bench';
import { quantile, type Figure } from './measure/figures';
import { mainFileOf, sayingOf } from './sites/facilities';
import { buildOnce } from './world/build';
import { startServices, type BenchServices } from './world/services';

const empty = named('select 1');
const facilitiesUsual = 1_000_000;
const sayings = 10_000;
/**
 * The warm-up isn't counted: generic plans are created after five runs, and the import is still being written
 * to disk.
 */
const warmUps = 3_000;
const looks = 500;
const p99MsMax = 20;
const megabyte = 1024 ** 2;

interface Imported {
  readonly rowsPerSecond: number;
  /** The maximum increase of the process's memory while it read. */
  readonly memoryMb: number;
}

async function importFacilities(db: Executor, count: number, context: BenchContext): Promise<Imported> {
  const act = {
    principal: { kind: 'operator', name: 'bench' },
    requestId: null,
    event: 'site.import',
  } as const;
  const step: ImportStep = work =>
    runChange({ db, clock: systemClock, nudgeOutbox: () => undefined }, act, work);
  const [file] = await knowFiles([
    { name: 'npidata.csv', open: () => Readable.from(mainFileOf(count), { objectMode: true }) },
  ]);
  if (file === undefined) throw new Error("the file isn't known");
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  let most = before;
  let reportedLines = 0;
  for await (const { lines, unreadable } of importFile(step, file, null)) {
    strictEqual(unreadable, 0);
    most = Math.max(most, process.memoryUsage().rss);
    if (lines - reportedLines < 100_000) continue;
    reportedLines = lines;
    context.tell(`the directory has ${lines} facilities`);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { rowsPerSecond: count / seconds, memoryMb: (most - before) / megabyte };
}

async function tenantOf({ owner }: BenchServices): Promise<SiteTenant> {
  const { rows } = await owner.query<{ uid: string }>(
    `insert into company (uid, id, name, created_at) values (uuidv7(), 'firm', 'Firm', now()) returning uid`,
  );
  return { companyUid: rows[0]?.uid ?? '', environment: 'production' };
}

/**
 * Returns the time of an empty statement, which is the part of the figures that isn't ours, especially on a
 * busy machine.
 */
async function emptyMs(db: Executor): Promise<number> {
  const startedAt = performance.now();
  await empty.run(db, {});
  return performance.now() - startedAt;
}

/** Returns the milliseconds to find or create a submitted site within an open transaction. */
async function resolveMs(db: Executor, tenant: SiteTenant, number: number, of: number): Promise<number> {
  const { kind, site } = sayingOf(number, of);
  const resolve = async (tx: Transaction): Promise<{ ms: number; found: FoundSite }> => {
    const startedAt = performance.now();
    const found = await resolveSite(tx, tenant, site, new Date());
    return { ms: performance.now() - startedAt, found };
  };
  const { ms, found } = await db.transaction(resolve);
  // A few made-up facilities share name, street, and ZIP code. Their sites are unverified, as they should be.
  if (kind === 'unknown') strictEqual(found.site.standing, 'unverified');
  return ms;
}

/** Returns the milliseconds to look up the facility of a submitted site. */
async function findMs(db: Executor, number: number, of: number): Promise<number> {
  const { site } = sayingOf(number, of);
  const startedAt = performance.now();
  await findFacilityOf(db, 'production', site);
  return performance.now() - startedAt;
}

async function lookMs(db: Executor, number: number, of: number): Promise<number> {
  const { site } = sayingOf(number, of);
  const startedAt = performance.now();
  await listCandidates(db, 'production', site);
  return performance.now() - startedAt;
}

async function timesOf(
  count: number,
  one: (number: number) => Promise<number>,
  uncounted: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < count + uncounted; number += 1) times.push(await one(number));
  return times.slice(uncounted);
}

/** Measures how long it takes to find a submitted site in a directory of the country's size. */
export const siteResolution: Bench = {
  name: 'site-resolution',
  purpose: 'finding a submitted site in a directory of a million facilities, and importing the directory',
  run: async (context): Promise<readonly Figure[]> => {
    const { sized } = context;
    const facilities = context.rows ?? facilitiesUsual;
    await buildOnce(context.tell);
    const services = await startServices(context, { hasTemporal: false });
    const db = openDatabase({
      url: services.environment['DATABASE_URL'] ?? '',
      poolMax: 2,
      statementTimeoutMs: 30_000,
      acquireTimeoutMs: 5_000,
      applicationName: 'bench',
    });
    context.onEnd(() => db.destroy());
    const { rowsPerSecond, memoryMb } = await importFacilities(db, facilities, context);
    await services.owner.query('vacuum analyze directory_site');
    const tenant = await tenantOf(services);
    const emptied: number[] = [];
    const found: number[] = [];
    const uncounted = sized(warmUps, 10);
    const resolveOne = async (number: number): Promise<number> => {
      emptied.push(await emptyMs(db));
      found.push(await findMs(db, number, facilities));
      return resolveMs(db, tenant, number, facilities);
    };
    const resolved = await timesOf(sized(sayings, 500), resolveOne, uncounted);
    const { rows } = await services.owner.query<{ share: number }>(
      `select (count(*) filter (where standing = 'directory'))::float8 / count(*) as share from site`,
    );
    const looked = await timesOf(sized(looks, 20), number => lookMs(db, number, facilities), 10);
    const name = (what: string): string => `site-resolution/${what}`;
    return [
      { name: name('p99'), value: quantile(resolved, 0.99), unit: 'ms', bar: { atMost: p99MsMax } },
      {
        name: name('p99 of an empty statement'),
        value: quantile(emptied.slice(uncounted), 0.99),
        unit: 'ms',
        bar: null,
      },
      {
        name: name('p99 in the directory alone'),
        value: quantile(found.slice(uncounted), 0.99),
        unit: 'ms',
        bar: null,
      },
      { name: name('median'), value: quantile(resolved, 0.5), unit: 'ms', bar: null },
      {
        name: name('sites in the directory'),
        value: rows[0]?.share ?? Number.NaN,
        unit: 'of sites',
        bar: { atLeast: 0.6 },
        isExact: true,
      },
      {
        name: name('p99 of what an operator is shown'),
        value: quantile(looked, 0.99),
        unit: 'ms',
        bar: null,
      },
      { name: name('import'), value: rowsPerSecond, unit: 'rows/s', bar: null },
      { name: name('memory of the import'), value: memoryMb, unit: 'MB', bar: { atMost: 400 } },
    ];
  },
};

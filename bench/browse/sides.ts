/** The two sides: the product's browse without HTTP, and statements by hand; each answers with the same text. */
import pg from 'pg';
import type * as quickReading from '../../src/browse/request/quick-reader';
import type * as requestSchema from '../../src/browse/request/request-schema';
import type * as running from '../../src/browse/run-browse';
import type * as browseDatabase from '../../src/store/browse-database';
import { builtFile } from '../world/build';
import { handWritten } from './hand-written';
import type { TypicalQuery } from './queries';
import type { BrowseSample } from './samples';

/** As many calls at once, each on a connection of its own. */
export const concurrency = 8;
const statementTimeoutMs = 60_000;
/** Nobody goes away. */
const gone = new AbortController().signal;

/** Something that answers a query about a sample. */
export interface BrowseSide {
  /** What answers one query; what it can know beforehand it does once. */
  readonly answering: (query: TypicalQuery) => (sample: BrowseSample) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** What of the product is measured. */
export interface BrowseProduct {
  readonly openBrowseDatabase: typeof browseDatabase.openBrowseDatabase;
  readonly runBrowse: typeof running.runBrowse;
  readonly quickReader: typeof quickReading.quickReader;
  readonly browseRequestSchema: typeof requestSchema.browseRequestSchema;
}

/** The product as it is deployed, by `buildOnce`; what the loader of development makes of it is slower. */
function builtProduct(): BrowseProduct {
  const built = (path: string): unknown => require(builtFile(path));
  // Compiled from the very sources that the types are of.
  return {
    ...(built('src/store/browse-database.js') as typeof browseDatabase),
    ...(built('src/browse/run-browse.js') as typeof running),
    ...(built('src/browse/request/quick-reader.js') as typeof quickReading),
    ...(built('src/browse/request/request-schema.js') as typeof requestSchema),
  };
}

/** The product's: the query is parsed, compiled and run, and the answer put together, in every call. */
export function openOurs(url: string, product: BrowseProduct = builtProduct()): BrowseSide {
  const { openBrowseDatabase, runBrowse, quickReader, browseRequestSchema } = product;
  const database = openBrowseDatabase({
    url,
    poolMax: concurrency,
    statementTimeoutMs,
    acquireTimeoutMs: statementTimeoutMs,
    applicationName: 'bench browse ours',
  });
  return {
    answering: ({ route, body }) => {
      const [read, schema] = [quickReader(route), browseRequestSchema(route)];
      return async sample => {
        const given = body(sample);
        const query = read(given) ?? schema.parse(given);
        const found = await runBrowse(database, route, { scope: sample.scope, gone }, query);
        if (found.kind !== 'whole') throw new Error('A page came as a stream.');
        const { rows, aggregate, total } = found;
        return `{"table":[${rows.join(',')}],${JSON.stringify({ aggregate, total }).slice(1)}`;
      };
    },
    close: () => database.close(),
  };
}

// A browse is made on one core and is not compiled; else the one that is measured would have both cores of the other.
const settings = '-c jit=off -c max_parallel_workers_per_gather=0 -c default_transaction_read_only=on';

/** The comparator's: one prepared statement a query. */
export function openHandWritten(url: string): BrowseSide {
  const pool = new pg.Pool({
    connectionString: url,
    max: concurrency,
    options: settings,
    application_name: 'bench browse by hand',
    statement_timeout: statementTimeoutMs,
    // The limits that ours has on waiting, which cost a timer each: what is compared is what stands between pool and answer.
    connectionTimeoutMillis: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
  });
  // The database may be dropped while a connection is still on its way out: unheard, that ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', client => client.on('error', () => undefined));
  return {
    answering: ({ name, values }) => {
      const text = handWritten[name];
      return async sample => {
        const { companyUid, environment, seesAllProjects, membershipUid } = sample.scope;
        const { rows } = await pool.query<[string]>({
          name,
          text,
          rowMode: 'array',
          values: [companyUid, environment, seesAllProjects, membershipUid, ...values(sample)],
        });
        return rows[0]?.[0] ?? '';
      };
    },
    close: () => pool.end(),
  };
}

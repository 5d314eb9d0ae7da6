/** The world of the browse benches: services, and a database filled by `bench/seed`. */
import type { BenchContext } from '../bench';
import { planSeed } from '../seed/plan';
import { progressOf } from '../seed/progress';
import { seedDatabase } from '../seed/seed-database';
import { buildOnce } from '../world/build';
import { startServices, type BenchServices } from '../world/services';
import { drawSamples, findLargeCompany, type BrowseSample } from './samples';

const seed = 16;
const samplesDrawn = 400;
/** The size of a company with pages far from both ends. */
const largeCompanyVisits = 50_000;
/** Besides visits, only diagnoses and procedures are browsed. Fewer of them make the seed faster. */
const children = 0.5;

/** A seeded database and its callers. */
export interface BrowseWorld {
  readonly context: BenchContext;
  readonly services: BenchServices;
  /** A connection with the role for browse. */
  readonly browseUrl: string;
  /** The number of visits. */
  readonly rows: number;
  readonly samples: readonly BrowseSample[];
  /** A caller of a company with many visits; undefined if there is none. */
  readonly largest: BrowseSample | undefined;
}

/**
 * Starts the services and fills the database.
 * @param companies how many share the visits; by default all of them
 */
export async function openBrowseWorld(
  context: BenchContext,
  rows: number,
  companies?: number,
): Promise<BrowseWorld> {
  await buildOnce(context.tell);
  const services = await startServices(context, { hasTemporal: false });
  context.tell(`filling a database with ${rows} visits`);
  const client = await services.owner.connect();
  try {
    const plan = { ...planSeed(seed, rows, children), ...(companies === undefined ? {} : { companies }) };
    await seedDatabase(client, plan, progressOf(context.tell));
  } finally {
    client.release();
  }
  const browseUrl = services.environment['DATABASE_BROWSE_URL'] ?? '';
  const samples = await drawSamples(services.owner, samplesDrawn);
  const scope = await findLargeCompany(services.owner, largeCompanyVisits);
  const largest = scope && samples[0] && { ...samples[0], scope };
  return { context, services, browseUrl, rows, samples, largest };
}

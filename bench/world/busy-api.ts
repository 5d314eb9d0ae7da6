/** What the benches of the API alone begin with: an API over a thousand busy companies, without Temporal or a worker. */
import type { BenchContext } from '../bench';
import { buildOnce } from './build';
import { populate, type BenchCompany } from './population';
import { startApi } from './product';
import type { HttpServer } from './server';
import { startServices, type BenchServices } from './services';

/** The API, what it stands on, and who calls it. */
export interface BusyApi {
  readonly services: BenchServices;
  readonly companies: readonly BenchCompany[];
  readonly api: HttpServer;
}

// Each may call 600 times a minute, so together 10,000 times a second: no limit is raised, and none is met.
const size = { companies: 1_000, patientsEach: 20, status: 'Live' } as const;

/** Starts it, to be stopped after the bench. */
export async function openBusyApi(context: BenchContext): Promise<BusyApi> {
  await buildOnce(context.tell);
  context.tell('starting the services and the API');
  const services = await startServices(context, { hasTemporal: false });
  const companies = await populate(services, size);
  const api = await startApi(context, services);
  return { services, companies, api };
}

/** What the benches of whole flows begin with: API, worker, Temporal, and a receiver that every company has registered. */
import type { BenchContext } from '../bench';
import { buildOnce } from './build';
import { populate, type BenchCompany } from './population';
import { startApi, startWorker } from './product';
import { startReceiver, type Receiver } from './receiver';
import type { HttpServer } from './server';
import { startServices, type BenchServices } from './services';

/** The whole service, and its customers. */
export interface WholeService {
  readonly services: BenchServices;
  readonly companies: readonly BenchCompany[];
  readonly api: HttpServer;
  readonly receiver: Receiver;
}

const size = { companies: 50, patientsEach: 100, status: 'Sandbox' } as const;

/** Starts it, to be stopped after the bench. */
export async function openWholeService(context: BenchContext): Promise<WholeService> {
  await buildOnce(context.tell);
  context.tell('starting the services, the API, the worker and a receiver');
  const services = await startServices(context, { hasTemporal: true });
  const companies = await populate(services, size);
  const receiver = await startReceiver(context, services);
  const api = await startApi(context, services);
  await startWorker(context, services);
  return { services, companies, api, receiver };
}

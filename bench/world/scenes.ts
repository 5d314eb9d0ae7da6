/**
 * The starting points of benches: the API alone with busy companies, or the whole service with a receiver.
 */
import type { BenchContext } from '../bench';
import { buildOnce } from './build';
import { populate, type BenchCompany } from './population';
import { startReceiver, type Receiver } from './receiver';
import { startApi, startWorker, type HttpServer } from './servers';
import { startServices, type BenchServices } from './services';

/** The API, its services, and its callers. */
export interface BusyApi {
  readonly services: BenchServices;
  readonly companies: readonly BenchCompany[];
  readonly api: HttpServer;
}

// Each may send 600 requests a minute, so together 10,000 a second: no limit is raised, and none is reached.
const busyCompanies = { companies: 1_000, patientsEach: 20, status: 'Live' } as const;
const fewBusyCompanies = { ...busyCompanies, companies: 100 };

/** Starts it, and stops it after the bench. */
export async function openBusyApi(context: BenchContext): Promise<BusyApi> {
  await buildOnce(context.tell);
  context.tell('starting the services and the API');
  const services = await startServices(context, { hasTemporal: false });
  const companies = await populate(services, context.sized(busyCompanies, fewBusyCompanies));
  const api = await startApi(context, services);
  return { services, companies, api };
}

/** The whole service, and its customers. */
export interface WholeService {
  readonly services: BenchServices;
  readonly companies: readonly BenchCompany[];
  readonly api: HttpServer;
  readonly receiver: Receiver;
  readonly workerPid: number;
}

const sandboxCompanies = { companies: 50, patientsEach: 100, status: 'Sandbox' } as const;

/** The settings of a bench that differ from the defaults. */
interface WholeServiceOptions {
  readonly companies?: number;
  /** The receiver's host name for the worker. */
  readonly receiverHost?: string;
  /** The worker's settings. */
  readonly worker?: Readonly<Record<string, string>>;
}

/** Starts it, and stops it after the bench. */
export async function openWholeService(
  context: BenchContext,
  { companies: number = sandboxCompanies.companies, receiverHost, worker }: WholeServiceOptions = {},
): Promise<WholeService> {
  await buildOnce(context.tell);
  context.tell('starting the services, the API, the worker, and a receiver');
  const services = await startServices(context, { hasTemporal: true });
  const patientsEach = context.sized(sandboxCompanies.patientsEach, 10);
  const companies = await populate(services, { ...sandboxCompanies, companies: number, patientsEach });
  const receiver = await startReceiver(context, services, receiverHost);
  const api = await startApi(context, services);
  const workerPid = await startWorker(context, services, worker);
  return { services, companies, api, receiver, workerPid };
}

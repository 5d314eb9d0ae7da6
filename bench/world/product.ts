/** The product's own processes, as a deployment runs them: compiled, `NODE_ENV=production`, the limits of the specification. */
import { freePort } from '../../tools/stack/ports';
import type { BenchContext } from '../bench';
import { startServer, type HttpServer } from './server';
import type { BenchServices } from './services';

/** Starts an API. */
export async function startApi(
  context: BenchContext,
  { environment, folder }: BenchServices,
  name = 'api',
): Promise<HttpServer> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const pid = await startServer(context, {
    name,
    file: 'src/main/api.js',
    isProduct: true,
    environment: { ...environment, API_PORT: String(port), OPS_PORT: String(opsPort) },
    readyUrl: `${opsUrl}/readyz`,
    folder,
  });
  return { url: `http://127.0.0.1:${port}`, pid };
}

/** Starts a worker of both queues. */
export async function startWorker(
  context: BenchContext,
  { environment, folder }: BenchServices,
): Promise<void> {
  const opsPort = await freePort();
  await startServer(context, {
    name: 'worker',
    file: 'src/main/worker.js',
    isProduct: true,
    environment: { ...environment, OPS_PORT: String(opsPort) },
    readyUrl: `http://127.0.0.1:${opsPort}/readyz`,
    folder,
  });
}

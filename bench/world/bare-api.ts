import { freePort } from '../../tools/stack/ports';
import type { BenchContext } from '../bench';
import { startServer, type HttpServer } from './server';
import type { BenchServices } from './services';

/** Starts the comparator of the API's two most frequent calls. */
export async function startBareApi(context: BenchContext, services: BenchServices): Promise<HttpServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const pid = await startServer(context, {
    name: 'bare-api',
    file: 'bench/servers/bare-api.js',
    environment: { ...services.environment, API_PORT: String(port) },
    readyUrl: `${url}/`,
    folder: services.folder,
  });
  return { url, pid };
}

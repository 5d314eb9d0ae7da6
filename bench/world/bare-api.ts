import { freePort } from '../../src/stack/ports';
import type { BenchContext } from '../bench';
import { startServer } from './server';
import type { BenchServices } from './services';

/** Starts the comparator of the API's two most frequent calls. @returns its address */
export async function startBareApi(context: BenchContext, services: BenchServices): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await startServer(context, {
    name: 'bare-api',
    file: 'bench/servers/bare-api.js',
    environment: { ...services.environment, API_PORT: String(port) },
    readyUrl: `${url}/`,
    folder: services.folder,
  });
  return url;
}

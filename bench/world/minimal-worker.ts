import { z } from 'zod';
import { freePort } from '../../tools/stack/ports';
import type { BenchContext } from '../bench';
import { minimalBundlePath } from './build';
import { startServer } from './server';
import type { BenchServices } from './services';

const answerSchema = z.object({ ms: z.number() });

/**
 * Starts the comparator of durable deliveries.
 * @returns runs that many workflows with one activity each; resolves with the milliseconds until the last has run
 */
export async function startMinimalWorker(
  context: BenchContext,
  services: BenchServices,
): Promise<(count: number) => Promise<number>> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await startServer(context, {
    name: 'minimal-worker',
    file: 'bench/servers/minimal-worker.js',
    environment: {
      PORT: String(port),
      TEMPORAL_ADDRESS: services.temporalAddress,
      BUNDLE: minimalBundlePath,
    },
    readyUrl: url,
    folder: services.folder,
  });
  return async count => {
    const response = await fetch(`${url}/run?count=${count}`, { method: 'POST' });
    return answerSchema.parse(await response.json()).ms;
  };
}

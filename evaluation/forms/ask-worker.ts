import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Runs a worker of this folder, which uses an ESM-only library that CommonJS code can't load.
 * @throws what the worker throws
 */
export async function askWorker<T>(name: string, workerData: unknown): Promise<T> {
  const worker = new Worker(join(__dirname, name), { workerData, execArgv: [] });
  try {
    return await new Promise<T>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

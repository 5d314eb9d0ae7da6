import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What reading a document takes. */
export interface CountedReading {
  /** By how much each page is turned, in degrees clockwise. */
  readonly turns: readonly number[];
  /** How often a page was recognized. */
  readonly recognized: number;
  /** How often the longest lines of a page were read both ways. */
  readonly looks: number;
  /** The pixels of all images that were held at once. */
  readonly pixelsAtMost: number;
  /** The pixels of all images that are still held. */
  readonly pixelsAfter: number;
}

/** Reads a document, and counts what that takes. @throws Error if it is refused */
export async function countReading(pdf: Uint8Array): Promise<CountedReading> {
  const worker = new Worker(join(__dirname, 'counted-reading-worker.mts'), { workerData: pdf, execArgv: [] });
  try {
    return await new Promise<CountedReading>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

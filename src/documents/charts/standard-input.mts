import type { ChartJob } from './chart-job.ts';

const lengthBytes = 4;

/** Reads jobs and their bytes from standard input. */
export interface JobReader {
  /** Returns the next job; `undefined` if there is none. */
  readonly next: () => Promise<{ readonly job: ChartJob; readonly bytes: Uint8Array } | undefined>;
}

/**
 * Opens standard input: for each job the length of its JSON in four bytes, the JSON, and the bytes that it
 * announces.
 */
export function openJobs(): JobReader {
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let left: Buffer = Buffer.alloc(0);

  async function take(size: number): Promise<Buffer | undefined> {
    // One buffer of the full size, without the chunks in addition: a source may be large.
    const taken = Buffer.allocUnsafe(size);
    let filled = 0;
    for (;;) {
      const copied = left.copy(taken, filled, 0, Math.min(left.length, size - filled));
      left = left.subarray(copied);
      filled += copied;
      if (filled === size) return taken;
      const chunk = await chunks.next();
      if (chunk.done === true) return undefined;
      left = chunk.value;
    }
  }

  return {
    next: async () => {
      const length = await take(lengthBytes);
      const header = length && (await take(length.readUInt32BE()));
      if (header === undefined) return undefined;
      // It comes from the process that started this one.
      const job = JSON.parse(header.toString('utf8')) as ChartJob;
      const bytes = await take(job.sizeBytes);
      return bytes && { job, bytes };
    },
  };
}

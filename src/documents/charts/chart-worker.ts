import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { startConfined, type MemoryLimits } from '../../platform/confined-process';
import type { ChartJob } from './chart-job';
import { parseReport, type Report } from './parse-report';

/** The resource limits of one job; beyond any of these it is ended. */
export interface JobLimits extends MemoryLimits {
  readonly timeMs: number;
  /** For its answer. */
  readonly answerBytes: number;
}

/** The end of a job: its report, or none if the process died or answered invalidly. */
export interface JobEnd {
  readonly report: Report | undefined;
  /** Whether another process might succeed: this one had worked before, and didn't exceed its time. */
  readonly isWorthAnother: boolean;
  /** Whether the source's own pages were taken, so that an attachment is at fault. */
  readonly isPastPages: boolean;
}

/** A process that runs jobs, one after the other. */
export interface ChartWorker {
  /** Streams the objects of a job. @throws what reading `body` throws */
  readonly work: (job: ChartJob, body: Readable | undefined) => AsyncGenerator<Uint8Array, JobEnd>;
  /** Whether it still works. */
  readonly isAlive: () => boolean;
  readonly close: () => void;
}

const headBytes = 5;
/** The largest frame: a report on the maximum number of objects of a source. */
const frameBytesMax = 4 * 1024 * 1024;

function headOf(job: ChartJob): Buffer {
  const json = Buffer.from(JSON.stringify(job), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
}

/** Starts a process for the sources of one chart; every chart has its own. */
export function startChartWorker(limits: JobLimits): ChartWorker {
  const child = startConfined(join(__dirname, 'chart-process'), [], limits);
  let isAlive = true;
  let jobs = 0;
  const gone = new Promise<void>(resolve => {
    const end = (): void => {
      isAlive = false;
      resolve();
    };
    child.once('exit', end).once('error', end);
  });
  const kill = (): void => {
    isAlive = false;
    child.kill('SIGKILL');
  };
  const chunks = child.stdout.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let left: Buffer = Buffer.alloc(0);

  /** Returns the next bytes of the answer; `undefined` if it ends first. */
  async function take(size: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    for (let missing = size; ;) {
      const part = left.subarray(0, missing);
      left = left.subarray(part.length);
      missing -= part.length;
      parts.push(part);
      if (missing === 0) return Buffer.concat(parts);
      const next = await chunks.next().catch(() => ({ done: true as const, value: undefined }));
      if (next.done === true) return undefined;
      left = next.value;
    }
  }

  async function feed(job: ChartJob, body: Readable | undefined): Promise<void> {
    child.stdin.write(headOf(job));
    if (body === undefined) return;
    let sent = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      sent += chunk.length;
      if (!isAlive) return;
      if (sent > job.sizeBytes) break;
      // It may end before it has read everything.
      const drained = () => once(child.stdin, 'drain').catch(() => undefined);
      if (!child.stdin.write(chunk)) await Promise.race([drained(), gone]);
    }
    if (sent !== job.sizeBytes) throw new Error('a source has other bytes than were announced');
  }

  async function* answer(onPages: () => void): AsyncGenerator<Uint8Array, Report | undefined> {
    let total = 0;
    for (;;) {
      const head = await take(headBytes);
      const length = head?.readUInt32BE(1) ?? 0;
      total += length;
      if (head === undefined || length > frameBytesMax || total > limits.answerBytes) return undefined;
      const payload = await take(length);
      if (payload === undefined) return undefined;
      const letter = head.toString('latin1', 0, 1);
      if (letter === 'A') onPages();
      else if (letter !== 'D') return letter === 'R' ? parseReport(payload) : undefined;
      else yield payload;
    }
  }

  async function* work(job: ChartJob, body: Readable | undefined): AsyncGenerator<Uint8Array, JobEnd> {
    jobs += 1;
    let isOutOfTime = false;
    let isPastPages = false;
    const deadline = setTimeout(() => {
      isOutOfTime = true;
      kill();
      // A stalled store sends nothing more; a source that was read to its end isn't affected.
      body?.destroy(new Error('a source was not read in its time'));
    }, limits.timeMs);
    try {
      await feed(job, body);
      const report = yield* answer(() => {
        isPastPages = true;
      });
      // A process that answered invalidly isn't asked again.
      if (report === undefined) kill();
      return { report, isPastPages, isWorthAnother: report === undefined && jobs > 1 && !isOutOfTime };
    } finally {
      clearTimeout(deadline);
      body?.destroy();
    }
  }

  return { work, isAlive: () => isAlive, close: kill };
}

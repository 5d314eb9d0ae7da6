import { strictEqual } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { combineChart, type CombinedChart } from '../src/documents/charts/combine-chart';
import { chartLimits } from '../src/domain/record-requests/combined-chart';
import type { Bench } from './bench';
import { writeLargestFile, writeReturnedFiles, type ReturnedFile } from './charts/returned-files';
import type { Figure } from './measure/figures';
import { peakMemoryOf } from './measure/machine';

const megabyte = 1024 ** 2;
const lookMs = 50;
const filesMany = 200;
const filesFew = 20;

/** Returns the processes that this one has started. */
function children(): number[] {
  return readdirSync(`/proc/${process.pid}/task`).flatMap(thread =>
    readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

interface Made {
  readonly chart: CombinedChart;
  readonly seconds: number;
  readonly bytes: number;
  /** The peak memory of the process that opens the sources. */
  readonly processMb: number;
  /** The maximum increase of this process's memory, which a worker would have. */
  readonly workerMb: number;
}

async function make(files: readonly ReturnedFile[]): Promise<Made> {
  const beside = new Set(children());
  const before = process.memoryUsage().rss;
  let [processMb, most, bytes] = [0, before, 0];
  const looks = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
    for (const pid of children()) if (!beside.has(pid)) processMb = Math.max(processMb, peakMemoryOf(pid));
  }, lookMs);
  const startedAt = performance.now();
  try {
    const making = combineChart(files, { preparedOn: '11/22/2026', facts: [] });
    for (;;) {
      const next = await making.next();
      if (next.done !== true) {
        bytes += next.value.length;
        continue;
      }
      const seconds = (performance.now() - startedAt) / 1000;
      for (const [index, outcome] of next.value.outcomes.entries())
        strictEqual('pages' in outcome ? outcome.pages : 0, files[index]?.pages, files[index]?.title);
      return { chart: next.value, seconds, bytes, processMb, workerMb: (most - before) / megabyte };
    }
  } finally {
    clearInterval(looks);
  }
}

/**
 * Measures the time and memory to combine a request's files, and that memory doesn't grow with their number.
 */
export const chart: Bench = {
  name: 'chart',
  purpose:
    `combining ${filesMany} files, including damaged, locked, and very large ones, into one chart; ` +
    'and one file of nearly 200 MiB',
  run: async ({ onEnd, sized, tell }) => {
    const folder = await mkdtemp(join(tmpdir(), 'recordwell-chart-'));
    onEnd(() => rm(folder, { recursive: true, force: true }));
    const files = await writeReturnedFiles(folder, sized(filesMany, 20));
    tell(`wrote ${files.length} files`);
    const few = await make(files.slice(0, sized(filesFew, 10)));
    tell(`the first files: ${few.seconds.toFixed(1)} s, process ${few.processMb.toFixed(0)} MB`);
    const many = await make(files);
    const { seconds, bytes, processMb, workerMb } = many;
    tell(
      `${files.length} files, ${many.chart.pages} pages, ${(bytes / megabyte).toFixed(0)} MB: ` +
        `${seconds.toFixed(1)} s, process ${processMb.toFixed(0)} MB, worker ${workerMb.toFixed(0)} ` +
        'MB',
    );
    const largest = await make([await writeLargestFile(folder, chartLimits.sourceBytes * sized(0.97, 0.05))]);
    tell(
      `one of ${(largest.bytes / megabyte).toFixed(0)} MB: ${largest.seconds.toFixed(1)} s, process ` +
        `${largest.processMb.toFixed(0)} MB`,
    );
    const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
      name: `chart/${name}`,
      value,
      unit,
      bar: atMost === undefined ? null : { atMost },
    });
    return [
      figure(`${filesMany} files`, seconds, 's'),
      figure('memory of the process', processMb, 'MB', 600),
      figure(`memory, against ${filesFew} files`, processMb / few.processMb, 'times', 2),
      figure('memory of the worker', workerMb, 'MB more', 100),
      figure('memory for the largest file', largest.processMb, 'MB', 1_500),
      figure('the largest file', largest.seconds, 's', 60),
    ];
  },
};

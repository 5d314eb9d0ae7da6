import type { Readable } from 'node:stream';
import {
  chartClaimOf,
  chartLimits,
  combinedChartName,
  leftOutWords,
  type LeftOutReason,
} from '../../domain/record-requests/combined-chart';
import { createChartFile, type ChartFile, type WrittenPages } from './chart-file';
import type { IndexEntry, SourceJob } from './chart-job';
import { startChartWorker, type ChartWorker, type JobLimits } from './chart-worker';

/** A file that goes into a chart. */
export interface ChartSource {
  /** What the index and the bookmark call it. */
  readonly title: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Opens its bytes; `undefined` where they are not there. */
  readonly open: () => Promise<Readable | undefined>;
}

/** What became of a source: how many pages it has in the chart, or why it has none. */
export type SourceOutcome = { readonly pages: number } | { readonly reason: LeftOutReason };

/** A chart that was made. */
export interface CombinedChart {
  readonly pages: number;
  /** In the order of the sources. */
  readonly outcomes: readonly SourceOutcome[];
}

/** How much goes into a chart. */
export type ChartLimits = { readonly [Limit in keyof typeof chartLimits]: number };

/** What a chart is made with. */
export interface ChartOptions {
  /** The day that the index bears, `MM/DD/YYYY`. */
  readonly preparedOn: string;
  /** Ends the making. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: ChartLimits | undefined;
  readonly jobLimits?: JobLimits | undefined;
}

/** A source of 200 MiB takes 10 s; one of 5,000 pages too. */
export const jobLimits: JobLimits = {
  timeMs: 2 * 60_000,
  heapMegabytes: 768,
  memoryMegabytes: 1_500,
  answerBytes: 1024 ** 3,
};

/** The process that makes charts does not do even what is ours: a retry may help. */
export class ChartFault extends Error {
  override readonly name = 'ChartFault';
  /** Its words are ours alone. */
  readonly isMessageSafe = true;
}

/** A chart that is being made. */
interface Making {
  readonly sources: readonly ChartSource[];
  readonly options: ChartOptions;
  readonly limits: ChartLimits;
  readonly file: ChartFile;
  readonly outcomes: SourceOutcome[];
  pages: number;
  /** The process that works on it; another one once this has ended. */
  worker: ChartWorker | undefined;
}

/** Why a source is not even opened. */
function refusalOf(
  { limits, file, pages }: Making,
  { contentType, sizeBytes }: ChartSource,
  index: number,
): LeftOutReason | undefined {
  const claim = chartClaimOf(contentType);
  if (claim === 'none') return 'kindUnknown';
  if (sizeBytes === 0) return 'damaged';
  if (sizeBytes > (claim === 'text' ? limits.textBytes : limits.sourceBytes)) return 'tooLarge';
  const isFull =
    index >= limits.sources ||
    pages >= limits.pages ||
    file.objects() >= limits.objects ||
    file.bytes() + sizeBytes > limits.bytes;
  return isFull ? 'chartFull' : undefined;
}

function jobOf({ limits, file, pages }: Making, { contentType, sizeBytes }: ChartSource): SourceJob {
  const claim = chartClaimOf(contentType);
  return {
    kind: 'source',
    ...file.place(),
    sizeBytes,
    claim: claim === 'none' ? 'unknown' : claim,
    textBytesMax: limits.textBytes,
    pagesMax: Math.min(limits.sourcePages, limits.pages - pages),
    objectsMax: limits.sourceObjects,
  };
}

/** A source that would fit into an empty chart is not at fault. */
function inContext(reason: LeftOutReason, { limits, pages }: Making): LeftOutReason {
  const isCut = reason === 'tooManyPages' && limits.pages - pages < limits.sourcePages;
  return isCut ? 'chartFull' : reason;
}

/** Has a job worked on. @throws DOMException AbortError when the making was ended */
async function* work(
  making: Making,
  ...[job, body]: Parameters<ChartWorker['work']>
): ReturnType<ChartWorker['work']> {
  const { options, file } = making;
  if (making.worker?.isAlive() !== true) making.worker = startChartWorker(options.jobLimits ?? jobLimits);
  const answer = making.worker.work(job, body);
  for (;;) {
    const next = await answer.next();
    options.signal?.throwIfAborted();
    if (next.done === true) return next.value;
    yield file.written(next.value);
  }
}

/** Puts what a job answered into the chart. @returns how many pages; `undefined` where what is said of them does not hold */
function* take(
  making: Making,
  title: string,
  from: number,
  said: WrittenPages,
): Generator<Uint8Array, number | undefined> {
  const holder = making.file.take(title, from, said);
  if (holder === undefined) return undefined;
  yield holder;
  making.pages += said.pages.length;
  return said.pages.length;
}

async function* takeSource(
  making: Making,
  source: ChartSource,
  index: number,
): AsyncGenerator<Uint8Array, SourceOutcome> {
  const refusal = refusalOf(making, source, index);
  if (refusal !== undefined) return { reason: refusal };
  for (;;) {
    const body = await source.open();
    if (body === undefined) return { reason: 'missing' };
    const from = making.file.bytes();
    const { report, isWorthAnother } = yield* work(making, jobOf(making, source), body);
    if (isWorthAnother) continue;
    if (report?.kind === 'leftOut') return { reason: inContext(report.reason, making) };
    const pages = report === undefined ? undefined : yield* take(making, source.title, from, report);
    return pages === undefined ? { reason: 'tooHard' } : { pages };
  }
}

function entriesOf({ sources, outcomes }: Making): IndexEntry[] {
  return outcomes.map((outcome, index) => {
    const title = sources[index]?.title ?? '';
    return 'pages' in outcome
      ? { title, pages: outcome.pages }
      : { title, pages: 0, note: leftOutWords[outcome.reason] };
  });
}

/** @throws ChartFault where not even the index can be drawn: then it is no source that is at fault */
async function* takeIndex(making: Making): AsyncGenerator<Uint8Array, void> {
  const { file, options } = making;
  const entries = entriesOf(making);
  for (;;) {
    const from = file.bytes();
    const { preparedOn } = options;
    const job = { kind: 'index', ...file.place(), sizeBytes: 0, preparedOn, entries } as const;
    const { report, isWorthAnother } = yield* work(making, job, undefined);
    if (isWorthAnother) continue;
    const pages = report?.kind === 'taken' ? yield* take(making, 'Index', from, report) : undefined;
    if (pages === undefined) throw new ChartFault('the index cannot be drawn');
    return;
  }
}

/**
 * Combines files into one PDF: an index first, then the pages of each source in order, with a bookmark each. It is handed out
 * as it comes, and never held: the sources are opened one after the other in a process of their own, whose limits hold for
 * each. A source that is damaged, locked, too large or too hard is named in the index with the reason, and the rest goes on;
 * one that ends the process is left out, and the next one gets a new process.
 * @returns with its end, what became of each source
 * @throws ChartFault where the fault is ours; what opening a source throws; DOMException AbortError when `signal` ends it
 */
export async function* combineChart(
  sources: readonly ChartSource[],
  options: ChartOptions,
): AsyncGenerator<Uint8Array, CombinedChart> {
  const { signal, limits = chartLimits } = options;
  const file = createChartFile();
  const making: Making = { sources, options, limits, file, outcomes: [], pages: 0, worker: undefined };
  const end = (): void => making.worker?.close();
  signal?.addEventListener('abort', end, { once: true });
  try {
    yield file.head();
    for (const [index, source] of sources.entries()) {
      signal?.throwIfAborted();
      making.outcomes.push(yield* takeSource(making, source, index));
    }
    yield* takeIndex(making);
    yield* file.end(combinedChartName);
    return { pages: making.pages, outcomes: making.outcomes };
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

import type { Readable } from 'node:stream';
import { chartClaimOf, chartLimits, type LeftOutReason } from '../../domain/record-requests/combined-chart';
import { createChartFile, type ChartFile, type WrittenPages } from './chart-file';
import type { SourceJob } from './chart-job';
import { startChartWorker, type ChartWorker, type JobLimits } from './chart-worker';

/** A file whose pages are taken. */
export interface ChartSource {
  /** What the index and the bookmark call it. */
  readonly title: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Opens its bytes; `undefined` where they are not there. */
  readonly open: () => Promise<Readable | undefined>;
}

/** What became of a source: how many pages it has, or why it has none. */
export type SourceOutcome = { readonly pages: number } | { readonly reason: LeftOutReason };

/** How much is taken. */
export type ChartLimits = { readonly [Limit in keyof typeof chartLimits]: number };

/** What pages are taken with. */
export interface TakingOptions {
  /** Ends the making. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: ChartLimits | undefined;
  readonly jobLimits?: JobLimits | undefined;
  /**
   * Whether a filled field that its form leaves to the reader to draw keeps a source out: what is copied
   * would be empty.
   */
  readonly mustShowFields?: boolean | undefined;
}

/** A source of 200 MiB takes 10 s; one of 5,000 pages too. */
export const jobLimits: JobLimits = {
  timeMs: 2 * 60_000,
  heapMegabytes: 768,
  memoryMegabytes: 1_500,
  answerBytes: 1024 ** 3,
};

/** The process that takes pages does not do even what is ours: a retry may help. */
export class ChartFault extends Error {
  override readonly name = 'ChartFault';
  /** Its words are ours alone. */
  readonly isMessageSafe = true;
}

/** A PDF that is being made of the pages of others. */
export interface Making {
  readonly options: TakingOptions;
  readonly limits: ChartLimits;
  readonly file: ChartFile;
  pages: number;
  /** The process that works on it; another one once this has ended. */
  worker: ChartWorker | undefined;
}

/** Begins a PDF. */
export function beginMaking(options: TakingOptions): Making {
  const { limits = chartLimits } = options;
  return { options, limits, file: createChartFile(), pages: 0, worker: undefined };
}

/**
 * Hands out what a making writes, and ends its process with it, or when it is given up.
 * @throws DOMException AbortError when it was given up
 */
export async function* untilEnded<Made>(
  making: Making,
  content: AsyncGenerator<Uint8Array, Made>,
): AsyncGenerator<Uint8Array, Made> {
  const { signal } = making.options;
  const end = (): void => making.worker?.close();
  signal?.addEventListener('abort', end, { once: true });
  try {
    return yield* content;
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
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

function jobOf({ options, limits, file, pages }: Making, { contentType, sizeBytes }: ChartSource): SourceJob {
  const claim = chartClaimOf(contentType);
  return {
    kind: 'source',
    ...file.place(),
    sizeBytes,
    claim: claim === 'none' ? 'unknown' : claim,
    textBytesMax: limits.textBytes,
    pagesMax: Math.min(limits.sourcePages, limits.pages - pages),
    objectsMax: limits.sourceObjects,
    mustShowFields: options.mustShowFields ?? false,
  };
}

/** A source that would fit into an empty chart is not at fault. */
function inContext(reason: LeftOutReason, { limits, pages }: Making): LeftOutReason {
  const isCut = reason === 'tooManyPages' && limits.pages - pages < limits.sourcePages;
  return isCut ? 'chartFull' : reason;
}

/** Has a job worked on. @throws DOMException AbortError when the making was ended */
export async function* work(
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

/**
 * Puts what a job answered into the file. @returns how many pages; `undefined` where what is said of them
 * does not hold
 */
export function* take(
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

/**
 * Takes the pages of a source in, or tells why not; one that ends the process is left out.
 * @param index its place among the sources
 * @throws what opening it throws; DOMException AbortError when the making was ended
 */
export async function* takeSource(
  making: Making,
  source: ChartSource,
  index: number,
): AsyncGenerator<Uint8Array, SourceOutcome> {
  making.options.signal?.throwIfAborted();
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

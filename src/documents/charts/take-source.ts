import type { Readable } from 'node:stream';
import { chartClaimOf, chartLimits, type LeftOutReason } from '../../domain/record-requests/combined-chart';
import { createChartFile, type ChartFile, type WrittenPages } from './chart-file';
import type { SourceJob } from './chart-job';
import { startChartWorker, type ChartWorker, type JobLimits } from './chart-worker';

/** A file whose pages are included. */
export interface ChartSource {
  /** Its name in the index and the bookmark. */
  readonly title: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Pages that aren't taken, from 1. Nothing of them is in the result. */
  readonly leaveOut?: readonly number[] | undefined;
  /** Opens its bytes; `undefined` if they don't exist. */
  readonly open: () => Promise<Readable | undefined>;
}

/** The result of a source: its number of pages, or why it has none. */
export type SourceOutcome = { readonly pages: number } | { readonly reason: LeftOutReason };

/** The limits of a chart. */
export type ChartLimits = { readonly [Limit in keyof typeof chartLimits]: number };

/** The options for including pages. */
export interface TakingOptions {
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: ChartLimits | undefined;
  readonly jobLimits?: JobLimits | undefined;
  /**
   * Whether a filled field that its form leaves to the reader to render excludes a source: the copy would be
   * empty.
   */
  readonly mustShowFields?: boolean | undefined;
}

/** A source of 200 MiB takes 10 s, as does one of 5,000 pages. */
export const jobLimits: JobLimits = {
  timeMs: 2 * 60_000,
  heapMegabytes: 768,
  memoryMegabytes: 1_500,
  answerBytes: 1024 ** 3,
};

/** The process fails even for our own input: a retry may help. */
export class ChartFault extends Error {
  override readonly name = 'ChartFault';
  /** Its message is only ours. */
  readonly isMessageSafe = true;
}

/** A PDF in progress, made of the pages of others. */
export interface Making {
  readonly options: TakingOptions;
  readonly limits: ChartLimits;
  readonly file: ChartFile;
  pages: number;
  /** Its process; a new one after it has ended. */
  worker: ChartWorker | undefined;
}

/** Starts a PDF. */
export function beginMaking(options: TakingOptions): Making {
  const { limits = chartLimits } = options;
  return { options, limits, file: createChartFile(), pages: 0, worker: undefined };
}

/**
 * Streams the output of a PDF in progress, and ends its process afterward, or when it is canceled.
 * @throws DOMException AbortError if it was canceled
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

/** Returns why a source isn't even opened. */
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

function jobOf(
  { options, limits, file, pages }: Making,
  { contentType, sizeBytes, leaveOut = [] }: ChartSource,
): SourceJob {
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
    leaveOut,
  };
}

/** Returns the reason in context: a source that would fit into an empty chart isn't at fault. */
function inContext(reason: LeftOutReason, { limits, pages }: Making): LeftOutReason {
  const isCut = reason === 'tooManyPages' && limits.pages - pages < limits.sourcePages;
  return isCut ? 'chartFull' : reason;
}

/** Runs a job. @throws DOMException AbortError if the work was ended */
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

/** Adds a job's answer to the file. @returns the number of pages; `undefined` if the report is wrong */
export function* take(
  making: Making,
  title: string,
  from: number,
  written: WrittenPages,
): Generator<Uint8Array, number | undefined> {
  const holder = making.file.take(title, from, written);
  if (holder === undefined) return undefined;
  yield holder;
  making.pages += written.pages.length;
  return written.pages.length;
}

/**
 * Includes the pages of a source, or returns why not; one that ends the process is left out.
 * @param index its position among the sources
 * @throws what opening it throws; DOMException AbortError if the work was ended
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

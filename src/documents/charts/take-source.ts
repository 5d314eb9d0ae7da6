import type { Readable } from 'node:stream';
import {
  chartClaimOf,
  chartLimits,
  noPagesReason,
  type ChartNote,
  type LeftOutReason,
} from '../../domain/record-requests/combined-chart';
import { createChartFile, type Bookmark, type ChartFile, type WrittenPages } from './chart-file';
import type { SourceJob } from './chart-job';
import { startChartWorker, type ChartWorker, type JobLimits } from './chart-worker';
import type { TakenReport } from './parse-report';

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

/** Why a source has no pages. */
export interface LeftOutSource {
  readonly reason: LeftOutReason;
}

/** A source that is included: its own pages, and what the index says about it. */
export interface TakenSource {
  readonly pages: number;
  readonly notes: readonly ChartNote[];
  /** The files attached to it. */
  readonly attachments: TakenReport['attachments'];
}

/** The result of a source. */
export type SourceOutcome = TakenSource | LeftOutSource;

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
  /** Whether each page shows its number. */
  readonly isStamped?: boolean | undefined;
  /** Whether attached files are taken in. */
  readonly takesAttachments?: boolean | undefined;
  /** Whether the files in a ZIP file are taken in. */
  readonly opensArchives?: boolean | undefined;
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
  const { limits = chartLimits, isStamped = false } = options;
  return { options, limits, file: createChartFile(isStamped), pages: 0, worker: undefined };
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
  { options, limits, file, pages }: Making,
  { contentType, sizeBytes }: ChartSource,
  index: number,
): LeftOutReason | undefined {
  const claim = chartClaimOf(contentType);
  const isArchive = options.opensArchives === true && contentType === 'application/zip';
  if (claim === 'none' && !isArchive) return noPagesReason(contentType);
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
  takesAttachments: boolean,
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
    isStamped: options.isStamped ?? false,
    attachmentsMax: takesAttachments ? limits.attachments : 0,
    attachmentDepthMax: limits.attachmentDepth,
    attachmentBytesMax: limits.attachmentBytes,
    opensArchives: options.opensArchives ?? false,
    unknownInArchiveMax: limits.unknownInArchive,
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

/** Adds a job's answer to the file. @returns whether it is valid */
export function* take(
  making: Making,
  bookmarks: readonly Bookmark[],
  from: number,
  written: WrittenPages,
): Generator<Uint8Array, boolean> {
  const holder = making.file.take(bookmarks, from, written);
  if (holder === undefined) return false;
  yield holder;
  making.pages += written.pages.length;
  return true;
}

/** Adds the pages of a source and of its attachments. @returns `undefined` if the report is wrong */
function* takeReport(
  making: Making,
  { title }: ChartSource,
  from: number,
  report: TakenReport,
): Generator<Uint8Array, TakenSource | undefined> {
  const attached = report.attachments.flatMap(each =>
    'pages' in each ? [{ title: `${title} › ${each.title}`, pages: each.pages }] : [],
  );
  const pages = report.pages.length - attached.reduce((sum, each) => sum + each.pages, 0);
  if (pages < 0) return undefined;
  const own = pages === 0 ? [] : [{ title, pages }];
  if (!(yield* take(making, [...own, ...attached], from, report))) return undefined;
  return { pages, notes: report.notes, attachments: report.attachments };
}

/**
 * Includes the pages of a source and of the files attached to it, or returns why not; one that ends the
 * process is left out. If its attachments end the process, its own pages are included without them.
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
  let takesAttachments = making.options.takesAttachments ?? false;
  let notes: readonly ChartNote[] = [];
  for (;;) {
    const body = await source.open();
    if (body === undefined) return { reason: 'missing' };
    const from = making.file.bytes();
    const job = jobOf(making, source, takesAttachments);
    const { report, isWorthAnother, isPastPages } = yield* work(making, job, body);
    if (isWorthAnother) continue;
    if (report === undefined && isPastPages && takesAttachments) {
      takesAttachments = false;
      notes = ['attachmentsTooHard'];
      continue;
    }
    if (report?.kind === 'leftOut') {
      // Without its files, a ZIP file has no pages.
      return { reason: notes.length > 0 ? 'tooHard' : inContext(report.reason, making) };
    }
    const taken = report && (yield* takeReport(making, source, from, report));
    return taken === undefined ? { reason: 'tooHard' } : { ...taken, notes: [...taken.notes, ...notes] };
  }
}

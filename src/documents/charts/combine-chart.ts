import { combinedChartName, leftOutWords, noteWords } from '../../domain/record-requests/combined-chart';
import type { IndexEntry, IndexJob } from './chart-job';
import {
  beginMaking,
  ChartFault,
  take,
  takeSource,
  untilEnded,
  work,
  type ChartSource,
  type Making,
  type SourceOutcome,
  type TakenSource,
  type TakingOptions,
} from './take-source';

/** A finished chart. */
export interface CombinedChart {
  readonly pages: number;
  /** In the order of the sources. */
  readonly outcomes: readonly SourceOutcome[];
}

/** The options of a chart. */
export interface ChartOptions
  extends Pick<TakingOptions, 'signal' | 'limits' | 'jobLimits'>, Pick<IndexJob, 'preparedOn' | 'facts'> {}

function entryOf(
  title: string,
  outcome: SourceOutcome | TakenSource['attachments'][number],
  place: IndexEntry['place'],
): IndexEntry {
  return 'reason' in outcome
    ? { title, place, isLeftOut: true, pages: 0, notes: [leftOutWords[outcome.reason]] }
    : {
        title,
        place,
        isLeftOut: false,
        pages: outcome.pages,
        notes: outcome.notes.map(note => noteWords[note]),
      };
}

function entriesOf(sources: readonly ChartSource[], outcomes: readonly SourceOutcome[]): IndexEntry[] {
  return outcomes.flatMap((outcome, index) => {
    const entry = entryOf(sources[index]?.title ?? '', outcome, 'top');
    if ('reason' in outcome) return [entry];
    // Only a ZIP file has no pages of its own.
    const place = outcome.pages === 0 ? 'inArchive' : 'attached';
    return [entry, ...outcome.attachments.map(each => entryOf(each.title, each, place))];
  });
}

/** @throws ChartFault if not even the index can be drawn: then no source is at fault */
async function* takeIndex(
  making: Making,
  facts: Pick<IndexJob, 'preparedOn' | 'facts'>,
  entries: readonly IndexEntry[],
): AsyncGenerator<Uint8Array, void> {
  const { file } = making;
  for (;;) {
    const from = file.bytes();
    const job = { kind: 'index', ...file.place(), sizeBytes: 0, ...facts, entries } as const;
    const { report, isWorthAnother } = yield* work(making, job, undefined);
    if (isWorthAnother) continue;
    const bookmark = report?.kind === 'taken' ? [{ title: 'Index', pages: report.pages.length }] : [];
    const isTaken = report?.kind === 'taken' && (yield* take(making, bookmark, from, report));
    if (!isTaken) throw new ChartFault('the index cannot be drawn');
    return;
  }
}

/**
 * Combines files into one PDF: an index first, then the pages of each source and of the files attached to it
 * or in it, with a bookmark each, and a running number on every page.
 * It is streamed and never held in memory: the sources are opened one after the other in a separate process,
 * with limits for each. A source that is damaged, locked, too large, or too hard is named in the index with
 * the reason, and the rest continues; one that ends the process is left out, and the next one gets a new
 * process.
 * @returns at its end, the result of each source
 * @throws ChartFault if the fault is ours; what opening a source throws; DOMException AbortError if `signal`
 * ends it
 */
export function combineChart(
  sources: readonly ChartSource[],
  options: ChartOptions,
): AsyncGenerator<Uint8Array, CombinedChart> {
  const { preparedOn, facts } = options;
  const making = beginMaking({ ...options, isStamped: true, takesAttachments: true, opensArchives: true });
  async function* content(): AsyncGenerator<Uint8Array, CombinedChart> {
    const outcomes: SourceOutcome[] = [];
    yield making.file.head();
    for (const [index, source] of sources.entries()) outcomes.push(yield* takeSource(making, source, index));
    yield* takeIndex(making, { preparedOn, facts }, entriesOf(sources, outcomes));
    yield* making.file.end(combinedChartName, 'lastFirst');
    return { pages: making.pages, outcomes };
  }
  return untilEnded(making, content());
}

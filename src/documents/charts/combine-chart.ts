import { combinedChartName, leftOutWords } from '../../domain/record-requests/combined-chart';
import type { IndexEntry } from './chart-job';
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
  type TakingOptions,
} from './take-source';

/** A finished chart. */
export interface CombinedChart {
  readonly pages: number;
  /** In the order of the sources. */
  readonly outcomes: readonly SourceOutcome[];
}

/** The options of a chart. */
export interface ChartOptions extends Omit<TakingOptions, 'mustShowFields'> {
  /** The date of the index, `MM/DD/YYYY`. */
  readonly preparedOn: string;
}

function entriesOf(sources: readonly ChartSource[], outcomes: readonly SourceOutcome[]): IndexEntry[] {
  return outcomes.map((outcome, index) => {
    const title = sources[index]?.title ?? '';
    return 'pages' in outcome
      ? { title, pages: outcome.pages }
      : { title, pages: 0, note: leftOutWords[outcome.reason] };
  });
}

/** @throws ChartFault if not even the index can be drawn: then no source is at fault */
async function* takeIndex(
  making: Making,
  preparedOn: string,
  entries: readonly IndexEntry[],
): AsyncGenerator<Uint8Array, void> {
  const { file } = making;
  for (;;) {
    const from = file.bytes();
    const job = { kind: 'index', ...file.place(), sizeBytes: 0, preparedOn, entries } as const;
    const { report, isWorthAnother } = yield* work(making, job, undefined);
    if (isWorthAnother) continue;
    const pages = report?.kind === 'taken' ? yield* take(making, 'Index', from, report) : undefined;
    if (pages === undefined) throw new ChartFault('the index cannot be drawn');
    return;
  }
}

/**
 * Combines files into one PDF: an index first, then the pages of each source in order, with a bookmark each.
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
  const making = beginMaking(options);
  async function* content(): AsyncGenerator<Uint8Array, CombinedChart> {
    const outcomes: SourceOutcome[] = [];
    yield making.file.head();
    for (const [index, source] of sources.entries()) outcomes.push(yield* takeSource(making, source, index));
    yield* takeIndex(making, options.preparedOn, entriesOf(sources, outcomes));
    yield* making.file.end(combinedChartName, 'lastFirst');
    return { pages: making.pages, outcomes };
  }
  return untilEnded(making, content());
}

import { Readable } from 'node:stream';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart';
import {
  beginMaking,
  ChartFault,
  takeSource,
  untilEnded,
  type ChartSource,
  type TakingOptions,
} from './take-source';

/** The options of binding. */
export interface BindingOptions extends Pick<TakingOptions, 'signal' | 'limits' | 'jobLimits'> {
  /** The document's title in a reader. */
  readonly title: string;
}

/** A packet: its number of pages, or why an enclosure can't be bound into it. */
export type BoundPacket = { readonly pages: number } | { readonly reason: LeftOutReason };

/**
 * Binds our letter and the pages of the enclosures, untrusted PDFs, into one document (REQUEST-30). It is
 * streamed; each enclosure is opened in a separate process, like the sources of a chart. A form whose filled
 * fields are left to the reader to render isn't bound: a copy would show them empty. If an enclosure fails,
 * there is no packet: the stream ends in the middle, and must be discarded.
 * @returns at its end, the result
 * @throws ChartFault if the letter can't be included, so that the fault is ours; what opening the enclosure
 * throws; DOMException AbortError if `signal` ends it
 */
export function bindPacket(
  letter: Uint8Array,
  enclosures: readonly ChartSource[],
  options: BindingOptions,
): AsyncGenerator<Uint8Array, BoundPacket> {
  const making = beginMaking({ ...options, mustShowFields: true });
  const letterSource: ChartSource = {
    title: 'Letter',
    contentType: 'application/pdf',
    sizeBytes: letter.length,
    open: () => Promise.resolve(Readable.from([Buffer.from(letter)])),
  };
  async function* content(): AsyncGenerator<Uint8Array, BoundPacket> {
    yield making.file.head();
    const ours = yield* takeSource(making, letterSource, 0);
    if ('reason' in ours) throw new ChartFault('the letter of a packet cannot be taken in');
    for (const [index, enclosure] of enclosures.entries()) {
      const theirs = yield* takeSource(making, enclosure, index + 1);
      if ('reason' in theirs) return theirs;
    }
    yield* making.file.end(options.title, 'asTaken');
    return { pages: making.pages };
  }
  return untilEnded(making, content());
}

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

/** What a packet is bound with. */
export interface BindingOptions extends Omit<TakingOptions, 'mustShowFields'> {
  /** What a reader calls the document. */
  readonly title: string;
}

/** A packet: how many pages it has, or why the enclosure cannot stand in it. */
export type BoundPacket = { readonly pages: number } | { readonly reason: LeftOutReason };

/**
 * Binds a letter of ours and the pages of what it encloses, a stranger's PDF, into one document (REQUEST-30).
 * It is handed out as it comes; the enclosure is opened in a process of its own, as the sources of a chart
 * are. A form whose filled fields are left to the reader to draw is not bound: a copy would show them empty.
 * Without the enclosure there is no packet: what was handed out ends in the middle then, and is to be thrown
 * away.
 * @returns with its end, what became of it
 * @throws ChartFault where the letter cannot be taken in, so that the fault is ours; what opening the
 *   enclosure throws; DOMException AbortError when `signal` ends it
 */
export function bindPacket(
  letter: Uint8Array,
  enclosure: ChartSource,
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
    const theirs = yield* takeSource(making, enclosure, 1);
    if ('reason' in theirs) return theirs;
    yield* making.file.end(options.title, 'asTaken');
    return { pages: making.pages };
  }
  return untilEnded(making, content());
}

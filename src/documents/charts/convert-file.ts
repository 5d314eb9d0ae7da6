import type { ChartSource } from './take-source';
import { beginMaking, takeSource, untilEnded, type TakingOptions } from './take-source';

/** The largest PDF that a file is turned into: it is held in memory. */
export const convertedBytesMax = 200 * 1024 * 1024;

/**
 * Turns a file into a PDF of its pages and of those of the files in it, as a combined chart would show them,
 * in a separate process. Files in it that have no pages are left out.
 * @returns `undefined` if it has no pages, or too many
 * @throws what opening it throws; DOMException AbortError if the work was ended
 */
export async function convertFile(
  source: ChartSource,
  options: Pick<TakingOptions, 'signal' | 'jobLimits' | 'limits'> = {},
): Promise<Uint8Array | undefined> {
  const making = beginMaking({ ...options, takesAttachments: true, opensArchives: true });
  async function* content(): AsyncGenerator<Uint8Array, boolean> {
    yield making.file.head();
    const outcome = yield* takeSource(making, source, 0);
    if ('reason' in outcome) return false;
    yield* making.file.end(source.title, 'asTaken');
    return true;
  }
  const parts: Uint8Array[] = [];
  const pages = untilEnded(making, content());
  let bytes = 0;
  for (;;) {
    const next = await pages.next();
    if (next.done === true) return next.value ? new Uint8Array(Buffer.concat(parts)) : undefined;
    bytes += next.value.length;
    if (bytes > convertedBytesMax) {
      await pages.return(false);
      return undefined;
    }
    parts.push(next.value);
  }
}

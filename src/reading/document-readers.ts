import { setImmediate as turn } from 'node:timers/promises';
import { startConfined, type ConfinedProcess } from '../platform/confined-process';
import type { Reading } from './document-layout';
import { readDocument, readerEntry, readerRights, readingLimits, type ReaderStart } from './read-document';

/** What reads the documents of a worker. */
export interface DocumentReaders {
  /** As `readDocument`: in a process of its own, which has read none before and reads none after. */
  readonly read: (bytes: Uint8Array, signal?: AbortSignal) => Promise<Reading>;
  /** Ends the processes that wait, and starts no more. */
  readonly close: () => void;
}

/**
 * Creates readers, some of whose processes are started ahead and have read a form of ours, so that a document
 * does not wait for what they load. They are fenced as every other one, and wait on their standard input,
 * whose end is theirs: none outlives its worker. A document that comes while none waits has one started for
 * it. One takes the place of another when a reading is over, so that it does not take that reading's time,
 * and nothing is started again and again that cannot start.
 * @param ahead how many wait at most; 0 starts each with its document
 */
export function createDocumentReaders(ahead: number): DocumentReaders {
  const waiting = new Set<ConfinedProcess>();
  let isClosed = false;

  function fill(): void {
    while (!isClosed && waiting.size < ahead) {
      const child = startConfined(readerEntry, readerRights, readingLimits, ['--rehearse']);
      const leave = (): void => void waiting.delete(child);
      child.once('exit', leave).once('error', leave);
      waiting.add(child);
    }
  }

  const take: ReaderStart = start => {
    const [first] = waiting;
    if (first === undefined) return start();
    waiting.delete(first);
    return first;
  };

  fill();
  return {
    read: async (bytes, signal) => {
      // Two turns of the event loop have a whole look for what ended between them: a process that is gone is
      // taken for none.
      await turn();
      await turn();
      return readDocument(bytes, signal, readingLimits, take).finally(fill);
    },
    close: () => {
      isClosed = true;
      for (const child of waiting) child.kill('SIGKILL');
    },
  };
}

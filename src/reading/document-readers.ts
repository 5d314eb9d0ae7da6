import { setImmediate as turn } from 'node:timers/promises';
import { startConfined, type ConfinedProcess } from '../platform/confined-process';
import type { Reading } from './document-layout';
import { readDocument, readerEntry, readerRights, readingLimits, type ReaderStart } from './read-document';

/** The document readers of a worker. */
export interface DocumentReaders {
  /** Like `readDocument`, in a process used for this document only. */
  readonly read: (bytes: Uint8Array, signal?: AbortSignal) => Promise<Reading>;
  /** Ends the waiting processes, and starts no more. */
  readonly close: () => void;
}

/**
 * Creates readers, some of whose processes are started ahead and have read one of our forms, so that a
 * document doesn't wait for what they load. They are confined like every other one, and wait on their
 * standard input, which ends with the worker, so none outlives it. A document that arrives when none waits
 * gets a new one. A process is replaced when its reading ends, so that starting doesn't slow the reading, and
 * a process that can't start isn't started again and again.
 * @param ahead the most waiting processes; 0 starts each with its document
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
      // Two turns of the event loop include everything that ended in between, so that a dead process isn't
      // used.
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

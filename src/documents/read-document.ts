import { documentBytesMax } from '../domain/auth-checks/limits';
import { startConfined, type MemoryLimits } from './confined-process';
import { parseReading, type Reading } from './parse-reading';

/** What one document may take of the machine; past any of these it is refused as `tooHard`. */
export interface ReadingLimits extends MemoryLimits {
  readonly timeMs: number;
  readonly answerBytes: number;
}

/** A page of a scan takes about 8 s; a document has 25 pages at most. */
export const readingLimits: ReadingLimits = {
  timeMs: 5 * 60_000,
  heapMegabytes: 512,
  memoryMegabytes: 1_500,
  answerBytes: 32 * 1024 * 1024,
};

/** The reader process ended where a retry may help: it could not be started, or its libraries are not there. */
export class ReaderFault extends Error {
  override readonly name = 'ReaderFault';
  /** Its words are ours alone. */
  readonly isMessageSafe = true;
}

/**
 * Reads a document in a process of its own: what customers upload may have been made to break its reader.
 * @throws ReaderFault where the fault is ours; DOMException AbortError when `signal` ends it
 */
export async function readDocument(
  bytes: Uint8Array,
  signal?: AbortSignal,
  limits: ReadingLimits = readingLimits,
): Promise<Reading> {
  if (bytes.length === 0) return { kind: 'refused', refusal: 'empty' };
  if (bytes.length > documentBytesMax) return { kind: 'refused', refusal: 'tooLarge' };
  signal?.throwIfAborted();
  // The canvas is native code, and the recogniser works in a thread.
  const child = startConfined('reader-process', ['addons', 'worker'], limits);
  const giveUp = (): void => void child.kill('SIGKILL');
  const deadline = setTimeout(giveUp, limits.timeMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.answerBytes) giveUp();
      else chunks.push(chunk);
    });
    child.stdin.end(bytes);
    const end = await new Promise<{ readonly code: number | null }>((resolve, reject) => {
      child.once('error', cause => reject(new ReaderFault('the reader process does not start', { cause })));
      child.once('close', code => resolve({ code }));
    });
    signal?.throwIfAborted();
    // Ended by a signal: by us, by the operating system for want of memory, or by itself when the heap was full.
    if (end.code === null) return { kind: 'refused', refusal: 'tooHard' };
    if (end.code !== 0) throw new ReaderFault(`the reader process ended with code ${end.code}`);
    // An answer that is none: the document has made its reader say something else.
    return parseReading(Buffer.concat(chunks).toString('utf8')) ?? { kind: 'refused', refusal: 'tooHard' };
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', giveUp);
  }
}

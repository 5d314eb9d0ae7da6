import { basename } from 'node:path';
import { startConfined, type ConfinedProcess, type MemoryLimits } from '../platform/confined-process';

/** What one document may take of the machine; past any of these it is too hard. */
export interface ConfinedLimits extends MemoryLimits {
  readonly timeMs: number;
  /** How long it may go on without saying anything; not bounded where it says nothing but its answer. */
  readonly silenceMs?: number;
  readonly answerBytes: number;
}

/** The process ended where a retry may help: it could not be started, or its libraries are not there. */
export class ReaderFault extends Error {
  override readonly name = 'ReaderFault';
  /** Its words are ours alone. */
  readonly isMessageSafe = true;
}

/** Which process is run, and what it may take. */
export interface ConfinedRun {
  /** The path of its module, without the ending. */
  readonly entry: string;
  readonly rights: ReadonlyArray<'addons' | 'worker'>;
  readonly limits: ConfinedLimits;
  /** Ends it. */
  readonly signal: AbortSignal | undefined;
  /** Hands out the process; started as it is said above unless given. */
  readonly choose?: (start: () => ConfinedProcess) => ConfinedProcess;
}

/**
 * Hands bytes to a confined process, and takes all that it answers.
 * @returns `undefined` where the document took too much, or ended the process
 * @throws ReaderFault where the fault is ours; DOMException AbortError when `signal` ends it
 */
export async function runConfined(
  input: Uint8Array,
  { entry, rights, limits, signal, choose = start => start() }: ConfinedRun,
): Promise<Buffer | undefined> {
  signal?.throwIfAborted();
  const child = choose(() => startConfined(entry, rights, limits));
  const giveUp = (): void => void child.kill('SIGKILL');
  const deadline = setTimeout(giveUp, limits.timeMs);
  const silence = limits.silenceMs === undefined ? undefined : setTimeout(giveUp, limits.silenceMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      silence?.refresh();
      size += chunk.length;
      if (size > limits.answerBytes) giveUp();
      else chunks.push(chunk);
    });
    child.stdin.end(input);
    const end = await new Promise<{ readonly code: number | null }>((resolve, reject) => {
      child.once('error', cause => reject(new ReaderFault(`${basename(entry)} does not start`, { cause })));
      child.once('close', code => resolve({ code }));
    });
    signal?.throwIfAborted();
    // Ended by a signal: by us, by the operating system for want of memory, or by itself when the heap was
    // full.
    if (end.code === null) return undefined;
    if (end.code !== 0) throw new ReaderFault(`${basename(entry)} ended with code ${end.code}`);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(deadline);
    clearTimeout(silence);
    signal?.removeEventListener('abort', giveUp);
  }
}

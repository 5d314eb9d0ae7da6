import { basename } from 'node:path';
import { startConfined, type ConfinedProcess, type MemoryLimits } from '../platform/confined-process';

/** The resource limits of one document; beyond any of these it is too hard. */
export interface ConfinedLimits extends MemoryLimits {
  readonly timeMs: number;
  /** How long it may run without output; unlimited if its only output is the answer. */
  readonly silenceMs?: number;
  readonly answerBytes: number;
}

/** The process ended in a way that a retry may fix: it couldn't be started, or its libraries are missing. */
export class ReaderFault extends Error {
  override readonly name = 'ReaderFault';
  /** Its message is only ours. */
  readonly isMessageSafe = true;
}

/** The process to run, and its limits. */
export interface ConfinedRun {
  /** The path of its module, without extension. */
  readonly entry: string;
  readonly rights: ReadonlyArray<'addons' | 'worker'>;
  readonly limits: ConfinedLimits;
  /** Ends the run. */
  readonly signal: AbortSignal | undefined;
  /** Provides the process; by default it is started as above. */
  readonly choose?: (start: () => ConfinedProcess) => ConfinedProcess;
}

/**
 * Sends bytes to a confined process, and returns its whole answer.
 * @returns `undefined` if the document exceeded a limit, or ended the process
 * @throws ReaderFault if the fault is ours; DOMException AbortError if `signal` ends it
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
    // Ended by a signal: from us, from the operating system for lack of memory, or from itself when the heap
    // was full.
    if (end.code === null) return undefined;
    if (end.code !== 0) throw new ReaderFault(`${basename(entry)} ended with code ${end.code}`);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(deadline);
    clearTimeout(silence);
    signal?.removeEventListener('abort', giveUp);
  }
}

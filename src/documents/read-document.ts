import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentBytesMax } from '../domain/auth-checks/limits';
import { parseReading, type Reading } from './parse-reading';

/** What one document may take of the machine; past any of these it is refused as `tooHard`. */
export interface ReadingLimits {
  readonly timeMs: number;
  /** Of the process's heap. */
  readonly heapMegabytes: number;
  /** Of the process as a whole, pictures included; looked at twice a second, on Linux only. */
  readonly memoryMegabytes: number;
  readonly answerBytes: number;
}

/** A page of a scan takes about 8 s; a document has 25 pages at most. */
export const readingLimits: ReadingLimits = {
  timeMs: 5 * 60_000,
  heapMegabytes: 512,
  memoryMegabytes: 1_500,
  answerBytes: 32 * 1024 * 1024,
};

const memoryLookMs = 500;
const root = join(__dirname, '../..');
const pageBytes = 4096;

/** The process as compiled beside this file, else its source, which Node runs as it is. */
function processPath(): string {
  const compiled = join(__dirname, 'reader-process.mjs');
  return existsSync(compiled) ? compiled : join(__dirname, 'reader-process.mts');
}

/** The folder that holds the libraries: above `dist` where this runs compiled. */
function libraryRoots(): string[] {
  return [root, join(root, '..')].filter(folder => existsSync(join(folder, 'node_modules')));
}

async function residentMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return (Number(text.split(' ')[1]) * pageBytes) / (1024 * 1024);
}

/** The reader process ended where a retry may help: it could not be started, or its libraries are not there. */
export class ReaderFault extends Error {
  override readonly name = 'ReaderFault';
  /** Its words are ours alone. */
  readonly isMessageSafe = true;
}

/**
 * Reads a document in a process of its own, which has a small heap, none of our environment and no right but to read the
 * libraries: what customers upload may have been made to break its reader. A thread would share our memory and die
 * with us. Words of the process's own (standard error) may quote the document and are dropped.
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
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${limits.heapMegabytes}`,
      '--disable-warning=SecurityWarning',
      '--permission',
      // The canvas is native code, and the recogniser works in a thread.
      '--allow-addons',
      '--allow-worker',
      ...libraryRoots().map(folder => `--allow-fs-read=${folder}`),
      processPath(),
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const giveUp = (): void => void child.kill('SIGKILL');
  const deadline = setTimeout(giveUp, limits.timeMs);
  const memory = setInterval(() => {
    if (child.pid === undefined) return;
    void residentMegabytes(child.pid).then(used => {
      if (used > limits.memoryMegabytes) giveUp();
    });
  }, memoryLookMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.answerBytes) giveUp();
      else chunks.push(chunk);
    });
    // A process that ends early closes its input; what it then says is looked at below.
    child.stdin.on('error', () => undefined);
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
    clearInterval(memory);
    signal?.removeEventListener('abort', giveUp);
  }
}

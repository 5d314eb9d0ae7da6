import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { watchMemory } from './watch-memory';

/** What a confined process may hold of memory. */
export interface MemoryLimits {
  /** Of its heap. */
  readonly heapMegabytes: number;
  /** Of the process as a whole, pictures included. */
  readonly memoryMegabytes: number;
}

/** A process that is fed by its standard input and answers by its standard output. */
export type ConfinedProcess = ChildProcessByStdio<Writable, Readable, null>;

/** The folder of the libraries' `node_modules`: the nearest one above, wherever this runs compiled. */
function projectFolder(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'node_modules')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** What a process may read: its own folder and the libraries. */
function readablePaths(entry: string): string[] {
  const project = projectFolder();
  return [dirname(entry), join(project, 'node_modules'), join(project, 'package.json')];
}

/** A file as compiled, else its source, which Node runs as it is. */
function pathOf(entry: string): string {
  return existsSync(`${entry}.mjs`) ? `${entry}.mjs` : `${entry}.mts`;
}

/**
 * Starts a process that opens what strangers have sent. It has a small heap, none of our environment, and no
 * right but to read itself and the libraries (Node 24 cannot forbid it the network: it has no secret to
 * send). A thread would share our memory and die with us. Words of the process's own (standard error) may
 * quote a document and are dropped.
 * @param entry the path of its module, without the ending; it may read the folder of that
 * @param rights what it needs beyond: native code, threads
 * @param words what it is told when it starts
 */
export function startConfined(
  entry: string,
  rights: ReadonlyArray<'addons' | 'worker'>,
  { heapMegabytes, memoryMegabytes }: MemoryLimits,
  words: readonly string[] = [],
): ConfinedProcess {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMegabytes}`,
      '--disable-warning=SecurityWarning',
      '--permission',
      ...rights.map(right => `--allow-${right}`),
      ...readablePaths(entry).map(path => `--allow-fs-read=${path}`),
      pathOf(entry),
      ...words,
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const endWatch = watchMemory(child, memoryMegabytes);
  child.once('close', endWatch).once('error', endWatch);
  // A process that ends early closes its input; what it then says is looked at by whoever started it.
  child.stdin.on('error', () => undefined);
  return child;
}

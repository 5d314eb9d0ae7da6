import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { watchMemory } from './watch-memory';

/** The memory limits of a confined process. */
export interface MemoryLimits {
  /** For its heap. */
  readonly heapMegabytes: number;
  /** For the whole process, including images. */
  readonly memoryMegabytes: number;
}

/** A process that reads its standard input and answers on its standard output. */
export type ConfinedProcess = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Returns the folder of the libraries' `node_modules`: the nearest one above, wherever the compiled code
 * runs.
 */
function projectFolder(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'node_modules')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** Returns what a process may read: its own folder and the libraries. */
function readablePaths(entry: string): string[] {
  const project = projectFolder();
  return [dirname(entry), join(project, 'node_modules'), join(project, 'package.json')];
}

/** Returns a file as compiled, otherwise its source, which Node runs directly. */
function pathOf(entry: string): string {
  return existsSync(`${entry}.mjs`) ? `${entry}.mjs` : `${entry}.mts`;
}

/**
 * Starts a process that opens untrusted files. It has a small heap, none of our environment, and no rights
 * except reading itself and the libraries (Node 24 can't block the network: there is no secret to send). A
 * thread would share our memory and crash with us. Its standard error may quote a document and is discarded.
 * @param entry the path of its module, without extension; it may read that folder
 * @param rights additional rights: native code, threads
 * @param words its arguments
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
  // A process that ends early closes its input; its starter handles the result.
  child.stdin.on('error', () => undefined);
  return child;
}

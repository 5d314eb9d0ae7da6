import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordRequestKind } from '../domain/record-requests/record-request';
import { watchMemory } from '../platform/watch-memory';
import type { StubDeliverableInput } from './deliverables/stub-deliverable';

/** A stub file that is to be drawn. */
export interface StubFile {
  readonly kind: RecordRequestKind;
  readonly input: StubDeliverableInput;
}

/** Draws stub files. */
export interface StubRenderer {
  /** The bytes of a stub file: of the same one always the same. @throws RenderFault where a retry may help */
  readonly render: (file: StubFile) => Promise<Uint8Array>;
}

/** What drawing may take of the machine. */
export interface RenderLimits {
  /** Of one file. */
  readonly timeMs: number;
  readonly heapMegabytes: number;
  /** Of the process as a whole. */
  readonly memoryMegabytes: number;
  /** After so long without a file the process ends. */
  readonly idleMs: number;
}

/** A file takes a tenth of a second. */
export const renderLimits: RenderLimits = {
  timeMs: 30_000,
  heapMegabytes: 256,
  memoryMegabytes: 512,
  idleMs: 60_000,
};

/** The process that draws was ended, or does not start. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
  /** Its words are ours alone. */
  readonly isMessageSafe = true;
}

/** Starts the compiled process, or its source with tsx. */
function startProcess({ heapMegabytes, memoryMegabytes }: RenderLimits): ChildProcess {
  const compiled = join(__dirname, 'render-process.js');
  const isCompiled = existsSync(compiled);
  const child = fork(isCompiled ? compiled : join(__dirname, 'render-process.ts'), [], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`, ...(isCompiled ? [] : ['--require', 'tsx/cjs'])],
    // Where tsx is found.
    cwd: join(__dirname, '../..'),
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const endWatch = watchMemory(child, memoryMegabytes);
  // Kept to the end: an error that nobody listens to would be thrown.
  child.once('exit', endWatch).on('error', endWatch);
  // It ends with us, and does not keep us.
  child.unref();
  child.channel?.unref();
  return child;
}

async function ask(child: ChildProcess, file: StubFile, timeMs: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const onExit = (): void => reject(new RenderFault('the process that draws stub files has ended'));
  const onError = (cause: unknown): void =>
    reject(new RenderFault('the process that draws stub files cannot be asked', { cause }));
  const deadline = setTimeout(() => child.kill('SIGKILL'), timeMs);
  child.on('message', resolve).on('exit', onExit).on('error', onError);
  try {
    child.send(file, error => {
      if (error !== null) onError(error);
    });
    return await promise;
  } finally {
    clearTimeout(deadline);
    child.off('message', resolve).off('exit', onExit).off('error', onError);
  }
}

/**
 * Draws stub files in a process of their own, started with the first one, so that drawing holds up no search:
 * one file after the other, in bounded memory. A process that was ended is made anew with the next file.
 */
export function createStubRenderer(limits: RenderLimits = renderLimits): StubRenderer {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function renderNow(file: StubFile): Promise<Uint8Array> {
    clearTimeout(idle);
    if (child?.connected !== true) child = startProcess(limits);
    const asked = child;
    try {
      return await ask(asked, file, limits.timeMs);
    } catch (error) {
      asked.kill('SIGKILL');
      child = undefined;
      throw error;
    } finally {
      idle = setTimeout(() => child?.disconnect(), limits.idleMs).unref();
    }
  }

  return {
    render: file => {
      const rendering = last.then(() => renderNow(file));
      last = rendering.catch(() => undefined);
      return rendering;
    },
  };
}

import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordRequestKind } from '../domain/record-requests/record-request';
import { watchMemory } from '../platform/watch-memory';
import type { StubDeliverableInput } from './deliverables/stub-deliverable';

/** A stub file to draw. */
export interface StubFile {
  readonly kind: RecordRequestKind;
  readonly input: StubDeliverableInput;
}

/** Draws stub files. */
export interface StubRenderer {
  /**
   * Returns the bytes of a stub file, always the same for the same file. @throws RenderFault if a retry may
   * help
   */
  readonly render: (file: StubFile) => Promise<Uint8Array>;
}

/** The resource limits of drawing. */
export interface RenderLimits {
  /** Per file. */
  readonly timeMs: number;
  readonly heapMegabytes: number;
  /** For the whole process. */
  readonly memoryMegabytes: number;
  /** The process ends after this long without a file. */
  readonly idleMs: number;
}

/** A file takes a tenth of a second. */
export const renderLimits: RenderLimits = {
  timeMs: 30_000,
  heapMegabytes: 256,
  memoryMegabytes: 512,
  idleMs: 60_000,
};

/** The drawing process was ended, or doesn't start. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
  /** Its message is only ours. */
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
  // Kept to the end, because an error without a listener would be thrown.
  child.once('exit', endWatch).on('error', endWatch);
  // It ends with us, and doesn't keep us alive.
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
 * Draws stub files in a separate process, started with the first one, so that drawing doesn't delay searches:
 * one file after the other, with limited memory. An ended process is restarted with the next file.
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

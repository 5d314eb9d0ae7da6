/** Runs the stack's command on the stand-ins and looks at what it leaves behind. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { isRunning, type ProcessIdentity } from '../../stack/run/process-identity';
import {
  processesFileSchema,
  stackFileSchema,
  stateFolderAt,
  type ProcessesFile,
  type StackFile,
} from '../../stack/run/state-folder';
import { typescriptArguments } from '../../stack/run/typescript-arguments';
import { within } from '../support/until';

const root = resolve(__dirname, '../..');
const command = join(__dirname, 'stand-ins', 'stack.ts');

/** What a command printed and how it ended. */
export interface Result {
  readonly code: number | null;
  readonly output: string;
}

/** A command that was started. */
export interface Running {
  readonly pid: number;
  readonly ended: Promise<Result>;
  /** Settles when the text has been written. */
  untilPrinted(text: string): Promise<void>;
}

/** Starts the command; `prefix` goes before it (to become someone else). */
export function startCommand(
  args: readonly string[],
  options: { prefix?: readonly string[]; environment?: Readonly<Record<string, string>> } = {},
): Running {
  const line = [...(options.prefix ?? []), process.execPath, ...typescriptArguments, command, ...args];
  const [program = process.execPath, ...rest] = line;
  // The services of the test run aren't this stack's.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TEST_|TEMPORAL_|S3_|DATABASE_)/.test(name),
  );
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<Result>(settle => {
    child.once('close', code => settle({ code, output }));
  });
  return {
    pid: child.pid ?? 0,
    ended,
    untilPrinted: text => {
      const heard = new Promise<void>((settle, fail) => {
        const look = (): void => {
          if (output.includes(text)) settle();
        };
        listeners.add(look);
        look();
        void ended.then(() => fail(new Error(`It ended without printing "${text}":\n${output}`)));
      });
      return within(`"${text}" to be printed`, heard, () => output.slice(-500), 60_000);
    },
  };
}

/** Runs the command to its end. */
export function runCommand(...args: readonly string[]): Promise<Result> {
  return startCommand(args).ended;
}

/** Creates a state folder for one test; its disposal stops what still runs there. */
export async function makeState(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'recordwell-stack-'));
  const path = join(folder, 'state');
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await runCommand('stop', '--state', path);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reads `processes.json` of a state folder. */
export function readProcesses(state: string): ProcessesFile {
  return processesFileSchema.parse(JSON.parse(readFileSync(stateFolderAt(state).processesFile, 'utf8')));
}

/** Reads `stack.json` of a state folder. */
export function readStack(state: string): StackFile {
  return stackFileSchema.parse(JSON.parse(readFileSync(stateFolderAt(state).stackFile, 'utf8')));
}

/** Returns every process of a stack, the supervisor first. */
export function everyProcess(state: string): ProcessIdentity[] {
  const { supervisor, children } = readProcesses(state);
  return [supervisor, ...children.map(child => child.identity)];
}

/** Returns the processes that run. */
export function running(processes: readonly ProcessIdentity[]): ProcessIdentity[] {
  return processes.filter(isRunning);
}

/** Runs one statement as the application's user. */
export async function query(state: string, text: string, values: readonly string[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: readStack(state).databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

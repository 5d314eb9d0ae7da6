import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StackError } from '../../stack/run/stack-error';

const execute = promisify(execFile);
const linesTold = 40;
const outputMaxBytes = 64 * 1024 * 1024;

/** The folder and the additional environment of a program. */
interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the output of a failed program: compilers report errors on either stream. */
function outputOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('stdout' in error) || !('stderr' in error))
    return String(error);
  return `${String(error.stdout)}\n${String(error.stderr)}`.trim().split('\n').slice(-linesTold).join('\n');
}

/**
 * Runs a program silently.
 * @throws StackError with its last lines if it fails
 */
export async function run(line: readonly string[], { cwd, env = {} }: RunOptions = {}): Promise<void> {
  const [command = '', ...args] = line;
  const options = { maxBuffer: outputMaxBytes, env: { ...process.env, ...env } };
  await execute(command, args, cwd === undefined ? options : { ...options, cwd }).catch((error: unknown) => {
    throw new StackError(`${line.join(' ').slice(0, 200)}\n${outputOf(error)}`);
  });
}

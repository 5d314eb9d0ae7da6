/** Starts processes for the tools: TypeScript files of the project, and npm scripts. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { typescriptArguments } from '../run/typescript-arguments';

/** The folder of package.json. */
export const projectRoot = join(__dirname, '../..');

/** Returns the Node arguments to run a TypeScript file by its path in the project. */
export function toolCommand(file: string, args: readonly string[]): [string, string[]] {
  return [process.execPath, [...typescriptArguments, join(projectRoot, file), ...args]];
}

async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/**
 * Runs a TypeScript file in a separate process group: Ctrl-C reaches only the caller, which may need the same
 * tools to clean up.
 * @returns its standard output
 * @throws with its standard error if it fails
 */
export async function runTool(file: string, args: readonly string[]): Promise<string> {
  const [command, rest] = toolCommand(file, args);
  const child = spawn(command, rest, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  if ((await exitCode(child)) !== 0) throw new Error(`${file} failed: ${complaint.trim()}`);
  return output;
}

/** Runs an npm script with its output on standard error or discarded. @returns its exit code */
export async function runNpm(
  args: readonly string[],
  { environment = {}, isQuiet = false }: { environment?: NodeJS.ProcessEnv; isQuiet?: boolean } = {},
): Promise<number> {
  const child = spawn('npm', [...args], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: isQuiet ? 'ignore' : ['ignore', 2, 2],
  });
  return exitCode(child);
}

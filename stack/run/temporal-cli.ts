/**
 * `npm run temporal -- …`: Temporal's own command line for the Temporal of a stack, with its codec server to
 * decrypt payloads. Both are set in its environment, so all arguments go to Temporal.
 */
import { spawn } from 'node:child_process';
import { readJsonFile } from './json-file';
import { findPrograms } from './programs';
import { explain, StackError } from './stack-error';
import { stackFileSchema, stateFolderAt, usualState } from './state-folder';
import { complain } from './terminal';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

async function run(args: readonly string[]): Promise<number> {
  const folder = stateFolderAt(usualState(process.env));
  const stack = readJsonFile(folder.stackFile, stackFileSchema);
  if (stack === undefined)
    throw new StackError(
      `No stack was ever ready in ${folder.path}. Start one with \`npm start\`, or set ` +
        "RECORDWELL_STATE to another stack's folder.",
    );
  const programOf = await findPrograms(['temporal'], { report: () => undefined });
  const codec = stack.codec === '' ? {} : { TEMPORAL_CODEC_ENDPOINT: stack.codec };
  const env = { ...process.env, TEMPORAL_ADDRESS: stack.temporalAddress, ...codec };
  const child = spawn(programOf('temporal'), [...args], { stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => resolve(code ?? 1));
  });
}

surviveClosedPipe();
void run(process.argv.slice(2)).then(
  code => {
    process.exitCode = code;
  },
  (error: unknown) => {
    complain(explain(error));
    process.exitCode = 1;
  },
);

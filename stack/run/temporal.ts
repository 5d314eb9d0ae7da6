/** A Temporal development server: the real server, with its data in one SQLite file or in memory. */
import { hooksOf, plainEnvironment, startChild, type Child, type ChildHooks } from './child';
import { freePort, onFreePorts } from './ports';
import { answersOk, waitUntilReady } from './readiness';

const readyTimeoutMs = 60_000;
const stopGraceMs = 10_000;

/** The settings of a server. */
export interface TemporalOptions extends ChildHooks {
  /** The path of `temporal`. */
  readonly program: string;
  readonly port: number;
  /** Absent to keep data in memory. */
  readonly databaseFile?: string;
  /** Absent for no web UI. */
  readonly ui?: { readonly port: number; readonly codecEndpoint?: string };
  /** Server limits to override, by their names in the dynamic configuration. */
  readonly limits?: Readonly<Record<string, number>>;
}

/** A running server with the namespace `default`. */
export interface Temporal {
  readonly child: Child;
  /** The frontend's `host:port`. */
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 and waits until its namespace is ready.
 * @throws StackError with the server's last lines if it doesn't start
 */
export function startTemporal(options: TemporalOptions): Promise<Temporal> {
  return onFreePorts(() => startOnce(options));
}

async function startOnce(options: TemporalOptions): Promise<Temporal> {
  const httpPort = await freePort();
  const file =
    options.databaseFile === undefined
      ? []
      : // The defaults flush the whole store at every step: 7 workflows a second instead of 52.
        ['--db-filename', options.databaseFile].concat(
          ['--sqlite-pragma', 'journal_mode=wal'],
          ['--sqlite-pragma', 'synchronous=normal'],
        );
  const ui =
    options.ui === undefined
      ? ['--headless']
      : ['--ui-port', String(options.ui.port), '--ui-ip', '127.0.0.1'].concat(
          options.ui.codecEndpoint === undefined ? [] : ['--ui-codec-endpoint', options.ui.codecEndpoint],
        );
  const limits = Object.entries(options.limits ?? {}).flatMap(([name, limit]) => [
    '--dynamic-config-value',
    `${name}=${limit}`,
  ]);
  const child = await startChild({
    name: 'temporal',
    command: options.program,
    args: ['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(options.port)].concat(
      ['--http-port', String(httpPort), '--metrics-port', String(await freePort())],
      ['--namespace', 'default', '--log-level', 'warn', '--color', 'never'],
      // The user's settings may be for another Temporal.
      ['--disable-config-file', '--disable-config-env'],
      file,
      ui,
      limits,
    ),
    env: plainEnvironment(),
    ...hooksOf(options),
  });
  try {
    const namespaceUrl = `http://127.0.0.1:${httpPort}/api/v1/namespaces/default`;
    await waitUntilReady(child, () => answersOk(namespaceUrl), readyTimeoutMs);
  } catch (error) {
    await child.stop('SIGKILL', 1_000);
    throw error;
  }
  return { child, address: `127.0.0.1:${options.port}`, stop: () => child.stop('SIGTERM', stopGraceMs) };
}

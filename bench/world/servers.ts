/**
 * The measured processes: compiled files, run by this Node, with their output in a file as under a service
 * manager. The product's processes run as in a deployment, with `NODE_ENV=production` and the documented
 * limits.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../../stack/run/ports';
import type { BenchContext } from '../bench';
import { builtFile, minimalBundlePath } from './build';
import type { BenchServices } from './services';

const readyTimeoutMs = 30_000;
const stopGraceMs = 10_000;
const pollMs = 50;

/** The settings of a process. */
export interface ServerSpec {
  readonly name: string;
  /** The path of the compiled file in the project. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Whether it's the measured process, not a comparator or customer. `--profile` then creates its CPU
   * profile.
   */
  readonly isProduct?: boolean;
  /** The URL that shows readiness by any response. */
  readonly readyUrl: string;
  /** Its log file. */
  readonly folder: string;
}

/** A running HTTP server. */
export interface HttpServer {
  readonly url: string;
  readonly pid: number;
}

async function waitUntilReady(child: ChildProcess, spec: ServerSpec, logFile: string): Promise<void> {
  const deadline = performance.now() + readyTimeoutMs;
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(spec.readyUrl).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined && response.status !== 503) return;
    await delay(pollMs);
  }
  child.kill('SIGKILL');
  throw new Error(`${spec.name} didn't become ready:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
}

/** Starts a process, stops it after the bench, and waits until it's ready. @returns its process ID */
export async function startServer({ onEnd, profiles }: BenchContext, spec: ServerSpec): Promise<number> {
  const logFile = join(spec.folder, `${spec.name}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const { PATH, HOME } = process.env;
  const profiling =
    profiles === undefined || spec.isProduct !== true
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${spec.name}.cpuprofile`];
  const child = spawn(process.execPath, [...profiling, builtFile(spec.file)], {
    env: { PATH, HOME, NODE_ENV: 'production', ...spec.environment },
    // Not the project's folder, because a `.env` file there is for development.
    cwd: spec.folder,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = once(child, 'exit');
  onEnd(async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
    await ended;
    clearTimeout(timer);
  });
  await waitUntilReady(child, spec, logFile);
  return child.pid ?? 0;
}

/** Starts an API. */
export async function startApi(
  context: BenchContext,
  { environment, folder }: BenchServices,
  name = 'api',
): Promise<HttpServer> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const pid = await startServer(context, {
    name,
    file: 'src/main/api.js',
    isProduct: true,
    environment: { ...environment, API_PORT: String(port), OPS_PORT: String(opsPort) },
    readyUrl: `${opsUrl}/readyz`,
    folder,
  });
  return { url: `http://127.0.0.1:${port}`, pid };
}

/** Starts a worker for all queues. @param settings override those of the services */
export async function startWorker(
  context: BenchContext,
  { environment, folder }: BenchServices,
  settings: Readonly<Record<string, string>> = {},
): Promise<number> {
  const opsPort = await freePort();
  return startServer(context, {
    name: 'worker',
    file: 'src/main/worker.js',
    isProduct: true,
    environment: { ...environment, ...settings, OPS_PORT: String(opsPort) },
    readyUrl: `http://127.0.0.1:${opsPort}/readyz`,
    folder,
  });
}

/** Starts the comparator for the API's two most frequent calls. */
export async function startBareApi(context: BenchContext, services: BenchServices): Promise<HttpServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const pid = await startServer(context, {
    name: 'bare-api',
    file: 'bench/servers/bare-api.js',
    environment: { ...services.environment, API_PORT: String(port) },
    readyUrl: `${url}/`,
    folder: services.folder,
  });
  return { url, pid };
}

const answerSchema = z.object({ ms: z.number() });

/**
 * Starts the comparator for durable deliveries.
 * @returns runs this many workflows with one activity each; resolves with the milliseconds until the last one
 * has finished
 */
export async function startMinimalWorker(
  context: BenchContext,
  services: BenchServices,
): Promise<(count: number) => Promise<number>> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await startServer(context, {
    name: 'minimal-worker',
    file: 'bench/servers/minimal-worker.js',
    environment: {
      PORT: String(port),
      TEMPORAL_ADDRESS: services.temporalAddress,
      BUNDLE: minimalBundlePath,
    },
    readyUrl: url,
    folder: services.folder,
  });
  return async count => {
    const response = await fetch(`${url}/run?count=${count}`, { method: 'POST' });
    return answerSchema.parse(await response.json()).ms;
  };
}

const statusesSchema = z.record(z.string(), z.number());

/**
 * Starts a customer that sends its worst requests within its limit, in a separate process, so that its
 * reading doesn't slow down the measuring process.
 * @returns runs it for this many seconds; resolves with the number of its responses by status
 */
export async function startGreedyCustomer(
  context: BenchContext,
  services: BenchServices,
  victim: { readonly target: string; readonly key: string },
): Promise<(seconds: number) => Promise<Readonly<Record<string, number>>>> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await startServer(context, {
    name: 'greedy-customer',
    file: 'bench/servers/greedy-customer.js',
    environment: { PORT: String(port), TARGET: victim.target, KEY: victim.key },
    readyUrl: url,
    folder: services.folder,
  });
  return async seconds => {
    const response = await fetch(`${url}/run?seconds=${seconds}`, { method: 'POST' });
    return statusesSchema.parse(await response.json());
  };
}

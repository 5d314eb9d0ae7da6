/** One chaos run from the start of its own stack to the verdict. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateFolderAt, type StateFolder } from '../../src/stack/state-folder';
import { openDatabase, type Executor } from '../../src/store/database';
import { chance } from '../demo/chance';
import { createCustomer } from '../demo/customer';
import { startReceiver } from '../demo/own-receiver';
import { runNpm } from '../demo/run-tool';
import { readStackFile } from '../demo/stack-file';
import { checkChaos } from './check';
import { drain } from './drain';
import { keepDown, killAtRandom } from './kill';
import { startLoad } from './load';

/** How a run is made. */
export interface ChaosOptions {
  /** How often each part is killed. */
  readonly kills: number;
  /** Given: Temporal is kept down for this long under load, and nothing else is killed. */
  readonly temporalDownMs: number | undefined;
  /** The longest wait between two kills. */
  readonly pauseMaxMs: number;
  readonly seed: number;
  /** The share of posts that the receiver answers with 500. */
  readonly failShare: number;
  /** A retrieval begins every so often. */
  readonly everyMs: number;
  /** How long the service may take to become quiet afterwards. */
  readonly drainMs: number;
  readonly isQuiet: boolean;
  readonly tell: (line: string) => void;
}

/** What came of a run. */
export interface ChaosReport {
  /** Empty when everything held. */
  readonly problems: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

async function disturb(folder: StateFolder, options: ChaosOptions): Promise<number> {
  const { temporalDownMs, kills: each, pauseMaxMs, seed, tell } = options;
  if (temporalDownMs === undefined)
    return killAtRandom(folder, { each, pauseMaxMs, draw: chance(seed) }, tell);
  tell(`Temporal is down for ${temporalDownMs / 1000} s`);
  return keepDown(folder, 'temporal', temporalDownMs);
}

async function run(folder: StateFolder, db: Executor, options: ChaosOptions): Promise<ChaosReport> {
  const { tell } = options;
  const stack = readStackFile(folder.path);
  const receiver = await startReceiver(folder.path, {
    args: ['--fail-share', String(options.failShare), '--seed', String(options.seed)],
  });
  try {
    const customer = createCustomer({
      api: stack.api,
      key: stack.sandboxKey,
      companyId: stack.companyId,
      projectId: stack.sandboxProjectId,
    });
    const startedAt = performance.now();
    const load = startLoad(customer, options.everyMs);
    const kills = await disturb(folder, options);
    const acknowledgedMeanwhile = load.acknowledged.length;
    const disturbedMs = performance.now() - startedAt;
    tell(`calm; ${acknowledgedMeanwhile} patients were acknowledged meanwhile`);
    await load.finish();
    tell('every call is acknowledged; waiting for the service to become quiet');
    const { rows, unfinished, retriedByHand } = await drain(
      db,
      folder,
      stack.temporalAddress,
      options.drainMs,
    );
    const { receipts } = receiver;
    const problems = checkChaos({ acknowledged: load.acknowledged, receipts, rows });
    const figures = {
      kills,
      disturbedSeconds: Math.round(disturbedMs / 1000),
      patients: rows.patients.length,
      acknowledgedMeanwhile,
      recordRequests: rows.requests.length,
      events: rows.events.length,
      attempts: receipts.length,
      refusedByReceiver: receipts.filter(({ answered }) => answered >= 300).length,
      receivedAgain:
        receipts.filter(({ answered }) => answered < 300).length -
        new Set(receipts.filter(({ answered }) => answered < 300).map(({ headerId }) => headerId)).size,
      retriedByHand,
      callsMadeAgain: load.retries(),
      slowestAcknowledgementMs: Math.round(load.slowestAcknowledgementMs()),
      secondsToQuiet: Math.round((performance.now() - startedAt - disturbedMs) / 1000),
      unfinished,
    };
    return { problems, figures };
  } finally {
    await receiver.stop();
  }
}

/** Makes one run on a stack of its own, which it stops; its folder stays when something did not hold. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport & { readonly state: string }> {
  const state = await mkdtemp(join(tmpdir(), 'recordwell-chaos-'));
  const folder = stateFolderAt(state);
  const npm = { environment: { RATE_LIMIT_COMPANY: '1000000' }, isQuiet: options.isQuiet };
  let isGood = false;
  try {
    const start = ['start', '--silent', '--', '--detach', '--state', state, '--ports', 'auto'];
    if ((await runNpm([...start, '--restarts', '100000'], npm)) !== 0)
      throw new Error(`The stack did not start; its logs are in ${folder.logs}.`);
    const db = openDatabase({
      url: readStackFile(state).databaseUrl,
      poolMax: 3,
      statementTimeoutMs: 20_000,
      acquireTimeoutMs: 20_000,
      applicationName: 'recordwell chaos',
    });
    try {
      const report = await run(folder, db, options);
      isGood = report.problems.length === 0;
      return { ...report, state };
    } finally {
      await db.destroy();
    }
  } finally {
    await runNpm(['stop', '--silent', '--', '--state', state], npm);
    if (isGood) await rm(state, { recursive: true, force: true });
  }
}

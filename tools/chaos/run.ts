/** One chaos run, from starting its own stack to the verdict. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets } from '../../stack/run/secrets';
import { stateFolderAt, type StateFolder } from '../../stack/run/state-folder';
import { openDatabase, type Executor } from '../../src/store/database';
import { chance } from '../../stack/demo/chance';
import { createCustomer, type Account, type Customer } from '../../stack/demo/customer';
import { startReceiver, type OwnReceiver } from '../../stack/demo/own-receiver';
import { runNpm, toolCommand } from '../../stack/demo/run-tool';
import { readStackFile } from '../../stack/demo/stack-file';
import { checkChaos } from './check';
import { drain } from './drain';
import { keepDown, killAtRandom, type Victim } from './kill';
import { registerBacklog, startLoad } from './load';
import { projectPurposes } from '../../src/domain/projects/project';

/** The options of a run. */
export interface ChaosOptions {
  /** The parts to kill. */
  readonly parts: readonly Victim[];
  /** How often each part is killed. */
  readonly kills: number;
  /** If set, Temporal is kept down for this long under load, and nothing else is killed. */
  readonly temporalDownMs: number | undefined;
  /** The longest wait between two kills. */
  readonly pauseMaxMs: number;
  readonly seed: number;
  /** The share of posts that the receiver answers with 500. */
  readonly failShare: number;
  /** Searches of a live project, by rosters, in place of whole retrievals of a sandbox one. */
  readonly isLive: boolean;
  /** The events that wait when the kills begin, for a receiver that stood still. */
  readonly pending: number;
  /** The interval between retrievals. */
  readonly everyMs: number;
  /** How long the service may take to become idle afterward. */
  readonly drainMs: number;
  readonly isQuiet: boolean;
  readonly tell: (line: string) => void;
}

/** The result of a run. */
export interface ChaosReport {
  /** Empty if everything is correct. */
  readonly problems: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

async function disturb(folder: StateFolder, options: ChaosOptions): Promise<number> {
  const { temporalDownMs, parts, kills: each, pauseMaxMs, seed, tell } = options;
  if (temporalDownMs === undefined)
    return killAtRandom(folder, { parts, each, pauseMaxMs, draw: chance(seed) }, tell);
  tell(`Temporal is down for ${temporalDownMs / 1000} s`);
  return keepDown(folder, 'temporal', temporalDownMs);
}

const partner = 'chaosnet';
/** Every search goes to the test partner, in files of a few seconds. */
const searchPartners = {
  rosters: [
    {
      name: partner,
      senderId: 'RECORDWELL',
      receiverId: 'CHAOSNET',
      usage: 'T',
      collectSeconds: 3,
      servesPurposes: projectPurposes,
      requires: 'nothing',
    },
  ],
  routes: ['siteSonar', 'patientHistories', 'ehrSearch'].map(search => ({ search, partner })),
};

/** Opens a live project that needs no authorization, with the partner's process. */
async function openLive(
  folder: StateFolder,
): Promise<{ readonly account: Account; readonly stop: () => void }> {
  const { api, companyId, productionKey, s3 } = readStackFile(folder.path);
  const projectId = 'chaos-live';
  const made = await fetch(`${api}/v0/companies/${companyId}/projects/${projectId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${productionKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Chaos live', purpose: 'CoveredTreatment' }),
  });
  if (!made.ok) throw new Error(`Creating the live project returned ${made.status}.`);
  const { s3AccessKeyId, s3SecretAccessKey } = loadSecrets(folder);
  const [command, args] = toolCommand('stack/test-partner/main.ts', [partner]);
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      S3_ENDPOINT: s3,
      S3_ACCESS_KEY_ID: s3AccessKeyId,
      S3_SECRET_ACCESS_KEY: s3SecretAccessKey,
    },
  });
  return { account: { api, key: productionKey, companyId, projectId }, stop: () => child.kill('SIGTERM') };
}

/** Registers patients while the receiver stands still, so that their events wait. */
async function fillQueue(
  customer: Customer,
  receiver: OwnReceiver,
  { pending, tell }: ChaosOptions,
): Promise<string[]> {
  if (pending === 0) return [];
  receiver.standStill();
  const backlog = await registerBacklog(customer, pending);
  tell(`${pending} patients are registered, and the receiver has stood still`);
  receiver.goOn();
  return backlog;
}

async function run(folder: StateFolder, db: Executor, options: ChaosOptions): Promise<ChaosReport> {
  const { tell, isLive } = options;
  const stack = readStackFile(folder.path);
  const receiver = await startReceiver(folder.path, {
    args: ['--fail-share', String(options.failShare), '--seed', String(options.seed)],
    environment: isLive ? 'production' : 'sandbox',
  });
  const live = isLive ? await openLive(folder) : undefined;
  try {
    const { api, companyId, sandboxKey: key, sandboxProjectId: projectId } = stack;
    const customer = createCustomer(live?.account ?? { api, key, companyId, projectId });
    const backlog = await fillQueue(customer, receiver, options);
    const startedAt = performance.now();
    const load = startLoad(customer, options.everyMs, isLive);
    const kills = await disturb(folder, options);
    const acknowledgedMeanwhile = load.acknowledged.length;
    const disturbedMs = performance.now() - startedAt;
    tell(`the kills are over; ${acknowledgedMeanwhile} patients were acknowledged in the meantime`);
    await load.finish();
    tell('every call is acknowledged; waiting for the service to become idle');
    const { rows, unfinished, retriedByHand } = await drain(
      db,
      folder,
      stack.temporalAddress,
      options.drainMs,
    );
    const { receipts } = receiver;
    const problems = checkChaos({ acknowledged: load.acknowledged, backlog, receipts, rows, isLive });
    const figures = {
      kills,
      waitingAtFirst: backlog.length,
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
    live?.stop();
    await receiver.stop();
  }
}

/** Runs once on its own stack, which it stops; its folder stays if something is wrong. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport & { readonly state: string }> {
  const state = await mkdtemp(join(tmpdir(), 'recordwell-chaos-'));
  const folder = stateFolderAt(state);
  const environment = {
    RATE_LIMIT_COMPANY: '1000000',
    ...(options.isLive ? { SEARCH_PARTNERS: JSON.stringify(searchPartners) } : {}),
  };
  const npm = { environment, isQuiet: options.isQuiet };
  let isGood = false;
  try {
    const start = ['start', '--silent', '--', '--detach', '--state', state, '--ports', 'auto'];
    if ((await runNpm([...start, '--restarts', '100000'], npm)) !== 0)
      throw new Error(`The stack didn't start. Its logs are in ${folder.logs}.`);
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

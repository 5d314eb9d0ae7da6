/** Kills only parts of a stack, each by the identity that its supervisor wrote down. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  isRunning,
  signalProcess,
  waitUntilGone,
  type ProcessIdentity,
} from '../../stack/run/process-identity';
import { processesFileSchema, type StateFolder } from '../../stack/run/state-folder';

/** The parts that are killed. */
export const victims = ['api', 'worker', 'postgres', 'temporal'] as const;
/** A part that is killed. */
export type Victim = (typeof victims)[number];

/** Returns the part with a name; `undefined` for an unknown one. */
export function victimOf(name: string): Victim | undefined {
  return victims.find(victim => victim === name);
}

const lookMs = 50;
const goneMs = 10_000;

function findRunning(folder: StateFolder, victim: Victim): ProcessIdentity | undefined {
  const { children } = processesFileSchema.parse(JSON.parse(readFileSync(folder.processesFile, 'utf8')));
  const identity = children.find(({ name }) => name === victim)?.identity;
  return identity !== undefined && isRunning(identity) ? identity : undefined;
}

/** Sends SIGKILL to a part as soon as it runs, and resolves when it is gone. */
async function killWhenUp(folder: StateFolder, victim: Victim): Promise<void> {
  for (;;) {
    const identity = findRunning(folder, victim);
    if (identity !== undefined && signalProcess(identity, 'SIGKILL')) {
      await waitUntilGone(identity, goneMs);
      return;
    }
    await delay(lookMs);
  }
}

/** Resolves when every part was started again; started isn't ready, so two can be down at once. */
async function untilAllStarted(folder: StateFolder): Promise<void> {
  while (victims.some(victim => findRunning(folder, victim) === undefined)) await delay(lookMs);
}

/** The parts to kill, how often each, and the longest pause between two kills; `draw` decides the order. */
export interface KillPlan {
  readonly parts: readonly Victim[];
  readonly each: number;
  readonly pauseMaxMs: number;
  readonly draw: () => number;
}

/** Kills according to a plan. @returns how often */
export async function killAtRandom(
  folder: StateFolder,
  { parts, each, pauseMaxMs, draw }: KillPlan,
  tell: (line: string) => void,
): Promise<number> {
  const left = parts.flatMap(victim => Array.from({ length: each }, () => victim));
  const total = left.length;
  while (left.length > 0) {
    const [victim] = left.splice(Math.floor(draw() * left.length), 1);
    await untilAllStarted(folder);
    await delay(draw() * pauseMaxMs);
    if (victim !== undefined) await killWhenUp(folder, victim);
    tell(`killed ${victim ?? ''} (${total - left.length} of ${total})`);
  }
  return total;
}

/** Kills a part whenever it is up, so that it stays down for this long. @returns how often */
export async function keepDown(folder: StateFolder, victim: Victim, forMs: number): Promise<number> {
  const until = performance.now() + forMs;
  let kills = 0;
  while (performance.now() < until) {
    const timer = delay(until - performance.now()).then(() => false);
    if (await Promise.race([killWhenUp(folder, victim).then(() => true), timer])) kills += 1;
  }
  return kills;
}

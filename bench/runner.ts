/** Runs benches one after the other. If one fails, the others still run. */
import type { Bench, BenchContext } from './bench';
import { figureLine, meetsBar, type Figure } from './measure/figures';

/** The options of the command line. */
export type RunOptions = Pick<BenchContext, 'isCheck' | 'rounds' | 'seconds' | 'rows' | 'profiles'>;

/** The outcome of a bench. */
export interface Outcome {
  readonly name: string;
  readonly seconds: number;
  readonly figures: readonly Figure[];
  /** What it couldn't run here, and why. */
  readonly leftOut: readonly string[];
  /** Why it failed; undefined if it completed. */
  readonly failure: string | undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs the stop functions of a bench, last first. If one fails, the others still run. */
async function endAll(stops: Array<() => Promise<void>>): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    await stop().catch((error: unknown) => console.error("Couldn't stop a part:", messageOf(error)));
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function runBench(
  bench: Bench,
  options: RunOptions,
  { log, strays }: { readonly log: (line: string) => void; readonly strays: NodeJS.EventEmitter },
): Promise<Outcome> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1_000;
  const stops: Array<() => Promise<void>> = [];
  const leftOut: string[] = [];
  const context: BenchContext = {
    ...options,
    sized: (timed, check) => (options.isCheck ? check : timed),
    tell: line => log(`${seconds().toFixed(1).padStart(6)} s  ${line}`),
    leaveOut: sentence => void leftOut.push(sentence),
    onEnd: stop => void stops.push(stop),
  };
  // An unhandled rejection, for example from a stopped server, would end the process with the remaining
  // benches.
  const stray = Promise.withResolvers<never>();
  strays.on('unhandledRejection', stray.reject);
  const stopAndExit = (): void => void endAll(stops).finally(() => process.exit(130));
  for (const signal of signals) process.once(signal, stopAndExit);
  const end = (figures: readonly Figure[], failure?: string): Outcome => {
    return { name: bench.name, seconds: seconds(), figures, leftOut, failure };
  };
  try {
    return end(await Promise.race([bench.run(context), stray.promise]));
  } catch (error) {
    return end([], messageOf(error));
  } finally {
    await endAll(stops);
    for (const signal of signals) process.off(signal, stopAndExit);
    strays.off('unhandledRejection', stray.reject);
  }
}

/** Returns the bars that a bench missed; in a check, only those that apply to short rounds. */
function missedOf({ figures }: Outcome, isCheck: boolean): readonly Figure[] {
  return figures.filter(figure => (!isCheck || figure.isExact) && !meetsBar(figure));
}

/** Whether a bench completed and missed no bar. */
export function isPassed(outcome: Outcome, isCheck: boolean): boolean {
  return outcome.failure === undefined && missedOf(outcome, isCheck).length === 0;
}

/**
 * Runs all benches, even if some fail, and logs their figures.
 * @param strays emits unhandled rejections
 */
export async function runBenches(
  benches: readonly Bench[],
  options: RunOptions,
  log: (line: string) => void,
  strays: NodeJS.EventEmitter = process,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const bench of benches) {
    log(`\n${bench.name}: ${bench.purpose}`);
    const outcome = await runBench(bench, options, { log, strays });
    if (outcome.failure !== undefined) log(`${bench.name} failed: ${outcome.failure}`);
    if (!options.isCheck) for (const figure of outcome.figures) log(figureLine(figure));
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The further lines of a failed comparison say what differs. They're in the log. */
function firstLineOf(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/**
 * Returns the last lines of a run: one for each bench, followed by why it failed, what it missed, and what it
 * left out.
 */
export function summaryOf(outcomes: readonly Outcome[], isCheck: boolean): readonly string[] {
  return outcomes.flatMap(outcome => {
    const { name, seconds, leftOut, failure } = outcome;
    return [
      `${isPassed(outcome, isCheck) ? 'ok  ' : 'FAIL'} ${name.padEnd(20)}${seconds.toFixed(1).padStart(7)} s`,
      ...(failure === undefined ? [] : [`     failed: ${firstLineOf(failure)}`]),
      ...missedOf(outcome, isCheck).map(figure => `     missed: ${figureLine(figure)}`),
      ...leftOut.map(sentence => `     left out: ${sentence}`),
    ];
  });
}

/** A run of several benchmarks when one fails. */
import { EventEmitter } from 'node:events';
import type { Bench } from '../../bench/bench';
import type { Figure } from '../../bench/measure/figures';
import { isPassed, runBenches, summaryOf, type RunOptions } from '../../bench/runner';

const timed: RunOptions = { isCheck: false, rounds: 1, seconds: 1, rows: undefined, profiles: undefined };
const check: RunOptions = { ...timed, isCheck: true };

const slow: Figure = { name: 'slow/p99', value: 900, unit: 'ms', bar: { atMost: 1 } };
const refused: Figure = { ...slow, name: 'wrong/refusals', unit: 'answers', isExact: true };

const bench = (name: string, run: Bench['run']): Bench => ({ name, purpose: `what ${name} is for`, run });
const measuring = (name: string, ...figures: Figure[]): Bench => bench(name, async () => figures);
const broken = bench('broken', async () => {
  throw new Error('The sides differ.\n+ ours\n- theirs');
});

async function summaryOfRun(benches: readonly Bench[], options: RunOptions): Promise<readonly string[]> {
  return summaryOf(await runBenches(benches, options, () => undefined), options.isCheck);
}

test('A failing benchmark ends only itself', async () => {
  const log: string[] = [];
  const outcomes = await runBenches([measuring('first'), broken, measuring('last', slow)], timed, line =>
    log.push(line),
  );
  expect(outcomes.map(({ name }) => name)).toEqual(['first', 'broken', 'last']);
  expect(outcomes.map(outcome => isPassed(outcome, false))).toEqual([true, false, false]);
  expect(outcomes[1]?.failure).toContain('- theirs');
  expect(log.join('\n')).toContain('"name":"slow/p99"');
});

test('The summary names each failed benchmark and why it failed', async () => {
  const lines = await summaryOfRun([measuring('first'), broken], timed);
  expect(lines).toEqual([
    expect.stringMatching(/^ok {3}first .* s$/),
    expect.stringMatching(/^FAIL broken .* s$/),
    '     failed: The sides differ.',
  ]);
});

test('What a benchmark started is stopped before the next one, last first, also after a failure', async () => {
  const ended: string[] = [];
  const starting = bench('starting', async ({ onEnd }) => {
    onEnd(async () => void ended.push('services'));
    onEnd(async () => {
      ended.push('server');
      throw new Error('It had crashed.');
    });
    throw new Error('There is no answer.');
  });
  const errors = jest.spyOn(console, 'error').mockImplementation();
  await runBenches([starting, bench('next', async () => (ended.push('next'), []))], timed, () => undefined);
  expect(ended).toEqual(['server', 'services', 'next']);
  expect(errors).toHaveBeenCalledWith("Couldn't stop a part:", 'It had crashed.');
});

test('An unhandled rejection fails the running benchmark, not the process', async () => {
  const strays = new EventEmitter();
  const forgetful = bench('forgetful', async () => {
    strays.emit('unhandledRejection', new Error('The receiver is gone.'));
    return new Promise(() => undefined);
  });
  const benches = [forgetful, measuring('next')];
  const [first, second] = await runBenches(benches, timed, () => undefined, strays);
  expect(first?.failure).toBe('The receiver is gone.');
  expect(second?.failure).toBeUndefined();
});

test('A check asserts no times, only what holds in any round', async () => {
  const [first, second] = await runBenches(
    [measuring('slow', slow), measuring('wrong', slow, refused)],
    check,
    () => undefined,
  );
  expect([first, second].map(outcome => outcome && isPassed(outcome, true))).toEqual([true, false]);
  expect(await summaryOfRun([measuring('wrong', slow, refused)], check)).toEqual([
    expect.stringContaining('FAIL wrong'),
    expect.stringMatching(/missed: .*wrong\/refusals/),
  ]);
});

test('A check runs at the small size, and its summary lists what it left out', async () => {
  const sizes: number[] = [];
  const absent = bench('absent', async ({ sized, leaveOut }) => {
    sizes.push(sized(1_000_000, 10));
    leaveOut('The comparator is not installed.');
    return [];
  });
  expect(await summaryOfRun([absent], check)).toEqual([
    expect.stringContaining('ok   absent'),
    '     left out: The comparator is not installed.',
  ]);
  await runBenches([absent], timed, () => undefined);
  expect(sizes).toEqual([10, 1_000_000]);
});

import { every } from '../../src/platform/every';
import { anyText } from '../support/matchers';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('work that fails is told by its name and done again at its next turn, until the process stops', async () => {
  const warnings: unknown[][] = [];
  const stops: Array<() => Promise<void>> = [];
  const failure = new Error('away');
  let turns = 0;
  every(
    {
      lifecycle: { onStop: (_name, stop) => void stops.push(stop) },
      log: { warn: (...line) => void warnings.push(line) },
    },
    'sweep',
    1_000,
    async () => {
      turns += 1;
      if (turns === 1) throw failure;
    },
  );
  await jest.advanceTimersByTimeAsync(999);
  expect(turns).toBe(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(warnings).toEqual([[anyText, { step: 'sweep', error: failure }]]);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(turns).toBe(2);
  for (const stop of stops) await stop();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(turns).toBe(2);
  expect(warnings).toHaveLength(1);
});

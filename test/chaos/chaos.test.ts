import { victims } from '../../tools/chaos/kill';
import { runChaos } from '../../tools/chaos/run';

describe('A stack whose parts are killed under load', () => {
  test('loses and repeats nothing when the API, the worker, PostgreSQL, and Temporal are each killed once', async () => {
    const { problems, figures } = await runChaos({
      parts: victims,
      kills: 1,
      temporalDownMs: undefined,
      seed: 20_261_120,
      failShare: 0.2,
      isLive: false,
      pending: 40,
      everyMs: 3_000,
      pauseMaxMs: 2_000,
      drainMs: 120_000,
      isQuiet: true,
      tell: () => undefined,
    });
    expect(problems).toEqual([]);
    expect(figures['kills']).toBe(4);
    expect(figures['patients']).toBeGreaterThan(40);
  }, 240_000);
});

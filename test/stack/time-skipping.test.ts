import { describeTimers, startTimeSkipping } from '../support/time-skipping';

describeTimers('The time-skipping server', () => {
  test('is found, and skips a day at once', async () => {
    const environment = await startTimeSkipping();
    try {
      const before = await environment.currentTimeMs();
      await environment.sleep('1 day');
      const passedMs = (await environment.currentTimeMs()) - before;
      expect(passedMs).toBeGreaterThanOrEqual(24 * 3600 * 1000);
    } finally {
      await environment.teardown();
    }
  }, 120_000);
});

import { findTimeSkippingServer } from '../../tools/time-skipping/server';
import { startTimeSkipping } from '../support/time-skipping';

test('the time-skipping server is found, and a day passes in it at once', async () => {
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

test('a test server that is named but not there is one clear sentence', async () => {
  process.env['TEMPORAL_TEST_SERVER'] = '/nowhere/temporal-test-server';
  try {
    await expect(findTimeSkippingServer()).rejects.toThrow(
      'TEMPORAL_TEST_SERVER names /nowhere/temporal-test-server, which is not a program.',
    );
  } finally {
    delete process.env['TEMPORAL_TEST_SERVER'];
  }
});

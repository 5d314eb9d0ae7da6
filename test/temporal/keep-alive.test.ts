import { MockActivityEnvironment } from '@temporalio/testing';
import { keepAlive } from '../../src/temporal/keep-alive';

/**
 * Runs an activity of 12 s, by the test's clock, in a worker with the interceptor. @returns its heartbeats
 */
async function beatsOf(heartbeatTimeoutMs: number | undefined): Promise<number> {
  const environment = new MockActivityEnvironment(
    heartbeatTimeoutMs === undefined ? {} : { heartbeatTimeoutMs },
  );
  let beats = 0;
  environment.on('heartbeat', () => {
    beats += 1;
  });
  const { inbound } = keepAlive(environment.context);
  const work = async (): Promise<void> => {
    await jest.advanceTimersByTimeAsync(12_000);
  };
  await inbound?.execute?.({ args: [], headers: {} }, work);
  await jest.advanceTimersByTimeAsync(60_000);
  return beats;
}

describe('The worker', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('sends four heartbeats per heartbeat timeout while an activity runs, and none afterwards', async () => {
    await expect(beatsOf(8_000)).resolves.toBe(6);
  });

  test.each([undefined, 0])('sends no heartbeats for an activity with the timeout %s', async none => {
    await expect(beatsOf(none)).resolves.toBe(0);
  });
});

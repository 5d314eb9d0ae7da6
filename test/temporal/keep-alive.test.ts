import { MockActivityEnvironment } from '@temporalio/testing';
import { keepAlive } from '../../src/temporal/keep-alive';

/**
 * Runs an activity of 12 s, by the clock of the test, in a worker with the interceptor. @returns its beats
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

describe('the worker', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('beats four times within the heartbeat timeout of an activity, as long as it runs and no longer', async () => {
    await expect(beatsOf(8_000)).resolves.toBe(6);
  });

  test.each([undefined, 0])('does not beat for an activity without one, told as %s', async none => {
    await expect(beatsOf(none)).resolves.toBe(0);
  });
});

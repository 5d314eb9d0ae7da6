/** Waits for a service to become ready while its process is running. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeExit, type Child } from './child';
import { StackError } from './stack-error';

const pollMs = 40;

/**
 * Polls until `isReady` returns true. An exception counts as false.
 * @throws StackError with the child's last lines if it ends first, or after `timeoutMs`
 */
export async function waitUntilReady(
  child: Child,
  isReady: () => Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const exit = child.exit();
    if (exit !== undefined) {
      await child.exited;
      throw new StackError(
        `${child.name} ended while starting (${describeExit(exit)}):\n` +
          child.lastLines().join('\n').trimEnd(),
      );
    }
    if (await isReady().catch(() => false)) return;
    if (performance.now() > deadline) {
      throw new StackError(
        `${child.name} wasn't ready after ${Math.round(timeoutMs / 1000)} s:\n` +
          child.lastLines().join('\n').trimEnd(),
      );
    }
    await delay(pollMs);
  }
}

/** Whether a GET returns 2xx within a second. */
export async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
  await response.body?.cancel();
  return response.ok;
}

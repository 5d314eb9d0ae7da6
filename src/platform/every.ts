import type { Lifecycle } from './lifecycle';
import type { Log } from './log';

/**
 * Does a piece of work again and again, for the first time after `intervalMs`, until the process stops. A failure is
 * logged, and the next turn tries again.
 * @param name what the log calls it
 */
export function every(
  { lifecycle, log }: { readonly lifecycle: Pick<Lifecycle, 'onStop'>; readonly log: Pick<Log, 'warn'> },
  name: string,
  intervalMs: number,
  work: () => Promise<unknown>,
): void {
  const timer = setInterval(() => {
    work().catch((error: unknown) =>
      log.warn('Recurring work failed; it is tried again.', { step: name, error }),
    );
  }, intervalMs);
  lifecycle.onStop(name, async () => clearInterval(timer));
}

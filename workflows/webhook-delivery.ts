import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { Duration } from '@temporalio/common';
import type { WebhookActivities } from '../activities/webhook-activities';

/** Makes the next attempt now. */
const retryNow = defineSignal('retryNow');
/** The endpoint was enabled, or has another address: a delivery that is held looks again. */
const endpointChanged = defineSignal('endpointChanged');
/** Gives the delivery up. */
const cancel = defineSignal('cancel');

// After the first attempt (specification, Retries). The sixth attempt is the last that is made of itself.
const delays = [
  { wait: '30s', summary: 'Wait 30 seconds for the second attempt' },
  { wait: '2m', summary: 'Wait 2 minutes for the third attempt' },
  { wait: '10m', summary: 'Wait 10 minutes for the fourth attempt' },
  { wait: '1h', summary: 'Wait 1 hour for the fifth attempt' },
  { wait: '6h', summary: 'Wait 6 hours for the sixth and last attempt' },
] as const;
const lifeMs = 24 * 60 * 60 * 1000;
const busyWait = '2s';

const { attemptDelivery, failDelivery, abandonDelivery } = proxyActivities<WebhookActivities>({
  // Longer than the wait for a slot (5 s) and the attempt itself (10 s) with the writes around them.
  startToCloseTimeout: '30s',
  // Faults of ours only: what a receiver does is an outcome, not an error.
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '1m' },
});

/**
 * Delivers one event to one endpoint: attempts on the schedule of the specification until a 2xx, `failed` after the
 * sixth, open for a retry by hand until it is abandoned at 24 hours. The payload is in PostgreSQL; here are ids only.
 */
export async function webhookDelivery(input: { readonly deliveryUid: string }): Promise<void> {
  const { deliveryUid } = input;
  const deadline = Date.now() + lifeMs;
  const asked = { retry: false, cancel: false, anotherLook: false };
  setHandler(retryNow, () => {
    asked.retry = true;
  });
  setHandler(endpointChanged, () => {
    asked.anotherLook = true;
  });
  setHandler(cancel, () => {
    asked.cancel = true;
  });

  /** Waits, but no longer than until a retry by hand, the cancellation, or what else is waited for. */
  async function waitFor(wait: Duration, summary: string, isOver = () => false): Promise<void> {
    await CancellationScope.cancellable(async () => {
      const scope = CancellationScope.current();
      await Promise.race([
        sleep(wait, { summary }),
        condition(() => asked.retry || asked.cancel || isOver()),
      ]).catch((error: unknown) => {
        if (!isCancellation(error)) throw error;
      });
      scope.cancel();
    }).catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
    asked.retry = false;
  }

  let failures = 0;
  while (Date.now() < deadline && !asked.cancel) {
    asked.anotherLook = false;
    const outcome = await attemptDelivery({ deliveryUid });
    if (outcome === 'succeeded' || outcome === 'over') return;
    const left = deadline - Date.now();
    if (outcome === 'busy') {
      await waitFor(busyWait, 'Wait for a free place at the endpoint');
    } else if (outcome === 'held') {
      setCurrentDetails('Held: the endpoint is disabled.');
      await waitFor(
        left,
        'Wait for the endpoint to be enabled, or the end of 24 hours',
        () => asked.anotherLook,
      );
    } else {
      failures += 1;
      const delay = delays[failures - 1];
      if (delay === undefined) {
        if (failures === delays.length + 1) await failDelivery({ deliveryUid });
        setCurrentDetails(
          'Failed: the last attempt is made; the signal `retryNow` makes one more until 24 hours are over.',
        );
        await waitFor(left, 'Wait for a retry by hand, or the end of 24 hours');
      } else {
        setCurrentDetails(
          `Attempt ${failures} failed; the next follows by itself, or at once by the signal \`retryNow\`.`,
        );
        await waitFor(delay.wait, delay.summary);
      }
    }
  }
  await abandonDelivery({ deliveryUid });
}

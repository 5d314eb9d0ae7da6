import { failDelivery, abandonDelivery } from '../src/store/webhook-deliveries';
import {
  attemptDelivery,
  type AttemptOutcome,
  type AttemptParts,
} from '../src/usecases/webhooks/attempt-delivery';

/** A delivery, by its id. */
interface DeliveryRef {
  readonly deliveryUid: string;
}

/** The activities of the webhook delivery workflow; arguments and results are identifiers and outcomes only. */
export function createWebhookActivities(parts: AttemptParts) {
  return {
    /** Makes one attempt. */
    attemptDelivery: ({ deliveryUid }: DeliveryRef): Promise<AttemptOutcome> =>
      attemptDelivery(parts, deliveryUid),

    /** Marks the delivery as failed and counts it against its endpoint, once. */
    failDelivery: ({ deliveryUid }: DeliveryRef): Promise<boolean> =>
      parts.db.transaction(tx => failDelivery(tx, deliveryUid, parts.clock.now())),

    /** Marks the delivery as abandoned. */
    abandonDelivery: ({ deliveryUid }: DeliveryRef): Promise<void> =>
      parts.db.transaction(tx => abandonDelivery(tx, deliveryUid, parts.clock.now())),
  };
}

/** The activities as the workflow calls them. */
export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

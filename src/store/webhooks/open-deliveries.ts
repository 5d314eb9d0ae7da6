// SQL text: each statement finds the deliveries of an endpoint that haven't ended, by partial indexes.
import { deliveryLifeMs } from '../../domain/webhooks/delivery-policy';
import type { Executor, Transaction } from '../database';
import { named } from '../named';
import { appendCommands } from '../outbox';
import { aboutDelivery, eventOfDelivery, lockQueues, signalToDelivery, type QueuedDelivery } from './queue';

const isOverdue = `not is_released and status = 'pending'
    and exists (select from outbox_event o where o.uid = event_uid and o.emitted_at < :before)`;
const overdueEndpoints = named<{ uid: string }, { before: Date; endpointUid: string | null }>(`
  select distinct endpoint_uid as uid from webhook_delivery
  where ${isOverdue} and (:endpointUid::uuid is null or endpoint_uid = :endpointUid::uuid)
`);
// Marked as released, so that the index of those that aren't stays small.
const abandonWaiting = named<{ uid: string }, { at: Date; before: Date; endpointUids: readonly string[] }>(`
  update webhook_delivery set status = 'abandoned', is_released = true, queued_at = null, updated_at = :at
  where ${isOverdue} and endpoint_uid = any(:endpointUids::uuid[])
  returning uid
`);

/**
 * Abandons deliveries that waited in the queue for as long as a delivery lives; they have no workflow that
 * would do it. Of one endpoint, or all. @returns how many
 */
export async function abandonWaitingDeliveries(
  executor: Executor,
  at: Date,
  endpointUid: string | null = null,
): Promise<number> {
  const before = new Date(at.getTime() - deliveryLifeMs);
  return executor.transaction(async tx => {
    const endpointUids = (await overdueEndpoints.run(tx, { before, endpointUid })).map(({ uid }) => uid);
    if (endpointUids.length === 0) return 0;
    // Before the deliveries: another process may be admitting several of them, in another order.
    await lockQueues(tx, endpointUids);
    return (await abandonWaiting.run(tx, { at, before, endpointUids })).length;
  });
}

const runningOfEndpoint = named<
  QueuedDelivery & { readonly isQueued: boolean },
  { endpointUid: string; statuses: ReadonlyArray<'pending' | 'failed'> }
>(`
  select d.queued_at is not null or d.admitted_at is not null as "isQueued", ${aboutDelivery('e.environment')}
  from webhook_delivery d
  join webhook_endpoint e on e.uid = d.endpoint_uid
  ${eventOfDelivery}
  where d.endpoint_uid = :endpointUid and d.is_released and d.status = any(:statuses)
  order by d.event_id
`);

/**
 * Signals an enabled endpoint's deliveries that an earlier release held: they aren't in the queue. The next
 * release can drop it, because no delivery is older than a day.
 */
export async function signalHeldDeliveries(tx: Transaction, endpointUid: string, at: Date): Promise<void> {
  const running = await runningOfEndpoint.run(tx, { endpointUid, statuses: ['pending'] });
  const held = running.filter(({ isQueued }) => !isQueued);
  await appendCommands(
    tx,
    held.map(delivery => signalToDelivery('endpointChanged', delivery)),
    at,
  );
}

const abandonOpen = named<
  { uid: string },
  { endpointUid: string; statuses: ReadonlyArray<'pending' | 'failed'>; at: Date }
>(`
  update webhook_delivery
  set status = 'abandoned', is_released = true, queued_at = null, admitted_at = null, updated_at = :at
  where endpoint_uid = :endpointUid and status = any(:statuses)
  returning uid
`);

/**
 * Cancels the deliveries of an endpoint in these states, and their workflows. A failed one still has a
 * workflow, for a manual retry.
 * @returns how many
 */
export async function cancelDeliveries(
  tx: Transaction,
  endpointUid: string,
  statuses: ReadonlyArray<'pending' | 'failed'>,
  at: Date,
): Promise<number> {
  const running = await runningOfEndpoint.run(tx, { endpointUid, statuses });
  await appendCommands(
    tx,
    running.map(delivery => signalToDelivery('cancel', delivery)),
    at,
  );
  return (await abandonOpen.run(tx, { endpointUid, statuses, at })).length;
}

const countWaiting = named<{ younger: number; older: number }, { endpointUid: string; before: Date }>(`
  select count(*) filter (where o.emitted_at >= :before)::int as younger,
    count(*) filter (where o.emitted_at < :before)::int as older
  from webhook_delivery d join outbox_event o on o.uid = d.event_uid
  where d.endpoint_uid = :endpointUid and d.status = 'pending'
`);

/**
 * Counts the waiting deliveries of an endpoint: those that can still be sent at `at`, and those that are too
 * old.
 */
export async function countWaitingDeliveries(
  executor: Executor,
  endpointUid: string,
  at: Date,
): Promise<{ readonly younger: number; readonly older: number }> {
  const before = new Date(at.getTime() - deliveryLifeMs);
  return (await countWaiting.run(executor, { endpointUid, before }))[0] ?? { younger: 0, older: 0 };
}

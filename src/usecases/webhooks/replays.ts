import type { ConsolePrincipal } from '../../access/principal';
import { uidOf } from '../../domain/changes';
import { workflows } from '../../domain/workflows';
import { firstUuidv7Of } from '../../platform/ids';
import type { Executor } from '../../store/database';
import { nilUid } from '../../store/page';
import { findDelivery } from '../../store/webhooks/deliveries';
import {
  endReplay,
  findReplay,
  nextReplayItems,
  noteReplayItem,
  readReplayItems,
  storeReplay,
  storeReplayItems,
  type WebhookReplayItemRow,
} from '../../store/webhooks/replays';
import { runOwnChange, type Change } from '../change';
import { makeOneOnce } from '../sent-forms';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';
import { resendDelivery, type AttemptParts } from './deliveries';
import { lockNamedDelivery, type DeliveryRef } from './delivery-log';
import { lockNamedEndpoint, type EndpointChange, type EndpointRef } from './endpoint-access';

/** The most deliveries of one replay. */
export const replayItemsMax = 10_000;
/**
 * How many days back a replay can reach: as long as events are kept, from which a body may have to be built.
 */
export const replayDaysMax = 7;
/** How many are sent at once. */
const batchSize = 8;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Triggers a manual retry in a delivery's workflow: while it is pending, or failed and not older than 24
 * hours.
 * @throws OperatorError if the company has no such delivery, it is finished, or it is held
 */
export async function retryDelivery(change: EndpointChange, ref: DeliveryRef): Promise<void> {
  const { delivery, audited } = await lockNamedDelivery(change, ref, 'change');
  if (delivery.status === 'succeeded' || delivery.status === 'abandoned')
    throw new OperatorError('This delivery has ended.', { hint: 'To resend it, run `webhook replay`.' });
  const found = await findDelivery(change.tx, delivery.uid);
  if (found === undefined || found.isHeld || !delivery.isReleased)
    throw new OperatorError(
      'This delivery waits in the queue of its endpoint: the endpoint is disabled, is getting other ' +
        "deliveries, or hasn't gotten the previous event about the same record.",
    );
  const { deliveryUid, companyId } = ref;
  await change.signal(
    workflows.webhookDelivery,
    'retryNow',
    { deliveryUid, emittedAtMs: found.emittedAt.getTime() },
    { company: companyId, environment: found.environment, kind: found.eventType },
  );
  await change.audit(audited, 'webhookDelivery.retry', { delivery: uidOf(delivery.uid) });
}

/** What to replay: one delivery, or all events since an instant. */
export type ReplayWish =
  | { readonly kind: 'one'; readonly deliveryUid: string }
  | { readonly kind: 'since'; readonly since: Date; readonly withSucceeded: boolean };

/**
 * Starts a replay: finished deliveries of an endpoint are resent, the same bytes with the same id, one
 * attempt each, in the order of their events. Each result is recorded.
 * @returns the replay and its number of deliveries
 * @throws OperatorError if the endpoint is disabled, there is nothing to send, or there are more than 10,000
 * deliveries
 */
export async function startReplay(
  change: EndpointChange,
  ref: EndpointRef,
  wish: ReplayWish,
): Promise<{ readonly replayUid: string; readonly items: number }> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  if (endpoint.disabledAt !== null)
    throw new OperatorError('The endpoint is disabled.', {
      hint: 'To enable it, run `webhook enable`. To test it, run `webhook test`.',
    });
  if (wish.kind === 'since' && wish.since.getTime() < change.now.getTime() - replayDaysMax * dayMs)
    throw new OperatorError(`A replay can go back at most ${replayDaysMax} days.`);
  const replay = {
    uid: change.newUid(),
    companyUid: endpoint.companyUid,
    endpointUid: endpoint.uid,
    createdAt: change.now,
  };
  await storeReplay(change.tx, replay);
  const items = await storeReplayItems(change.tx, replay, {
    deliveryUid: wish.kind === 'one' ? wish.deliveryUid : null,
    firstUid: wish.kind === 'one' ? nilUid : firstUuidv7Of(wish.since),
    withSucceeded: wish.kind === 'one' || wish.withSucceeded,
    limit: replayItemsMax + 1,
  });
  if (items === 0)
    throw new OperatorError(
      'No matching delivery can be resent: pending ones are still retried, and expunged ones have no body.',
      { hint: 'To see deliveries, run `webhook deliveries`. To retry a pending one, run `webhook retry`.' },
    );
  if (items > replayItemsMax)
    throw new OperatorError(
      `A replay can have at most ${replayItemsMax} deliveries. Choose a later start time, and ` +
        'replay the rest afterward.',
    );
  await change.start(
    workflows.webhookReplay,
    { replayUid: replay.uid },
    { company: ref.companyId, environment: endpoint.environment },
  );
  await change.audit(audited, 'webhookEndpoint.replay', { deliveries: items });
  return { replayUid: replay.uid, items };
}

/**
 * Starts a replay for a member, once for a form that is sent twice (CONSOLE-100).
 * @param formKey the key that the page put into the form
 * @returns the number of deliveries; `undefined` if the form was sent before
 * @throws Problem and OperatorError as `startReplay`
 */
export async function startReplayOnce(
  change: Change<ConsolePrincipal>,
  ref: EndpointRef,
  wish: ReplayWish,
  formKey: string,
): Promise<number | undefined> {
  let count: number | undefined;
  await makeOneOnce(change, formKey, async () => {
    const { replayUid, items } = await startReplay(change, ref, wish);
    count = items;
    return replayUid;
  });
  return count;
}

/** The progress of a replay. */
export interface ReplayProgress {
  /** Whether it is finished. */
  readonly isOver: boolean;
  /** How many deliveries this step handled. */
  readonly done: number;
}

async function replayItem(
  parts: AttemptParts,
  { replayUid, place, deliveryUid }: WebhookReplayItemRow,
): Promise<'done' | 'held'> {
  const outcome = await resendDelivery(parts, { deliveryUid });
  if (outcome === 'held') return outcome;
  const attemptedAt = parts.clock.now();
  await noteReplayItem(
    parts.db,
    outcome === 'gone'
      ? { replayUid, place, outcome: 'notSent', httpStatus: null, failure: null, attemptedAt: null }
      : {
          replayUid,
          place,
          outcome: outcome.isSuccess ? 'succeeded' : 'failed',
          httpStatus: outcome.httpStatus,
          failure: outcome.failure,
          attemptedAt,
        },
  );
  return 'done';
}

/**
 * Sends the next deliveries of a replay. A repeat continues where it stopped; a delivery whose result
 * couldn't be recorded is sent twice, with one id. A disabled endpoint ends it.
 */
export async function replayNext(
  parts: AttemptParts,
  { replayUid }: { readonly replayUid: string },
): Promise<ReplayProgress> {
  const items = await nextReplayItems(parts.db, replayUid, batchSize);
  const outcomes = await Promise.all(items.map(item => replayItem(parts, item)));
  const done = outcomes.filter(outcome => outcome === 'done').length;
  if (items.length > 0 && !outcomes.includes('held')) return { isOver: false, done };
  await runOwnChange(parts, 'webhook delivery', 'webhookReplay.end', async change => {
    change.unaudited('the replay itself records the result of each delivery');
    await endReplay(change.tx, replayUid, change.now);
  });
  return { isOver: true, done };
}

/**
 * Returns the results of a replay's deliveries, in the order of their events.
 * @throws OperatorError if the company has no such replay
 */
export async function inspectReplay(
  executor: Executor,
  companyId: string,
  replayUid: string,
  page: { readonly afterPlace: number; readonly limit: number },
): Promise<WebhookReplayItemRow[]> {
  const company = await getCompany(executor, companyId);
  const replay = await findReplay(executor, replayUid);
  if (replay?.companyUid !== company.uid) throw new OperatorError('The company has no such replay.');
  return readReplayItems(executor, replayUid, page);
}

import { eventTypes } from '../domain/events/event-types';
import { classicEvents, type DeliveredEvent } from '../domain/webhooks/classic';
import type { DeliveryLogEntry } from '../store/webhooks/log';
import { expungeDelivery, inspectAttempts, inspectDeliveries } from '../usecases/webhooks/delivery-log';
import { inspectReplay, retryDelivery, startReplay, type ReplayWish } from '../usecases/webhooks/replays';
import { command, type Command } from './command';
import { UsageError } from './failures';
import { instant, oneOf, optional, required, toggle, uuid, wholeNumber, withDefault } from './inputs';
import { after, company, limit, pageOf, reason } from './shared-inputs';
import { endpoint } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const delivery = required('DELIVERY', 'the ID of the delivery, also in X-Webhook-Id', uuid);

function statusOf({ status, isReleased, attempts }: DeliveryLogEntry): string {
  if (status === 'pending' && !isReleased) return 'pending (held)';
  return status === 'abandoned' && attempts === 0 ? 'abandoned (never attempted)' : status;
}

const deliveries = command({
  name: 'deliveries',
  summary: 'List deliveries with their endpoint and result, newest events first',
  inputs: {
    company,
    endpoint: optional('ENDPOINT', 'only to this endpoint', uuid),
    status: optional(
      'STATUS',
      'only deliveries with this status',
      oneOf(['pending', 'succeeded', 'failed', 'abandoned']),
    ),
    httpStatus: optional(
      'CODE',
      'only deliveries whose last response had this status',
      wholeNumber(100, 599),
    ),
    event: optional(
      'EVENT',
      'only deliveries of this event',
      oneOf([...new Set<DeliveredEvent>([...eventTypes, ...classicEvents])]),
    ),
    record: optional(
      'UID',
      'only deliveries about the record with this UID (patient or record request)',
      uuid,
    ),
    since: optional('WHEN', 'only events at or after this time', instant),
    until: optional('WHEN', 'only events before this time', instant),
    after,
    limit,
  },
  examples: [
    'webhook deliveries --company acme --limit 20',
    'webhook deliveries --company acme --status failed --since 2026-11-20',
    'webhook deliveries --company acme --http-status 503',
  ],
  run: async ({ db }, typed) => {
    const { company, endpoint, status, httpStatus, event, record, since, until, after, limit } = typed;
    const read = await inspectDeliveries(db, company, {
      endpointUid: endpoint,
      status,
      httpStatus,
      eventType: event,
      recordUid: record,
      since,
      until,
      afterUid: after,
      limit: limit + 1,
    });
    const { rows, more } = pageOf(read, limit, ({ deliveryUid }) => deliveryUid);
    return {
      kind: 'list',
      headings: {
        delivery: 'Delivery',
        event: 'Event',
        channel: 'Channel',
        status: 'Status',
        attempts: 'Attempts',
        httpStatus: 'Last HTTP status',
        failure: 'Last failure',
        createdAt: 'Created',
      },
      rows: rows.map(entry => ({
        delivery: entry.deliveryUid,
        endpoint: entry.endpointUid,
        event: entry.eventType,
        record: entry.recordUid,
        channel: entry.channel,
        status: statusOf(entry),
        attempts: entry.attempts,
        httpStatus: entry.lastHttpStatus,
        failure: entry.lastFailure,
        expungedAt: entry.expungedAt,
        createdAt: entry.createdAt,
        updatedAt: entry.updatedAt,
      })),
      ifEmpty: 'No deliveries found.',
      more,
    };
  },
});

const attempts = command({
  name: 'attempts',
  summary: "Show the attempts of a delivery with the receiver's responses; recorded in the audit log",
  inputs: { company, delivery },
  examples: [`webhook attempts --company acme --delivery ${uid}`],
  run: async ({ change }, { company, delivery }) => {
    const made = await change('webhookDelivery.show', operatorChange =>
      inspectAttempts(operatorChange, { companyId: company, deliveryUid: delivery }),
    );
    return {
      kind: 'list',
      headings: {
        number: 'Attempt',
        startedAt: 'Started',
        durationMs: 'Milliseconds',
        httpStatus: 'HTTP status',
        why: 'Failure',
        responseHeaders: 'Response headers',
        response: 'Response (first 4 KiB)',
      },
      rows: made.map(attempt => ({
        number: attempt.number,
        isRepeat: attempt.isRepeat,
        startedAt: attempt.startedAt,
        endedAt: attempt.endedAt,
        durationMs: attempt.durationMs,
        httpStatus: attempt.httpStatus,
        failure: attempt.failure,
        failureDetail: attempt.failureDetail,
        why:
          attempt.explanation === null
            ? null
            : [attempt.explanation, attempt.failureDetail].filter(part => part !== null),
        responseHeaders: Object.entries(attempt.responseHeaders ?? {}).map(
          ([name, value]) => `${name}: ${value}`,
        ),
        response: attempt.response,
      })),
      ifEmpty: 'No attempts yet.',
    };
  },
});

const expunge = command({
  name: 'expunge',
  summary: 'Permanently remove the body of a delivery and its responses; its line in the delivery log stays',
  inputs: { company, delivery, reason },
  examples: [`webhook expunge --company acme --delivery ${uid} --reason "the receiver echoes the body"`],
  loses: async (_context, { delivery }) => ({
    id: delivery,
    consequence: 'This removes the body of the delivery and all responses to it.',
  }),
  run: async ({ change }, { company, delivery, reason }) => {
    await change('webhookDelivery.expunge', operatorChange =>
      expungeDelivery(operatorChange, { companyId: company, deliveryUid: delivery }, reason),
    );
    return { kind: 'done', sentence: 'Expunged the delivery.', facts: { company, delivery } };
  },
});

const retry = command({
  name: 'retry',
  summary: 'Retry a delivery now, in addition to its schedule',
  inputs: { company, delivery },
  examples: [`webhook retry --company acme --delivery ${uid}`],
  run: async ({ change }, { company, delivery }) => {
    await change('webhookDelivery.retry', operatorChange =>
      retryDelivery(operatorChange, { companyId: company, deliveryUid: delivery }),
    );
    return {
      kind: 'done',
      sentence: 'Retrying the delivery now. Its scheduled attempts stay the same.',
      facts: { company, delivery },
    };
  },
});

function wishOf(typed: {
  readonly delivery: string | undefined;
  readonly since: Date | undefined;
  readonly withSucceeded: boolean;
}): ReplayWish {
  const { delivery: deliveryUid, since, withSucceeded } = typed;
  if (deliveryUid !== undefined && since === undefined) return { kind: 'one', deliveryUid };
  if (deliveryUid === undefined && since !== undefined) return { kind: 'since', since, withSucceeded };
  throw new UsageError('Pass either --delivery or --since.');
}

const replay = command({
  name: 'replay',
  summary: 'Resend ended deliveries: one, or all undelivered ones since a time',
  inputs: {
    endpoint,
    company,
    delivery: optional('DELIVERY', 'this delivery', uuid),
    since: optional('WHEN', 'deliveries of events at or after this time, at most 7 days back', instant),
    withSucceeded: toggle('include deliveries that succeeded'),
  },
  examples: [
    `webhook replay ${uid} --company acme --since 2026-11-21T08:00:00Z`,
    `webhook replay ${uid} --company acme --delivery ${uid}`,
  ],
  run: async ({ change }, { endpoint, company, ...typed }) => {
    const wish = wishOf(typed);
    const { replayUid, items } = await change('webhookEndpoint.replay', operatorChange =>
      startReplay(operatorChange, { companyId: company, endpointUid: endpoint }, wish),
    );
    return {
      kind: 'done',
      sentence:
        `Resending deliveries: ${items}. To see the results, run \`webhook replayed --replay ` +
        `${replayUid}\`.`,
      facts: { company, endpoint, replay: replayUid, deliveries: items },
    };
  },
});

const replayed = command({
  name: 'replayed',
  summary: 'Show the results of a replay in the order of its events',
  inputs: {
    company,
    replay: required('REPLAY', 'the ID of the replay', uuid),
    after: withDefault('N', 'start after this place', wholeNumber(0, 10_000), 0),
    limit,
  },
  examples: [`webhook replayed --company acme --replay ${uid}`],
  run: async ({ db }, { company, replay: replayUid, after: afterPlace, limit }) => {
    const read = await inspectReplay(db, company, replayUid, { afterPlace, limit: limit + 1 });
    const { rows, more } = pageOf(read, limit, ({ place }) => String(place));
    return {
      kind: 'list',
      headings: {
        place: 'Place',
        delivery: 'Delivery',
        outcome: 'Outcome',
        httpStatus: 'HTTP status',
        failure: 'Failure',
        attemptedAt: 'Sent',
      },
      rows: rows.map(({ place, deliveryUid, outcome, httpStatus, failure, attemptedAt }) => ({
        place,
        delivery: deliveryUid,
        outcome,
        httpStatus,
        failure,
        attemptedAt,
      })),
      ifEmpty: 'No deliveries found.',
      more,
    };
  },
});

/** The delivery log. */
export const webhookLogCommands: readonly Command[] = [
  deliveries,
  attempts,
  retry,
  replay,
  replayed,
  expunge,
];

import { eventTypes } from '../domain/events/event-types';
import { classicEvents, type DeliveredEvent } from '../domain/webhooks/classic';
import { expungeDelivery, inspectAttempts, inspectDeliveries } from '../usecases/webhooks/delivery-log';
import { inspectReplay, retryDelivery, startReplay, type ReplayWish } from '../usecases/webhooks/replays';
import { command, type Command } from './command';
import { UsageError } from './failures';
import { instant, oneOf, optional, required, toggle, uuid, wholeNumber, withDefault } from './inputs';
import { after, company, limit, pageOf, reason } from './shared-inputs';
import { endpoint } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const delivery = required('DELIVERY', 'the delivery, by its id, which is in X-Webhook-Id as well', uuid);

const deliveries = command({
  name: 'deliveries',
  summary: 'Show deliveries, those of the newest events first: what was sent where with what result',
  inputs: {
    company,
    endpoint: optional('ENDPOINT', 'only to this endpoint', uuid),
    status: optional(
      'STATUS',
      'only those that stand so',
      oneOf(['pending', 'succeeded', 'failed', 'abandoned']),
    ),
    httpStatus: optional('CODE', 'only those whose last answer was this', wholeNumber(100, 599)),
    event: optional(
      'EVENT',
      'only of this event',
      oneOf([...new Set<DeliveredEvent>([...eventTypes, ...classicEvents])]),
    ),
    record: optional('UID', 'only about this record: a patient’s uid, a record request’s', uuid),
    since: optional('WHEN', 'only of events of this instant or later', instant),
    until: optional('WHEN', 'only of events before this instant', instant),
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
        status: entry.status === 'pending' && !entry.isReleased ? 'pending (held)' : entry.status,
        attempts: entry.attempts,
        httpStatus: entry.lastHttpStatus,
        failure: entry.lastFailure,
        expungedAt: entry.expungedAt,
        createdAt: entry.createdAt,
        updatedAt: entry.updatedAt,
      })),
      ifEmpty: 'There is no such delivery.',
      more,
    };
  },
});

const attempts = command({
  name: 'attempts',
  summary: 'Show the attempts of a delivery with what the receiver answered; that leaves an audit row',
  inputs: { company, delivery },
  examples: [`webhook attempts --company acme --delivery ${uid}`],
  run: async ({ change }, { company, delivery }) => {
    const made = await change('webhookDelivery.show', inner =>
      inspectAttempts(inner, { companyId: company, deliveryUid: delivery }),
    );
    return {
      kind: 'list',
      headings: {
        number: 'Attempt',
        startedAt: 'Started',
        durationMs: 'Milliseconds',
        httpStatus: 'HTTP status',
        why: 'Failure',
        responseHeaders: 'Answer',
        response: 'Its first 4 KiB',
      },
      rows: made.map(attempt => ({
        number: attempt.number,
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
      ifEmpty: 'No attempt was made yet.',
    };
  },
});

const expunge = command({
  name: 'expunge',
  summary: 'Remove the body of a delivery and what receivers answered, for good; its line in the log stays',
  inputs: { company, delivery, reason },
  examples: [`webhook expunge --company acme --delivery ${uid} --reason "the receiver echoes what it gets"`],
  loses: async (_context, { delivery }) => ({
    id: delivery,
    consequence: 'The body of the delivery and all that receivers answered to it will be gone.',
  }),
  run: async ({ change }, { company, delivery, reason }) => {
    await change('webhookDelivery.expunge', inner =>
      expungeDelivery(inner, { companyId: company, deliveryUid: delivery }, reason),
    );
    return { kind: 'done', sentence: 'The delivery is expunged.', facts: { company, delivery } };
  },
});

const retry = command({
  name: 'retry',
  summary: 'Make one attempt more of a delivery now, beside those of its schedule',
  inputs: { company, delivery },
  examples: [`webhook retry --company acme --delivery ${uid}`],
  run: async ({ change }, { company, delivery }) => {
    await change('webhookDelivery.retry', inner =>
      retryDelivery(inner, { companyId: company, deliveryUid: delivery }),
    );
    return {
      kind: 'done',
      sentence: 'One more attempt is made now; those that are due come as they would have.',
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
  throw new UsageError('Say either --delivery or --since.');
}

const replay = command({
  name: 'replay',
  summary: 'Send deliveries that are over once more: one, or all since an instant that did not arrive',
  inputs: {
    endpoint,
    company,
    delivery: optional('DELIVERY', 'this delivery', uuid),
    since: optional('WHEN', 'those of events of this instant or later, at most 7 days back', instant),
    withSucceeded: toggle('also those that have arrived'),
  },
  examples: [
    `webhook replay ${uid} --company acme --since 2026-11-21T08:00:00Z`,
    `webhook replay ${uid} --company acme --delivery ${uid}`,
  ],
  run: async ({ change }, { endpoint, company, ...typed }) => {
    const wish = wishOf(typed);
    const { replayUid, items } = await change('webhookEndpoint.replay', inner =>
      startReplay(inner, { companyId: company, endpointUid: endpoint }, wish),
    );
    return {
      kind: 'done',
      sentence:
        `${items} deliveries are sent once more; \`webhook replayed --replay ${replayUid}\` shows ` +
        'what becomes of each.',
      facts: { company, endpoint, replay: replayUid, deliveries: items },
    };
  },
});

const replayed = command({
  name: 'replayed',
  summary: 'Show what became of the deliveries of a replay, in the order of their events',
  inputs: {
    company,
    replay: required('REPLAY', 'the replay, by its id', uuid),
    after: withDefault('N', 'go on after this place', wholeNumber(0, 10_000), 0),
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
      ifEmpty: 'There is nothing after this place.',
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

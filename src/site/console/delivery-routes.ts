import { z } from 'zod';
import { classicEvents } from '../../domain/webhooks/classic';
import { eventTypes } from '../../domain/events/event-types';
import { addDays, isRealDate, type CalendarDate } from '../../domain/clinical/calendar-date';
import { isUuid } from '../../domain/text';
import { instantIn, startOfDay } from '../../domain/time-zones';
import { inspectOwnDeliveries, inspectOwnDelivery } from '../../usecases/webhooks/delivery-log';
import { inspectEndpoint } from '../../usecases/webhooks/endpoints';
import { retryDelivery, startReplayOnce } from '../../usecases/webhooks/replays';
import type { Message } from '../components/display';
import { formKeyIn } from '../form-key';
import { checkbox, field, formOf } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, redirect, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried, uidIn } from '../visit';
import { endpointTitle } from './components/endpoint-words';
import { endpointIn } from './endpoint-routes';
import { renderDeliveriesPage, type DeliveryQuery, type TypedReplay } from './pages/deliveries-page';
import { renderDeliveryPage } from './pages/delivery-page';
import { pathIn, withQuery } from './paths';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

/** The number of deliveries per page. */
const pageSize = 50;

type Filter = Omit<Parameters<typeof inspectOwnDeliveries>[2], 'limit' | 'afterUid'>;

const statuses = ['pending', 'succeeded', 'failed', 'abandoned'] as const;
const known = [...new Set([...eventTypes, ...classicEvents])];

function queryIn(visit: MemberVisit): DeliveryQuery {
  const asked = (name: keyof DeliveryQuery): string => queried(visit, name).trim();
  return {
    status: asked('status'),
    event: asked('event'),
    http: asked('http'),
    record: asked('record'),
    since: asked('since'),
    until: asked('until'),
  };
}

/** Returns a day of the years that deliveries can be from, or `undefined` if the text isn't one. */
function dayIn(text: string): CalendarDate | undefined {
  return isRealDate(text) && text >= '1970-01-02' ? text : undefined;
}

/**
 * Returns the filter of a query. Its days are those of the company's time zone, like the times on the page.
 * Invalid values are ignored and named in `fault`.
 */
function filterOf(
  query: DeliveryQuery,
  timeZone: string,
): { readonly filter: Filter; readonly fault: string | undefined } {
  const status = statuses.find(one => one === query.status);
  const eventType = known.find(one => one === query.event);
  const httpStatus = /^[1-5]\d\d$/.test(query.http) ? Number(query.http) : undefined;
  const recordUid = isUuid(query.record) ? query.record.toLowerCase() : undefined;
  const firstDay = dayIn(query.since);
  const lastDay = dayIn(query.until);
  const since = firstDay === undefined ? undefined : startOfDay(timeZone, firstDay);
  const until = lastDay === undefined ? undefined : startOfDay(timeZone, addDays(lastDay, 1));
  const read: Readonly<Record<keyof DeliveryQuery, unknown>> = {
    status,
    event: eventType,
    http: httpStatus,
    record: recordUid,
    since,
    until,
  };
  const names: Readonly<Record<keyof DeliveryQuery, string>> = {
    status: 'Status',
    event: 'Event',
    http: 'Last HTTP status',
    record: 'Record ID',
    since: 'From',
    until: 'To',
  };
  const unread = (['status', 'event', 'http', 'record', 'since', 'until'] as const).filter(
    name => query[name] !== '' && read[name] === undefined,
  );
  return {
    filter: { status, eventType, httpStatus, recordUid, since, until },
    fault:
      unread.length === 0
        ? undefined
        : `These filters are invalid and were ignored: ${unread.map(name => names[name]).join(', ')}.`,
  };
}

/** Returns what the latest action did, or the filters that were ignored. */
function deliveriesMessage(
  visit: MemberVisit,
  refusal: Refusal | undefined,
  fault: string | undefined,
): Message | undefined {
  const count = queried(visit, 'count');
  if (refusal === undefined && queried(visit, 'done') === 'replay' && /^\d{1,5}$/.test(count)) {
    const what = count === '1' ? '1 delivery' : `${count} deliveries`;
    return {
      tone: 'passed',
      text: `Resending ${what} in the order of their events. The results appear in each delivery.`,
    };
  }
  return (
    messageFor(
      visit,
      { replay: 'Resending the deliveries. The results appear in each delivery.' },
      refusal,
    ) ?? (fault === undefined ? undefined : { tone: 'failed', text: fault })
  );
}

async function deliveriesPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const ref = endpointIn(visit);
  const { db, clock, endpointSealer } = parts;
  const endpoint = await inspectEndpoint(db, endpointSealer, principal, ref, clock.now());
  const query = queryIn(visit);
  const { filter, fault } = filterOf(query, place.time.timeZone);
  const after = queried(visit, 'after');
  const wanted = {
    ...filter,
    afterUid: isUuid(after) ? after.toLowerCase() : undefined,
    limit: pageSize + 1,
  };
  const found = await readFor(visit, 'webhookDelivery.list', reading =>
    inspectOwnDeliveries(reading, ref.endpointUid, wanted),
  );
  const deliveries = found.slice(0, pageSize);
  const last = found.length > pageSize ? deliveries.at(-1) : undefined;
  return page(
    renderDeliveriesPage(viewer, place, {
      endpointUid: ref.endpointUid,
      endpointName: endpointTitle(endpoint),
      query,
      deliveries,
      message: deliveriesMessage(visit, refusal, fault),
      replay:
        endpoint.access === 'change' && endpoint.disabledAt === null ? typedReplay(visit, refusal) : null,
      ...(last === undefined ? {} : { moreAfter: last.deliveryUid }),
    }),
    refusal?.status,
  );
}

/** Returns the form that resends deliveries since a time in a time zone. */
function replayForm(timeZone: string) {
  return z.object({
    from: field(
      z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
        .transform(local => instantIn(timeZone, local))
        .refine(at => !Number.isNaN(at.getTime())),
      'Enter a date and a time.',
    ),
    succeeded: checkbox,
  });
}

/** Returns the fields of the form that resends deliveries, as posted, and their errors. */
function typedReplay({ form }: MemberVisit, refusal: Refusal | undefined): TypedReplay {
  return { from: form.get('from') ?? '', withSucceeded: form.has('succeeded'), problems: refusal?.fields };
}

async function replaySince(visit: MemberVisit): Promise<Reply> {
  const { timeZone } = visit.place.time;
  const { from: since, succeeded: withSucceeded } = formOf(replayForm(timeZone), visit.form);
  const wish = { kind: 'since', since, withSucceeded } as const;
  const formKey = formKeyIn(visit);
  const items = await visit.change(change => startReplayOnce(change, endpointIn(visit), wish, formKey));
  const path = pathIn(visit.place, 'endpoints', endpointIn(visit).endpointUid, 'deliveries');
  return redirect(
    withQuery(path, { done: 'replay', count: items === undefined ? undefined : String(items) }),
  );
}

const deliveryIn = (visit: MemberVisit): string => uidIn(visit, 'delivery');

const doneTexts = {
  retry: 'Retrying now. The result appears below in a moment.',
  replay: 'Resending the same body with the same ID. The result appears below in a moment.',
} as const;

/** Returns a body indented for reading; unchanged if it isn't JSON. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

async function deliveryPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { viewer, place } = visit;
  const { endpointUid } = endpointIn(visit);
  const wanted = { endpointUid, deliveryUid: deliveryIn(visit) };
  const found = await visit.change(change => inspectOwnDelivery(change, wanted), 'webhookDelivery.show');
  const message = messageFor(visit, doneTexts, refusal);
  const shown = {
    ...found,
    body: found.body === null ? null : readable(found.body),
    endpointUid,
    message,
    isAskedFor: message?.tone === 'passed',
  };
  return page(renderDeliveryPage(viewer, place, shown), refusal?.status);
}

const deliveryPath = (visit: MemberVisit): string =>
  pathIn(visit.place, 'endpoints', endpointIn(visit).endpointUid, 'deliveries', deliveryIn(visit));

async function retry(visit: MemberVisit): Promise<Reply> {
  const ref = { companyId: visit.principal.companyId, deliveryUid: deliveryIn(visit) };
  await visit.change(change => retryDelivery(change, ref));
  return redirectDone(deliveryPath(visit), 'retry');
}

async function replay(visit: MemberVisit): Promise<Reply> {
  const wish = { kind: 'one', deliveryUid: deliveryIn(visit) } as const;
  const formKey = formKeyIn(visit);
  await visit.change(change => startReplayOnce(change, endpointIn(visit), wish, formKey));
  return redirectDone(deliveryPath(visit), 'replay');
}

const all = '/endpoints/:endpoint/deliveries';

/**
 * The pages of the delivery log. Deliveries may contain patient data, so each view is recorded in the audit
 * log.
 */
export const deliveryRoutes: readonly MemberRoute[] = [
  auditedLook(all, 'webhookDelivery.list', visit => deliveriesPage(visit)),
  act(`${all}/replay`, 'webhookEndpoint.replay', replaySince, { refused: deliveriesPage }),
  auditedLook(`${all}/:delivery`, 'webhookDelivery.show', visit => deliveryPage(visit)),
  act(`${all}/:delivery/retry`, 'webhookDelivery.retry', retry, { refused: deliveryPage }),
  act(`${all}/:delivery/replay`, 'webhookEndpoint.replay', replay, { refused: deliveryPage }),
];

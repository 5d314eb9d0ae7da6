/**
 * `…/endpoints/{endpoint}/deliveries`: what was sent to an endpoint, with filters that stand in the address.
 */
import { eventTypes } from '../../../domain/events/event-types';
import { DeliveryPill, type DeliveryStatus } from '../components/endpoint-words';
import { ChoiceField, TextField } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Instant, MessageNotice, Table, type Message } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** The filters as they stand in the address. */
export interface DeliveryQuery {
  readonly status: string;
  readonly event: string;
  readonly http: string;
  readonly record: string;
  readonly since: string;
  readonly until: string;
}

/** A delivery in the list. */
interface ListedDelivery {
  readonly deliveryUid: string;
  readonly eventType: string;
  readonly recordUid: string;
  readonly status: DeliveryStatus;
  readonly isReleased: boolean;
  readonly attempts: number;
  readonly lastHttpStatus: number | null;
  readonly lastFailure: string | null;
  readonly createdAt: Date;
}

/** What the page shows. */
export interface DeliveriesShown {
  readonly endpointUid: string;
  readonly endpointName: string;
  readonly query: DeliveryQuery;
  /** What of the filters cannot be read. */
  readonly message: Message | undefined;
  readonly deliveries: readonly ListedDelivery[];
  /** The last one that is shown, where more follow. */
  readonly moreAfter?: string;
}

const statuses: ReadonlyArray<readonly [string, string]> = [
  ['', 'Any'],
  ['pending', 'Pending'],
  ['succeeded', 'Succeeded'],
  ['failed', 'Failed'],
  ['abandoned', 'Abandoned'],
];

function Filters({ path, query }: { readonly path: string; readonly query: DeliveryQuery }) {
  return (
    <form method="get" action={path} role="search" aria-label="Filter the deliveries">
      <div class="line">
        <ChoiceField id="status" name="status" label="Status" value={query.status} options={statuses} />
        <ChoiceField
          id="event"
          name="event"
          label="Event"
          value={query.event}
          options={[['', 'Any'], ...eventTypes.map(event => [event, event] as const)]}
        />
        <TextField id="http" name="http" label="Last HTTP status" type="number" value={query.http} />
        <TextField id="since" name="since" label="From (UTC)" type="date" value={query.since} />
        <TextField id="until" name="until" label="Until (UTC)" type="date" value={query.until} />
        <TextField id="record" name="record" label="Id of the record" value={query.record} max={36} />
        <button type="submit">Filter</button>
        <a href={path}>All</a>
      </div>
    </form>
  );
}

/** The list of deliveries. */
export function renderDeliveriesPage(viewer: Viewer, place: ShownPlace, shown: DeliveriesShown): string {
  const { endpointUid, endpointName, query, message, deliveries, moreAfter } = shown;
  const path = pathIn(place, 'endpoints', endpointUid, 'deliveries');
  const isFiltered = Object.values(query).some(value => value !== '');
  return renderConsolePage({
    title: 'Deliveries',
    viewer,
    place,
    section: 'endpoints',
    crumbs: [
      ['Webhook endpoints', pathIn(place, 'endpoints')],
      [endpointName, pathIn(place, 'endpoints', endpointUid)],
    ],
    children: (
      <>
        <h1>Deliveries</h1>
        <Filters path={path} query={query} />
        <MessageNotice message={message} />
        {deliveries.length === 0 ? (
          <Empty>
            <h2>{isFiltered ? 'No such delivery' : 'Nothing was sent yet'}</h2>
            <p>
              {isFiltered
                ? 'Take a filter away, or look further back.'
                : 'As soon as something happens that the endpoint listens to, it is listed here. A ' +
                  'test is not: its page shows what came of it.'}
            </p>
          </Empty>
        ) : (
          <Table
            caption="Deliveries"
            headings={['Event', 'Status', 'Attempts', 'Last answer', 'Record', 'When']}
            rows={deliveries.map(delivery => [
              <a href={pathIn(place, 'endpoints', endpointUid, 'deliveries', delivery.deliveryUid)}>
                {delivery.eventType}
              </a>,
              <DeliveryPill
                status={delivery.status}
                isHeld={delivery.status === 'pending' && !delivery.isReleased}
              />,
              <span class="number">{delivery.attempts}</span>,
              delivery.lastHttpStatus === null
                ? (delivery.lastFailure ?? '–')
                : `HTTP ${delivery.lastHttpStatus}`,
              <code>{delivery.recordUid}</code>,
              <Instant at={delivery.createdAt} />,
            ])}
          />
        )}
        {moreAfter === undefined ? null : (
          <p>
            <a class="button" href={withQuery(path, { ...query, after: moreAfter })}>
              Older ones
            </a>
          </p>
        )}
      </>
    ),
  });
}

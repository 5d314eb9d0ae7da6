/** `…/endpoints/{endpoint}/deliveries`: the delivery log of an endpoint, with filters in the URL. */
import type { DeliveredRecord } from '../../../usecases/webhooks/delivery-log';
import { eventTypes } from '../../../domain/events/event-types';
import { DeliveryPill, deliveryStatusNames, type DeliveryStatus } from '../components/endpoint-words';
import { Check, ChoiceField, Form, FormKey, TextField, type FieldProblems } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Instant, MessageNotice, Table, type Message } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** The filters, as given in the URL. */
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
  readonly record: DeliveredRecord | undefined;
  readonly status: DeliveryStatus;
  readonly isReleased: boolean;
  readonly attempts: number;
  readonly lastHttpStatus: number | null;
  readonly lastFailure: string | null;
  readonly createdAt: Date;
}

/** The form that resends deliveries, as typed. */
export interface TypedReplay {
  /** A date and a time in UTC, in the notation of the field. */
  readonly from: string;
  readonly withSucceeded: boolean;
  readonly problems: FieldProblems | undefined;
}

/** The content of the page. */
export interface DeliveriesShown {
  readonly endpointUid: string;
  readonly endpointName: string;
  readonly query: DeliveryQuery;
  /** `null` if the member can't resend deliveries to this endpoint now. */
  readonly replay: TypedReplay | null;
  /** Says what the latest action did, or names filters with invalid values. */
  readonly message: Message | undefined;
  readonly deliveries: readonly ListedDelivery[];
  /** The last delivery on the page; absent if no more follow. */
  readonly moreAfter?: string;
}

const statuses: ReadonlyArray<readonly [string, string]> = [
  ['', 'Any'],
  ...Object.entries(deliveryStatusNames),
];

function Filters({ path, query }: { readonly path: string; readonly query: DeliveryQuery }) {
  return (
    <form method="get" action={path} role="search" aria-label="Filter deliveries">
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
        <TextField id="since" name="since" label="From" type="date" value={query.since} />
        <TextField id="until" name="until" label="To" type="date" value={query.until} />
        <TextField id="record" name="record" label="Record ID" value={query.record} max={36} />
        <button type="submit">Apply filters</button>
        <a href={path}>Clear filters</a>
      </div>
    </form>
  );
}

/** Links the record of a delivery to its page, by the customer's own id of the patient. */
function RecordLink({
  place,
  delivery: { record, recordUid },
}: {
  readonly place: ShownPlace;
  readonly delivery: ListedDelivery;
}) {
  if (record === undefined) return <code>{recordUid}</code>;
  const { patientUid, patientId, recordRequestUid } = record;
  const patient = <a href={pathIn(place, 'patients', patientUid)}>{patientId}</a>;
  if (recordRequestUid === null) return patient;
  return (
    <>
      {patient},{' '}
      <a href={pathIn(place, 'patients', patientUid, 'record-requests', recordRequestUid)}>record request</a>
    </>
  );
}

function ReplayFold({
  path,
  timeZone,
  replay,
}: {
  readonly path: string;
  readonly timeZone: string;
  readonly replay: TypedReplay;
}) {
  const { from, withSucceeded, problems } = replay;
  return (
    <details class="more" open={problems !== undefined}>
      <summary>Resend deliveries</summary>
      <div>
        <p>
          Resends the finished deliveries created since the time you choose: the same body and ID, in the
          order of their events, with one attempt each. At most 10,000 deliveries, and at most 7 days back.
        </p>
        <Form action={`${path}/replay`} label="Resend deliveries" problems={problems}>
          <FormKey />
          <TextField
            id="from"
            name="from"
            label="Since"
            hint={`In your company's time zone, ${timeZone}.`}
            type="datetime-local"
            value={from}
            isRequired={true}
          />
          <Check name="succeeded" value="on" isChecked={withSucceeded}>
            Also resend deliveries that succeeded
          </Check>
          <button type="submit">Resend deliveries</button>
        </Form>
      </div>
    </details>
  );
}

/** Renders the delivery log. */
export function renderDeliveriesPage(viewer: Viewer, place: ShownPlace, shown: DeliveriesShown): string {
  const { endpointUid, endpointName, query, message, replay, deliveries, moreAfter } = shown;
  const path = pathIn(place, 'endpoints', endpointUid, 'deliveries');
  const isFiltered = Object.values(query).some(value => value !== '');
  return renderConsolePage({
    title: 'Delivery log',
    viewer,
    place,
    section: 'endpoints',
    crumbs: [
      ['Webhook endpoints', pathIn(place, 'endpoints')],
      [endpointName, pathIn(place, 'endpoints', endpointUid)],
    ],
    children: (
      <>
        <h1>Delivery log</h1>
        <Filters path={path} query={query} />
        <MessageNotice message={message} />
        {replay === null ? null : <ReplayFold path={path} timeZone={place.time.timeZone} replay={replay} />}
        {deliveries.length === 0 ? (
          <Empty>
            <h2>{isFiltered ? 'No matching deliveries' : 'No deliveries yet'}</h2>
            <p>
              {isFiltered
                ? 'Clear a filter, or choose an earlier date.'
                : "Events that the endpoint is subscribed to appear here. Test events don't: their results " +
                  "are on the endpoint's page."}
            </p>
          </Empty>
        ) : (
          <Table
            caption="Deliveries"
            headings={['Event', 'Status', 'Attempts', 'Last response', 'Record', 'Created']}
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
              <RecordLink place={place} delivery={delivery} />,
              <Instant at={delivery.createdAt} />,
            ])}
          />
        )}
        {moreAfter === undefined ? null : (
          <p>
            <a class="button" href={withQuery(path, { ...query, after: moreAfter })}>
              Show older
            </a>
          </p>
        )}
      </>
    ),
  });
}

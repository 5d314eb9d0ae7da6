/**
 * `…/inbox` and `…/inbox/{delivery}`: what endpoints without an address were told, as a server would have got
 * it.
 */
import { Form } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Facts, Instant, MessageNotice, Table, type Message } from '../../components/display';
import { pathIn } from '../paths';

/** A delivery in the list. */
interface ListedDelivery {
  readonly deliveryUid: string;
  readonly eventType: string;
  readonly receivedAt: Date;
}

/** What the list shows. */
interface InboxShown {
  readonly deliveries: readonly ListedDelivery[];
  /** Through which it comes in. */
  readonly endpoints: ReadonlyArray<{ readonly uid: string; readonly createdAt: Date }>;
  /** How many it holds. */
  readonly max: number;
  readonly message: Message | undefined;
}

function Opening({ place }: { readonly place: ShownPlace }) {
  return (
    <Empty>
      <h2>The inbox is closed</h2>
      <p>
        Open it, and whatever happens in your sandbox from then on is kept here, with the headers, the
        signature and the bytes that your server would get.
      </p>
      <Form action={pathIn(place, 'inbox')} label="Open the inbox">
        <button type="submit" class="main">
          Open the inbox
        </button>
      </Form>
    </Empty>
  );
}

function Deliveries({ place, shown }: { readonly place: ShownPlace; readonly shown: InboxShown }) {
  const { deliveries, endpoints } = shown;
  if (deliveries.length > 0)
    return (
      <Table
        caption="Deliveries in the inbox"
        headings={['Event', 'Delivery', 'Came']}
        rows={deliveries.map(({ deliveryUid, eventType, receivedAt }) => [
          <a href={pathIn(place, 'inbox', deliveryUid)}>{eventType}</a>,
          <code>{deliveryUid}</code>,
          <Instant at={receivedAt} />,
        ])}
      />
    );
  if (endpoints.length === 0) return null;
  return (
    <Empty>
      <h2>Nothing came yet</h2>
      <p>
        Register a patient in a sandbox project, by the API: within seconds it is told here.{' '}
        <a href="/docs/first-request">How to</a>
      </p>
    </Empty>
  );
}

/** The inbox. */
export function renderInboxPage(viewer: Viewer, place: ShownPlace, shown: InboxShown): string {
  const { endpoints, max, message } = shown;
  return renderConsolePage({
    title: 'Sandbox inbox',
    viewer,
    place,
    section: 'inbox',
    children: (
      <>
        <h1>Sandbox inbox</h1>
        <MessageNotice message={message} />
        <p class="muted">
          It holds the last {max} deliveries of your company’s sandbox; you see those of your own.{' '}
          <a href="/docs/webhooks">How to receive events</a>
        </p>
        {endpoints.map(({ uid, createdAt }) => (
          <p class="small">
            <a href={pathIn(place, 'endpoints', uid)}>Its events, projects and secret</a>{' '}
            <span class="muted">
              opened <Instant at={createdAt} />
            </span>
          </p>
        ))}
        {endpoints.length === 0 ? <Opening place={place} /> : null}
        <Deliveries place={place} shown={shown} />
      </>
    ),
  });
}

/** A delivery as it is shown. */
interface ShownEntry extends ListedDelivery {
  readonly endpointUid: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isContentShown: boolean;
}

function Check({ place, endpointUid }: { readonly place: ShownPlace; readonly endpointUid: string }) {
  return (
    <section aria-labelledby="check">
      <h2 id="check">How to check the signature</h2>
      <ol class="steps">
        <li>
          Show the secret of <a href={pathIn(place, 'endpoints', endpointUid)}>the inbox’s endpoint</a>. The
          key is its 16 bytes, not its text.
        </li>
        <li>Take the body as it stands above, before any parser touches it.</li>
        <li>
          Compute HMAC-SHA256 over <code>{'<X-Webhook-Timestamp>.<body>'}</code>, and compare it, as hex, with
          each signature of <code>X-Webhook-Signature</code>.
        </li>
      </ol>
      <p>
        <a href="/docs/webhooks">Programs that do it, in many languages</a>
      </p>
    </section>
  );
}

/** One delivery in the inbox. */
export function renderInboxEntryPage(viewer: Viewer, place: ShownPlace, entry: ShownEntry): string {
  const { deliveryUid, eventType, receivedAt, endpointUid, headers, body, isContentShown } = entry;
  return renderConsolePage({
    title: 'Delivery in the inbox',
    viewer,
    place,
    section: 'inbox',
    crumbs: [['Sandbox inbox', pathIn(place, 'inbox')]],
    children: (
      <>
        <h1>{eventType}</h1>
        <Facts
          facts={[
            ['Id, as in X-Webhook-Id', <code>{deliveryUid}</code>],
            ['Came', <Instant at={receivedAt} />],
          ]}
        />
        {isContentShown ? (
          <>
            <h2>Headers</h2>
            <pre tabIndex={0}>
              {Object.entries(headers)
                .map(([name, value]) => `${name}: ${value}\n`)
                .join('')}
            </pre>
            <h2>Body</h2>
            <pre tabIndex={0} id="body">
              {body}
            </pre>
            <Check place={place} endpointUid={endpointUid} />
          </>
        ) : (
          <p class="muted">
            What came may hold the details of patients. It is shown while your role sees patients, record
            requests and clinical data.
          </p>
        )}
      </>
    ),
  });
}

/**
 * `…/inbox` and `…/inbox/{delivery}`: the deliveries to endpoints without a URL, as a server would receive
 * them.
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

/** The content of the list. */
interface InboxShown {
  readonly deliveries: readonly ListedDelivery[];
  /** The endpoints that deliver to the inbox. */
  readonly endpoints: ReadonlyArray<{ readonly uid: string; readonly createdAt: Date }>;
  /** How many deliveries the inbox keeps. */
  readonly max: number;
  readonly message: Message | undefined;
}

function Opening({ place }: { readonly place: ShownPlace }) {
  return (
    <Empty>
      <h2>The inbox is closed</h2>
      <p>
        Open it to see new sandbox events here, with the exact headers, signature, and body that your server
        would receive.
      </p>
      <Form action={pathIn(place, 'inbox')} label="Open inbox">
        <button type="submit" class="main">
          Open inbox
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
        headings={['Event', 'Delivery ID', 'Received']}
        rows={deliveries.map(({ deliveryUid, eventType, receivedAt }) => [
          <a href={pathIn(place, 'inbox', deliveryUid)}>{eventType}</a>,
          <code>{deliveryUid}</code>,
          <Instant at={receivedAt} />,
        ])}
      />
    );
  if (endpoints.length === 0) return null;
  const { permissions } = place;
  const mayCreate = permissions.has('ViewPatients') && permissions.has('ManagePatients');
  return (
    <Empty>
      <h2>No deliveries yet</h2>
      <p>
        Register a patient in a sandbox project through the API
        {mayCreate ? (
          <>
            , or create one in <a href={pathIn(place, 'scenarios')}>Sandbox scenarios</a>
          </>
        ) : null}
        . The event appears here within seconds. <a href="/docs/quickstart">How to register a patient</a>
      </p>
    </Empty>
  );
}

/** Renders the inbox. */
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
          The inbox keeps the last {max} deliveries of your company's sandbox. You see the ones from your own
          inbox endpoints. <a href="/docs/webhooks">How to receive events</a>
        </p>
        {endpoints.map(({ uid, createdAt }) => (
          <p class="small">
            <a href={pathIn(place, 'endpoints', uid)}>Events, projects, and secret</a>{' '}
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

/** A delivery in the inbox, as its page shows it. */
interface ShownEntry extends ListedDelivery {
  readonly endpointUid: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isContentShown: boolean;
}

function Check({ place, endpointUid }: { readonly place: ShownPlace; readonly endpointUid: string }) {
  return (
    <section aria-labelledby="check">
      <h2 id="check">How to verify the signature</h2>
      <ol class="steps">
        <li>
          Show the secret of <a href={pathIn(place, 'endpoints', endpointUid)}>the inbox endpoint</a>. The key
          is its 16 bytes, not its hex text.
        </li>
        <li>Use the raw body above, before any parser changes it.</li>
        <li>
          Compute the HMAC-SHA256 of <code>{'<X-Webhook-Timestamp>.<body>'}</code> in hex, and compare it with
          each signature in <code>X-Webhook-Signature</code>. The delivery is valid if any signature matches.
        </li>
      </ol>
      <p>
        <a href="/docs/webhooks">Sample code in several languages</a>
      </p>
    </section>
  );
}

/** Renders the page of a delivery in the inbox. */
export function renderInboxEntryPage(viewer: Viewer, place: ShownPlace, entry: ShownEntry): string {
  const { deliveryUid, eventType, receivedAt, endpointUid, headers, body, isContentShown } = entry;
  return renderConsolePage({
    title: 'Inbox delivery',
    viewer,
    place,
    section: 'inbox',
    crumbs: [['Sandbox inbox', pathIn(place, 'inbox')]],
    children: (
      <>
        <h1>{eventType}</h1>
        <Facts
          facts={[
            ['Delivery ID (X-Webhook-Id)', <code>{deliveryUid}</code>],
            ['Received', <Instant at={receivedAt} />],
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
            This delivery may contain patient data. You can see it if your role can view patients, record
            requests, and clinical data, and you see the project.
          </p>
        )}
      </>
    ),
  });
}

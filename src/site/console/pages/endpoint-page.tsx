/** `…/endpoints/{endpoint}`: one endpoint, and all that can be done about it. */
import type { ComponentChildren } from 'preact';
import {
  EventFields,
  ScopeFields,
  StandardHeadersField,
  UrlField,
  type EndpointChoices,
  type EndpointValues,
} from '../components/endpoint-fields';
import { EndpointPill, inboxName, type DisabledBy } from '../components/endpoint-words';
import { Check, Form, type FieldProblems } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import {
  Facts,
  Instant,
  MessageNotice,
  Notice,
  Pill,
  Secret,
  Table,
  type Message,
} from '../../components/display';
import { pathIn } from '../paths';
import { HeadersField } from './endpoints-page';

/** An endpoint as it is shown. */
export interface ShownEndpoint {
  readonly uid: string;
  readonly url: string | null;
  readonly owner: string;
  readonly access: 'change' | 'look' | 'none';
  readonly isClassic: boolean;
  readonly eventTypes: readonly string[];
  readonly hasAllProjects: boolean;
  readonly projectIds: readonly string[];
  readonly isTrackedOnly: boolean;
  readonly sendsStandardHeaders: boolean;
  readonly headerNames: readonly string[];
  readonly replacedSecretsUntil: readonly Date[];
  readonly held: { readonly younger: number; readonly older: number };
  readonly consecutiveFailures: number;
  readonly disabledAt: Date | null;
  readonly disabledBy: DisabledBy;
  readonly createdAt: Date;
  readonly version: string;
}

/** What the receiver made of a sample. */
export interface ShownTest {
  readonly eventType: string;
  readonly isSuccess: boolean;
  readonly httpStatus: number | null;
  /** Why there was no answer, in words. */
  readonly failure: string | null;
  readonly durationMs: number;
  readonly answer: string | null;
}

/** What the page shows beside the endpoint. */
export interface EndpointShown {
  readonly endpoint: ShownEndpoint;
  readonly choices: EndpointChoices;
  readonly headersMax: number;
  readonly message: Message | undefined;
  /** What was posted and refused; absent: what is stored. */
  readonly posted?: EndpointValues | undefined;
  readonly problems?: FieldProblems | undefined;
  readonly tests?: readonly ShownTest[];
}

interface PartParts {
  readonly place: ShownPlace;
  readonly endpoint: ShownEndpoint;
}

function pathOf({ place, endpoint }: PartParts, ...segments: readonly string[]): string {
  return pathIn(place, 'endpoints', endpoint.uid, ...segments);
}

const disabledTexts: Readonly<Record<Exclude<DisabledBy, null>, string>> = {
  owner: 'It is paused. What happens meanwhile is held.',
  failures: 'It was disabled, since five deliveries in a row failed. What happens meanwhile is held.',
  gone:
    'It was disabled, since the receiver answered 410: it wants nothing any more. What happens ' +
    'meanwhile is held.',
  deletion: 'It is deleted.',
};

function EnableForm(parts: PartParts) {
  const { endpoint } = parts;
  const { younger, older } = endpoint.held;
  const isPaused = endpoint.disabledBy === 'owner';
  return (
    <Form action={pathOf(parts, isPaused ? 'resume' : 'enable')} label="Enable the endpoint">
      {younger === 0 ? (
        <p>Nothing is held that could still be sent.</p>
      ) : (
        <fieldset class="field">
          <legend>
            {younger} held {younger === 1 ? 'event' : 'events'}
          </legend>
          <Check name="held" value="send" type="radio" isChecked>
            Send them, in their order
          </Check>
          <Check name="held" value="discard" type="radio" isChecked={false}>
            Give them up
          </Check>
        </fieldset>
      )}
      {older === 0 ? null : <p class="muted small">{older} are older than 24 hours, and are given up.</p>}
      <button type="submit" class="main">
        {isPaused ? 'Resume' : 'Enable'}
      </button>
    </Form>
  );
}

function State(parts: PartParts) {
  const { endpoint } = parts;
  const { disabledBy, disabledAt, consecutiveFailures, access } = endpoint;
  const mayChange = access === 'change';
  if (disabledBy !== null && disabledAt !== null)
    return (
      <section class="card" aria-label="State">
        <p>
          {disabledTexts[disabledBy]} <span class="muted">Since</span> <Instant at={disabledAt} />
        </p>
        {mayChange ? <EnableForm {...parts} /> : null}
      </section>
    );
  if (consecutiveFailures === 0) return null;
  return (
    <Notice tone="warning">
      {consecutiveFailures} {consecutiveFailures === 1 ? 'delivery has' : 'deliveries in a row have'} failed.
      After five it is disabled. <a href={pathOf(parts, 'deliveries')}>See the deliveries</a>
    </Notice>
  );
}

function Tests({ tests }: { readonly tests: readonly ShownTest[] }) {
  return (
    <section aria-labelledby="tests">
      <h2 id="tests">What the receiver answered</h2>
      <Table
        caption="What the receiver answered"
        headings={['Sample', 'Result', 'Answer', 'Time']}
        rows={tests.map(({ eventType, isSuccess, httpStatus, failure, durationMs, answer }) => [
          <code>{eventType}</code>,
          <Pill tone={isSuccess ? 'passed' : 'failed'}>{isSuccess ? 'Accepted' : 'Refused'}</Pill>,
          <>
            {httpStatus === null ? (failure ?? 'Kept in the inbox') : `HTTP ${httpStatus}`}
            {answer === null ? null : (
              <details class="inner">
                <summary>Its body</summary>
                <pre tabIndex={0}>{answer}</pre>
              </details>
            )}
          </>,
          `${durationMs} ms`,
        ])}
      />
    </section>
  );
}

function SecretPart(parts: PartParts) {
  const { replacedSecretsUntil } = parts.endpoint;
  const [latest] = replacedSecretsUntil;
  return (
    <section class="card" aria-labelledby="secret">
      <h2 id="secret">Signing secret</h2>
      {latest === undefined ? (
        <p>Deliveries are signed with it, so that your receiver knows that they are ours.</p>
      ) : (
        <>
          <Notice tone="warning">
            Each delivery carries two signatures or more: the secret before signs on until{' '}
            <Instant at={latest} /> <strong data-until={latest.toISOString()} />. Give your receiver the new
            one before that.
          </Notice>
          <Form action={pathOf(parts, 'expire-old-secret')} label="End the secrets before">
            <button type="submit">End the one before now</button>
          </Form>
        </>
      )}
      <div class="line">
        <Form action={pathOf(parts, 'secret')} label="Show the secret">
          <button type="submit">Show the secret</button>
        </Form>
        <Form action={pathOf(parts, 'rotate')} label="Replace the secret">
          <button type="submit">Replace it</button>
        </Form>
      </div>
      <p class="muted small">
        Replaced, both sign for 24 hours. To show a secret, you have to have signed in a short while ago.
      </p>
    </section>
  );
}

function valuesOf(endpoint: ShownEndpoint): EndpointValues {
  const {
    url,
    eventTypes: events,
    hasAllProjects,
    projectIds,
    isTrackedOnly,
    sendsStandardHeaders,
  } = endpoint;
  return { url: url ?? '', events, hasAllProjects, projectIds, isTrackedOnly, sendsStandardHeaders };
}

function Fold({
  title,
  isOpen = false,
  children,
}: {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <details class="more" open={isOpen}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}

function EditFold(parts: PartParts & Pick<EndpointShown, 'choices' | 'posted' | 'problems'>) {
  const { endpoint, choices, posted, problems } = parts;
  const values = posted ?? valuesOf(endpoint);
  return (
    <Fold title="Edit" isOpen={posted !== undefined}>
      <Form action={pathOf(parts, 'edit')} label="Edit the endpoint" problems={problems}>
        <input type="hidden" name="version" value={endpoint.version} />
        {endpoint.url === null ? null : <UrlField url={values.url} />}
        {endpoint.isClassic ? null : (
          <>
            <EventFields values={values} choices={choices} />
            <ScopeFields values={values} choices={choices} />
            <StandardHeadersField values={values} />
          </>
        )}
        <button type="submit" class="main">
          Save
        </button>
      </Form>
    </Fold>
  );
}

function HeadersFold(parts: PartParts & Pick<EndpointShown, 'headersMax' | 'problems'>) {
  return (
    <Fold title="Replace its headers">
      <Form action={pathOf(parts, 'headers')} label="Replace the headers" problems={parts.problems}>
        <input type="hidden" name="version" value={parts.endpoint.version} />
        <HeadersField max={parts.headersMax} />
        <p class="muted small">Those that are there are replaced by these; none removes them.</p>
        <button type="submit">Replace the headers</button>
      </Form>
    </Fold>
  );
}

function Actions(parts: PartParts & EndpointShown) {
  const { endpoint } = parts;
  return (
    <>
      <SecretPart {...parts} />
      {endpoint.isClassic ? (
        <section class="card" aria-labelledby="upgrade">
          <h2 id="upgrade">It is of the old kind</h2>
          <p>
            It hears of rows and columns. Upgraded, it hears named events that tell the same; its address,
            secret and headers stay, and your receiver reads other bodies. There is no way back.
          </p>
          <Form action={pathOf(parts, 'upgrade')} label="Upgrade the endpoint">
            <button type="submit">Upgrade to named events</button>
          </Form>
        </section>
      ) : null}
      {endpoint.url === null && endpoint.isClassic ? null : <EditFold {...parts} />}
      {endpoint.url === null ? null : <HeadersFold {...parts} />}
      {endpoint.disabledBy === null ? (
        <Fold title="Pause">
          <p>
            Nothing is sent while it is paused. Events are held for 24 hours, and sent when it is resumed.
          </p>
          <Form action={pathOf(parts, 'pause')} label="Pause the endpoint">
            <button type="submit">Pause</button>
          </Form>
        </Fold>
      ) : null}
      <Fold title="Delete">
        <p>
          Deliveries that have not arrived are given up, and its secret and headers are forgotten. There is no
          way back.
        </p>
        <Form action={pathOf(parts, 'delete')} label="Delete the endpoint">
          <button type="submit" class="danger">
            Delete the endpoint
          </button>
        </Form>
      </Fold>
    </>
  );
}

function Described({ endpoint }: { readonly endpoint: ShownEndpoint }) {
  const { hasAllProjects, projectIds, isTrackedOnly, headerNames, isClassic, eventTypes } = endpoint;
  return (
    <Facts
      facts={[
        ['Owner', endpoint.owner],
        [
          'Events',
          isClassic ? (
            'Of the old kind'
          ) : (
            <ul>
              {eventTypes.map(event => (
                <li>
                  <code>{event}</code>
                </li>
              ))}
            </ul>
          ),
        ],
        ['Projects', hasAllProjects ? 'All, later ones as well' : projectIds.join(', ')],
        ['Records', isTrackedOnly ? 'Those that the owner tracks' : 'All that the owner may see'],
        ['Own headers', headerNames.length === 0 ? 'None' : <code>{headerNames.join(', ')}</code>],
        ['Standard Webhooks', endpoint.sendsStandardHeaders ? 'Its headers are sent as well' : 'Not sent'],
        ['Added', <Instant at={endpoint.createdAt} />],
        ['Id', <code>{endpoint.uid}</code>],
      ]}
    />
  );
}

/** The page of an endpoint. */
export function renderEndpointPage(viewer: Viewer, place: ShownPlace, shown: EndpointShown): string {
  const { endpoint, message, tests } = shown;
  const parts = { place, ...shown };
  const name = endpoint.url ?? inboxName;
  return renderConsolePage({
    title: 'Webhook endpoint',
    viewer,
    place,
    section: 'endpoints',
    crumbs: [['Webhook endpoints', pathIn(place, 'endpoints')]],
    children: (
      <>
        <div class="head">
          <h1>{name}</h1>
          <EndpointPill {...endpoint} />
        </div>
        <MessageNotice message={message} />
        {endpoint.access === 'change' ? null : (
          <Notice tone="neutral">
            You look at it. It is changed by {endpoint.owner}, whose it is, with a role that has
            ManageWebhooks.
          </Notice>
        )}
        <State {...parts} />
        <div class="line">
          <a class="button" href={pathOf(parts, 'deliveries')}>
            Deliveries
          </a>
          {endpoint.access === 'change' ? (
            <Form action={pathOf(parts, 'test')} label="Send a test">
              <button type="submit">Send test</button>
            </Form>
          ) : null}
        </div>
        {tests === undefined ? null : <Tests tests={tests} />}
        <Described endpoint={endpoint} />
        {endpoint.access === 'change' ? <Actions {...parts} /> : null}
      </>
    ),
  });
}

/** The answer that shows a signing secret. */
export function renderSecretPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: { readonly endpointUid: string; readonly secret: string; readonly standardSecret: string },
): string {
  return renderConsolePage({
    title: 'Signing secret',
    viewer,
    place,
    section: 'endpoints',
    children: (
      <>
        <h1>Signing secret</h1>
        <p>
          Give it to the receiver. It checks each delivery with it: <a href="/docs/webhooks">how</a>
        </p>
        <Secret id="secret">{shown.secret}</Secret>
        <h2>For libraries of Standard Webhooks</h2>
        <Secret id="standard-secret">{shown.standardSecret}</Secret>
        <p>
          <a class="button" href={pathIn(place, 'endpoints', shown.endpointUid)}>
            Back to the endpoint
          </a>
        </p>
      </>
    ),
  });
}

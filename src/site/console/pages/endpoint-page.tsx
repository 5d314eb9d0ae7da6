/** `…/endpoints/{endpoint}`: an endpoint with its settings and actions. */
import type { ComponentChildren } from 'preact';
import {
  EventFields,
  NameField,
  ScopeFields,
  StandardHeadersField,
  UrlField,
  type EndpointChoices,
  type EndpointValues,
} from '../components/endpoint-fields';
import {
  EndpointPill,
  endpointTitle,
  inboxName,
  rateText,
  type DisabledBy,
  type ShownRate,
} from '../components/endpoint-words';
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

/** An endpoint, as the page shows it. */
export interface ShownEndpoint {
  readonly uid: string;
  readonly url: string | null;
  readonly name: string | null;
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

/** The receiver's response to a sample event. */
export interface ShownTest {
  readonly eventType: string;
  readonly isSuccess: boolean;
  readonly httpStatus: number | null;
  /** Why there was no response, in words. */
  readonly failure: string | null;
  readonly durationMs: number;
  readonly answer: string | null;
}

/** The content of the page. */
export interface EndpointShown {
  readonly endpoint: ShownEndpoint;
  readonly choices: EndpointChoices;
  /** Absent without attempts in the last 24 hours. */
  readonly rate: ShownRate | undefined;
  readonly headersMax: number;
  readonly message: Message | undefined;
  /** The posted values of a refused form; absent to show the stored ones. */
  readonly posted?: EndpointValues | undefined;
  readonly problems?: FieldProblems | undefined;
  readonly tests?: readonly ShownTest[];
  /** Where the person signs in again; absent if their sign-in is recent enough to change the endpoint. */
  readonly signInPath?: string;
}

interface PartParts {
  readonly place: ShownPlace;
  readonly endpoint: ShownEndpoint;
}

function pathOf({ place, endpoint }: PartParts, ...segments: readonly string[]): string {
  return pathIn(place, 'endpoints', endpoint.uid, ...segments);
}

const disabledTexts: Readonly<Record<Exclude<DisabledBy, null>, string>> = {
  owner: 'This endpoint is paused. New events are held.',
  failures: 'This endpoint was disabled because five deliveries in a row failed. New events are held.',
  gone: 'This endpoint was disabled because the receiver responded with 410 Gone. New events are held.',
  deletion: 'This endpoint was deleted.',
};

function EnableForm(parts: PartParts) {
  const { endpoint } = parts;
  const { younger, older } = endpoint.held;
  const isPaused = endpoint.disabledBy === 'owner';
  return (
    <Form
      action={pathOf(parts, isPaused ? 'resume' : 'enable')}
      label={isPaused ? 'Resume endpoint' : 'Enable endpoint'}
    >
      {younger === 0 ? (
        <p>No held events to send.</p>
      ) : (
        <fieldset class="field">
          <legend>
            {younger} held {younger === 1 ? 'event' : 'events'}
          </legend>
          <Check name="held" value="send" type="radio" isChecked>
            Send them in order
          </Check>
          <Check name="held" value="discard" type="radio" isChecked={false}>
            Discard them
          </Check>
        </fieldset>
      )}
      {older === 0 ? null : (
        <p class="muted small">
          {older === 1
            ? '1 held event is older than 24 hours and will be discarded.'
            : `${older} held events are older than 24 hours and will be discarded.`}
        </p>
      )}
      <button type="submit" class="main">
        {isPaused ? 'Resume endpoint' : 'Enable endpoint'}
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
      <section class="card" aria-label="Status">
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
      After five in a row, the endpoint is disabled.{' '}
      <a href={pathOf(parts, 'deliveries')}>View delivery log</a>
    </Notice>
  );
}

function Tests({ tests }: { readonly tests: readonly ShownTest[] }) {
  return (
    <section aria-labelledby="tests">
      <h2 id="tests">Test results</h2>
      <Table
        caption="Test results"
        headings={['Event', 'Result', 'Response', 'Duration']}
        rows={tests.map(({ eventType, isSuccess, httpStatus, failure, durationMs, answer }) => [
          <code>{eventType}</code>,
          <Pill tone={isSuccess ? 'passed' : 'failed'}>{isSuccess ? 'Accepted' : 'Failed'}</Pill>,
          <>
            {httpStatus === null ? (failure ?? 'Saved to the inbox') : `HTTP ${httpStatus}`}
            {answer === null ? null : (
              <details class="inner">
                <summary>Body</summary>
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
        <p>We sign each delivery with this secret, so that your receiver can verify that it's from us.</p>
      ) : (
        <>
          <Notice tone="warning">
            Deliveries are also signed with previous secrets until <Instant at={latest} />{' '}
            <strong data-until={latest.toISOString()} />. Update your receiver before then.
          </Notice>
          <Form action={pathOf(parts, 'expire-old-secret')} label="Expire previous secrets">
            <button type="submit">Expire previous secrets now</button>
          </Form>
        </>
      )}
      <div class="line">
        <Form action={pathOf(parts, 'secret')} label="Show secret">
          <button type="submit">Show secret</button>
        </Form>
        <Form action={pathOf(parts, 'rotate')} label="Rotate secret">
          <button type="submit">Rotate secret</button>
        </Form>
      </div>
      <p class="muted small">
        After a rotation, deliveries are signed with both secrets for 24 hours. To show a secret, you need a
        recent sign-in.
      </p>
    </section>
  );
}

function valuesOf(endpoint: ShownEndpoint): EndpointValues {
  const {
    url,
    name,
    eventTypes: events,
    hasAllProjects,
    projectIds,
    isTrackedOnly,
    sendsStandardHeaders,
  } = endpoint;
  return {
    url: url ?? '',
    name: name ?? '',
    events,
    hasAllProjects,
    projectIds,
    isTrackedOnly,
    sendsStandardHeaders,
  };
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
    <Fold title="Edit endpoint" isOpen={posted !== undefined}>
      <Form action={pathOf(parts, 'edit')} label="Edit endpoint" problems={problems}>
        <input type="hidden" name="version" value={endpoint.version} />
        <NameField name={values.name} />
        {endpoint.url === null ? null : <UrlField url={values.url} choices={choices} />}
        {endpoint.isClassic ? null : (
          <>
            <EventFields values={values} choices={choices} />
            <ScopeFields values={values} choices={choices} />
            <StandardHeadersField values={values} />
          </>
        )}
        <button type="submit" class="main">
          Save changes
        </button>
      </Form>
    </Fold>
  );
}

function HeadersFold(parts: PartParts & Pick<EndpointShown, 'headersMax' | 'problems'>) {
  return (
    <Fold title="Custom headers">
      <Form action={pathOf(parts, 'headers')} label="Replace headers" problems={parts.problems}>
        <input type="hidden" name="version" value={parts.endpoint.version} />
        <HeadersField max={parts.headersMax} />
        <p class="muted small">These replace the current headers. Leave the field empty to remove them.</p>
        <button type="submit">Replace headers</button>
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
          <h2 id="upgrade">Classic endpoint</h2>
          <p>
            This endpoint gets row and column changes. If you upgrade it, it gets the equivalent named events
            instead. Its URL, secret, and headers stay the same, but the request bodies change, so update your
            receiver first. You can't undo this.
          </p>
          <Form action={pathOf(parts, 'upgrade')} label="Upgrade to named events">
            <button type="submit">Upgrade to named events</button>
          </Form>
        </section>
      ) : null}
      <EditFold {...parts} />
      {endpoint.url === null ? null : <HeadersFold {...parts} />}
      {endpoint.disabledBy === null ? (
        <Fold title="Pause endpoint">
          <p>
            A paused endpoint gets no deliveries. We hold its events for 24 hours, and you can send them when
            you resume it.
          </p>
          <Form action={pathOf(parts, 'pause')} label="Pause endpoint">
            <button type="submit">Pause endpoint</button>
          </Form>
        </Fold>
      ) : null}
      <Fold title="Delete endpoint">
        <p>Pending deliveries are abandoned, and its secret and headers are deleted. You can't undo this.</p>
        <Form action={pathOf(parts, 'delete')} label="Delete endpoint">
          <button type="submit" class="danger">
            Delete endpoint
          </button>
        </Form>
      </Fold>
    </>
  );
}

function Described({ endpoint, rate }: Pick<EndpointShown, 'endpoint' | 'rate'>) {
  const { hasAllProjects, projectIds, isTrackedOnly, headerNames, isClassic, eventTypes } = endpoint;
  return (
    <Facts
      facts={[
        ['URL', endpoint.url ?? inboxName],
        [
          'Success rate',
          rate === undefined ? 'No attempts in the last 24 hours.' : `${rateText(rate)} in the last 24 hours`,
        ],
        ['Owner', endpoint.owner],
        [
          'Events',
          isClassic ? (
            'Classic (row and column changes)'
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
        ['Projects', hasAllProjects ? 'All, including future ones' : projectIds.join(', ')],
        ['Records', isTrackedOnly ? 'Records that the owner follows' : 'All records that the owner can see'],
        ['Custom headers', headerNames.length === 0 ? 'None' : <code>{headerNames.join(', ')}</code>],
        ['Standard Webhooks headers', endpoint.sendsStandardHeaders ? 'Sent' : 'Not sent'],
        ['Added', <Instant at={endpoint.createdAt} />],
        ['ID', <code>{endpoint.uid}</code>],
      ]}
    />
  );
}

/** Renders the page of an endpoint. */
export function renderEndpointPage(viewer: Viewer, place: ShownPlace, shown: EndpointShown): string {
  const { endpoint, message, tests } = shown;
  const parts = { place, ...shown };
  return renderConsolePage({
    title: 'Webhook endpoint',
    viewer,
    place,
    section: 'endpoints',
    crumbs: [['Webhook endpoints', pathIn(place, 'endpoints')]],
    children: (
      <>
        <div class="head">
          <h1>{endpointTitle(endpoint)}</h1>
          <EndpointPill {...endpoint} />
        </div>
        <MessageNotice message={message} />
        {endpoint.access === 'change' ? null : (
          <Notice tone="neutral">
            View only. Only the owner, {endpoint.owner}, can change this endpoint, with a role that has the
            ManageWebhooks permission.
          </Notice>
        )}
        {endpoint.access === 'change' && shown.signInPath !== undefined ? (
          <Notice tone="neutral">
            To change this endpoint, <a href={shown.signInPath}>sign in again</a> first. Your sign-in is too
            old for changes that could send data elsewhere.
          </Notice>
        ) : null}
        <State {...parts} />
        <div class="line">
          <a class="button" href={pathOf(parts, 'deliveries')}>
            Delivery log
          </a>
          {endpoint.access === 'change' ? (
            <Form action={pathOf(parts, 'test')} label="Send test event">
              <button type="submit">Send test event</button>
            </Form>
          ) : null}
        </div>
        {tests === undefined ? null : <Tests tests={tests} />}
        <Described endpoint={endpoint} rate={shown.rate} />
        {endpoint.access === 'change' ? <Actions {...parts} /> : null}
      </>
    ),
  });
}

/** Renders the page that shows a signing secret. */
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
          Copy this secret to your receiver, which uses it to verify each delivery.{' '}
          <a href="/docs/webhooks">How to verify deliveries</a>
        </p>
        <Secret id="secret">{shown.secret}</Secret>
        <h2>For Standard Webhooks libraries</h2>
        <Secret id="standard-secret">{shown.standardSecret}</Secret>
        <p>
          <a class="button" href={pathIn(place, 'endpoints', shown.endpointUid)}>
            Back to endpoint
          </a>
        </p>
      </>
    ),
  });
}

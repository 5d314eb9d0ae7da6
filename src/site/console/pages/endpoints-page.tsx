/** `…/endpoints` and `…/endpoints/new`: the webhook endpoints of an environment, and another one. */
import {
  EventFields,
  ScopeFields,
  StandardHeadersField,
  UrlField,
  type EndpointChoices,
  type EndpointValues,
} from '../components/endpoint-fields';
import { EndpointPill, inboxName, type DisabledBy } from '../components/endpoint-words';
import { Form, LinesField, type FieldProblems } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Instant, MessageNotice, Notice, Table, type Message } from '../../components/display';
import { pathIn } from '../paths';

/** An endpoint in the list. */
interface ListedEndpoint {
  readonly uid: string;
  readonly url: string | null;
  readonly owner: string;
  readonly isClassic: boolean;
  readonly eventTypes: readonly string[];
  readonly consecutiveFailures: number;
  readonly disabledBy: DisabledBy;
  readonly createdAt: Date;
}

function NewButton({ place }: { readonly place: ShownPlace }) {
  return (
    <a class="button main" href={pathIn(place, 'endpoints', 'new')}>
      Add an endpoint
    </a>
  );
}

/** The list. @param isDeleted whether one was deleted just now */
export function renderEndpointsPage(
  viewer: Viewer,
  place: ShownPlace,
  { endpoints, isDeleted }: { readonly endpoints: readonly ListedEndpoint[]; readonly isDeleted: boolean },
): string {
  const mayAdd = place.permissions.has('ManageWebhooks');
  return renderConsolePage({
    title: 'Webhook endpoints',
    viewer,
    place,
    section: 'endpoints',
    children: (
      <>
        <div class="head">
          <h1>Webhook endpoints</h1>
          {mayAdd && endpoints.length > 0 ? (
            <div class="aside">
              <NewButton place={place} />
            </div>
          ) : null}
        </div>
        {isDeleted ? (
          <Notice tone="passed">The endpoint is deleted. Nothing is sent to it any more.</Notice>
        ) : null}
        {endpoints.length === 0 ? (
          <Empty>
            <h2>No {place.environment} endpoint yet</h2>
            <p>
              An endpoint is an address of yours that is told what happens: a search has ended, records have
              come. <a href="/docs/webhooks">How to receive events</a>
            </p>
            {mayAdd ? (
              <NewButton place={place} />
            ) : (
              <p>Your role does not permit to add one. Ask an administrator for ManageWebhooks.</p>
            )}
          </Empty>
        ) : (
          <Table
            caption="Webhook endpoints"
            headings={['Address', 'State', 'Events', 'Owner', 'Added']}
            rows={endpoints.map(({ uid, url, owner, isClassic, eventTypes, createdAt, ...state }) => [
              <a href={pathIn(place, 'endpoints', uid)}>{url ?? inboxName}</a>,
              <EndpointPill {...state} />,
              isClassic ? 'Of the old kind' : `${eventTypes.length}`,
              owner,
              <Instant at={createdAt} />,
            ])}
          />
        )}
      </>
    ),
  });
}

/** What the form of a new endpoint shows. */
interface NewEndpointShown {
  readonly values: EndpointValues;
  readonly choices: EndpointChoices;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
  /** The most characters of all headers. */
  readonly headersMax: number;
}

/** The field of custom headers; what is in them is never shown again. */
export function HeadersField({ max }: { readonly max: number }) {
  return (
    <LinesField
      id="headers"
      name="headers"
      label="Headers of your own"
      max={max}
      hint="One on a line, as Name: value; at most 20. Values are kept sealed and never shown again."
    />
  );
}

/** The form of a new endpoint. */
export function renderNewEndpointPage(
  viewer: Viewer,
  place: ShownPlace,
  { values, choices, message, problems, headersMax }: NewEndpointShown,
): string {
  return renderConsolePage({
    title: 'Add an endpoint',
    viewer,
    place,
    section: 'endpoints',
    crumbs: [['Webhook endpoints', pathIn(place, 'endpoints')]],
    children: (
      <>
        <h1>Add a {place.environment} endpoint</h1>
        <MessageNotice message={message} />
        <Form action={pathIn(place, 'endpoints')} label="Add an endpoint" problems={problems}>
          <UrlField url={values.url} />
          <h2>Events</h2>
          <EventFields values={values} choices={choices} />
          <h2>Scope</h2>
          <ScopeFields values={values} choices={choices} />
          <StandardHeadersField values={values} />
          <HeadersField max={headersMax} />
          <button type="submit" class="main">
            Add the endpoint
          </button>
        </Form>
      </>
    ),
  });
}

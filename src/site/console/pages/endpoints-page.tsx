/** `…/endpoints` and `…/endpoints/new`: the webhook endpoints of an environment, and the form to add one. */
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
import { Form, LinesField, type FieldProblems } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Instant, MessageNotice, Notice, Table, type Message } from '../../components/display';
import { formKeyName } from '../../form-key';
import { pathIn } from '../paths';

/** An endpoint in the list. */
interface ListedEndpoint {
  readonly uid: string;
  readonly url: string | null;
  readonly name: string | null;
  readonly owner: string;
  readonly isClassic: boolean;
  readonly eventTypes: readonly string[];
  readonly consecutiveFailures: number;
  readonly disabledBy: DisabledBy;
  readonly createdAt: Date;
}

function Rate({ rate }: { readonly rate: ShownRate | undefined }) {
  return rate === undefined ? <span class="muted">No attempts</span> : <>{rateText(rate)}</>;
}

function NewButton({ place }: { readonly place: ShownPlace }) {
  return (
    <a class="button main" href={pathIn(place, 'endpoints', 'new')}>
      Add endpoint
    </a>
  );
}

/** Renders the list. @param isDeleted whether one was just deleted */
export function renderEndpointsPage(
  viewer: Viewer,
  place: ShownPlace,
  {
    endpoints,
    rates,
    isDeleted,
  }: {
    readonly endpoints: readonly ListedEndpoint[];
    /** By the uid of the endpoint; absent for one without attempts in the last 24 hours. */
    readonly rates: ReadonlyMap<string, ShownRate>;
    readonly isDeleted: boolean;
  },
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
        {isDeleted ? <Notice tone="passed">Endpoint deleted.</Notice> : null}
        {endpoints.length === 0 && !mayAdd && !place.permissions.has('ManageMembers') ? (
          <Empty>
            <h2>You can't see webhook endpoints</h2>
            <p>Your role doesn't have the ManageWebhooks permission. Ask an administrator for it.</p>
          </Empty>
        ) : endpoints.length === 0 ? (
          <Empty>
            <h2>No {place.environment} endpoints yet</h2>
            <p>
              Add an endpoint to receive events at a URL of yours, such as when a search completes or records
              arrive. <a href="/docs/webhooks">How to receive events</a>
            </p>
            {mayAdd ? (
              <NewButton place={place} />
            ) : (
              <p>
                You don't have permission to add endpoints. Ask an administrator for the ManageWebhooks
                permission.
              </p>
            )}
          </Empty>
        ) : (
          <Table
            caption="Webhook endpoints"
            headings={[
              'Endpoint',
              'Status',
              'Success rate, 24 hours',
              { name: 'Events', isNumber: true },
              'Owner',
              'Added',
            ]}
            rows={endpoints.map(({ uid, url, name, owner, isClassic, eventTypes, createdAt, ...state }) => [
              <>
                <a href={pathIn(place, 'endpoints', uid)}>{endpointTitle({ name, url })}</a>
                {name === null ? null : <p class="muted small">{url ?? inboxName}</p>}
              </>,
              <EndpointPill {...state} />,
              <Rate rate={rates.get(uid)} />,
              isClassic ? 'Classic' : `${eventTypes.length}`,
              <span class="whole">{owner}</span>,
              <Instant at={createdAt} />,
            ])}
          />
        )}
      </>
    ),
  });
}

/** The content of the form. */
interface NewEndpointShown {
  readonly values: EndpointValues;
  readonly formKey: string;
  readonly choices: EndpointChoices;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
  /** The most characters of all headers together. */
  readonly headersMax: number;
}

/** The field for custom headers. Their values are never shown again. */
export function HeadersField({ max }: { readonly max: number }) {
  return (
    <LinesField
      id="headers"
      name="headers"
      label="Custom headers"
      max={max}
      hint="One per line, in the format Name: value. At most 20. Values are encrypted and never shown again."
    />
  );
}

/** Renders the form for a new endpoint. */
export function renderNewEndpointPage(
  viewer: Viewer,
  place: ShownPlace,
  { values, formKey, choices, message, problems, headersMax }: NewEndpointShown,
): string {
  return renderConsolePage({
    title: 'Add endpoint',
    viewer,
    place,
    section: 'endpoints',
    crumbs: [['Webhook endpoints', pathIn(place, 'endpoints')]],
    children: (
      <>
        <h1>Add {place.environment} endpoint</h1>
        <MessageNotice message={message} />
        <Form action={pathIn(place, 'endpoints')} label="Add endpoint" problems={problems}>
          <input type="hidden" name={formKeyName} value={formKey} />
          <NameField name={values.name} />
          <UrlField url={values.url} choices={choices} />
          <h2>Events</h2>
          <EventFields values={values} choices={choices} />
          <h2>Scope</h2>
          <ScopeFields values={values} choices={choices} />
          <StandardHeadersField values={values} />
          <HeadersField max={headersMax} />
          <button type="submit" class="main">
            Add endpoint
          </button>
        </Form>
      </>
    ),
  });
}

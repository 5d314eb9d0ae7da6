/** `/desk/endpoints/{endpoint}`: why an endpoint is disabled, and the form to enable it. */
import type { QueueItem } from '../../../domain/desk/queue';
import type { Environment } from '../../../domain/projects/project';
import { Check, Form } from '../../components/form';
import { Empty, Facts, Instant, MaybeInstant, Pill, Table, type Message } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Assignment } from '../components/assignment';
import { deskPath } from '../paths';

/** The content of the page. */
export interface EndpointShown {
  readonly companyId: string;
  readonly endpoint: {
    readonly uid: string;
    readonly name: string | null;
    readonly url: string | null;
    readonly environment: Environment;
    readonly owner: string;
    readonly consecutiveFailures: number;
    readonly disabledAt: Date | null;
    readonly disabledBy: string | null;
    readonly held: { readonly younger: number; readonly older: number };
  };
  readonly deliveries: ReadonlyArray<{
    readonly deliveryUid: string;
    readonly eventType: string;
    readonly status: string;
    readonly attempts: number;
    readonly lastHttpStatus: number | null;
    readonly lastFailure: string | null;
    readonly createdAt: Date;
    readonly workflowUrl: string | undefined;
  }>;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly message: Message | undefined;
}

const deliveryNames: Readonly<Partial<Record<string, string>>> = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
  abandoned: 'Abandoned',
};

function statusOf({ disabledAt, disabledBy }: EndpointShown['endpoint']): string {
  if (disabledAt === null) return 'Active';
  return disabledBy === 'owner' ? 'Paused' : 'Disabled';
}

function Enable({ endpoint }: Pick<EndpointShown, 'endpoint'>) {
  const { uid, disabledAt, disabledBy, held } = endpoint;
  if (disabledAt === null) return <p>This endpoint is active. There is nothing to do.</p>;
  if (disabledBy === 'owner')
    return <p>The owner paused this endpoint and can resume it. There is nothing to do.</p>;
  return (
    <Form action={deskPath('endpoints', uid, 'enable')} label="Enable endpoint">
      <p>Talk to the owner first. Enable the endpoint when its receiver responds again.</p>
      <fieldset class="field">
        <legend>
          {held.younger} held {held.younger === 1 ? 'event' : 'events'}
        </legend>
        <Check name="held" value="send" type="radio" isChecked>
          Send them in order
        </Check>
        <Check name="held" value="discard" type="radio" isChecked={false}>
          Discard them
        </Check>
      </fieldset>
      {held.older === 0 ? null : (
        <p class="muted small">
          {held.older === 1
            ? '1 held event is older than 24 hours and will be discarded.'
            : `${held.older} held events are older than 24 hours and will be discarded.`}
        </p>
      )}
      <button type="submit" class="main" accesskey="a">
        Enable endpoint
      </button>
    </Form>
  );
}

/** Renders the page of an endpoint. */
export function renderEndpointPage(viewer: Viewer, shown: EndpointShown): string {
  const { companyId, endpoint, deliveries, item, operatorUid, message } = shown;
  return renderDeskPage({
    title: 'Webhook endpoint',
    viewer,
    section: 'queue',
    crumbs: [['Disabled endpoints', `${deskPath()}?kind=endpoint`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>{endpoint.name ?? endpoint.url ?? 'Sandbox inbox'}</h1>
          <Pill tone={endpoint.disabledAt === null ? 'passed' : 'failed'}>{statusOf(endpoint)}</Pill>
          <Assignment kind="endpoint" uid={endpoint.uid} item={item} operatorUid={operatorUid} />
        </div>
        <Facts
          facts={[
            ['Company', `${companyId}, ${endpoint.environment}`],
            ['URL', endpoint.url ?? 'Sandbox inbox'],
            ['Owner', endpoint.owner],
            ['Consecutive failures', endpoint.consecutiveFailures],
            ['Disabled', <MaybeInstant at={endpoint.disabledAt} never="No" />],
          ]}
        />
        <Enable endpoint={endpoint} />
        <h2>Recent deliveries</h2>
        {deliveries.length === 0 ? (
          <Empty>
            <p>No deliveries on record. Deliveries are kept for a limited time.</p>
          </Empty>
        ) : (
          <Table
            caption="Recent deliveries"
            headings={['Event', 'Status', 'Attempts', 'Last response', 'Created', 'Workflow']}
            rows={deliveries.map(delivery => [
              delivery.eventType,
              <Pill tone={delivery.status === 'succeeded' ? 'passed' : 'neutral'}>
                {deliveryNames[delivery.status] ?? delivery.status}
              </Pill>,
              delivery.attempts,
              delivery.lastHttpStatus === null
                ? (delivery.lastFailure ?? '–')
                : `HTTP ${delivery.lastHttpStatus}`,
              <Instant at={delivery.createdAt} />,
              delivery.workflowUrl === undefined ? (
                '–'
              ) : (
                <a
                  href={delivery.workflowUrl}
                  rel="noreferrer"
                  aria-label={`View workflow of delivery ${delivery.deliveryUid}`}
                >
                  View
                </a>
              ),
            ])}
          />
        )}
      </>
    ),
  });
}

/** `/desk/endpoints/{endpoint}`: why an endpoint was disabled, and the way back. */
import type { QueueItem } from '../../../domain/desk/queue';
import type { Environment } from '../../../domain/projects/project';
import { Check, Form } from '../../components/form';
import { Empty, Facts, Instant, MaybeInstant, Pill, Table, type Message } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Holding } from '../components/holding';
import { deskPath } from '../paths';

/** What the page shows. */
export interface EndpointShown {
  readonly companyId: string;
  readonly endpoint: {
    readonly uid: string;
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

function Enable({ endpoint }: Pick<EndpointShown, 'endpoint'>) {
  const { uid, disabledAt, disabledBy, held } = endpoint;
  if (disabledAt === null) return <p>It is enabled: nothing has to be done.</p>;
  if (disabledBy === 'owner')
    return <p>Its owner paused it, and resumes it. Nothing has to be done by the delivery team.</p>;
  return (
    <Form action={deskPath('endpoints', uid, 'enable')} label="Enable the endpoint">
      <p>Talk to its owner first: it is enabled when its receiver answers again.</p>
      <fieldset class="field">
        <legend>
          {held.younger} held {held.younger === 1 ? 'event' : 'events'}
        </legend>
        <Check name="held" value="send" type="radio" isChecked>
          Send them, in their order
        </Check>
        <Check name="held" value="discard" type="radio" isChecked={false}>
          Give them up
        </Check>
      </fieldset>
      {held.older === 0 ? null : (
        <p class="muted small">{held.older} are older than 24 hours, and are given up.</p>
      )}
      <button type="submit" class="main" accesskey="a">
        Enable it
      </button>
    </Form>
  );
}

/** An endpoint. */
export function renderEndpointPage(viewer: Viewer, shown: EndpointShown): string {
  const { companyId, endpoint, deliveries, item, operatorUid, message } = shown;
  return renderDeskPage({
    title: 'Endpoint',
    viewer,
    section: 'queue',
    crumbs: [['Endpoints', `${deskPath()}?kind=endpoint`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>{endpoint.url ?? 'The inbox of the sandbox'}</h1>
          <Pill tone={endpoint.disabledAt === null ? 'passed' : 'failed'}>
            {endpoint.disabledAt === null ? 'Active' : 'Disabled'}
          </Pill>
          <Holding kind="endpoint" uid={endpoint.uid} item={item} operatorUid={operatorUid} />
        </div>
        <Facts
          facts={[
            ['Company', `${companyId}, ${endpoint.environment}`],
            ['Owner', endpoint.owner],
            ['Failures in a row', endpoint.consecutiveFailures],
            ['Disabled', <MaybeInstant at={endpoint.disabledAt} never="It is not" />],
          ]}
        />
        <Enable endpoint={endpoint} />
        <h2>Latest deliveries</h2>
        {deliveries.length === 0 ? (
          <Empty>
            <p>None is on record. What was sent is kept for a while only.</p>
          </Empty>
        ) : (
          <Table
            caption="Latest deliveries"
            headings={['Event', 'Status', 'Attempts', 'Last answer', 'When', 'Workflow']}
            rows={deliveries.map(delivery => [
              delivery.eventType,
              <Pill tone={delivery.status === 'succeeded' ? 'passed' : 'neutral'}>{delivery.status}</Pill>,
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
                  aria-label={`Workflow of ${delivery.deliveryUid}`}
                >
                  Open
                </a>
              ),
            ])}
          />
        )}
      </>
    ),
  });
}

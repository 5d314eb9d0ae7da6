/** `…/deliveries/{delivery}`: a delivery with its body, and each attempt with the response. */
import { DeliveryPill, endpointTitle, type DeliveryStatus } from '../components/endpoint-words';
import { Form, FormKey } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Facts, Instant, MaybeInstant, Notice, Pill, type Message } from '../../components/display';
import { pathIn } from '../paths';

/** An attempt. */
interface ShownAttempt {
  readonly number: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly httpStatus: number | null;
  readonly explanation: string | null;
  readonly failureDetail: string | null;
  readonly durationMs: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly response: string | null;
}

/** The content of the page. */
export interface DeliveryShown {
  readonly endpointUid: string;
  readonly endpoint: { readonly name: string | null; readonly url: string | null };
  readonly delivery: {
    readonly uid: string;
    readonly eventType: string;
    readonly recordUid: string;
    readonly status: DeliveryStatus;
    readonly isReleased: boolean;
    readonly expungedAt: Date | null;
    readonly createdAt: Date;
  };
  readonly access: 'change' | 'look' | 'none';
  readonly isContentShown: boolean;
  readonly body: string | null;
  readonly attempts: readonly ShownAttempt[];
  readonly message: Message | undefined;
  /** Whether it was just retried or resent, so that the result appears when the page is reloaded. */
  readonly isAskedFor?: boolean;
}

function Attempt({ attempt }: { readonly attempt: ShownAttempt }) {
  const { number, startedAt, endedAt, httpStatus, explanation, failureDetail, durationMs } = attempt;
  const { responseHeaders, response } = attempt;
  const isAccepted = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const outcome = httpStatus === null ? 'No response' : `HTTP ${httpStatus}`;
  return (
    <li class="card">
      <h3>
        Attempt {number} <Pill tone={isAccepted ? 'passed' : 'failed'}>{outcome}</Pill>
      </h3>
      <Facts
        facts={[
          ['Started', <Instant at={startedAt} />],
          ['Ended', <MaybeInstant at={endedAt} never="In progress or interrupted" />],
          ['Duration', durationMs === null ? '–' : `${durationMs.toLocaleString('en-US')} ms`],
          ...(explanation === null ? [] : [['Reason', explanation] as const]),
          ...(failureDetail === null ? [] : [['Detail', <code>{failureDetail}</code>] as const]),
        ]}
      />
      {responseHeaders === null && response === null ? null : (
        <details class="inner">
          <summary>Response</summary>
          <pre tabIndex={0}>
            {Object.entries(responseHeaders ?? {})
              .map(([name, value]) => `${name}: ${value}\n`)
              .join('')}
            {response === null ? '' : `\n${response}`}
          </pre>
        </details>
      )}
    </li>
  );
}

function Content({ shown }: { readonly shown: DeliveryShown }) {
  const { isContentShown, body, delivery } = shown;
  if (!isContentShown)
    return (
      <p class="muted">
        The request and responses may contain patient data. Only the owner of the endpoint can see them, if
        their role can view patients, record requests, and clinical data, and they see the project.
      </p>
    );
  if (delivery.expungedAt !== null)
    return (
      <p class="muted">
        The request and responses were permanently deleted on <Instant at={delivery.expungedAt} />.
      </p>
    );
  if (body === null) return <p class="muted">The request body is created on the first attempt.</p>;
  return (
    <details class="more">
      <summary>Request body</summary>
      <div>
        <pre tabIndex={0}>{body}</pre>
      </div>
    </details>
  );
}

function Actions({ place, shown }: { readonly place: ShownPlace; readonly shown: DeliveryShown }) {
  const { endpointUid, delivery } = shown;
  const path = (action: string): string =>
    pathIn(place, 'endpoints', endpointUid, 'deliveries', delivery.uid, action);
  const isOpen = delivery.status === 'pending' || delivery.status === 'failed';
  return (
    <div class="line">
      {isOpen ? (
        <Form action={path('retry')} label="Retry now">
          <button type="submit">Retry now</button>
        </Form>
      ) : null}
      {delivery.status === 'pending' || delivery.expungedAt !== null ? null : (
        <Form action={path('replay')} label="Resend">
          <FormKey />
          <button type="submit">Resend</button>
        </Form>
      )}
    </div>
  );
}

/** Renders the page of a delivery. */
export function renderDeliveryPage(viewer: Viewer, place: ShownPlace, shown: DeliveryShown): string {
  const { endpointUid, delivery, access, attempts, message } = shown;
  return renderConsolePage({
    title: 'Delivery',
    viewer,
    place,
    section: 'endpoints',
    crumbs: [
      ['Webhook endpoints', pathIn(place, 'endpoints')],
      [endpointTitle(shown.endpoint), pathIn(place, 'endpoints', endpointUid)],
      ['Delivery log', pathIn(place, 'endpoints', endpointUid, 'deliveries')],
    ],
    children: (
      <>
        <div class="head">
          <h1>{delivery.eventType}</h1>
          <DeliveryPill
            status={delivery.status}
            isHeld={delivery.status === 'pending' && !delivery.isReleased}
          />
        </div>
        {message === undefined ? null : (
          <Notice tone={message.tone}>
            {message.text}{' '}
            {shown.isAskedFor === true ? (
              <a href={pathIn(place, 'endpoints', endpointUid, 'deliveries', delivery.uid)}>Reload page</a>
            ) : null}
          </Notice>
        )}
        {access === 'change' ? <Actions place={place} shown={shown} /> : null}
        <Facts
          facts={[
            ['Delivery ID (X-Webhook-Id)', <code>{delivery.uid}</code>],
            ['Record ID', <code>{delivery.recordUid}</code>],
            ['Created', <Instant at={delivery.createdAt} />],
          ]}
        />
        <Content shown={shown} />
        <h2>Attempts</h2>
        {attempts.length === 0 ? (
          <Empty>
            <p>
              No attempts yet. The delivery is waiting for its turn, for the previous event of the same
              record, or for its endpoint to be enabled.
            </p>
          </Empty>
        ) : (
          <ol class="attempts">
            {attempts.map(attempt => (
              <Attempt attempt={attempt} />
            ))}
          </ol>
        )}
      </>
    ),
  });
}

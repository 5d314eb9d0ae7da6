/** `…/deliveries/{delivery}`: one delivery, what was posted, and each attempt with what was answered. */
import { DeliveryPill, type DeliveryStatus } from '../components/endpoint-words';
import { Form } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Facts, Instant, MaybeInstant, Notice, Pill, type Message } from '../../components/display';
import { pathIn } from '../paths';

/** One attempt. */
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

/** A delivery as it is shown. */
export interface DeliveryShown {
  readonly endpointUid: string;
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
  /**
   * Whether it was asked for just now that it is sent: what comes of it stands on the page as it is loaded
   * again.
   */
  readonly isAskedFor?: boolean;
}

function Attempt({ attempt }: { readonly attempt: ShownAttempt }) {
  const { number, startedAt, endedAt, httpStatus, explanation, failureDetail, durationMs } = attempt;
  const { responseHeaders, response } = attempt;
  const isAccepted = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const outcome = httpStatus === null ? 'No answer' : `HTTP ${httpStatus}`;
  return (
    <li class="card">
      <h3>
        Attempt {number} <Pill tone={isAccepted ? 'passed' : 'failed'}>{outcome}</Pill>
      </h3>
      <Facts
        facts={[
          ['Started', <Instant at={startedAt} />],
          ['Ended', <MaybeInstant at={endedAt} never="Under way, or its worker died" />],
          ['Took', durationMs === null ? '–' : `${durationMs} ms`],
          ...(explanation === null ? [] : [['Why', explanation] as const]),
          ...(failureDetail === null ? [] : [['Detail', <code>{failureDetail}</code>] as const]),
        ]}
      />
      {responseHeaders === null && response === null ? null : (
        <details class="inner">
          <summary>What was answered</summary>
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
        What was posted and answered may hold the details of patients. It is shown to the owner of the
        endpoint, while their role sees patients, record requests and clinical data.
      </p>
    );
  if (delivery.expungedAt !== null)
    return (
      <p class="muted">
        What was posted and answered was removed for good. <Instant at={delivery.expungedAt} />
      </p>
    );
  if (body === null) return <p class="muted">It is made at the first attempt.</p>;
  return (
    <details class="more">
      <summary>What is posted</summary>
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
        <Form action={path('retry')} label="Try it now">
          <button type="submit">Try it now</button>
        </Form>
      ) : null}
      {delivery.status === 'pending' || delivery.expungedAt !== null ? null : (
        <Form action={path('replay')} label="Send it once more">
          <button type="submit">Send it once more</button>
        </Form>
      )}
    </div>
  );
}

/** The page of a delivery. */
export function renderDeliveryPage(viewer: Viewer, place: ShownPlace, shown: DeliveryShown): string {
  const { endpointUid, delivery, access, attempts, message } = shown;
  return renderConsolePage({
    title: 'Delivery',
    viewer,
    place,
    section: 'endpoints',
    crumbs: [
      ['Webhook endpoints', pathIn(place, 'endpoints')],
      ['Deliveries', pathIn(place, 'endpoints', endpointUid, 'deliveries')],
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
              <a href={pathIn(place, 'endpoints', endpointUid, 'deliveries', delivery.uid)}>
                Load this page again
              </a>
            ) : null}
          </Notice>
        )}
        {access === 'change' ? <Actions place={place} shown={shown} /> : null}
        <Facts
          facts={[
            ['Id, as in X-Webhook-Id', <code>{delivery.uid}</code>],
            ['Record', <code>{delivery.recordUid}</code>],
            ['When', <Instant at={delivery.createdAt} />],
          ]}
        />
        <Content shown={shown} />
        <h2>Attempts</h2>
        {attempts.length === 0 ? (
          <Empty>
            <p>
              None yet. It waits for its turn, for the one before it about the same record, or for its
              endpoint to be enabled.
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

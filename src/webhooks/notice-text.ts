import type { DeliveredEvent } from '../domain/webhooks/classic';
import { failuresBeforeDisabling } from '../domain/webhooks/delivery-policy';
import { failureReasons, type FailureReason } from './egress/failure';

/** The content of a notice: ids, names of events, and numbers, no patient data. */
export interface NoticeFacts {
  readonly kind: 'warning' | 'disabled' | 'gone';
  readonly endpointUid: string;
  /** The URL of the endpoint; its path and query may contain a credential, and are omitted. */
  readonly url: string;
  readonly environment: string;
  /** How many deliveries in a row had failed. */
  readonly failures: number;
  readonly deliveryUid: string;
  readonly eventType: DeliveredEvent;
  /** The record with our own id: `record request 01a1…`. */
  readonly recordUid: string;
  readonly emittedAt: Date;
  readonly httpStatus: number | null;
  readonly failure: FailureReason | null;
  /** The endpoint's page in the console. */
  readonly pageUrl: string;
}

/** An e-mail's subject and text. */
export interface NoticeText {
  readonly subject: string;
  readonly text: string;
}

function lastResponse({ httpStatus, failure }: NoticeFacts): string {
  if (httpStatus !== null) return `HTTP ${httpStatus}`;
  return failure === null ? 'none' : failureReasons[failure];
}

const subjects = {
  warning: 'Your webhook endpoint is failing',
  disabled: 'Your webhook endpoint was disabled',
  gone: 'Your webhook endpoint was disabled after it responded 410 Gone',
} as const;

function whatHappened({ kind, failures }: NoticeFacts): string {
  switch (kind) {
    case 'warning':
      return (
        `The last ${failures} deliveries to your endpoint failed after all attempts. After ` +
        `${failuresBeforeDisabling} failed deliveries in a row, we disable the endpoint.`
      );
    case 'disabled':
      return (
        `The last ${failures} deliveries to your endpoint failed after all attempts, so we disabled the ` +
        'endpoint.'
      );
    case 'gone':
      return (
        'Your server responded with 410 Gone, which means that it wants no more deliveries, so we disabled ' +
        'the endpoint.'
      );
  }
}

function whatToDo({ kind }: NoticeFacts): string[] {
  const check = "Check your server's responses. Any 2xx status within 10 seconds counts as a success.";
  if (kind === 'warning')
    return [check, "You don't need to do anything else. The first success resets the failure count."];
  return [
    check,
    "Send a test event, and then enable the endpoint, both on the endpoint's page.",
    'While the endpoint is disabled, its events are held. When you enable it, you can send the ones from ' +
      'the last 24 hours.',
  ];
}

/** Writes a notice: what failed, what the receiver answered, and what to do. */
export function noticeText(facts: NoticeFacts): NoticeText {
  const { host } = new URL(facts.url);
  const lines = [
    whatHappened(facts),
    '',
    `Endpoint:      ${facts.endpointUid}`,
    `Server:        ${host} (${facts.environment})`,
    `Last event:    ${facts.eventType}, ${facts.emittedAt.toISOString()}`,
    `Record:        ${facts.recordUid}`,
    `Delivery:      ${facts.deliveryUid} (X-Webhook-Id)`,
    `Last response: ${lastResponse(facts)}`,
    '',
    'What to do:',
    ...whatToDo(facts).map(line => `- ${line}`),
    '',
    "The endpoint's page in the console:",
    '',
    facts.pageUrl,
    '',
  ];
  return { subject: `${subjects[facts.kind]}: ${host}`, text: lines.join('\n') };
}

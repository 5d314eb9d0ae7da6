import type { DeliveredEvent } from '../domain/webhooks/classic';
import { failuresBeforeDisabling } from '../domain/webhooks/delivery-policy';
import { failureReasons, type FailureReason } from './egress/failure';

/** What a notice tells of: ids, names of events and numbers, nothing of a patient. */
export interface NoticeFacts {
  readonly kind: 'warning' | 'disabled' | 'gone';
  readonly endpointUid: string;
  /** The address of the endpoint; its path and query may hold a credential, and are not told. */
  readonly url: string;
  readonly environment: string;
  /** How many deliveries in a row had failed. */
  readonly failures: number;
  readonly deliveryUid: string;
  readonly eventType: DeliveredEvent;
  /** The record's own id of ours: `record request 01a1…`. */
  readonly recordUid: string;
  readonly emittedAt: Date;
  readonly httpStatus: number | null;
  readonly failure: FailureReason | null;
}

/** A mail's subject and text. */
export interface NoticeText {
  readonly subject: string;
  readonly text: string;
}

function lastAnswer({ httpStatus, failure }: NoticeFacts): string {
  if (httpStatus !== null) return `HTTP ${httpStatus}`;
  return failure === null ? 'none' : failureReasons[failure];
}

const subjects = {
  warning: 'Your webhook endpoint is failing',
  disabled: 'Your webhook endpoint was disabled',
  gone: 'Your webhook endpoint was disabled, as it asked',
} as const;

function whatHappened({ kind, failures }: NoticeFacts): string {
  switch (kind) {
    case 'warning':
      return (
        `${failures} deliveries in a row have failed, each after all of its attempts. When ` +
        `${failuresBeforeDisabling} have, the endpoint is disabled.`
      );
    case 'disabled':
      return (
        `${failures} deliveries in a row have failed, each after all of its attempts. So the endpoint ` +
        'was disabled.'
      );
    case 'gone':
      return (
        'Your server answered 410 Gone, which says that it wants no deliveries any more. So the ' +
        'endpoint was disabled.'
      );
  }
}

function whatToDo({ kind }: NoticeFacts): string[] {
  const mend = 'Look at what your server answers; any 2xx within 10 seconds is a success.';
  if (kind === 'warning')
    return [mend, 'Then nothing else is to be done: the first success clears the count.'];
  return [
    'Its events are held. When the endpoint is enabled again, those younger than 24 hours can be sent.',
    mend,
    'Then send a test, and have the endpoint enabled.',
  ];
}

/** Writes a notice. Who reads it knows what failed, what came back, and what to do. */
export function noticeText(facts: NoticeFacts): NoticeText {
  const { host } = new URL(facts.url);
  const lines = [
    whatHappened(facts),
    '',
    `Endpoint:     ${facts.endpointUid}`,
    `Server:       ${host} (${facts.environment})`,
    `Last event:   ${facts.eventType}, ${facts.emittedAt.toISOString()}`,
    `Record:       ${facts.recordUid}`,
    `Delivery:     ${facts.deliveryUid} (X-Webhook-Id)`,
    `Last answer:  ${lastAnswer(facts)}`,
    '',
    'What to do:',
    ...whatToDo(facts).map(line => `- ${line}`),
    '',
  ];
  return { subject: `${subjects[facts.kind]}: ${host}`, text: lines.join('\n') };
}

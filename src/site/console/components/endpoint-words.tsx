import type { EventGroup } from '../../../domain/events/event-types';
import { Pill, type Tone } from '../../components/display';

/** The display name of each event group. */
export const groupNames: Readonly<Record<EventGroup, string>> = {
  recordRequest: 'Record requests',
  siteSonar: 'Site Sonar',
  patientHistories: 'Patient Histories',
  ehrSearch: 'EHR Search',
  patient: 'Patients',
  authorization: 'Authorizations',
  clinicalData: 'Clinical data',
  note: 'Notes',
  aiResearch: 'AI research',
};

/** Why an endpoint is disabled; `null` if it isn't. */
export type DisabledBy = 'owner' | 'failures' | 'gone' | 'deletion' | null;

interface Status {
  readonly tone: Tone;
  readonly word: string;
}

function statusOf(disabledBy: DisabledBy, consecutiveFailures: number): Status {
  switch (disabledBy) {
    case 'owner':
      return { tone: 'neutral', word: 'Paused' };
    case 'failures':
    case 'gone':
    case 'deletion':
      return { tone: 'failed', word: 'Disabled' };
    case null:
      return consecutiveFailures > 0
        ? { tone: 'warning', word: 'Failing' }
        : { tone: 'passed', word: 'Active' };
  }
}

/** The status of an endpoint. */
export function EndpointPill({
  disabledBy,
  consecutiveFailures,
}: {
  readonly disabledBy: DisabledBy;
  readonly consecutiveFailures: number;
}) {
  const { tone, word } = statusOf(disabledBy, consecutiveFailures);
  return <Pill tone={tone}>{word}</Pill>;
}

/** The status of a delivery. */
export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'abandoned';

/** The display name of each delivery status. */
export const deliveryStatusNames: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
  abandoned: 'Abandoned',
};

const deliveryTones: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'neutral',
  succeeded: 'passed',
  failed: 'failed',
  abandoned: 'failed',
};

/** The status of a delivery. A held one waits for its endpoint, or for the previous event of its record. */
export function DeliveryPill({
  status,
  isHeld,
}: {
  readonly status: DeliveryStatus;
  readonly isHeld: boolean;
}) {
  return <Pill tone={deliveryTones[status]}>{isHeld ? 'Pending (held)' : deliveryStatusNames[status]}</Pill>;
}

/** The name of an endpoint without a URL, whose events go to the inbox. */
export const inboxName = 'Sandbox inbox';

/** Returns how pages call an endpoint: by its name, or else by its URL. */
export function endpointTitle({
  name,
  url,
}: {
  readonly name: string | null;
  readonly url: string | null;
}): string {
  return name ?? url ?? inboxName;
}

/** The attempts of an endpoint in the last 24 hours, at least one. */
export interface ShownRate {
  readonly attempts: number;
  readonly successes: number;
  /** Whether only those of the latest deliveries are counted. */
  readonly areLatest: boolean;
}

/** Returns the share of successes in words: `98.2% of 1,204 attempts`. One failure is never 100%. */
export function rateText({ attempts, successes, areLatest }: ShownRate): string {
  const percent = Math.floor((successes * 1_000) / attempts) / 10;
  const noun = attempts === 1 ? 'attempt' : 'attempts';
  const which = areLatest ? 'the latest ' : '';
  return `${percent.toLocaleString('en-US')}% of ${which}${attempts.toLocaleString('en-US')} ${noun}`;
}

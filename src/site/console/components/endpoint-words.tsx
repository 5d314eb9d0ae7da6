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

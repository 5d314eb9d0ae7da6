import type { EventGroup } from '../../../domain/events/event-types';
import { Pill, type Tone } from '../../components/display';

/** How each group of events is called. */
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

/** Who or what an endpoint is disabled by; null: it is not. */
export type DisabledBy = 'owner' | 'failures' | 'gone' | 'deletion' | null;

interface Standing {
  readonly tone: Tone;
  readonly word: string;
}

function standingOf(disabledBy: DisabledBy, consecutiveFailures: number): Standing {
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

/** How an endpoint does. */
export function EndpointPill({
  disabledBy,
  consecutiveFailures,
}: {
  readonly disabledBy: DisabledBy;
  readonly consecutiveFailures: number;
}) {
  const { tone, word } = standingOf(disabledBy, consecutiveFailures);
  return <Pill tone={tone}>{word}</Pill>;
}

/** How a delivery stands. */
export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'abandoned';

const deliveryTones: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'neutral',
  succeeded: 'passed',
  failed: 'failed',
  abandoned: 'failed',
};

/**
 * How a delivery stands; one that is held waits for its endpoint, or for the one before it about the same
 * record.
 */
export function DeliveryPill({
  status,
  isHeld,
}: {
  readonly status: DeliveryStatus;
  readonly isHeld: boolean;
}) {
  return <Pill tone={deliveryTones[status]}>{isHeld ? 'pending, held' : status}</Pill>;
}

/** What is received at an endpoint without an address. */
export const inboxName = 'The inbox of the sandbox';

import type { EventType } from '../domain/events/event-types';

/** What an e-mail about an event tells: ids of ours and names of events, nothing of a patient (EVENT-3). */
export interface EventFacts {
  readonly eventType: EventType;
  readonly emittedAt: Date;
  readonly environment: string;
  readonly companyId: string;
  /** As the customer calls it; null of what is in no project. */
  readonly projectId: string | null;
  /** The record's own id of ours: what the customer chose may say who a patient is. */
  readonly recordUid: string;
  /** Whether no other follows before tomorrow. */
  readonly isLast: boolean;
}

/** The words for each event. */
const sentences: Readonly<Record<EventType, string>> = {
  'recordRequest.created': 'A record request was made',
  'recordRequest.statusChanged': 'A record request has another status',
  'recordRequest.processing': 'A record request is on its way',
  'recordRequest.needsResolution': 'A record request needs something to be resolved',
  'recordRequest.completed': 'A record request is completed',
  'recordRequest.recordsNotFound': 'A record request has found no records',
  'recordRequest.canceled': 'A record request is canceled',
  'recordRequest.followUpDue': 'A record request is due for a follow-up',
  'siteSonar.started': 'A Site Sonar search was asked for',
  'siteSonar.completed': 'A Site Sonar search has ended',
  'patientHistories.started': 'A Patient Histories search was asked for',
  'patientHistories.completed': 'A Patient Histories search has ended',
  'ehrSearch.started': 'An EHR Search was asked for',
  'ehrSearch.completed': 'An EHR Search has ended',
  'patient.created': 'A patient was registered',
  'patient.updated': 'The details of a patient have changed',
  'patient.searchStatusChanged': 'The search status of a patient has changed',
  'authorization.statusChanged': 'An authorization has another status',
  'authorization.approved': 'An authorization was approved',
  'authorization.needsAttention': 'An authorization needs attention',
  'clinicalData.added': 'Clinical data was added',
  'note.created': 'A note was written to a record request',
  'note.updated': 'A note on a record request was changed',
  'aiResearch.completed': 'A research that you started has ended',
};

/** The subject of the e-mail about an event. */
export function eventSubject(eventType: EventType, environment: string): string {
  return environment === 'sandbox' ? `${sentences[eventType]} (sandbox)` : sentences[eventType];
}

/** The text of the e-mail about an event. */
export function eventText(facts: EventFacts): string {
  const { eventType, emittedAt, environment, companyId, projectId, recordUid, isLast } = facts;
  return [
    `${sentences[eventType]}.`,
    '',
    `Event:        ${eventType}, ${emittedAt.toISOString()}`,
    `Company:      ${companyId} (${environment})`,
    ...(projectId === null ? [] : [`Project:      ${projectId}`]),
    `Record:       ${recordUid}`,
    '',
    projectId === null
      ? 'Look it up where you started it: an e-mail tells nothing of what was found.'
      : 'Look it up in its project: an e-mail tells nothing of a patient.',
    ...(isLast ? ['', 'This is the last e-mail of these 24 hours: as many were sent as there may be.'] : []),
    '',
    'You get this e-mail since you chose it. Your administrator sees that you did, and the delivery ' +
      'team ends it for you.',
    '',
  ].join('\n');
}

/** Every event, by group. */
export const eventGroups = {
  recordRequest: [
    'recordRequest.created',
    'recordRequest.statusChanged',
    'recordRequest.processing',
    'recordRequest.needsResolution',
    'recordRequest.completed',
    'recordRequest.recordsNotFound',
    'recordRequest.canceled',
    'recordRequest.followUpDue',
  ],
  siteSonar: ['siteSonar.started', 'siteSonar.completed'],
  patientHistories: ['patientHistories.started', 'patientHistories.completed'],
  ehrSearch: ['ehrSearch.started', 'ehrSearch.completed'],
  patient: ['patient.created', 'patient.updated', 'patient.searchStatusChanged'],
  authorization: ['authorization.statusChanged', 'authorization.approved', 'authorization.needsAttention'],
  clinicalData: ['clinicalData.added'],
  note: ['note.created', 'note.updated'],
  aiResearch: ['aiResearch.completed'],
} as const;

/** A group of events. */
export type EventGroup = keyof typeof eventGroups;
/** An event's name. */
export type EventType = (typeof eventGroups)[EventGroup][number];

/** Every group. */
export const eventGroupNames = Object.keys(eventGroups) as EventGroup[];

/** Every event's name. */
export const eventTypes: readonly EventType[] = Object.values(eventGroups).flat();

/**
 * Events that only Classic endpoints receive: columns of a row changed (HOOK-28). Notes are covered by
 * `note.updated`, whose fields are all that can change.
 */
export type RowEvent = 'patient.columnChanged' | 'recordRequest.columnChanged';

/** The event types in the outbox: named events and row events. */
export type OutboxEventType = EventType | RowEvent;

/** Returns the group of an event. */
export function groupOf(event: EventType): EventGroup {
  return event.slice(0, event.indexOf('.')) as EventGroup;
}

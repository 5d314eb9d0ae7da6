/** How an endpoint can subscribe to an event. */
export interface EventContract {
  /**
   * `name`: only by its name, because the contract's list of events is closed. A group and `all` mean the
   * same events for good, and Classic endpoints never receive it (HOOK-4).
   */
  readonly subscribedBy: 'nameOrGroup' | 'name';
}

const listed = { subscribedBy: 'nameOrGroup' } as const satisfies EventContract;
const additive = { subscribedBy: 'name' } as const satisfies EventContract;

/** Every event, in the order in which lists show them: the events of a group follow each other. */
const contracts = {
  'recordRequest.created': listed,
  'recordRequest.statusChanged': listed,
  'recordRequest.processing': listed,
  'recordRequest.needsResolution': listed,
  'recordRequest.completed': listed,
  'recordRequest.recordsNotFound': listed,
  'recordRequest.canceled': listed,
  'recordRequest.followUpDue': listed,
  'siteSonar.started': listed,
  'siteSonar.completed': listed,
  'patientHistories.started': listed,
  'patientHistories.completed': listed,
  'ehrSearch.started': listed,
  'ehrSearch.completed': listed,
  'patient.created': listed,
  'patient.updated': listed,
  'patient.searchStatusChanged': listed,
  'authorization.statusChanged': listed,
  'authorization.approved': listed,
  'authorization.needsAttention': listed,
  'authorization.expiring': additive,
  'clinicalData.added': listed,
  'clinicalData.withdrawn': { subscribedBy: 'name' },
  'note.created': listed,
  'note.updated': listed,
  'aiResearch.completed': listed,
} as const satisfies Record<string, EventContract>;

/** An event's name. */
export type EventType = keyof typeof contracts;
/** A group of events: the part of their names before the dot. */
export type EventGroup = EventType extends `${infer Group}.${string}` ? Group : never;

/** The contract of each event. */
export const eventContracts: Readonly<Record<EventType, EventContract>> = contracts;

/** Every event's name. */
export const eventTypes = Object.keys(contracts) as readonly EventType[];

/** Every group. */
export const eventGroupNames: readonly EventGroup[] = [...new Set(eventTypes.map(groupOf))];

/** Returns the events of a group. */
export function eventsOfGroup(group: EventGroup): EventType[] {
  return eventTypes.filter(event => groupOf(event) === group);
}

/** Whether an endpoint receives an event only if it subscribes to it by its name (HOOK-4). */
export function isNamedOnly(event: EventType): boolean {
  return eventContracts[event].subscribedBy === 'name';
}

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

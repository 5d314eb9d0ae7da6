/**
 * Classic endpoints receive changes of rows and columns, where current ones receive named events. They are
 * still supported, but new ones can't be created (HOOK-26).
 */
import type { EventGroup, EventType, OutboxEventType } from '../events/event-types';
import { searchKinds } from '../searches/search';

/** The columns of each record that a subscription can select (HOOK-28). */
export const classicColumns = {
  recordRequest: [
    'id',
    'status',
    'requestType',
    'submittedSiteName',
    'followUpDate',
    'lastContactDate',
    'completionDate',
    'startDateOfService',
    'endDateOfService',
    'createdAt',
    'updatedAt',
    'patientId',
    'projectId',
    'companyId',
  ],
  patient: [
    'id',
    'firstName',
    'lastName',
    'dateOfBirth',
    'sex',
    'zipCodes',
    'mobile',
    'email',
    'createdAt',
    'searchStatus',
    'authorizationStatus',
    ...searchKinds,
    'projectId',
    'companyId',
  ],
  note: ['id', 'content', 'createdAt', 'updatedAt', 'companyId'],
} as const;

/** A record that Classic endpoints know. */
export type ClassicRecord = keyof typeof classicColumns;

interface ClassicFacts {
  /** The outbox event that it is made from. Each has its own, so that an endpoint receives an event once. */
  readonly toldBy: OutboxEventType;
  readonly group: EventGroup;
  /** Absent for the two-field events that are sent once (HOOK-29). */
  readonly record?: ClassicRecord;
}

const factsByEvent = {
  'recordRequest.rowCreated': {
    toldBy: 'recordRequest.created',
    group: 'recordRequest',
    record: 'recordRequest',
  },
  'recordRequest.columnChanged': {
    toldBy: 'recordRequest.columnChanged',
    group: 'recordRequest',
    record: 'recordRequest',
  },
  'recordRequest.followUpDue': {
    toldBy: 'recordRequest.followUpDue',
    group: 'recordRequest',
    record: 'recordRequest',
  },
  'patient.rowCreated': { toldBy: 'patient.created', group: 'patient', record: 'patient' },
  'patient.columnChanged': { toldBy: 'patient.columnChanged', group: 'patient', record: 'patient' },
  'note.rowCreated': { toldBy: 'note.created', group: 'note', record: 'note' },
  'note.columnChanged': { toldBy: 'note.updated', group: 'note', record: 'note' },
  clinicalDataAdded: { toldBy: 'clinicalData.added', group: 'clinicalData' },
  aiResearchCompleted: { toldBy: 'aiResearch.completed', group: 'aiResearch' },
} as const satisfies Record<string, ClassicFacts>;

/** The name of a Classic event. */
export type ClassicEvent = keyof typeof factsByEvent;
/** All Classic events. */
export const classicEvents = Object.keys(factsByEvent) as ClassicEvent[];

/** The event of a delivery: a named event, or a Classic one. */
export type DeliveredEvent = EventType | ClassicEvent;

const facts = (event: ClassicEvent): ClassicFacts => factsByEvent[event];

/** Returns the outbox event that a Classic event is made from. */
export function toldBy(event: ClassicEvent): OutboxEventType {
  return facts(event).toldBy;
}

/** Returns the group of named events that it belongs to. */
export function groupOfClassic(event: ClassicEvent): EventGroup {
  return facts(event).group;
}

/** The events that are sent once, never retried, without an id, and not counted (HOOK-29). */
export const sentOnceEvents: readonly ClassicEvent[] = classicEvents.filter(
  event => facts(event).record === undefined,
);

/** Whether a delivery is sent once. */
export function isSentOnce(event: DeliveredEvent): boolean {
  return sentOnceEvents.some(other => other === event);
}

/** Whether a name is only a Classic one: `recordRequest.followUpDue` is the one name that both kinds have. */
export function isClassicName(
  event: DeliveredEvent,
): event is Exclude<ClassicEvent, 'recordRequest.followUpDue'> {
  return event !== 'recordRequest.followUpDue' && classicEvents.some(other => other === event);
}

/** One subscription of a Classic endpoint. */
export interface ClassicSubscription {
  readonly event: ClassicEvent;
  /** Its scope: `tracked`, else `companyWide`. */
  readonly isTrackedOnly: boolean;
  /** The columns whose changes are sent, and the content of `data`; empty for events that are sent once. */
  readonly columns: readonly string[];
}

/** Why Classic subscriptions are refused. */
export type ClassicProblem =
  | { readonly rule: 'none' }
  | { readonly rule: 'twice' | 'noColumns' | 'takesNoColumns'; readonly event: ClassicEvent }
  | { readonly rule: 'unknownColumn'; readonly event: ClassicEvent; readonly column: string };

function problemOf({ event, columns }: ClassicSubscription): ClassicProblem | undefined {
  const { record } = facts(event);
  if (record === undefined) return columns.length > 0 ? { rule: 'takesNoColumns', event } : undefined;
  if (columns.length === 0) return { rule: 'noColumns', event };
  const known: readonly string[] = classicColumns[record];
  const column = columns.find(name => !known.includes(name));
  return column === undefined ? undefined : { rule: 'unknownColumn', event, column };
}

/** Validates the subscriptions of a migrated endpoint; `undefined` if nothing is wrong. */
export function judgeClassic(subscriptions: readonly ClassicSubscription[]): ClassicProblem | undefined {
  if (subscriptions.length === 0) return { rule: 'none' };
  const twice = subscriptions.find(({ event }, at) =>
    subscriptions.slice(0, at).some(other => other.event === event),
  );
  if (twice !== undefined) return { rule: 'twice', event: twice.event };
  return subscriptions.map(problemOf).find(problem => problem !== undefined);
}

const searchEvents = new Map<string, readonly EventType[]>(
  searchKinds.map(kind => [kind, [`${kind}.started`, `${kind}.completed`]]),
);

/** Returns the named events that replace changes of a patient column. */
function namedOfPatientColumn(column: string): readonly EventType[] {
  if (column === 'searchStatus') return ['patient.searchStatusChanged'];
  if (column === 'authorizationStatus') return ['authorization.statusChanged'];
  return searchEvents.get(column) ?? ['patient.updated'];
}

const neverChanges: ReadonlySet<string> = new Set(['id', 'createdAt', 'projectId', 'companyId']);

function namedOf({ event, columns }: ClassicSubscription): readonly EventType[] {
  switch (event) {
    case 'patient.columnChanged': {
      const named = columns.filter(name => !neverChanges.has(name)).flatMap(namedOfPatientColumn);
      return named.length === 0 ? ['patient.updated'] : named;
    }
    case 'recordRequest.columnChanged':
      return ['recordRequest.statusChanged'];
    case 'recordRequest.rowCreated':
      return ['recordRequest.created'];
    case 'recordRequest.followUpDue':
      return ['recordRequest.followUpDue'];
    case 'patient.rowCreated':
      return ['patient.created'];
    case 'note.rowCreated':
      return ['note.created'];
    case 'note.columnChanged':
      return ['note.updated'];
    case 'clinicalDataAdded':
      return ['clinicalData.added'];
    case 'aiResearchCompleted':
      return ['aiResearch.completed'];
  }
}

/**
 * Returns a Classic endpoint's subscription as one of the current kind (HOOK-27): the named events with the
 * same information, in the broadest scope of its subscriptions.
 */
export function upgraded(subscriptions: readonly ClassicSubscription[]): {
  readonly events: readonly EventType[];
  readonly isTrackedOnly: boolean;
} {
  return {
    events: [...new Set(subscriptions.flatMap(namedOf))],
    isTrackedOnly: subscriptions.every(({ isTrackedOnly }) => isTrackedOnly),
  };
}

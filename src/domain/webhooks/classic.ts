/**
 * Endpoints of the old kind (Classic): they are told of rows and columns, where those of the new kind are
 * told of named events. They are still served, and no new one can be made (HOOK-26).
 */
import type { EventGroup, EventType, OutboxEventType } from '../events/event-types';
import { searchKinds } from '../searches/search';

/** The columns of each record that a subscription can pick (HOOK-28). */
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

/** A record that the old kind knows. */
export type ClassicRecord = keyof typeof classicColumns;

interface ClassicFacts {
  /** The event of the outbox that it is made of: one for each, so that an event is told an endpoint once. */
  readonly toldBy: OutboxEventType;
  readonly group: EventGroup;
  /** Absent: two fields, sent once (HOOK-29). */
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

/** What the old kind calls what it is told. */
export type ClassicEvent = keyof typeof factsByEvent;
/** Everything that the old kind can be told. */
export const classicEvents = Object.keys(factsByEvent) as ClassicEvent[];

/** What a delivery tells: an event, or as the old kind calls it. */
export type DeliveredEvent = EventType | ClassicEvent;

const facts = (event: ClassicEvent): ClassicFacts => factsByEvent[event];

/** The event of the outbox that tells it. */
export function toldBy(event: ClassicEvent): OutboxEventType {
  return facts(event).toldBy;
}

/** The group of named events that it belongs to. */
export function groupOfClassic(event: ClassicEvent): EventGroup {
  return facts(event).group;
}

/** What is sent once, never again, under no id and without counting for anything (HOOK-29). */
export const sentOnceEvents: readonly ClassicEvent[] = classicEvents.filter(
  event => facts(event).record === undefined,
);

/** Whether a delivery is sent once. */
export function isSentOnce(event: DeliveredEvent): boolean {
  return sentOnceEvents.some(other => other === event);
}

/**
 * Whether only the old kind calls something so: `recordRequest.followUpDue` is the one name that both have.
 */
export function isClassicName(
  event: DeliveredEvent,
): event is Exclude<ClassicEvent, 'recordRequest.followUpDue'> {
  return event !== 'recordRequest.followUpDue' && classicEvents.some(other => other === event);
}

/** One subscription of an endpoint of the old kind. */
export interface ClassicSubscription {
  readonly event: ClassicEvent;
  /** Its scope: `tracked`; else `companyWide`. */
  readonly isTrackedOnly: boolean;
  /** What a change is told of, and what `data` holds; empty for what is sent once. */
  readonly columns: readonly string[];
}

/** Why subscriptions of the old kind are refused. */
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

/** Judges the subscriptions of an endpoint that is brought over; `undefined` where nothing is wrong. */
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

/** The named events that tell what a change of the column of a patient was told for. */
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
 * What an endpoint of the old kind listens to as one of the new (HOOK-27): the named events that tell the
 * same, in the broadest scope that any of its subscriptions has.
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

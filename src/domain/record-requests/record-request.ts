import { dayInUtc } from '../clinical/calendar-date';
import type { EventType } from '../events/event-types';
import { Problem } from '../problem';

/** The deliverable kinds a record request asks for; one request per kind. */
export const recordRequestKinds = ['medicalRecord', 'billing', 'imaging'] as const;
/** A deliverable kind. */
export type RecordRequestKind = (typeof recordRequestKinds)[number];

/** The categories of statuses; entering one sends its own event alongside `statusChanged`. */
export const statusCategories = [
  'processing',
  'needsResolution',
  'completed',
  'recordsNotFound',
  'canceled',
] as const;
/** A category. */
export type StatusCategory = (typeof statusCategories)[number];

// `Submitted` is in none, so that going on its way is told (DECISION-27).
const categoryByStatus = {
  Submitted: null,
  Processing: 'processing',
  NeedToReviewResults: 'needsResolution',
  WrongSiteName: 'needsResolution',
  AuthDenied: 'needsResolution',
  Completed: 'completed',
  Partial: 'completed',
  PatientNotFound: 'recordsNotFound',
  ServiceDatesNotFound: 'recordsNotFound',
  NoRecordFound: 'recordsNotFound',
  SiteClosed: 'recordsNotFound',
  FacilityRefusal: 'recordsNotFound',
  Canceled: 'canceled',
  Void: 'canceled',
  DuplicateRequest: 'canceled',
} as const satisfies Record<string, StatusCategory | null>;

/** A record request's status. */
export type RecordRequestStatus = keyof typeof categoryByStatus;

/** Every status. */
export const recordRequestStatuses = Object.keys(categoryByStatus) as RecordRequestStatus[];

/** The category of a status; `null` for one that has none. */
export function categoryOf(status: RecordRequestStatus): StatusCategory | null {
  return categoryByStatus[status];
}

/** The statuses in which the workflow lives; the others end it until an operator moves the request. */
export const openStatuses = ['Submitted', 'Processing', 'NeedToReviewResults', 'AuthDenied'] as const;
/** The open ones that no channel moves on: somebody of the delivery team has to act. */
export const operatorsStatuses = ['NeedToReviewResults', 'AuthDenied'] as const;

function isOneOf(statuses: readonly RecordRequestStatus[], status: RecordRequestStatus): boolean {
  return statuses.includes(status);
}

/** Whether a request is not at its end yet. */
export function isOpen(status: RecordRequestStatus): boolean {
  return isOneOf(openStatuses, status);
}

/**
 * The statuses in which files are there for the customer to have: all of them, some, or some with more to
 * come.
 */
const deliveredStatuses = ['Completed', 'Partial', 'NeedToReviewResults'] as const;

/** Whether a request shows its deliverables (REQUEST-8). */
export function hasDeliverables(status: RecordRequestStatus): boolean {
  return isOneOf(deliveredStatuses, status);
}

/**
 * The channel of what the delivery team sends as a packet, beside those that are asked by the service itself.
 */
export const outreach = 'outreach';

/** A record request: one kind, asked of one site. */
export interface RecordRequest {
  readonly uid: string;
  readonly companyUid: string;
  readonly projectUid: string;
  readonly patientUid: string;
  readonly patientId: string;
  readonly siteUid: string;
  readonly kind: RecordRequestKind;
  readonly status: RecordRequestStatus;
  readonly submittedSiteName: string;
  /**
   * How it was sent to its facility: the name of a channel, or `outreach`; `null` while it was not, and where
   * the delivery team asked in a way of its own.
   */
  readonly channel: string | null;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
  readonly followUpDate: string | null;
  /** The company's day on which the follow-up was told last. */
  readonly followUpToldOn: string | null;
  readonly lastContactDate: string | null;
  readonly completionDate: string | null;
  readonly sequence: number;
  /** An earlier request that this one likely repeats: for the delivery team to look at (REQUEST-28). */
  readonly likelyDuplicateOfUid: string | null;
  readonly createdByUserUid: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Who asks for what of which patient, where and when. */
export type NewRecordRequest = Pick<
  RecordRequest,
  | 'uid'
  | 'companyUid'
  | 'projectUid'
  | 'patientUid'
  | 'patientId'
  | 'siteUid'
  | 'kind'
  | 'submittedSiteName'
  | 'startDateOfService'
  | 'endDateOfService'
  | 'createdByUserUid'
  | 'likelyDuplicateOfUid'
  | 'createdAt'
>;

/** A record request that was made and not sent yet. */
export function submit(request: NewRecordRequest): RecordRequest {
  return {
    ...request,
    status: 'Submitted',
    channel: null,
    followUpDate: null,
    followUpToldOn: null,
    lastContactDate: null,
    completionDate: null,
    sequence: 0,
    version: 1,
    updatedAt: request.createdAt,
  };
}

/** What was decided of a record request: as it was, and as it becomes. */
export interface RecordRequestMove {
  readonly before: RecordRequest;
  readonly after: RecordRequest;
  /** Why, for the customer to read; `null` where the status says it all. */
  readonly reason: string | null;
}

/**
 * A move to a status. Each is counted in `sequence`: an activity that comes late finds that the request has
 * been moved since it looked. A move to the status that it has sets the dates and counts nothing.
 */
function move(
  before: RecordRequest,
  status: RecordRequestStatus,
  dates: Partial<Pick<RecordRequest, 'lastContactDate' | 'completionDate'>>,
  at: Date,
  reason: string | null = null,
): RecordRequestMove {
  const sequence = before.sequence + (status === before.status ? 0 : 1);
  // What is to be sent anew has not been sent yet.
  const channel = status === 'Submitted' ? null : before.channel;
  const after = {
    ...before,
    ...dates,
    status,
    channel,
    sequence,
    version: before.version + 1,
    updatedAt: at,
  };
  return { before, after, reason };
}

/** The request was sent to its facility by a channel. */
export function send(before: RecordRequest, channel: string, at: Date): RecordRequestMove {
  const moved = move(before, 'Processing', { lastContactDate: dayInUtc(at) }, at);
  return { ...moved, after: { ...moved.after, channel } };
}

/** A fault of the patient's authorization keeps it from being sent. */
export function deny(before: RecordRequest, at: Date): RecordRequestMove {
  return move(before, 'AuthDenied', {}, at, 'The authorization of the patient has a fault.');
}

/** The authorization is right by now: it is to be sent, or sent anew. */
export function resubmit(before: RecordRequest, at: Date): RecordRequestMove {
  return move(before, 'Submitted', {}, at, 'The authorization of the patient holds it back no more.');
}

/** The customer wants it no more. @throws Problem `recordRequest.ended` for one that has come to its end */
export function cancel(before: RecordRequest, at: Date): RecordRequestMove {
  if (!isOpen(before.status)) throw new Problem('recordRequest.ended');
  return move(before, 'Canceled', {}, at);
}

/** What a facility can say in place of sending files. */
export const facilityRefusalStatuses = [
  'WrongSiteName',
  'PatientNotFound',
  'ServiceDatesNotFound',
  'NoRecordFound',
  'SiteClosed',
  'FacilityRefusal',
  'Canceled',
  'Void',
  'DuplicateRequest',
  'AuthDenied',
] as const satisfies readonly RecordRequestStatus[];
/** What a facility said in place of sending files. */
export type FacilityRefusalStatus = (typeof facilityRefusalStatuses)[number];

/**
 * How much of what was asked came back: all, some and no more, or some with the rest to come (REQUEST-17,
 * REQUEST-18).
 */
export const returnedStatuses = {
  whole: 'Completed',
  part: 'Partial',
  partToCome: 'NeedToReviewResults',
} as const satisfies Record<string, RecordRequestStatus>;
/** How much came back. */
export type ReturnedShare = keyof typeof returnedStatuses;

/** What a facility has answered. */
export type AnsweredStatus = FacilityRefusalStatus | (typeof returnedStatuses)[ReturnedShare];

/** The facility has answered: with files, or why there are none. */
export function answer(before: RecordRequest, status: AnsweredStatus, at: Date): RecordRequestMove {
  return moveByHand(before, status, at);
}

/**
 * The delivery team moves the request by hand: every status can follow every other, since a facility may take
 * back what it said.
 * @param reason why, for the customer to read
 */
export function moveByHand(
  before: RecordRequest,
  status: RecordRequestStatus,
  at: Date,
  reason: string | null = null,
): RecordRequestMove {
  const isFulfilled = status === 'Completed' || status === 'Partial';
  return move(before, status, { completionDate: isFulfilled ? dayInUtc(at) : null }, at, reason);
}

/** Something about a record request that webhooks tell, with the fields of its payload that changed. */
export interface RecordRequestEvent {
  readonly eventType: EventType;
  readonly changed: readonly string[];
}

// Fields of the payload that a move may change; `updatedAt` changes with any of them, and is never told
// alone.
const shownFields = ['status', 'followUpDate', 'lastContactDate', 'completionDate'] as const;

/**
 * The fields of the payload that differ, for endpoints of the old kind: of a move, or of another date of
 * follow-up (HOOK-28).
 */
export function changedFields({ before, after }: Pick<RecordRequestMove, 'before' | 'after'>): string[] {
  const changed = shownFields.filter(field => before[field] !== after[field]);
  return changed.length === 0 ? [] : [...changed, 'updatedAt'];
}

/**
 * What webhooks tell of a move: `statusChanged`, and the category's event when the request enters another
 * category.
 */
export function eventsOfMove(decided: RecordRequestMove): RecordRequestEvent[] {
  const { before, after } = decided;
  if (after.status === before.status) return [];
  const changed = changedFields(decided);
  const category = categoryOf(after.status);
  const isEntered = category !== null && category !== categoryOf(before.status);
  return [
    { eventType: 'recordRequest.statusChanged', changed },
    ...(isEntered ? [{ eventType: `recordRequest.${category}` as const, changed }] : []),
  ];
}

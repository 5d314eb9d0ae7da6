import type { EventType } from '../events/event-types';
import { Problem } from '../problem';
import { termsMismatches } from '../purposes/purpose-of-use';
import type { Moment } from '../time-zones';

/** The deliverable kinds that a record request can ask for; one request per kind. */
export const recordRequestKinds = ['medicalRecord', 'billing', 'imaging'] as const;
/** A deliverable kind. */
export type RecordRequestKind = (typeof recordRequestKinds)[number];

/** The categories of statuses. Entering one sends its own event in addition to `statusChanged`. */
export const statusCategories = [
  'processing',
  'needsResolution',
  'completed',
  'recordsNotFound',
  'canceled',
] as const;
/** A category. */
export type StatusCategory = (typeof statusCategories)[number];

// `Submitted` has no category, so that continuing afterward emits an event (DECISION-27).
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

/** Returns the category of a status; `null` if it has none. */
export function categoryOf(status: RecordRequestStatus): StatusCategory | null {
  return categoryByStatus[status];
}

/** The statuses in which the workflow runs. The others end it until an operator moves the request. */
export const openStatuses = ['Submitted', 'Processing', 'NeedToReviewResults', 'AuthDenied'] as const;
/** The open statuses that no channel moves on: an operator must act. */
export const operatorsStatuses = ['NeedToReviewResults', 'AuthDenied'] as const;

function isOneOf(statuses: readonly RecordRequestStatus[], status: RecordRequestStatus): boolean {
  return statuses.includes(status);
}

/** Whether a request hasn't ended yet. */
export function isOpen(status: RecordRequestStatus): boolean {
  return isOneOf(openStatuses, status);
}

/** The statuses in which the customer can get files: all of them, some, or some with more to come. */
export const deliveredStatuses = ['Completed', 'Partial', 'NeedToReviewResults'] as const;

/** Whether a request shows its deliverables (REQUEST-8). */
export function hasDeliverables(status: RecordRequestStatus): boolean {
  return isOneOf(deliveredStatuses, status);
}

/** The channel of requests that operators send as a packet, as opposed to those that the service sends. */
export const outreach = 'outreach';

/** Why the channel of a sent request can't be asked: it isn't configured anymore, or its terms differ. */
export const channelFaults = ['removed', ...termsMismatches] as const;
/** Why the channel of a sent request can't be asked. */
export type ChannelFault = (typeof channelFaults)[number];

/** A record request: one kind of record, requested from one site. */
export interface RecordRequest {
  readonly uid: string;
  /** How people name it: `RR-482-177-3056`. */
  readonly requestNumber: string;
  readonly companyUid: string;
  readonly projectUid: string;
  readonly patientUid: string;
  readonly patientId: string;
  readonly siteUid: string;
  readonly kind: RecordRequestKind;
  readonly status: RecordRequestStatus;
  readonly submittedSiteName: string;
  /**
   * How it was sent to its facility: the name of a channel, or `outreach`. `null` before it is sent, and if
   * operators asked in another way.
   */
  readonly channel: string | null;
  /** Why its channel can't be asked, as of the last review; `null` if it can, and after each move. */
  readonly channelFault: ChannelFault | null;
  /**
   * Whether the records that named its facility were withdrawn, because they were found for someone else, and
   * the customer hasn't confirmed the facility since.
   */
  readonly isHeldByCorrection: boolean;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
  /** The customer's matter or claim number for this request. It may identify the patient. */
  readonly reference: string | null;
  /** The day on which the customer needs the records. */
  readonly dueDate: string | null;
  readonly isRush: boolean;
  /** Whether the custodian of records is asked to certify the copies. */
  readonly needsCertification: boolean;
  readonly followUpDate: string | null;
  /** When that date was last changed; `null` if it never was, or before this was kept. */
  readonly followUpSetAt: Date | null;
  /** The date, in the company's time zone, of the last follow-up reminder. */
  readonly followUpToldOn: string | null;
  readonly lastContactDate: string | null;
  readonly completionDate: string | null;
  readonly sequence: number;
  /** An earlier request that this one likely duplicates, for operators to review (REQUEST-28). */
  readonly likelyDuplicateOfUid: string | null;
  readonly createdByUserUid: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a customer says about a request besides what is requested. */
export type RequestTerms = Pick<RecordRequest, 'reference' | 'dueDate' | 'isRush' | 'needsCertification'>;

/** What a new request asks for, by whom, and about which patient. */
export type NewRecordRequest = Pick<
  RecordRequest,
  | 'uid'
  | 'requestNumber'
  | 'companyUid'
  | 'projectUid'
  | 'patientUid'
  | 'patientId'
  | 'siteUid'
  | 'kind'
  | 'submittedSiteName'
  | 'startDateOfService'
  | 'endDateOfService'
  | 'reference'
  | 'dueDate'
  | 'isRush'
  | 'needsCertification'
  | 'createdByUserUid'
  | 'likelyDuplicateOfUid'
  | 'createdAt'
>;

/** Whether the requested dates of service end before the patient was born (REQUEST-57). */
export function endsBeforeBirth(
  { endDateOfService: end }: Pick<RecordRequest, 'endDateOfService'>,
  { dateOfBirth }: { readonly dateOfBirth: string },
): boolean {
  return end !== null && end < dateOfBirth;
}

/** Returns a new record request that hasn't been sent. */
export function submit(request: NewRecordRequest): RecordRequest {
  return {
    ...request,
    status: 'Submitted',
    channel: null,
    channelFault: null,
    isHeldByCorrection: false,
    followUpDate: null,
    followUpSetAt: null,
    followUpToldOn: null,
    lastContactDate: null,
    completionDate: null,
    sequence: 0,
    version: 1,
    updatedAt: request.createdAt,
  };
}

/** A decision about a record request: the states before and after. */
export interface RecordRequestMove {
  readonly before: RecordRequest;
  readonly after: RecordRequest;
  /** The reason, shown to the customer; `null` if the status is enough. */
  readonly reason: string | null;
}

/**
 * Returns a time for a change that is later than the previous one's. A change that waited for the lock may
 * have begun first, and would otherwise be missed by a caller who continues from the last step.
 */
function laterThan(earlier: Date, at: Date): Date {
  return at > earlier ? at : new Date(earlier.getTime() + 1);
}

/**
 * Moves a request to a status. `sequence` counts the moves, so an activity that finishes late notices that
 * the request has moved since. A move to the current status sets the dates and isn't counted.
 */
function move(
  before: RecordRequest,
  status: RecordRequestStatus,
  changes: Partial<Pick<RecordRequest, 'lastContactDate' | 'completionDate' | 'isHeldByCorrection'>>,
  at: Date,
  reason: string | null = null,
): RecordRequestMove {
  const sequence = before.sequence + (status === before.status ? 0 : 1);
  // A request to be resent hasn't been sent yet.
  const channel = status === 'Submitted' ? null : before.channel;
  const moved = {
    ...before,
    ...changes,
    status,
    channel,
    channelFault: null,
    sequence,
    version: before.version + 1,
    updatedAt: laterThan(before.updatedAt, at),
  };
  return { before, after: moved, reason };
}

/** Marks the request as sent to its facility by a channel. @param sent in the time zone of the project */
export function send(before: RecordRequest, channel: string, sent: Moment): RecordRequestMove {
  const moved = move(before, 'Processing', { lastContactDate: sent.day }, sent.at);
  return { ...moved, after: { ...moved.after, channel } };
}

/** Denies the request because of a fault of the patient's authorization. */
export function deny(before: RecordRequest, at: Date): RecordRequestMove {
  return move(before, 'AuthDenied', {}, at, 'The authorization of the patient has a fault.');
}

/** Submits the request again after its authorization was fixed: it can be sent, or resent. */
export function resubmit(before: RecordRequest, at: Date): RecordRequestMove {
  return move(before, 'Submitted', {}, at, "The patient's authorization no longer holds the request back.");
}

/** Cancels the request for the customer. @throws Problem `recordRequest.ended` if it has ended */
export function cancel(before: RecordRequest, at: Date): RecordRequestMove {
  if (!isOpen(before.status)) throw new Problem('recordRequest.ended');
  return move(before, 'Canceled', {}, at);
}

/** The answers of a facility other than files. */
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
/** An answer of a facility other than files. */
export type FacilityRefusalStatus = (typeof facilityRefusalStatuses)[number];

/**
 * How much of the request was returned: all, some and no more, or some with the rest to come (REQUEST-17,
 * REQUEST-18).
 */
export const returnedStatuses = {
  whole: 'Completed',
  part: 'Partial',
  partToCome: 'NeedToReviewResults',
} as const satisfies Record<string, RecordRequestStatus>;
/** How much was returned. */
export type ReturnedShare = keyof typeof returnedStatuses;

/** The statuses that a facility's answer can lead to. */
export type AnsweredStatus = FacilityRefusalStatus | (typeof returnedStatuses)[ReturnedShare];

/**
 * Records the facility's answer: files, or the reason for none.
 * @param answered in the time zone of the project
 */
export function answer(before: RecordRequest, status: AnsweredStatus, answered: Moment): RecordRequestMove {
  return moveByHand(before, status, answered);
}

/**
 * Moves the request manually. Any status can follow any other, since a facility may take back its answer.
 * @param moment in the time zone of the project
 * @param reason shown to the customer
 */
export function moveByHand(
  before: RecordRequest,
  status: RecordRequestStatus,
  moment: Moment,
  reason: string | null = null,
): RecordRequestMove {
  const isFulfilled = status === 'Completed' || status === 'Partial';
  // Going on with what was sent decides that the facility is right; sending it once more doesn't.
  const isHeldByCorrection = before.isHeldByCorrection && (status === 'Submitted' || status === 'AuthDenied');
  const completionDate = isFulfilled ? moment.day : null;
  return move(before, status, { completionDate, isHeldByCorrection }, moment.at, reason);
}

/** A webhook event about a record request, with the payload fields that changed. */
export interface RecordRequestEvent {
  readonly eventType: EventType;
  readonly changed: readonly string[];
}

// Payload fields that a move may change. `updatedAt` changes with any of them, and never alone.
const shownFields = ['status', 'followUpDate', 'lastContactDate', 'completionDate'] as const;

/**
 * Returns the payload fields that differ, for Classic endpoints: after a move or a new follow-up date
 * (HOOK-28).
 */
export function changedFields({ before, after }: Pick<RecordRequestMove, 'before' | 'after'>): string[] {
  const changed = shownFields.filter(field => before[field] !== after[field]);
  return changed.length === 0 ? [] : [...changed, 'updatedAt'];
}

/**
 * Returns the webhook events of a move: `statusChanged`, plus the category's event if the request enters
 * another category.
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

/**
 * Returns an open request as a change of the patient's visits leaves it, or the request itself if that
 * changes nothing: held if its facility was known only from records that were withdrawn, and no longer held
 * once they are back (REQUEST-42).
 */
export function afterVisitsChanged(
  before: RecordRequest,
  { lost, known }: { readonly lost: ReadonlySet<string>; readonly known: ReadonlySet<string> },
  at: Date,
): RecordRequest {
  if (!isOpen(before.status)) return before;
  const isHeldByCorrection =
    lost.has(before.siteUid) || (before.isHeldByCorrection && !known.has(before.siteUid));
  if (isHeldByCorrection === before.isHeldByCorrection) return before;
  return { ...before, isHeldByCorrection, version: before.version + 1, updatedAt: at };
}

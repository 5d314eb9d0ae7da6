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

const categoryByStatus = {
  Submitted: 'processing',
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
} as const satisfies Record<string, StatusCategory>;

/** A record request's status (specification, Record request status; DESIGN §4). */
export type RecordRequestStatus = keyof typeof categoryByStatus;

/** Every status. */
export const recordRequestStatuses = Object.keys(categoryByStatus) as RecordRequestStatus[];

/** The category of a status (DESIGN §4). */
export function categoryOf(status: RecordRequestStatus): StatusCategory {
  return categoryByStatus[status];
}

/** Whether work on the request goes on by itself; the others end the workflow until an operator moves the request. */
export function isOpen(status: RecordRequestStatus): boolean {
  return (
    status === 'Submitted' ||
    status === 'Processing' ||
    status === 'NeedToReviewResults' ||
    status === 'AuthDenied'
  );
}

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
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
  readonly followUpDate: string | null;
  readonly lastContactDate: string | null;
  readonly completionDate: string | null;
  readonly sequence: number;
  readonly createdByUserUid: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

import type { ApprovalConcern, OverrideReason } from './authorizations/approval';
import type { AuthorizationStatus } from './authorizations/authorization-status';
import type { ProjectPurpose } from './projects/project';
import type { ContactWay } from './record-requests/contact';
import type { FeeBasis, FeeStatus } from './record-requests/fees';
import type { RecordRequestKind, RecordRequestStatus } from './record-requests/record-request';
import type { SearchStatus } from './searches/search';

/** The words for each authorization status, the same on all pages and in e-mails. */
export const authorizationStatusLabels: Readonly<Record<AuthorizationStatus, string>> = {
  NeedsApproval: 'Needs approval',
  Approved: 'Approved',
  WrongPatientName: 'Wrong patient name',
  WrongDateOfBirth: 'Wrong date of birth',
  MissingZip: 'Missing ZIP code',
  MissingGender: 'Missing sex',
  WrongDateOfService: 'Wrong dates of service',
  MissingSignature: 'Missing signature',
  MissingPowerOfAttorney: 'Missing power of attorney',
  MissingProofOfGuardianship: 'Missing proof of guardianship',
  MissingRedisclosureSmt: 'Missing redisclosure statement',
};

/** The words for what speaks against an approval. */
export const approvalConcernLabels: Readonly<Record<ApprovalConcern, string>> = {
  noDocument: 'There is no authorization on file.',
  notShown: "The document can't be displayed.",
  notAnalyzed: "The analysis of the document isn't finished.",
  failedCheck: 'Checks of the document failed.',
};

/** The words for the reasons to approve anyway. */
export const overrideReasonLabels: Readonly<Record<OverrideReason, string>> = {
  analysisIsWrong: 'The document is valid, and the analysis is wrong',
  seenElsewhere: 'I reviewed the document on paper or in another program',
  supportingDocument: "A supporting document has what's missing",
  confirmedWithCustomer: "The customer confirmed what's missing",
  noAuthorizationNeeded: 'A court order, a subpoena, or the law replaces the authorization',
  other: 'Other (enter an explanation)',
};

/** The words for each search status, the same on all pages and in e-mails. */
export const searchStatusLabels: Readonly<Record<SearchStatus, string>> = {
  Inactive: 'Not requested',
  Processing: 'Processing',
  Completed: 'Completed',
  NoHit: 'No records found',
  AmbiguousIdentity: 'Ambiguous identity',
  MissingZipCode: 'Missing ZIP code',
  RequestRejected: 'Request rejected',
  DeceasedBeforeClinicalData: 'Died before 2016',
};

/** The words for each record request status, the same on all pages and in e-mails. */
export const recordRequestStatusLabels: Readonly<Record<RecordRequestStatus, string>> = {
  Submitted: 'Submitted',
  Processing: 'Processing',
  NeedToReviewResults: 'Results need review',
  WrongSiteName: 'Wrong facility name',
  AuthDenied: 'Authorization denied',
  Completed: 'Completed',
  Partial: 'Partially completed',
  PatientNotFound: 'Patient not found',
  ServiceDatesNotFound: 'Dates of service not found',
  NoRecordFound: 'No records found',
  SiteClosed: 'Facility closed',
  FacilityRefusal: 'Refused by facility',
  Canceled: 'Canceled',
  Void: 'Void',
  DuplicateRequest: 'Duplicate request',
};

/** The words for each kind of records. */
export const requestKindLabels: Readonly<Record<RecordRequestKind, string>> = {
  medicalRecord: 'Medical records',
  billing: 'Billing',
  imaging: 'Imaging',
};

/** The words for each purpose of a project. */
export const purposeLabels: Readonly<Record<ProjectPurpose, string>> = {
  IndividualAccess: 'Individual access',
  Insurance: 'Insurance',
  Legal: 'Legal',
  Research: 'Research',
  CoveredOperations: 'Covered entity: health care operations',
  CoveredPayment: 'Covered entity: payment',
  CoveredTreatment: 'Covered entity: treatment',
};

/** The display name of each way of a contact. */
export const contactWayLabels: Readonly<Record<ContactWay, string>> = {
  fax: 'Fax',
  phone: 'Phone',
  mail: 'Mail',
  portal: 'Portal',
  email: 'E-mail',
  other: 'Other',
};

/** The words for what a fee is based on. */
export const feeBasisLabels: Readonly<Record<FeeBasis, string>> = {
  perPage: 'Per page',
  flat: 'Flat fee',
  stateCap: 'State maximum',
  searchFee: 'Search fee',
};

/** The words for each status of a fee. */
export const feeStatusLabels: Readonly<Record<FeeStatus, string>> = {
  WaitingForApproval: 'Waiting for approval',
  Approved: 'Approved',
  Rejected: 'Rejected',
  Questioned: 'Question asked',
  Withdrawn: 'Withdrawn',
};

import {
  authorizationStatusAfter,
  initialAuthorizationStatus,
  needsDocument,
  type AuthorizationStatus,
  type AuthorizationTrigger,
} from '../authorizations/authorization-status';
import {
  unreadTerm,
  type AuthorizationTerm,
  type ExpiryBy,
  type NoticeDays,
} from '../authorizations/authorization-term';
import type { RefusalReason } from '../authorizations/refusal-reason';
import type { CalendarDate } from '../clinical/calendar-date';
import { Problem } from '../problem';
import { isSandbox, type Project, type ProjectTerms } from '../projects/project';
import { applyFlags, isNewlyEnabled, regate } from '../searches/arm-searches';
import {
  type PatientSearch,
  type SearchFlags,
  type SearchKind,
  type SearchStatus,
  deriveSearchStatus,
  isAtRest,
  neverRun,
  searchKinds,
  searchOff,
} from '../searches/search';
import { assertSearchesAvailable, gateFacts } from '../searches/gates';
import { keepStopped, noticeCorrection, isRearmable, rearm } from '../searches/refusals';
import { sandboxDateOfDeath } from '../searches/sandbox-scenarios';
import type { ListedSupporting } from '../supporting-documents/supporting-document';
import {
  type PatientDetailName,
  type PatientDetails,
  type PatientForm,
  type SubmittedDetails,
  authorizedFieldsOf,
  changedDetails,
  detailsAfter,
  detailsOf,
} from './details';
import { isSameIdentity } from './identity';

/** A patient with the three searches. */
export interface Patient extends PatientDetails, AuthorizationTerm {
  readonly uid: string;
  readonly companyUid: string;
  readonly projectUid: string;
  readonly id: string;
  /** `YYYY-MM-DD`; `null` when no document establishes one. */
  readonly dateOfDeath: string | null;
  readonly authorizationStatus: AuthorizationStatus;
  /** Why the document isn't accepted, where the status doesn't say it. It ends with the status. */
  readonly authorizationReason: RefusalReason | null;
  readonly searchStatus: SearchStatus;
  /** Where `searchStatus` last came to rest, regardless of later requests; `null` until it has. */
  readonly restedSearchStatus: SearchStatus | null;
  /** The object store's etag of the authorization on file; `null` without one. */
  readonly authorizationEtag: string | null;
  readonly authorizationUploadedAt: Date | null;
  readonly createdByUserUid: string | null;
  /** Counts the corrections of name, birth date, and sex, from 1. */
  readonly identityVersion: number;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly searches: readonly PatientSearch[];
  /** In order of arrival, at most five. */
  readonly supportingDocuments: readonly ListedSupporting[];
}

/** The project properties that patient rules depend on. */
export type PatientProject = ProjectTerms & Pick<Project, 'companyFeatures'>;

/** A decision about a patient: the states before and after. */
export interface Decision {
  readonly before: Patient;
  /** Settled: every armed search knows its gates, and `searchStatus` is derived from the three. */
  readonly after: Patient;
  /** The details that differ, computed once for all consequences. */
  readonly changed: readonly PatientDetailName[];
}

/** Returns the patient with every armed search reviewed and the search status derived. */
function settle(patient: Patient, project: PatientProject): Patient {
  const stubDate = isSandbox(project) ? sandboxDateOfDeath(patient.firstName) : null;
  const known = { ...patient, dateOfDeath: patient.dateOfDeath ?? stubDate };
  const searches = regate(known.searches, gateFacts(project, known));
  const searchStatus = deriveSearchStatus(searches);
  const restedSearchStatus = isAtRest(searchStatus) ? searchStatus : known.restedSearchStatus;
  return { ...known, searches, searchStatus, restedSearchStatus };
}

function decide(
  before: Patient,
  after: Patient,
  project: PatientProject,
  changed: readonly PatientDetailName[] = [],
): Decision {
  const searches = noticeCorrection(after.searches, changed);
  const isSameStatus = before.authorizationStatus === after.authorizationStatus;
  const isSameReason = before.authorizationReason === after.authorizationReason;
  const authorizationReason = isSameStatus || !isSameReason ? after.authorizationReason : null;
  return { before, after: settle({ ...after, authorizationReason, searches }, project), changed };
}

/** Returns the authorization status of a patient after triggers, in order. */
function statusAfter(
  { authorizationStatus, authorizationEtag }: Patient,
  project: PatientProject,
  triggers: readonly AuthorizationTrigger[],
): AuthorizationStatus {
  const basis = { needsDocument: needsDocument(project), hasDocument: authorizationEtag !== null };
  return triggers.reduce(
    (status, trigger) => authorizationStatusAfter(status, trigger, basis),
    authorizationStatus,
  );
}

/** A new patient, and who registers it, where and when. */
export interface Registration extends PatientForm {
  readonly uid: string;
  readonly id: string;
  readonly createdByUserUid: string | null;
  readonly at: Date;
}

/**
 * Creates a new patient of a project, settled.
 * @throws Problem `search.notAvailable`
 */
export function register(
  { uid, id, createdByUserUid, at, submitted, flags }: Registration,
  project: PatientProject & Pick<Project, 'uid' | 'companyUid'>,
): Patient {
  assertSearchesAvailable(project, flags, []);
  const patient: Patient = {
    uid,
    companyUid: project.companyUid,
    projectUid: project.uid,
    id,
    ...detailsOf(submitted),
    dateOfDeath: null,
    authorizationStatus: initialAuthorizationStatus(project),
    authorizationReason: null,
    searchStatus: 'Inactive',
    restedSearchStatus: null,
    authorizationEtag: null,
    authorizationUploadedAt: null,
    ...unreadTerm,
    createdByUserUid,
    identityVersion: 1,
    version: 1,
    createdAt: at,
    updatedAt: at,
    searches: applyFlags(
      searchKinds.map(kind => ({ ...searchOff(kind), ...neverRun })),
      flags,
    ),
    supportingDocuments: [],
  };
  return settle(patient, project);
}

/** The input of an edit. */
export interface Edit {
  /** Omitted details stay unchanged, `null` clears. */
  readonly submitted: SubmittedDetails;
  readonly flags: SearchFlags;
  /**
   * The customer's own decision on the authorization, on a sandbox project. It applies before the edit, which
   * then changes it by its rules (DECISION-16).
   */
  readonly authorizationStatus?: AuthorizationStatus | undefined;
}

/**
 * Returns the patient after an edit: details and flags applied, the authorization status changed by the
 * edit's rules. They depend on the status at the time of the edit, so the caller holds the patient's lock.
 * @throws Problem `search.notAvailable`
 */
export function edit(
  before: Patient,
  { submitted, flags, authorizationStatus: decided }: Edit,
  project: PatientProject,
): Decision {
  assertSearchesAvailable(project, flags, before.searches);
  const details = detailsAfter(before, submitted);
  const changed = changedDetails(before, details);
  const searches = keepStopped(applyFlags(before.searches, flags));
  const authorizationStatus = statusAfter(before, project, [
    ...(decided === undefined ? [] : [{ kind: 'decided', status: decided } as const]),
    { kind: 'edited', changed: authorizedFieldsOf(changed) },
    ...(isNewlyEnabled(before.searches, searches) ? [{ kind: 'searchArmed' } as const] : []),
  ]);
  const identityVersion = before.identityVersion + (isSameIdentity(before, details) ? 0 : 1);
  const after = { ...before, ...details, searches, authorizationStatus, identityVersion };
  return decide(before, after, project, changed);
}

/**
 * Returns the patient with its searches switched on and off; an omitted flag stays unchanged. @throws as
 * `edit`
 */
export function switchSearches(before: Patient, flags: SearchFlags, project: PatientProject): Decision {
  return edit(before, { submitted: {}, flags }, project);
}

/** What a reviewer says besides the status. */
export interface ReviewDetails {
  readonly expiresOn?: CalendarDate | null | undefined;
  readonly reason?: RefusalReason | null | undefined;
}

/**
 * Returns the patient after an operator's decision: approved, or the fault of the authorization.
 * @param details what the reviewer says besides: `expiresOn` is the last day on which the document is valid,
 * `null` if it has no date, and `undefined` to go by what was read; `reason` is why it isn't accepted, where
 * the status doesn't say it
 */
export function review(
  before: Patient,
  status: AuthorizationStatus,
  project: PatientProject,
  { expiresOn, reason = null }: ReviewDetails = {},
): Decision {
  const authorizationStatus = statusAfter(before, project, [{ kind: 'decided', status }]);
  // Only another date than the one that was read is the reviewer's.
  const isAsRead = expiresOn === undefined || expiresOn === before.authorizationExpiresOn;
  const term = isAsRead ? before : withExpiry(before, expiresOn, 'reviewer');
  const after = { ...before, ...term, authorizationStatus, authorizationReason: reason };
  return decide(before, after, project);
}

function withExpiry(
  before: Patient,
  authorizationExpiresOn: CalendarDate | null,
  authorizationExpiryBy: ExpiryBy,
): Patient {
  const isSame = before.authorizationExpiresOn === authorizationExpiresOn;
  const authorizationNoticeDays = isSame ? before.authorizationNoticeDays : null;
  return { ...before, authorizationExpiresOn, authorizationExpiryBy, authorizationNoticeDays };
}

/**
 * Returns the patient after the document on file was read: until when it says that it is valid. What a
 * reviewer said about it stays.
 */
export function readExpiry(
  before: Patient,
  expiresOn: CalendarDate | null,
  project: PatientProject,
): Decision {
  const isReviewed = before.authorizationExpiryBy === 'reviewer';
  return decide(before, isReviewed ? before : withExpiry(before, expiresOn, 'document'), project);
}

/** Returns the patient after a notice that the authorization expires. */
export function noteNotice(
  before: Patient,
  authorizationNoticeDays: NoticeDays,
  project: PatientProject,
): Decision {
  return decide(before, { ...before, authorizationNoticeDays }, project);
}

/**
 * Returns the patient who revoked the authorization on a day. The status stays. It is final for this
 * document: another one replaces it.
 * @param today the latest date anywhere on earth
 * @throws Problem `authorization.notNeeded`, `authorization.nothingToRevoke`, `authorization.revoked` if it
 * was revoked on another day, `authorization.revokedInFuture`
 */
export function revoke(
  before: Patient,
  revokedOn: CalendarDate,
  today: CalendarDate,
  project: PatientProject,
): Decision {
  if (!needsDocument(project)) throw new Problem('authorization.notNeeded');
  const { authorizationRevokedOn, authorizationEtag, authorizationStatus } = before;
  if (authorizationEtag === null && authorizationStatus !== 'Approved')
    throw new Problem('authorization.nothingToRevoke');
  if (authorizationRevokedOn !== null && authorizationRevokedOn !== revokedOn)
    throw new Problem('authorization.revoked');
  if (revokedOn > today) throw new Problem('authorization.revokedInFuture');
  return decide(before, { ...before, authorizationRevokedOn: revokedOn }, project);
}

/**
 * Returns the patient with the date of death that supporting documents establish, or without one that was
 * wrong. Existing answers stay.
 * @param dateOfDeath `YYYY-MM-DD`, or `null`
 */
export function establishDeath(
  before: Patient,
  dateOfDeath: string | null,
  project: PatientProject,
): Decision {
  return decide(before, { ...before, dateOfDeath }, project);
}

/** An uploaded authorization in the object store. */
export interface UploadedAuthorization {
  readonly etag: string;
  readonly uploadedAt: Date;
}

/** Whether this exact upload is already on file: the same bytes, uploaded at the same time (DECISION-20). */
export function isOnFile(
  {
    authorizationEtag,
    authorizationUploadedAt,
  }: Pick<Patient, 'authorizationEtag' | 'authorizationUploadedAt'>,
  { etag, uploadedAt }: UploadedAuthorization,
): boolean {
  return authorizationEtag === etag && authorizationUploadedAt?.getTime() === uploadedAt.getTime();
}

/**
 * Returns the patient after a document that is too large was removed: none is on file, as before the first
 * upload.
 */
export function loseDocument(before: Patient, project: PatientProject): Decision {
  const { authorizationRevokedOn } = before;
  const lost = { ...unreadTerm, authorizationRevokedOn, authorizationEtag: null };
  return decide(before, { ...before, ...lost, authorizationUploadedAt: null }, project);
}

/**
 * Returns the patient after an upload: it goes back to review, whatever the status was, even for the same
 * document.
 */
export function upload(
  before: Patient,
  { etag, uploadedAt }: UploadedAuthorization,
  project: PatientProject,
): Decision {
  const after: Patient = {
    ...before,
    authorizationStatus: statusAfter(before, project, [{ kind: 'documentUploaded' }]),
    ...unreadTerm,
    authorizationEtag: etag,
    authorizationUploadedAt: uploadedAt,
  };
  return decide(before, after, project);
}

/**
 * Returns the patient after an upload of a supporting document: statuses that lacked such a document go back
 * to review (DECISION-76). Everything else stays, including an approval: the document can support an
 * authorization, and a reviewer sees where it contradicts one.
 */
export function support(before: Patient, project: PatientProject): Decision {
  const authorizationStatus = statusAfter(before, project, [{ kind: 'supportingUploaded' }]);
  return decide(before, { ...before, authorizationStatus }, project);
}

/** Returns a decision with other states of the searches, settled. */
export function withSearches(
  { before, after, changed }: Decision,
  searches: readonly PatientSearch[],
  project: PatientProject,
): Decision {
  return { before, changed, after: settle({ ...after, searches }, project) };
}

/** Returns the patient with a search's current state: started, answered, declined, or held. */
export function withSearch(before: Patient, changed: PatientSearch, project: PatientProject): Decision {
  const searches = before.searches.map(search => (search.kind === changed.kind ? changed : search));
  return decide(before, { ...before, searches }, project);
}

/**
 * Returns the patient with a refused search re-armed by the provider. An approval stays, because the details
 * are the approved ones.
 */
export function rearmSearch(before: Patient, kind: SearchKind, project: PatientProject): Decision {
  const searches = before.searches.map(search => (search.kind === kind ? rearm(search) : search));
  return decide(before, { ...before, searches }, project);
}

/**
 * Returns the patient with every refused search re-armed by the provider, each as {@link rearmSearch} does.
 */
export function rearmRefused(before: Patient, project: PatientProject): Decision {
  const searches = before.searches.map(search => (isRearmable(search) ? rearm(search) : search));
  return decide(before, { ...before, searches }, project);
}

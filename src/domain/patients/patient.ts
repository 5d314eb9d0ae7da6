import {
  authorizationStatusAfter,
  initialAuthorizationStatus,
  needsDocument,
  type AuthorizationStatus,
  type AuthorizationTrigger,
} from '../authorizations/authorization-status';
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
  type SaidDetails,
  authorizedFieldsOf,
  changedDetails,
  detailsAfter,
  detailsOf,
} from './details';

/** A patient with the three searches. */
export interface Patient extends PatientDetails {
  readonly uid: string;
  readonly companyUid: string;
  readonly projectUid: string;
  readonly id: string;
  /** `YYYY-MM-DD`; `null` when no document establishes one. */
  readonly dateOfDeath: string | null;
  readonly authorizationStatus: AuthorizationStatus;
  readonly searchStatus: SearchStatus;
  /** Where `searchStatus` came to rest last, whatever was asked for since; `null` until it has. */
  readonly restedSearchStatus: SearchStatus | null;
  /** What the object store calls the bytes of the authorization on file; `null` when there is none. */
  readonly authorizationEtag: string | null;
  readonly authorizationUploadedAt: Date | null;
  readonly createdByUserUid: string | null;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly searches: readonly PatientSearch[];
  /** In the order in which they came, at most five. */
  readonly supportingDocuments: readonly ListedSupporting[];
}

/** What of a project the rules about its patients look at. */
export type PatientProject = ProjectTerms & Pick<Project, 'companyFeatures'>;

/** What was decided of a patient: as it was, and as it becomes. */
export interface Decision {
  readonly before: Patient;
  /** Settled: every armed search knows what it waits for, and `searchStatus` follows from the three. */
  readonly after: Patient;
  /** The details that differ: found once, for all that follows from them. */
  readonly changed: readonly PatientDetailName[];
}

/** The patient with every armed search looked at anew and the search status derived. */
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
  return { before, after: settle({ ...after, searches }, project), changed };
}

/** The authorization status of a patient after triggers, in their order. */
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

/** A new patient, and who registers it where and when. */
export interface Registration extends PatientForm {
  readonly uid: string;
  readonly id: string;
  readonly createdByUserUid: string | null;
  readonly at: Date;
}

/**
 * A new patient of a project, settled.
 * @throws Problem `search.notAvailable`
 */
export function register(
  { uid, id, createdByUserUid, at, said, flags }: Registration,
  project: PatientProject & Pick<Project, 'uid' | 'companyUid'>,
): Patient {
  assertSearchesAvailable(project, flags, []);
  const patient: Patient = {
    uid,
    companyUid: project.companyUid,
    projectUid: project.uid,
    id,
    ...detailsOf(said),
    dateOfDeath: null,
    authorizationStatus: initialAuthorizationStatus(project),
    searchStatus: 'Inactive',
    restedSearchStatus: null,
    authorizationEtag: null,
    authorizationUploadedAt: null,
    createdByUserUid,
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

/** What an edit makes of a patient. */
export interface Edit {
  /** What is left out stays as it is, `null` clears. */
  readonly said: SaidDetails;
  readonly flags: SearchFlags;
  /**
   * The customer's own decision on the authorization, on a sandbox project: it is taken before the edit,
   * which then moves it by its rules (DECISION-16).
   */
  readonly authorizationStatus?: AuthorizationStatus | undefined;
}

/**
 * The patient after an edit: details and flags applied, the authorization status moved by the rules of the
 * edit. They go by the status at the moment when the edit lands, so the caller holds the patient's lock.
 * @throws Problem `search.notAvailable`
 */
export function edit(
  before: Patient,
  { said, flags, authorizationStatus: decided }: Edit,
  project: PatientProject,
): Decision {
  assertSearchesAvailable(project, flags, before.searches);
  const details = detailsAfter(before, said);
  const changed = changedDetails(before, details);
  const searches = keepStopped(applyFlags(before.searches, flags));
  const authorizationStatus = statusAfter(before, project, [
    ...(decided === undefined ? [] : [{ kind: 'decided', status: decided } as const]),
    { kind: 'edited', changed: authorizedFieldsOf(changed) },
    ...(isNewlyEnabled(before.searches, searches) ? [{ kind: 'searchArmed' } as const] : []),
  ]);
  return decide(before, { ...before, ...details, searches, authorizationStatus }, project, changed);
}

/**
 * The patient with its searches switched on and off; a flag that is left out keeps its setting. @throws as
 * `edit`
 */
export function switchSearches(before: Patient, flags: SearchFlags, project: PatientProject): Decision {
  return edit(before, { said: {}, flags }, project);
}

/** The patient after a decision of the delivery team: approved, or what is wrong with the authorization. */
export function review(before: Patient, status: AuthorizationStatus, project: PatientProject): Decision {
  const authorizationStatus = statusAfter(before, project, [{ kind: 'decided', status }]);
  return decide(before, { ...before, authorizationStatus }, project);
}

/**
 * The patient with the date of death that supporting documents establish, or without one that was wrong. What
 * was answered already stays answered.
 * @param dateOfDeath `YYYY-MM-DD`, or `null`
 */
export function establishDeath(
  before: Patient,
  dateOfDeath: string | null,
  project: PatientProject,
): Decision {
  return decide(before, { ...before, dateOfDeath }, project);
}

/** An uploaded authorization as it lies in the object store. */
export interface UploadedAuthorization {
  readonly etag: string;
  readonly uploadedAt: Date;
}

/** Whether this very upload is on file: the same bytes, put there at the same time (DECISION-20). */
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
 * The patient whose document was too large and is kept no longer: none is on file, as before its first
 * upload.
 */
export function loseDocument(before: Patient, project: PatientProject): Decision {
  return decide(before, { ...before, authorizationEtag: null, authorizationUploadedAt: null }, project);
}

/**
 * The patient after an upload: it goes back for review, whatever the status was, and so it does by the same
 * document again.
 */
export function upload(
  before: Patient,
  { etag, uploadedAt }: UploadedAuthorization,
  project: PatientProject,
): Decision {
  const after: Patient = {
    ...before,
    authorizationStatus: statusAfter(before, project, [{ kind: 'documentUploaded' }]),
    authorizationEtag: etag,
    authorizationUploadedAt: uploadedAt,
  };
  return decide(before, after, project);
}

/**
 * The patient after an upload of a supporting document: what lacked such a paper goes back for review
 * (DECISION-76). Everything else stands, an approval too: such a paper can bear an authorization out, and a
 * reviewer is shown where it speaks against one.
 */
export function support(before: Patient, project: PatientProject): Decision {
  const authorizationStatus = statusAfter(before, project, [{ kind: 'supportingUploaded' }]);
  return decide(before, { ...before, authorizationStatus }, project);
}

/** The patient with one search as it stands now: begun, answered, declined or held. */
export function withSearch(before: Patient, changed: PatientSearch, project: PatientProject): Decision {
  const searches = before.searches.map(search => (search.kind === changed.kind ? changed : search));
  return decide(before, { ...before, searches }, project);
}

/**
 * The patient with a refused search re-armed by the provider; an approval stays: the details are the ones
 * that were approved.
 */
export function rearmSearch(before: Patient, kind: SearchKind, project: PatientProject): Decision {
  const searches = before.searches.map(search => (search.kind === kind ? rearm(search) : search));
  return decide(before, { ...before, searches }, project);
}

/** The patient with every refused search re-armed by the provider; as {@link rearmSearch} of each. */
export function rearmRefused(before: Patient, project: PatientProject): Decision {
  const searches = before.searches.map(search => (isRearmable(search) ? rearm(search) : search));
  return decide(before, { ...before, searches }, project);
}

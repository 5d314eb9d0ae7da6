import { refusalFacts, type RefusalReason } from '../../../domain/authorizations/refusal-reason';
import type { PresignedUrl } from '../../../files/object-store';
import { type BlockedReason, blockedReason, isSearchAvailable } from '../../../domain/searches/gates';
import { naming, progressOf } from '../../../domain/searches/search-progress';
import { neverRun, searchOff, type SearchKind } from '../../../domain/searches/search';
import { clockIn } from '../../../domain/time-zones';
import type { Patient } from '../../../domain/patients/patient';
import { shownPatient } from '../../../domain/patients/shown-patient';
import type { Project } from '../../../domain/projects/project';
import { supportingName } from '../../../domain/supporting-documents/supporting-document';
import type { SupportingOffer } from '../../../usecases/patients/offers';

/** Returns the reason if the search can have it. */
function only<const Reason extends BlockedReason>(
  reason: BlockedReason | null,
  possible: Reason,
): Reason | null {
  return reason === possible ? possible : null;
}

/** When a patient is shown, and what the people are called who help the reader. */
export interface ShownAt {
  readonly at: Date;
  readonly supportName: string;
}

function presentReason(reason: RefusalReason | null) {
  if (reason === null) return null;
  const { label, remedy } = refusalFacts(reason);
  return { reason, message: label, remedy };
}

/**
 * Returns a patient as a list shows it: without upload URLs, which a list doesn't need and would hand out by
 * the hundreds.
 */
export function presentPatientEntry(patient: Patient, project: Project, { at, supportName }: ShownAt) {
  const today = clockIn(project.timeZone, at).day;
  const progress = (kind: SearchKind) => {
    const search = searchOf(kind) ?? { ...searchOff(kind), ...neverRun };
    const { says, remedy, since, ...rest } = progressOf(
      search,
      { patient, project, atMs: at.getTime(), today },
      patient.updatedAt,
    );
    return {
      ...rest,
      since: since.toISOString(),
      message: naming(supportName, says),
      remedy: remedy === null ? null : naming(supportName, remedy),
    };
  };
  const searchOf = (kind: SearchKind) => patient.searches.find(search => search.kind === kind);
  const reasonOf = (kind: SearchKind) => {
    const search = searchOf(kind);
    return search === undefined ? null : blockedReason(search, patient.dateOfDeath);
  };
  return {
    patient: shownPatient(patient, project),
    authorizationStatus: patient.authorizationStatus,
    authorizationExpiresOn: patient.authorizationExpiresOn,
    authorizationRevokedOn: patient.authorizationRevokedOn,
    authorizationReason: presentReason(patient.authorizationReason),
    searchStatus: patient.searchStatus,
    searches: {
      siteSonar: progress('siteSonar'),
      patientHistories: progress('patientHistories'),
      ehrSearch: progress('ehrSearch'),
    },
    siteSonarStatus: patient.searchStatus,
    siteSonarBlockedReason: only(reasonOf('siteSonar'), 'DeceasedBeforeClinicalData'),
    patientHistoriesBlockedReason: reasonOf('patientHistories'),
    ehrSearchBlockedReason: only(reasonOf('ehrSearch'), 'MissingZipCode'),
    ehrSearchAvailable: isSearchAvailable(project, 'ehrSearch'),
    patientHistoriesAvailable: isSearchAvailable(project, 'patientHistories'),
  };
}

/** What is created again for each answer. */
export interface FreshOffers {
  /** Absent if the caller may not upload. */
  readonly upload: PresignedUrl | undefined;
  readonly supporting: SupportingOffer;
  /** Absent if no authorization is on file. */
  readonly embedToken: string | undefined;
}

function presentSupporting({ upload, documents }: SupportingOffer) {
  const urls = [upload, ...documents.map(entry => entry.upload)].filter(url => url !== undefined);
  return {
    uploadUrl: upload?.url ?? null,
    expiresIn: urls.length === 0 ? 0 : Math.min(...urls.map(url => url.expiresInSeconds)),
    documents: documents.map(({ document: { number, kind, status, refusal }, upload: replacing }) => ({
      name: supportingName(number),
      kind,
      isRead: status === 'read',
      refusal,
      uploadUrl: replacing?.url ?? null,
    })),
  };
}

/** Returns a patient as the API shows it. */
export function presentPatient(
  patient: Patient,
  project: Project,
  { upload, supporting, embedToken }: FreshOffers,
  shownAt: ShownAt,
) {
  const authorization = {
    uploadUrl: upload?.url ?? null,
    uploadHeaders: {},
    expiresIn: upload?.expiresInSeconds ?? 0,
  };
  return {
    ...presentPatientEntry(patient, project, shownAt),
    authorization,
    hipaaAuthorization: authorization,
    supportingDocuments: presentSupporting(supporting),
    ...(embedToken === undefined ? {} : { embedToken }),
  };
}

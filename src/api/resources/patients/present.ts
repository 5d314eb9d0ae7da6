import type { PresignedUrl } from '../../../files/object-store';
import { type BlockedReason, blockedReason, isSearchAvailable } from '../../../domain/searches/gates';
import type { SearchKind } from '../../../domain/searches/search';
import type { Patient } from '../../../domain/patients/patient';
import { shownPatient } from '../../../domain/patients/shown-patient';
import type { Project } from '../../../domain/projects/project';

/** The reason if it is one that the search can have. */
function only<const Reason extends BlockedReason>(
  reason: BlockedReason | null,
  possible: Reason,
): Reason | null {
  return reason === possible ? possible : null;
}

/**
 * A patient as a list shows it: without URLs to upload to, which a list has no use for and would hand out by
 * hundreds.
 */
export function presentPatientEntry(patient: Patient, project: Project) {
  const searchOf = (kind: SearchKind) => patient.searches.find(search => search.kind === kind);
  const reasonOf = (kind: SearchKind) => {
    const search = searchOf(kind);
    return search === undefined ? null : blockedReason(search, patient.dateOfDeath);
  };
  return {
    patient: shownPatient(patient, project),
    authorizationStatus: patient.authorizationStatus,
    searchStatus: patient.searchStatus,
    siteSonarStatus: patient.searchStatus,
    siteSonarBlockedReason: only(reasonOf('siteSonar'), 'DeceasedBeforeClinicalData'),
    patientHistoriesBlockedReason: reasonOf('patientHistories'),
    ehrSearchBlockedReason: only(reasonOf('ehrSearch'), 'MissingZipCode'),
    ehrSearchAvailable: isSearchAvailable(project, 'ehrSearch'),
    patientHistoriesAvailable: isSearchAvailable(project, 'patientHistories'),
  };
}

/** What is made anew for each answer. */
export interface FreshOffers {
  /** Absent for a caller who may not upload. */
  readonly upload: PresignedUrl | undefined;
  /** Absent while no authorization is on file. */
  readonly embedToken: string | undefined;
}

/** A patient as the API shows it. */
export function presentPatient(patient: Patient, project: Project, { upload, embedToken }: FreshOffers) {
  const authorization = {
    uploadUrl: upload?.url ?? null,
    uploadHeaders: {},
    expiresIn: upload?.expiresInSeconds ?? 0,
  };
  return {
    ...presentPatientEntry(patient, project),
    authorization,
    hipaaAuthorization: authorization,
    ...(embedToken === undefined ? {} : { embedToken }),
  };
}

import type { PresignedUrl } from '../../files/object-store';
import { blockedReason } from '../../domain/searches/blocked-reason';
import type { SearchKind } from '../../domain/searches/search-kind';
import type { Patient } from '../../store/queries/patients';
import type { Project } from '../../store/queries/projects';

/** What is shown beside the patient. */
export interface PatientSurroundings {
  readonly project: Project;
  readonly upload: PresignedUrl;
  readonly isEhrSearchAvailable: boolean;
  readonly isPatientHistoriesAvailable: boolean;
}

/** A patient as the API shows it (specification, Patient response). */
export function presentPatient(patient: Patient, surroundings: PatientSurroundings) {
  const { project, upload } = surroundings;
  const searchOf = (kind: SearchKind) => patient.searches.find(search => search.kind === kind);
  const isRequested = (kind: SearchKind): boolean => searchOf(kind)?.isRequested ?? false;
  const reasonOf = (kind: SearchKind) => {
    const search = searchOf(kind);
    return search === undefined ? null : blockedReason(search, patient.dateOfDeath);
  };
  const authorization = { uploadUrl: upload.url, uploadHeaders: {}, expiresIn: upload.expiresInSeconds };
  return {
    patient: {
      id: patient.id,
      projectId: project.id,
      companyId: project.companyId,
      firstName: patient.firstName,
      lastNames: [...patient.lastNames],
      dateOfBirth: patient.dateOfBirth,
      sex: patient.sex,
      zipCodes: [...patient.zipCodes],
      zipCode: patient.zipCodes[0] ?? null,
      city: patient.city,
      state: patient.state,
      mobile: patient.mobile,
      email: patient.email,
      siteSonar: isRequested('siteSonar'),
      patientHistories: isRequested('patientHistories'),
      ehrSearch: isRequested('ehrSearch'),
      createdAt: patient.createdAt.toISOString(),
      updatedAt: patient.updatedAt.toISOString(),
    },
    authorization,
    hipaaAuthorization: authorization,
    authorizationStatus: patient.authorizationStatus,
    searchStatus: patient.searchStatus,
    siteSonarStatus: patient.searchStatus,
    siteSonarBlockedReason: reasonOf('siteSonar'),
    patientHistoriesBlockedReason: reasonOf('patientHistories'),
    ehrSearchBlockedReason: reasonOf('ehrSearch'),
    ehrSearchAvailable: surroundings.isEhrSearchAvailable,
    patientHistoriesAvailable: surroundings.isPatientHistoriesAvailable,
  };
}

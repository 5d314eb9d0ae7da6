import type { Project } from '../projects/project';
import { isRequested, type PatientSearch } from '../searches/search';
import type { Patient } from './patient';

/** The patient fields that customers read. */
export interface PatientToShow extends Pick<
  Patient,
  | 'id'
  | 'firstName'
  | 'lastNames'
  | 'dateOfBirth'
  | 'sex'
  | 'zipCodes'
  | 'city'
  | 'state'
  | 'mobile'
  | 'email'
  | 'reference'
  | 'createdAt'
  | 'updatedAt'
> {
  readonly searches: ReadonlyArray<Pick<PatientSearch, 'kind' | 'isRequested'>>;
}

/** Returns a patient as customers see it, in answers and in events. */
export function shownPatient(patient: PatientToShow, project: Pick<Project, 'id' | 'companyId'>) {
  return {
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
    reference: patient.reference,
    siteSonar: isRequested(patient.searches, 'siteSonar'),
    patientHistories: isRequested(patient.searches, 'patientHistories'),
    ehrSearch: isRequested(patient.searches, 'ehrSearch'),
    createdAt: patient.createdAt.toISOString(),
    updatedAt: patient.updatedAt.toISOString(),
  };
}

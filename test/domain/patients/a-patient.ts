import type { PatientDetails } from '../../../src/domain/patients/details';
import { register, type Patient, type PatientProject } from '../../../src/domain/patients/patient';
import type { Project } from '../../../src/domain/projects/project';
import type { PatientSearch, SearchFlags, SearchKind } from '../../../src/domain/searches/search';

/** Returns a live project that needs documents and has every search approved; `differs` overrides fields. */
export function aProject(
  differs: Partial<PatientProject> = {},
): PatientProject & Pick<Project, 'uid' | 'companyUid'> {
  return {
    uid: 'project',
    companyUid: 'company',
    status: 'Live',
    purpose: 'Legal',
    authorizationMethod: 'authorizationPdf',
    companyFeatures: ['ehrSearch', 'patientHistories', 'authorizationPdf'],
    ...differs,
  };
}

/** Details of a fictitious patient. */
export const details: PatientDetails = {
  firstName: 'Jane',
  lastNames: ['Doe', 'Smith'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
  city: null,
  state: null,
  mobile: null,
  email: null,
  reference: null,
};

/** Returns a patient as registered in a project; `differs` overrides details. */
export function aPatient(
  project = aProject(),
  flags: SearchFlags = {},
  differs: Partial<PatientDetails> = {},
): Patient {
  return register(
    {
      uid: 'patient',
      id: 'case-1',
      createdByUserUid: 'user',
      at: new Date('2026-11-01T12:00:00Z'),
      submitted: { ...details, ...differs },
      flags,
    },
    project,
  );
}

/** Returns the patient's search of a kind. */
export function searchOf({ searches }: Pick<Patient, 'searches'>, kind: SearchKind): PatientSearch {
  const search = searches.find(candidate => candidate.kind === kind);
  if (search === undefined) throw new Error('a patient has all three searches');
  return search;
}

/** Returns the patient with one search changed, without evaluating any gate. */
export function havingSearch(patient: Patient, kind: SearchKind, differs: Partial<PatientSearch>): Patient {
  return {
    ...patient,
    searches: patient.searches.map(search => (search.kind === kind ? { ...search, ...differs } : search)),
  };
}

import type { PatientDetails } from '../../../src/domain/patients/details';
import { register, type Patient, type PatientProject } from '../../../src/domain/patients/patient';
import type { Project } from '../../../src/domain/projects/project';
import type { PatientSearch, SearchFlags, SearchKind } from '../../../src/domain/searches/search';

/** A live project whose patients need a document, with every search approved; what is given differs. */
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

/** Details of nobody. */
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
};

/** A patient as registered in a project; what is given differs. */
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
      said: { ...details, ...differs },
      flags,
    },
    project,
  );
}

/** The search of a kind. */
export function searchOf({ searches }: Pick<Patient, 'searches'>, kind: SearchKind): PatientSearch {
  const search = searches.find(candidate => candidate.kind === kind);
  if (search === undefined) throw new Error('a patient has all three searches');
  return search;
}

/** The patient with one search as given, nothing else looked at. */
export function havingSearch(patient: Patient, kind: SearchKind, differs: Partial<PatientSearch>): Patient {
  return {
    ...patient,
    searches: patient.searches.map(search => (search.kind === kind ? { ...search, ...differs } : search)),
  };
}

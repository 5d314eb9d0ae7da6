import type { ClinicalDataAdded, ClinicalDataWithdrawn } from '../../domain/events/clinical-data';
import type { PatientEvent } from '../../domain/patients/consequences';
import type { Patient } from '../../domain/patients/patient';
import { isSandbox, type Project } from '../../domain/projects/project';
import type { Change } from '../change';

/** Returns what every event about a patient contains. */
export function aboutPatient(project: Project, { uid, companyUid, projectUid, createdByUserUid }: Patient) {
  return {
    companyUid,
    projectUid,
    patientUid: uid,
    recordKind: 'patient',
    recordUid: uid,
    trackedByUserUid: createdByUserUid,
    isSandbox: isSandbox(project),
    searchStatus: null,
    authorizationStatus: null,
  } as const;
}

/** Appends an event about a patient; the caller holds the patient's lock. */
export async function emitPatientEvent(
  change: Change,
  project: Project,
  patient: Patient,
  event: PatientEvent,
  detail: ClinicalDataAdded | ClinicalDataWithdrawn | null = null,
): Promise<void> {
  await change.emit({ ...aboutPatient(project, patient), ...event, detail });
}

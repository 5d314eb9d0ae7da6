import { randomUUID } from 'node:crypto';
import type { LoadRequest } from '../measure/request';
import { credentials, patientsPath, projectId, type BenchCompany, type BenchPatient } from './population';

/** Reads a patient. */
export function readPatient({ id, company }: BenchPatient): LoadRequest {
  return { method: 'GET', path: `${patientsPath(company)}/${id}`, headers: credentials(company) };
}

/** What a customer sends for a new patient, with no search switched on; nothing of it is anybody's. */
export const newPatientForm = {
  firstName: 'Jordan',
  lastNames: ['Sample', 'Example'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
} as const;

/** Registers a new patient; each call has an idempotency key of its own. */
export function createPatient(company: BenchCompany): LoadRequest {
  return {
    method: 'POST',
    path: patientsPath(company),
    headers: {
      ...credentials(company),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(newPatientForm),
  };
}

/** Brings a patient to the form. */
export function upsertPatient(company: BenchCompany, patientId: string): LoadRequest {
  return {
    method: 'PUT',
    path: `${patientsPath(company)}/${patientId}`,
    headers: { ...credentials(company), 'content-type': 'application/json' },
    body: JSON.stringify(newPatientForm),
  };
}

/** Browses a patient's visits. */
export function browseVisits({ id, company }: BenchPatient): LoadRequest {
  return {
    method: 'POST',
    path: '/v0/visits/browse',
    headers: { ...credentials(company), 'content-type': 'application/json' },
    body: JSON.stringify({
      where: { patient: { id: [{ equals: id }] }, project: { id: [{ equals: projectId }] } },
      orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
      take: 25,
    }),
  };
}

/** Asks where a patient's authorization is: the object store is asked as well. */
export function readAuthorization({ id, company }: BenchPatient): LoadRequest {
  return {
    method: 'GET',
    path: `${patientsPath(company)}/${id}/authorization`,
    headers: credentials(company),
  };
}

import { randomUUID } from 'node:crypto';
import type { LoadRequest } from '../measure/request';
import { browseVisits, createPatient, readAuthorization, readPatient, upsertPatient } from './patient-calls';
import type { BenchPatient } from './population';

// Of a hundred calls of a customer: most are looks at a patient, a tenth are new ones.
const shares: ReadonlyArray<{
  readonly ofHundred: number;
  readonly call: (patient: BenchPatient) => LoadRequest;
}> = [
  { ofHundred: 60, call: readPatient },
  { ofHundred: 15, call: browseVisits },
  { ofHundred: 10, call: ({ company }) => createPatient(company) },
  { ofHundred: 10, call: ({ company }) => upsertPatient(company, randomUUID()) },
  { ofHundred: 5, call: readAuthorization },
];

/** The statuses with which the mix is answered when all is well. */
export const mixedStatuses: readonly number[] = [200, 201];

/** A call of the mix about one of these patients, both drawn anew. */
export function drawMixedCall(patients: readonly BenchPatient[]): LoadRequest {
  const patient = patients[Math.floor(Math.random() * patients.length)];
  if (patient === undefined) throw new Error('There are no patients.');
  let left = Math.random() * 100;
  for (const { ofHundred, call } of shares) {
    left -= ofHundred;
    if (left < 0) return call(patient);
  }
  return readPatient(patient);
}

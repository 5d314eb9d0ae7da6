import type { Patient } from '../../domain/patients/patient';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { lockReviewed, type PatientRef } from './find-reviewed';
import { saveEdit } from './save-patient';

/** A calendar day that has begun somewhere on earth. */
function latestToday(now: Date): string {
  return new Date(now.getTime() + 14 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/**
 * Establishes a patient's date of death from supporting documents, or clears one that was wrong. Armed searches are
 * looked at anew: Site Sonar and Patient Histories of one who died before 2016 are declined (specification, Search
 * status). What was answered already stays answered.
 * @param fact `dateOfDeath` as `YYYY-MM-DD`, or `null`; `version` the one that was looked at
 * @throws OperatorError for an unknown patient, one that has changed since, a closed project, and a date before birth or
 *   in the future
 */
export async function establishDeath(
  change: Change,
  ref: PatientRef,
  fact: { readonly dateOfDeath: string | null; readonly version: number },
): Promise<Patient> {
  const { project, patient: before } = await lockReviewed(change, ref, fact.version);
  const { dateOfDeath } = fact;
  if (dateOfDeath !== null && dateOfDeath < before.dateOfBirth)
    throw new OperatorError('The date of death is before the birth of the patient: compare the documents.');
  if (dateOfDeath !== null && dateOfDeath > latestToday(change.now))
    throw new OperatorError('The date of death is in the future.');
  return saveEdit(change, project, before, { ...before, dateOfDeath }, 'patient.establishDeath');
}

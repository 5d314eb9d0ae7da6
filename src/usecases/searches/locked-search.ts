import { createHmac } from 'node:crypto';
import { withSearch, type Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { sentDetailsOf, type SentDetails } from '../../domain/searches/refusals';
import type { PatientSearch, SearchKind } from '../../domain/searches/search';
import type { Partners } from '../../partners/partners';
import { lockPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import type { Change } from '../change';
import { commitPatient } from '../patients/commit-patient';

/** The key of a search run in the workflow. */
export interface SearchRun {
  readonly patientUid: string;
  readonly kind: SearchKind;
  readonly runUid: string;
  /** The workflow's count of writes. A write with a lower one than stored is too late and is ignored. */
  readonly sequence: number;
}

/** The dependencies of runs, besides the database. */
export interface SearchParts {
  readonly partners: Partners;
  /** The key for fingerprints of requests. */
  readonly fingerprintSecret: Buffer;
}

/** A search of a patient whose lock the caller holds. */
export interface LockedSearch {
  readonly patient: Patient;
  readonly project: Project;
  readonly search: PatientSearch;
}

/** Locks the patient of a run. Returns nothing if the patient, or the search, is gone. */
export async function lockSearch(
  change: Change,
  run: Pick<SearchRun, 'patientUid' | 'kind'>,
): Promise<LockedSearch | undefined> {
  const patient = await lockPatientByUid(change.tx, run.patientUid);
  const search = patient?.searches.find(({ kind }) => kind === run.kind);
  if (patient === undefined || search === undefined) return undefined;
  return { patient, search, project: await getProjectByUid(change.tx, patient.projectUid) };
}

/** Returns the fingerprint of what a partner would be sent now. */
export function fingerprintOf(
  parts: SearchParts,
  partner: string,
  { patient, search }: Pick<LockedSearch, 'patient' | 'search'>,
): string {
  const details = sentDetailsOf(patient);
  return fingerprintRequest(parts.fingerprintSecret, { partner, kind: search.kind, details });
}

/** Commits the result of a search without a signal: the patient's workflow requested it. */
export async function commitSearch(
  change: Change,
  { patient, project }: LockedSearch,
  search: PatientSearch,
): Promise<Patient> {
  return commitPatient(change, project, withSearch(patient, search, project), 'theWorkflow');
}

/**
 * Returns the keyed hash of an outgoing request, in hex: the same for the same partner, search, and details.
 * It is keyed because names and birth dates could be guessed from a plain hash.
 * @param secret `KEY_FINGERPRINT_SECRET`; the label keeps these hashes apart from those of keys
 */
export function fingerprintRequest(
  secret: Buffer,
  request: { readonly partner: string; readonly kind: SearchKind; readonly details: SentDetails },
): string {
  const { partner, kind, details } = request;
  const { firstName, lastNames, dateOfBirth, sex, zipCodes } = details;
  return createHmac('sha256', secret)
    .update(
      JSON.stringify(['search request', partner, kind, firstName, lastNames, dateOfBirth, sex, zipCodes]),
    )
    .digest('hex');
}

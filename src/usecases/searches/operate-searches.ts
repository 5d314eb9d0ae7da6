import {
  rearmRefused as withRefusedRearmed,
  rearmSearch as withSearchRearmed,
} from '../../domain/patients/patient';
import { isRearmable } from '../../domain/searches/refusals';
import type { PatientSearch, SearchKind } from '../../domain/searches/search';
import { listSearchRuns, type SearchRunRow } from '../../store/searches/search-runs';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import {
  getOperatorsPatient,
  lockOperatorsPatient,
  type OperatorsPatient,
  type PatientRef,
} from '../operators';
import { commitPatient } from '../patients/commit-patient';

const runsMax = 50;

/** Where the searches of a patient stand, and what the latest runs came to, the newest first. */
export interface InspectedSearches {
  readonly patientUid: string;
  readonly searches: readonly PatientSearch[];
  readonly runs: readonly SearchRunRow[];
}

/**
 * Shows an operator where the searches of a patient stand and what the partners said.
 * @throws OperatorError when there is no such company, project or patient
 */
export async function inspectSearches(change: OperatorChange, ref: PatientRef): Promise<InspectedSearches> {
  const { patient } = await getOperatorsPatient(change.tx, ref);
  const runs = await listSearchRuns(change.tx, patient.uid, runsMax);
  await change.audit(resource('patient', patient));
  return { patientUid: patient.uid, searches: patient.searches, runs };
}

/**
 * Re-arms a search that a partner refused, which only the provider can: its refusals no longer count, and it
 * is sent as soon as its gates are open.
 * @throws OperatorError when there is no such patient, or the search was not refused
 */
export async function rearmSearch(
  change: OperatorChange,
  ref: PatientRef,
  kind: SearchKind,
): Promise<OperatorsPatient & { readonly armed: PatientSearch }> {
  const { project, patient } = await lockOperatorsPatient(change.tx, ref);
  const searchIn = (searches: readonly PatientSearch[]): PatientSearch | undefined =>
    searches.find(search => search.kind === kind);
  const search = searchIn(patient.searches);
  if (search === undefined || !isRearmable(search))
    throw new OperatorError(
      'The search does not wait because of a refusal; `search show` tells where it stands.',
    );
  const stored = await commitPatient(change, project, withSearchRearmed(patient, kind, project));
  await change.audit(resource('patient', patient));
  return { project, patient: stored, armed: searchIn(stored.searches) ?? search };
}

/**
 * Re-arms every search of a patient that a partner refused, as `rearmSearch` does one.
 * @throws OperatorError when there is no such patient, or none of the searches was refused
 */
export async function rearmRefused(change: OperatorChange, ref: PatientRef): Promise<void> {
  const { project, patient } = await lockOperatorsPatient(change.tx, ref);
  if (!patient.searches.some(isRearmable))
    throw new OperatorError('No search of the patient waits because of a refusal.');
  await commitPatient(change, project, withRefusedRearmed(patient, project));
  await change.audit(resource('patient', patient));
}

import { isRearmable, rearm } from '../../domain/searches/refusals';
import type { PatientSearch, SearchKind } from '../../domain/searches/search';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { savePatient } from '../patients/save-patient';
import { lockNamedPatient, type PatientPlace } from './inspect-searches';

/**
 * Re-arms a search that a partner refused (specification, Search status: the provider must): its refusals are forgotten
 * and it goes as soon as its gates are open. An approval stays: the details are the ones that were approved.
 * @throws OperatorError when there is no such patient, or the search was not refused
 */
export async function rearmSearch(
  change: Change,
  place: PatientPlace,
  kind: SearchKind,
): Promise<PatientSearch> {
  const { project, patient } = await lockNamedPatient(change, place);
  const search = patient.searches.find(candidate => candidate.kind === kind);
  if (search === undefined || !isRearmable(search))
    throw new OperatorError(
      'The search does not wait because of a refusal; `search show` tells where it stands.',
    );
  const searches = patient.searches.map(other => (other.kind === kind ? rearm(other) : other));
  const stored = await savePatient(change, project, patient, { ...patient, searches });
  await change.audit('search.rearm', { kind: 'patient', uid: patient.uid, companyUid: patient.companyUid });
  return stored.searches.find(candidate => candidate.kind === kind) ?? rearm(search);
}

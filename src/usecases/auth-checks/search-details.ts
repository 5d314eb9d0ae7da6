import type { JudgingContext } from '../../domain/auth-checks/judging-context';
import type { ProjectStatus } from '../../domain/projects/project';
import type { Patient } from '../../domain/patients/patient';

/**
 * What an auth-check says of the patient's record: whether it holds what partners of live projects ask for, where such a
 * search is wanted. Sandbox searches need neither.
 */
export function searchDetailsOf(
  status: ProjectStatus,
  { searches, zipCodes, sex }: Patient,
): JudgingContext['searchDetails'] {
  const isAsked =
    status === 'Live' && searches.some(({ kind, isRequested }) => isRequested && kind !== 'siteSonar');
  return isAsked ? { hasZipCode: zipCodes.length > 0, hasSex: sex !== null && sex !== 'Unknown' } : null;
}

import { isDeclinedByDeath } from './gates';
import type { SearchState } from './search-state';

/** Why a requested search does not run (specification, Patient response). */
export type BlockedReason = 'MissingZipCode' | 'DeceasedBeforeClinicalData';

/**
 * The blocked reason of a search, `null` when nothing blocks it or it was not requested. A search declined by death
 * shows its reason only until the decline is on record; `searchStatus` carries the answer from then on.
 */
export function blockedReason(search: SearchState, dateOfDeath: string | null): BlockedReason | null {
  if (!search.isRequested || search.phase !== 'armed') return null;
  if (isDeclinedByDeath(search.kind, dateOfDeath)) return 'DeceasedBeforeClinicalData';
  return search.waitsFor === 'zipCode' ? 'MissingZipCode' : null;
}

import type { SearchState } from './search-state';

/** What a patient's three searches amount to (specification, Search statuses). */
export const searchStatuses = [
  'Inactive',
  'Processing',
  'Completed',
  'NoHit',
  'AmbiguousIdentity',
  'MissingZipCode',
  'RequestRejected',
  'DeceasedBeforeClinicalData',
] as const;

/** A patient's search status. */
export type SearchStatus = (typeof searchStatuses)[number];

/** The status that one requested search stands for. */
function statusOf(search: SearchState): SearchStatus {
  if (search.phase === 'running') return 'Processing';
  if (search.phase === 'armed') {
    if (search.waitsFor === 'zipCode') return 'MissingZipCode';
    if (search.waitsFor === 'correction' || search.waitsFor === 'rearming') return 'RequestRejected';
    return 'Processing';
  }
  return search.outcome ?? 'Inactive';
}

// The first of these that any search stands for is the patient's (DESIGN §4).
const precedence: readonly SearchStatus[] = [
  'Processing',
  'AmbiguousIdentity',
  'RequestRejected',
  'Completed',
  'NoHit',
  'MissingZipCode',
  'DeceasedBeforeClinicalData',
];

/** Derives a patient's search status from the state of the searches; those not requested do not count. */
export function deriveSearchStatus(searches: readonly SearchState[]): SearchStatus {
  const present = new Set(searches.filter(search => search.isRequested).map(statusOf));
  return precedence.find(status => present.has(status)) ?? 'Inactive';
}

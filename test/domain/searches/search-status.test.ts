import {
  type Gate,
  type SearchOutcome,
  type SearchState,
  type SearchStatus,
  deriveSearchStatus,
  searchKinds,
} from '../../../src/domain/searches/search';

type Shape = Omit<SearchState, 'kind' | 'run'>;

const gates: ReadonlyArray<Gate | null> = [null, 'zipCode', 'approval', 'correction', 'rearming'];
const outcomes: readonly SearchOutcome[] = [
  'Completed',
  'NoHit',
  'AmbiguousIdentity',
  'RequestRejected',
  'DeceasedBeforeClinicalData',
];

/** Every state that one search can be in. */
const shapes: readonly Shape[] = [
  { isRequested: false, phase: 'off', waitsFor: null, outcome: null },
  ...outcomes.map(outcome => ({ isRequested: false, phase: 'off', waitsFor: null, outcome }) as const),
  { isRequested: false, phase: 'running', waitsFor: null, outcome: null },
  ...gates.map(waitsFor => ({ isRequested: true, phase: 'armed', waitsFor, outcome: null }) as const),
  { isRequested: true, phase: 'running', waitsFor: null, outcome: null },
  ...outcomes.map(outcome => ({ isRequested: true, phase: 'answered', waitsFor: null, outcome }) as const),
];

/** Returns the status that one search counts as, written a second time; `null` does not count. */
function countsAs({ isRequested, phase, waitsFor, outcome }: Shape): SearchStatus | null {
  if (!isRequested) return null;
  if (phase === 'running') return 'Processing';
  if (phase === 'answered') return outcome;
  const armed = {
    none: 'Processing',
    approval: 'Processing',
    zipCode: 'MissingZipCode',
    correction: 'RequestRejected',
    rearming: 'RequestRejected',
    partner: 'Processing',
  } as const;
  return armed[waitsFor ?? 'none'];
}

/** The first that applies is the status. */
const order: readonly SearchStatus[] = [
  'AmbiguousIdentity',
  'RequestRejected',
  'MissingZipCode',
  'Processing',
  'Completed',
  'NoHit',
  'DeceasedBeforeClinicalData',
];

describe('The search status', () => {
  const triples = shapes.flatMap(a => shapes.flatMap(b => shapes.map(c => [a, b, c])));

  /** Returns the status of a combination: the first in the order that one of its searches counts as. */
  function statusOf(triple: readonly Shape[]): SearchStatus {
    const present = new Set(triple.map(countsAs));
    return order.find(status => present.has(status)) ?? 'Inactive';
  }

  test.each<readonly [string, SearchStatus]>([
    ['Inactive, with no search switched on [SEARCH-3]', 'Inactive'],
    ['Processing [SEARCH-4]', 'Processing'],
    ['Completed [SEARCH-5]', 'Completed'],
    ['NoHit [SEARCH-6]', 'NoHit'],
    ['AmbiguousIdentity, before any other [DECISION-11]', 'AmbiguousIdentity'],
    ['RequestRejected [SEARCH-9]', 'RequestRejected'],
    ['DeceasedBeforeClinicalData, after every other [SEARCH-10]', 'DeceasedBeforeClinicalData'],
    ['MissingZipCode [SEARCH-11]', 'MissingZipCode'],
  ])('is correct for every combination: %s', (_what, expected) => {
    const own = triples.filter(triple => statusOf(triple) === expected);
    expect(own).not.toEqual([]);
    for (const triple of own) {
      const searches = triple.map((shape, index): SearchState =>
        Object.assign({ kind: searchKinds[index] ?? 'siteSonar', run: 1 }, shape),
      );
      const status = deriveSearchStatus(searches);
      if (status !== expected) expect({ searches, status }).toEqual({ searches, status: expected });
    }
  });

  test(`is tested for all ${shapes.length}³ combinations`, () => {
    expect(triples).toHaveLength(shapes.length ** 3);
    expect(new Set(triples.map(statusOf))).toEqual(new Set([...order, 'Inactive']));
  });

  test('is Inactive for a patient without searches', () => {
    expect(deriveSearchStatus([])).toBe('Inactive');
  });
});

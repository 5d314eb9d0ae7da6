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

/** What a search stands for, written down a second time; `null` does not count. */
function standsFor({ isRequested, phase, waitsFor, outcome }: Shape): SearchStatus | null {
  if (!isRequested) return null;
  if (phase === 'running') return 'Processing';
  if (phase === 'answered') return outcome;
  const armed = {
    none: 'Processing',
    approval: 'Processing',
    zipCode: 'MissingZipCode',
    correction: 'RequestRejected',
    rearming: 'RequestRejected',
  } as const;
  return armed[waitsFor ?? 'none'];
}

/** The first that holds is the status. */
const order: readonly SearchStatus[] = [
  'AmbiguousIdentity',
  'RequestRejected',
  'MissingZipCode',
  'Processing',
  'Completed',
  'NoHit',
  'DeceasedBeforeClinicalData',
];

describe('the search status', () => {
  const triples = shapes.flatMap(a => shapes.flatMap(b => shapes.map(c => [a, b, c])));

  test(`is derived as stated for every one of ${shapes.length}³ combinations [SEARCH-3] [SEARCH-4] [SEARCH-5] [SEARCH-6] [SEARCH-9] [SEARCH-10] [SEARCH-11] [DECISION-11]`, () => {
    for (const triple of triples) {
      const searches = triple.map((shape, index): SearchState =>
        Object.assign({ kind: searchKinds[index] ?? 'siteSonar', run: 1 }, shape),
      );
      const present = new Set(triple.map(standsFor));
      const expected = order.find(status => present.has(status)) ?? 'Inactive';
      if (deriveSearchStatus(searches) !== expected)
        expect({ searches, status: deriveSearchStatus(searches) }).toEqual({ searches, status: expected });
    }
    expect(triples).toHaveLength(shapes.length ** 3);
  });

  test('is Inactive for a patient without searches', () => {
    expect(deriveSearchStatus([])).toBe('Inactive');
  });
});

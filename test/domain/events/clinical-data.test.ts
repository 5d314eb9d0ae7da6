import {
  clinicalDataAdded,
  clinicalDataWithdrawn,
  type ClinicalDataSource,
} from '../../../src/domain/events/clinical-data';
import type { SearchKind } from '../../../src/domain/searches/search';

const none = { newVisits: 0, newProcedures: 0, newDiagnoses: 0, newPrescriptionFills: 0, newLabResults: 0 };
const some = { ...none, newLabResults: 1 };

test.each<[SearchKind, 'Live' | 'Sandbox', boolean, ClinicalDataSource]>([
  ['siteSonar', 'Live', false, 'siteSonar'],
  ['patientHistories', 'Live', false, 'patientHistories'],
  ['ehrSearch', 'Live', false, 'parsePass'],
  ['siteSonar', 'Live', true, 'parsePass'],
  ['siteSonar', 'Sandbox', false, 'sandboxSearch'],
  ['ehrSearch', 'Sandbox', true, 'sandboxSearch'],
])(
  'New data from %s on a %s project (held before: %s) has the source %s [EVENT-43] [DECISION-66]',
  (kind, status, isReread, source) => {
    expect(clinicalDataAdded({ status }, kind, some, isReread)).toEqual({ source, counts: some });
  },
);

test('A search that finds nothing new raises no event [EVENT-39]', () => {
  expect(clinicalDataAdded({ status: 'Live' }, 'siteSonar', none, false)).toBeUndefined();
});

test('Withdrawn rows are named by source, at most 1,000 in one event [EVENT-49]', () => {
  const rows = (count: number, source: SearchKind) =>
    Array.from({ length: count }, (_, index) => ({
      uid: `${source}-${index}`,
      rowKind: index % 2 === 0 ? ('visit' as const) : ('labResult' as const),
      source,
    }));
  const events = clinicalDataWithdrawn(
    { status: 'Live' },
    [...rows(1_001, 'siteSonar'), ...rows(1, 'ehrSearch')],
    'identityChanged',
  );
  expect(
    events.map(({ source, withdrawn: { ids } }) => [source, ids.visits.length, ids.labResults.length]),
  ).toEqual([
    ['siteSonar', 500, 500],
    ['siteSonar', 1, 0],
    ['parsePass', 1, 0],
  ]);
  expect(events.map(({ counts }) => counts)).toEqual([none, none, none]);
});

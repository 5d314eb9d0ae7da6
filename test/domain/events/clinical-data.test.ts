import { clinicalDataAdded, type ClinicalDataSource } from '../../../src/domain/events/clinical-data';
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

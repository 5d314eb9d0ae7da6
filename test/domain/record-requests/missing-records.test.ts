import { missingKinds, repeatOf } from '../../../src/domain/record-requests/missing-records';
import {
  recordRequestStatuses,
  type RecordRequestKind,
  type RecordRequestStatus,
} from '../../../src/domain/record-requests/record-request';

const of = (kind: RecordRequestKind, status: RecordRequestStatus) => ({ kind, status });

test('an ended request can be repeated unless a mistake ended it [CONSOLE-116]', () => {
  const byRepeat = Map.groupBy(recordRequestStatuses, repeatOf);
  expect(byRepeat.get('missing')).toEqual(['Completed', 'Partial']);
  expect(byRepeat.get('again')).toEqual([
    'PatientNotFound',
    'ServiceDatesNotFound',
    'NoRecordFound',
    'SiteClosed',
    'FacilityRefusal',
    'Canceled',
  ]);
});

test.each([
  ['its own kind', 'billing', [of('billing', 'Completed')], ['billing']],
  [
    'other kinds that came in part',
    'billing',
    [of('imaging', 'Partial'), of('billing', 'Partial')],
    ['billing', 'imaging'],
  ],
  ['no kind that came since', 'billing', [of('imaging', 'Partial'), of('imaging', 'Completed')], ['billing']],
  [
    'no kind on its way',
    'billing',
    [of('medicalRecord', 'NoRecordFound'), of('medicalRecord', 'Submitted')],
    ['billing'],
  ],
] as const)('what is missing has %s [CONSOLE-116]', (_, kind, ofSite, kinds) => {
  expect(missingKinds({ kind }, ofSite)).toEqual(kinds);
});

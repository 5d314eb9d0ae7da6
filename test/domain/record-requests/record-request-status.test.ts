import {
  categoryOf,
  isOpen,
  recordRequestStatuses,
} from '../../../src/domain/record-requests/record-request';

test('every status is in its documented category', () => {
  const byCategory = Object.groupBy(recordRequestStatuses, categoryOf);
  expect(byCategory).toEqual({
    processing: ['Submitted', 'Processing'],
    needsResolution: ['NeedToReviewResults', 'WrongSiteName', 'AuthDenied'],
    completed: ['Completed', 'Partial'],
    recordsNotFound: [
      'PatientNotFound',
      'ServiceDatesNotFound',
      'NoRecordFound',
      'SiteClosed',
      'FacilityRefusal',
    ],
    canceled: ['Canceled', 'Void', 'DuplicateRequest'],
  });
});

test('every status but these is terminal', () => {
  expect(recordRequestStatuses.filter(isOpen)).toEqual([
    'Submitted',
    'Processing',
    'NeedToReviewResults',
    'AuthDenied',
  ]);
});

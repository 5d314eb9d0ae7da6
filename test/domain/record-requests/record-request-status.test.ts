import {
  categoryOf,
  isOpen,
  recordRequestStatuses,
} from '../../../src/domain/record-requests/record-request';

test('every status is in its documented category, and one that was not sent in none [DECISION-27]', () => {
  const byCategory = Object.groupBy(recordRequestStatuses, status => categoryOf(status) ?? 'none');
  expect(byCategory).toEqual({
    none: ['Submitted'],
    processing: ['Processing'],
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

import { Problem } from '../../../src/domain/problem';
import {
  answer,
  cancel,
  categoryOf,
  isOpen,
  moveByHand,
  recordRequestStatuses,
  send,
} from '../../../src/domain/record-requests/record-request';
import { momentIn } from '../../../src/domain/time-zones';
import { aRecordRequest } from './a-record-request';

test('The record request statuses are the 13 of the contract, plus Submitted and Processing [REQUEST-12] [DECISION-26]', () => {
  expect(recordRequestStatuses.toSorted()).toEqual([
    'AuthDenied',
    'Canceled',
    'Completed',
    'DuplicateRequest',
    'FacilityRefusal',
    'NeedToReviewResults',
    'NoRecordFound',
    'Partial',
    'PatientNotFound',
    'Processing',
    'ServiceDatesNotFound',
    'SiteClosed',
    'Submitted',
    'Void',
    'WrongSiteName',
  ]);
});

test('A request that was not sent has no category [DECISION-27]', () => {
  expect(recordRequestStatuses.filter(status => categoryOf(status) === null)).toEqual(['Submitted']);
});

test('Every record request status except Submitted has its documented category [REQUEST-13]', () => {
  const sent = recordRequestStatuses.filter(status => status !== 'Submitted');
  expect(Object.groupBy(sent, status => categoryOf(status) ?? 'none')).toEqual({
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

test('Four record request statuses are open, and all others are terminal [REQUEST-15] [REQUEST-16] [REQUEST-20]', () => {
  expect(recordRequestStatuses.filter(isOpen)).toEqual([
    'Submitted',
    'Processing',
    'NeedToReviewResults',
    'AuthDenied',
  ]);
});

const aRequest = aRecordRequest();

test('A customer can cancel an open request and no other [REQUEST-24]', () => {
  for (const status of recordRequestStatuses) {
    const canceled = () => cancel({ ...aRequest, status }, new Date(1)).after.status;
    if (isOpen(status)) expect(canceled()).toBe('Canceled');
    else expect(canceled).toThrow(Problem);
  }
});

test('An operator can change any status of a request to any other [REQUEST-19]', () => {
  for (const from of recordRequestStatuses)
    for (const to of recordRequestStatuses)
      expect(moveByHand({ ...aRequest, status: from }, to, momentIn('UTC', new Date(1))).after.status).toBe(
        to,
      );
});

test('A move that began before the latest one, and waited for it, is behind it in the timeline [REQUEST-49]', () => {
  const sent = moveByHand(aRequest, 'Processing', momentIn('UTC', new Date(5_000))).after;
  const { after } = cancel(sent, new Date(4_000));
  expect(after.updatedAt).toEqual(new Date(5_001));
  expect(cancel(sent, new Date(6_000)).after.updatedAt).toEqual(new Date(6_000));
});

test("Sending and completing have the day of the project's time zone, not of UTC [REQUEST-54]", () => {
  const evening = momentIn('America/New_York', new Date('2026-11-28T02:30:00Z'));
  expect(send(aRequest, 'outreach', evening).after.lastContactDate).toBe('2026-11-27');
  expect(moveByHand(aRequest, 'Completed', evening).after.completionDate).toBe('2026-11-27');
  expect(answer(aRequest, 'Partial', evening).after.completionDate).toBe('2026-11-27');
});

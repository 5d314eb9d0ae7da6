/** What everyone reads about an open record request. */
import type { FeeStatus } from '../../../src/domain/record-requests/fees';
import type { RecordRequestStatus } from '../../../src/domain/record-requests/record-request';
import {
  requestProgressOf,
  requestReasons,
  type RequestReason,
} from '../../../src/domain/record-requests/request-progress';
import type { RecordRequestStanding } from '../../../src/domain/record-requests/standing';
import type { WhoActs } from '../../../src/domain/searches/search-progress';

const updatedAt = new Date('2026-11-20T12:00:00Z');
const project = { status: 'Live', purpose: 'Legal', authorizationMethod: 'authorizationPdf' } as const;
const patient = { authorizationEtag: 'e', authorizationExpiresOn: '2026-11-30' };

test.each<[RecordRequestStanding, RecordRequestStatus, RequestReason, WhoActs | null]>([
  ['toBeDenied', 'Submitted', 'authorizationFaulty', 'You'],
  ['heldForApproval', 'Submitted', 'waitsForApproval', 'Support'],
  ['heldByExpiry', 'Submitted', 'authorizationExpired', 'You'],
  ['heldByRevocation', 'Submitted', 'authorizationRevoked', 'You'],
  ['heldByCorrection', 'Submitted', 'facilityInDoubt', 'You'],
  ['toBeSent', 'Submitted', 'toBeSent', 'Support'],
  ['withFacility', 'Processing', 'waitsForFacility', 'Facility'],
  ['withOperator', 'Processing', 'beingChased', 'Support'],
  ['withOperator', 'NeedToReviewResults', 'beingReviewed', 'Support'],
  ['withOperator', 'AuthDenied', 'authorizationFaulty', 'You'],
])(
  'A request that is %s and %s says %s, and that %s has to act [REQUEST-33]',
  (standing, status, reason, whoActs) => {
    const progress = requestProgressOf(standing, {
      request: { status, updatedAt },
      project,
      patient,
      fees: [],
    });
    expect(progress).toMatchObject({ reason, whoActs, says: requestReasons[reason].says });
    const since = reason === 'authorizationExpired' ? '2026-12-01T00:00:00.000Z' : updatedAt.toISOString();
    expect(progress?.since.toISOString()).toBe(since);
  },
);

test('A request without a document waits for one, and one that has ended for nothing [REQUEST-33]', () => {
  const request = { status: 'Submitted', updatedAt } as const;
  const facts = { request, project, patient: { ...patient, authorizationEtag: null }, fees: [] };
  expect(requestProgressOf('heldForApproval', facts)?.reason).toBe('authorizationMissing');
  expect(requestProgressOf('ended', facts)).toBeNull();
  const sandbox = { ...facts, project: { ...project, status: 'Sandbox' } as const };
  expect(requestProgressOf('toBeSent', sandbox)).toMatchObject({ reason: 'beingSent', whoActs: null });
});

const feeAt = new Date('2026-11-22T12:00:00Z');
const aFee = { settledAt: null, paidOn: null, needsPrepayment: true, updatedAt: feeAt };

test.each<[RecordRequestStanding, FeeStatus, RequestReason, WhoActs]>([
  ['withFacility', 'WaitingForApproval', 'feeWaitsForApproval', 'You'],
  ['withOperator', 'WaitingForApproval', 'feeWaitsForApproval', 'You'],
  ['heldForApproval', 'WaitingForApproval', 'feeWaitsForApproval', 'You'],
  ['heldByExpiry', 'WaitingForApproval', 'authorizationExpired', 'You'],
  ['withFacility', 'Questioned', 'feeBeingClarified', 'Support'],
  ['withFacility', 'Rejected', 'feeBeingClarified', 'Support'],
  ['withFacility', 'Approved', 'feeBeingPaid', 'Support'],
  ['withFacility', 'Withdrawn', 'waitsForFacility', 'Facility'],
])('A request that is %s, with a fee that is %s, says %s, and that %s has to act [REQUEST-45]', (...row) => {
  const [standing, status, reason, whoActs] = row;
  const request = { status: standing === 'heldByExpiry' ? 'Submitted' : 'Processing', updatedAt } as const;
  const progress = requestProgressOf(standing, { request, project, patient, fees: [{ ...aFee, status }] });
  expect(progress).toMatchObject({ reason, whoActs });
  if (reason.startsWith('fee')) expect(progress?.since).toEqual(feeAt);
});

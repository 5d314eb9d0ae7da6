/** Who decides on a fee, and what can be done about it in each status. */
import type { Actor } from '../../../src/domain/actor';
import {
  canDo,
  decidedAtOf,
  feeStatuses,
  holdOfFees,
  invoiceFault,
  isRejectedTooOften,
  newFee,
  respond,
  settledBy,
  takesFees,
  turnOf,
  workOnFee,
  type Fee,
  type FeeStatus,
  type FeeTurn,
} from '../../../src/domain/record-requests/fees';
import { recordRequestStatuses } from '../../../src/domain/record-requests/record-request';

const createdAt = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-21T12:00:00Z');
const kim: Actor = { kind: 'user', id: 'kim', name: 'Kim' };
const entry = {
  ...{ uid: 'fee', companyUid: 'company', recordRequestUid: 'request', createdAt },
  ...{ amountCents: 3_000, basis: 'flat' as const, needsPrepayment: false, note: null },
};
const aFee = (differs: Partial<Fee> = {}): Fee => ({ ...newFee(entry, null), ...differs });

test.each<[string, number | null, FeeStatus]>([
  ['without a limit', null, 'WaitingForApproval'],
  ['over the limit', 2_999, 'WaitingForApproval'],
  ['at the limit', 3_000, 'Approved'],
  ['under the limit', 3_001, 'Approved'],
])('A fee %s starts with the status that follows [REQUEST-43]', (_, limitCents, status) => {
  const fee = newFee(entry, limitCents);
  expect([fee.status, fee.isWithinLimit]).toEqual([status, status === 'Approved']);
  expect(decidedAtOf(fee)).toEqual(status === 'Approved' ? createdAt : null);
});

const kinds = ['approve', 'reject', 'ask', 'answer', 'withdraw', 'close', 'pay'] as const;

test.each<[FeeStatus, string]>([
  ['WaitingForApproval', 'approve reject ask withdraw'],
  ['Questioned', 'approve reject answer withdraw'],
  ['Approved', 'withdraw pay'],
  ['Rejected', 'close'],
  ['Withdrawn', ''],
])('A fee that is %s allows: %s [REQUEST-44]', (status, allowed) => {
  const fee = aFee({ status });
  expect(kinds.filter(kind => canDo(kind, fee)).join(' ')).toBe(allowed);
});

test('A paid fee is not withdrawn, and a closed one not closed again [REQUEST-44]', () => {
  expect(canDo('withdraw', aFee({ status: 'Approved', paidOn: '2026-11-20' }))).toBe(false);
  expect(canDo('pay', aFee({ status: 'Approved', paidOn: '2026-11-20' }))).toBe(true);
  expect(canDo('close', aFee({ status: 'Rejected', settledAt: later }))).toBe(false);
});

test('A member approves, rejects with a message, or asks [REQUEST-44]', () => {
  const changed = { version: 2, updatedAt: later, responder: kim, respondedAt: later };
  expect(respond(aFee(), { kind: 'approve' }, kim, later)).toEqual(aFee({ ...changed, status: 'Approved' }));
  expect(respond(aFee(), { kind: 'reject', message: 'Too much' }, kim, later)).toEqual(
    aFee({ ...changed, status: 'Rejected', message: 'Too much' }),
  );
  const asked = respond(aFee({ answer: 'old' }), { kind: 'ask', question: 'Why?' }, kim, later);
  expect(asked).toEqual(aFee({ ...changed, status: 'Questioned', question: 'Why?' }));
  expect(respond(aFee({ status: 'Approved' }), { kind: 'approve' }, kim, later)).toBeUndefined();
});

test('Support answers, withdraws, closes, and records a payment [REQUEST-44]', () => {
  const changed = { version: 2, updatedAt: later };
  expect(workOnFee(aFee({ status: 'Questioned' }), { kind: 'answer', answer: 'So' }, later)).toEqual(
    aFee({ ...changed, status: 'WaitingForApproval', answer: 'So' }),
  );
  expect(workOnFee(aFee(), { kind: 'withdraw' }, later)).toEqual(aFee({ ...changed, status: 'Withdrawn' }));
  expect(workOnFee(aFee({ status: 'Rejected' }), { kind: 'close' }, later)).toEqual(
    aFee({ ...changed, status: 'Rejected', settledAt: later }),
  );
  expect(workOnFee(aFee({ status: 'Approved' }), { kind: 'pay', paidOn: '2026-11-21' }, later)).toEqual(
    aFee({ ...changed, status: 'Approved', paidOn: '2026-11-21' }),
  );
  expect(workOnFee(aFee(), { kind: 'pay', paidOn: '2026-11-21' }, later)).toBeUndefined();
});

test('A fee was decided when a member approved or rejected it [REQUEST-46]', () => {
  const decided = feeStatuses.filter(status => decidedAtOf(aFee({ status, respondedAt: later })) !== null);
  expect(decided).toEqual(['Approved', 'Rejected']);
  expect(decidedAtOf(aFee({ status: 'Rejected', respondedAt: later }))).toEqual(later);
});

test('Another fee settles the rejected ones, and only those [REQUEST-44]', () => {
  const fees = feeStatuses.map(status => aFee({ uid: status, status }));
  expect(settledBy(fees, later).map(({ uid, settledAt }) => [uid, settledAt])).toEqual([['Rejected', later]]);
});

test.each<[FeeTurn | null, FeeStatus, Partial<Fee>]>([
  ['approval', 'WaitingForApproval', {}],
  ['clarification', 'Questioned', {}],
  ['clarification', 'Rejected', {}],
  [null, 'Rejected', { settledAt: later }],
  ['payment', 'Approved', {}],
  [null, 'Approved', { paidOn: '2026-11-20' }],
  [null, 'Withdrawn', {}],
])('What is waited for is %s if a fee is %s with %j [DESK-52]', (turn, status, differs) => {
  expect(turnOf(aFee({ status, ...differs }))).toBe(turn);
});

test('Fees hold a request up for the customer first, and for a payment only if it is due before [REQUEST-45]', () => {
  const unpaid = aFee({ status: 'Approved' });
  const before = aFee({ status: 'Approved', needsPrepayment: true, updatedAt: later });
  expect(holdOfFees([unpaid])).toBeUndefined();
  expect(holdOfFees([before])).toEqual({ turn: 'payment', since: later });
  expect(holdOfFees([before, aFee({ status: 'Questioned' })])?.turn).toBe('clarification');
  expect(holdOfFees([before, aFee({ status: 'Questioned' }), aFee()])?.turn).toBe('approval');
});

test('A request is rejected too often after two rejected fees [DESK-52]', () => {
  const rejected = aFee({ status: 'Rejected', settledAt: later });
  expect([isRejectedTooOften([rejected, aFee()]), isRejectedTooOften([rejected, rejected])]).toEqual([
    false,
    true,
  ]);
});

test('Open requests, and those with records, take fees [REQUEST-43]', () => {
  expect(recordRequestStatuses.filter(takesFees)).toEqual([
    ...['Submitted', 'Processing', 'NeedToReviewResults', 'AuthDenied', 'Completed', 'Partial'],
  ]);
});

test.each([
  ['Invoice.pdf', undefined],
  ['Invoice.tiff', undefined],
  ['Invoice.jpg', undefined],
  ['Invoice.png', undefined],
  ['Invoice.docx', 'An invoice must be'],
  ['Invoice', 'An invoice must be'],
  ['a/b.pdf', 'The file name must not contain slashes'],
])('An invoice called %s is accepted or refused [DESK-53]', (fileName, fault) => {
  expect(invoiceFault(fileName)?.slice(0, fault?.length)).toBe(fault);
});

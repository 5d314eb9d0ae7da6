import {
  inOrderOfDue,
  isOverdue,
  isSnoozed,
  snoozeFault,
  type QueueItem,
} from '../../../src/domain/desk/queue';

const today = '2026-11-23';
const item = (uid: string, dueOn: string, sinceMs: number): QueueItem => ({
  kind: 'site',
  uid,
  companyId: 'acme',
  companyUid: uid,
  environment: 'production',
  name: uid,
  detail: null,
  since: new Date(sinceMs),
  dueOn,
  operatorUid: null,
  operatorName: null,
  takenAt: null,
  snoozedUntil: null,
});

test('A queue item is on time on its due date and overdue the day after [DESK-11]', () => {
  expect(isOverdue({ dueOn: '2026-11-23' }, today)).toBe(false);
  expect(isOverdue({ dueOn: '2026-11-22' }, today)).toBe(true);
});

test('The queue is sorted by due date, then by the longest wait [DESK-11]', () => {
  const items = [item('a', '2026-11-24', 3), item('b', '2026-11-24', 2), item('c', '2026-11-22', 9)];
  expect(inOrderOfDue(items).map(({ uid }) => uid)).toEqual(['c', 'b', 'a']);
});

test('A snoozed item returns to the queue on its day [DESK-12]', () => {
  expect(isSnoozed({ snoozedUntil: '2026-11-24' }, today)).toBe(true);
  expect(isSnoozed({ snoozedUntil: '2026-11-23' }, today)).toBe(false);
  expect(isSnoozed({ snoozedUntil: null }, today)).toBe(false);
});

test.each([
  ['', 'Enter the date'],
  ['tomorrow', 'Enter the date'],
  ['2026-02-30', 'Enter the date'],
  ['2026-11-23', 'must be after today'],
  ['2027-02-22', '90 days at most'],
  ['2026-11-24', undefined],
  ['2027-02-21', undefined],
])('Snoozing until %j gives the fault %s [DESK-12]', (until, fault) => {
  const found = snoozeFault(until, today);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(fault);
});

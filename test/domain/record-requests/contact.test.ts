import { latestReplacement, replacedDate } from '../../../src/domain/record-requests/contact';

test.each([
  [null, null, null],
  [null, '2027-01-04', null],
  ['2027-01-04', '2027-01-04', null],
  ['2027-01-04', '2027-02-01', '2027-01-04'],
  ['2027-01-04', null, '2027-01-04'],
])('a follow-up date of %s that becomes %s replaces %s [DESK-58]', (before, after, replaced) => {
  expect(replacedDate(before, after)).toBe(replaced);
});

const createdAt = new Date('2026-12-01T15:00:00Z');
const first = { nextOn: '2027-02-01', replacedOn: '2027-01-04', createdAt };
const other = { nextOn: '2027-03-01', replacedOn: null, createdAt };
const set = (followUpDate: string | null, followUpSetAt: Date | null = createdAt) => ({
  followUpDate,
  followUpSetAt,
});

test('finds the latest contact that replaced the follow-up date, until another date is set [DESK-58]', () => {
  expect(latestReplacement([first, other], set('2027-02-01'))).toBe(first);
  expect(latestReplacement([first, other], set('2027-03-01'))).toBeUndefined();
  expect(latestReplacement([other], set('2027-03-01'))).toBeUndefined();
  const cleared = { nextOn: null, replacedOn: '2027-02-01', createdAt };
  expect(latestReplacement([first, cleared], set(null))).toBe(cleared);
  expect(latestReplacement([first, cleared], set('2027-02-01'))).toBeUndefined();
  expect(latestReplacement([], set(null))).toBeUndefined();
});

test('a date that was set again after the contact is not credited to it [DESK-58]', () => {
  const later = new Date('2026-12-02T15:00:00Z');
  expect(latestReplacement([first], set('2027-02-01', later))).toBeUndefined();
  // Requests from before this was kept.
  expect(latestReplacement([first], set('2027-02-01', null))).toBe(first);
});

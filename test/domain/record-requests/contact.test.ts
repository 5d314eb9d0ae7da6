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

const first = { nextOn: '2027-02-01', replacedOn: '2027-01-04' };
const other = { nextOn: '2027-03-01', replacedOn: null };

test('finds the latest contact that replaced the follow-up date, until another date is set [DESK-58]', () => {
  expect(latestReplacement([first, other], '2027-02-01')).toBe(first);
  expect(latestReplacement([first, other], '2027-03-01')).toBeUndefined();
  expect(latestReplacement([other], '2027-03-01')).toBeUndefined();
  const cleared = { nextOn: null, replacedOn: '2027-02-01' };
  expect(latestReplacement([first, cleared], null)).toBe(cleared);
  expect(latestReplacement([first, cleared], '2027-02-01')).toBeUndefined();
  expect(latestReplacement([], null)).toBeUndefined();
});

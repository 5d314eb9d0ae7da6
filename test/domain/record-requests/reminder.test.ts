import { reminderFault, remindersMax } from '../../../src/domain/record-requests/reminder';

const today = '2026-11-20';
const few = { today, others: 3 };
const on = (remindOn: string) => ({ remindOn, note: null });

test.each(['2026-11-20', '2028-11-20'])(
  'takes a reminder on %s, from today to two years ahead [CONSOLE-112]',
  remindOn => {
    expect(reminderFault(on(remindOn), undefined, few)).toBeUndefined();
  },
);

test.each(['2026-11-19', '2028-11-21'])('refuses a reminder on %s [CONSOLE-112]', remindOn => {
  expect(reminderFault(on(remindOn), undefined, few)).toBe(
    "The reminder's date must be today or later, at most 2 years ahead.",
  );
});

test('keeps a day that has passed, so that the note of a due reminder can be changed [CONSOLE-112]', () => {
  expect(reminderFault(on('2026-11-02'), on('2026-11-02'), few)).toBeUndefined();
  expect(reminderFault(on('2026-11-03'), on('2026-11-02'), few)).toContain('today or later');
});

test('counts two years from February 29 [CONSOLE-112]', () => {
  const leap = { today: '2028-02-29', others: 0 };
  expect(reminderFault(on('2030-02-28'), undefined, leap)).toBeUndefined();
  expect(reminderFault(on('2030-03-01'), undefined, leap)).toContain('2 years ahead');
});

test('refuses one more than the maximum, and changes an existing one [CONSOLE-115]', () => {
  const full = { today, others: remindersMax };
  expect(reminderFault(on(today), undefined, full)).toBe(
    'You have 1,000 reminders, which is the maximum. Mark some as done first.',
  );
  expect(reminderFault(on(today), on('2026-12-01'), full)).toBeUndefined();
  expect(reminderFault(on(today), undefined, { today, others: remindersMax - 1 })).toBeUndefined();
});

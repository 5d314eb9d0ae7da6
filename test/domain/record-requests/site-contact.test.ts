import { contactFault, followUpDaysMax } from '../../../src/domain/record-requests/site-contact';
import { addDays } from '../../../src/domain/clinical/calendar-date';

const at = new Date('2026-11-23T12:00:00Z');
const request = { createdAt: new Date('2026-11-20T12:00:00Z'), followUpDate: '2026-01-01' };

test.each([
  ['today', '2026-11-23', null, undefined],
  ['on the day of the request', '2026-11-20', null, undefined],
  ['tomorrow, which is today further east,', '2026-11-24', null, undefined],
  ['in the future', '2026-11-25', null, 'The contact date must be'],
  ['before the request', '2026-11-18', null, 'The contact date must be'],
  ['on an invalid date', '2026-02-30', null, 'The contact date must be'],
  ['with a follow-up today', '2026-11-23', '2026-11-23', undefined],
  ['with a follow-up in the past', '2026-11-23', '2026-11-22', 'The follow-up date must be today or later'],
  ['with the past follow-up already on file', '2026-11-23', '2026-01-01', undefined],
  ['with the latest allowed follow-up', '2026-11-23', addDays('2026-11-24', followUpDaysMax), undefined],
  [
    'with a follow-up one day later',
    '2026-11-23',
    addDays('2026-11-25', followUpDaysMax),
    'The follow-up date must be today or later',
  ],
])('A site contact %s is accepted or rejected [DESK-42]', (_, contactDate, followUpDate, fault) => {
  const found = contactFault(request, { contactDate, followUpDate }, at);
  expect(found?.slice(0, fault?.length)).toBe(fault);
});

test('A follow-up today is accepted in the evening, when it is tomorrow in UTC [DESK-42] [DESK-57]', () => {
  const evening = new Date('2026-11-24T02:30:00Z');
  const dates = { contactDate: '2026-11-23', followUpDate: '2026-11-23' };
  expect(contactFault(request, dates, evening)).toBeUndefined();
  expect(contactFault(request, { ...dates, followUpDate: '2026-11-22' }, evening)).toContain(
    'today or later',
  );
});

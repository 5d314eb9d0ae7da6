import { reportDue, weekBefore } from '../../../src/domain/notifications/weekly-report';

const zone = 'America/New_York';
const chosenBefore = '2026-11-27T15:00:00Z';

test.each([
  ['before 8 a.m. on Monday there', '2026-11-30T12:59:59Z', chosenBefore, null, undefined],
  ['from 8 a.m. on Monday there', '2026-11-30T13:00:00Z', chosenBefore, null, '2026-11-30'],
  ['not again in the same week', '2026-12-06T22:00:00Z', chosenBefore, '2026-11-30', undefined],
  ['on the next Monday', '2026-12-07T13:00:00Z', chosenBefore, '2026-11-30', '2026-12-07'],
  ['later in a week that had none', '2026-12-06T22:00:00Z', chosenBefore, '2026-11-23', '2026-11-30'],
  ['not at night', '2026-12-02T05:00:00Z', chosenBefore, '2026-11-23', undefined],
  ['not in the week in which it was chosen', '2026-11-30T13:00:00Z', '2026-11-30T12:00:00Z', null, undefined],
  ['on the Monday after it was chosen', '2026-12-07T13:00:00Z', '2026-11-30T12:00:00Z', null, '2026-12-07'],
  ['if it was chosen on Sunday there', '2026-11-30T13:00:00Z', '2026-11-30T04:59:59Z', null, '2026-11-30'],
] as const)('A weekly report is due %s [CONSOLE-127]', (_, at, createdAt, sentOn, monday) => {
  expect(reportDue(zone, { sentOn, createdAt: new Date(createdAt) }, new Date(at))).toBe(monday);
});

test('A report covers the week from Monday to Sunday, in the time zone of the company [CONSOLE-127]', () => {
  expect(weekBefore(zone, '2026-11-02')).toEqual({
    firstDay: '2026-10-26',
    lastDay: '2026-11-01',
    // Daylight saving time ended in between.
    from: new Date('2026-10-26T04:00:00Z'),
    until: new Date('2026-11-02T05:00:00Z'),
  });
});

/** The dates by which packets must be sent and answered. */
import { packetDates, packetDue } from '../../../src/domain/record-requests/packet';

const terms = { sendWithinDays: 2, answerWithinDays: 30 };
const dates = packetDates('2026-02-27', terms, { isRush: false });

test('A packet must be sent and answered within the configured days [REQUEST-30]', () => {
  expect(dates).toEqual({ preparedOn: '2026-02-27', sendBy: '2026-03-01', answerBy: '2026-03-29' });
});

test('The packet of a rush request must be sent within a day [REQUEST-40]', () => {
  expect(packetDates('2026-02-27', terms, { isRush: true })).toEqual({ ...dates, sendBy: '2026-02-28' });
  const today = { ...terms, sendWithinDays: 0 };
  expect(packetDates('2026-02-27', today, { isRush: true }).sendBy).toBe('2026-02-27');
});

test.each([
  ['Submitted', null, '2026-03-01', { on: '2026-03-01', isOverdue: false }],
  ['Submitted', null, '2026-03-02', { on: '2026-03-01', isOverdue: true }],
  ['Processing', 'outreach', '2026-03-29', { on: '2026-03-29', isOverdue: false }],
  ['Processing', 'outreach', '2026-03-30', { on: '2026-03-29', isOverdue: true }],
  ['Processing', null, '2026-03-30', null],
  ['Completed', 'outreach', '2026-03-30', null],
] as const)('A request that is %s by channel %s is due on %s: %o', (status, channel, today, due) => {
  expect(packetDue({ status, channel }, dates, today)).toEqual(due);
});

test('A request without a packet is never due', () => {
  expect(packetDue({ status: 'Submitted', channel: null }, null, '2026-03-02')).toBeNull();
});

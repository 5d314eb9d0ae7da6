import { auditPeriodOf } from '../../../src/domain/desk/audit-period';

test.each([
  ['', '', { from: '2026-11-17', until: '2026-11-23' }],
  ['2026-11-01', '2026-11-01', { from: '2026-11-01', until: '2026-11-01' }],
  ['2026-10-24', '', { from: '2026-10-24', until: '2026-11-23' }],
  ['', '2026-01-03', { from: '2025-12-28', until: '2026-01-03' }],
  ['2026-10-23', '', 'A period can have at most 31 days.'],
  ['2026-11-24', '2026-11-23', 'The period must end after it starts.'],
  ['yesterday', '', "The date under From isn't valid. Choose another one."],
  ['', '2026-02-30', "The date under To isn't valid. Choose another one."],
])('The audit period from %j until %j is %j [DESK-27]', (from, until, period) => {
  expect(auditPeriodOf({ from, until }, '2026-11-23')).toEqual(period);
});

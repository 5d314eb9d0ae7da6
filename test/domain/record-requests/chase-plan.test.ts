/** Date ranges longer than a system takes at once, and the combined result of their parts. */
import * as fc from 'fast-check';
import { addDays, dateOfDayNumber, dayNumber } from '../../../src/domain/clinical/calendar-date';
import {
  isAskOpen,
  outcomeOfPlan,
  planAsks,
  type AskState,
} from '../../../src/domain/record-requests/chase-plan';
import { facilityRefusalStatuses } from '../../../src/domain/record-requests/record-request';

test.each([
  ['2024-01-01', '2024-12-31', null, [['2024-01-01', '2024-12-31']]],
  ['2024-01-01', '2024-12-31', 366, [['2024-01-01', '2024-12-31']]],
  [
    '2024-01-01',
    '2024-12-31',
    365,
    [
      ['2024-01-01', '2024-12-30'],
      ['2024-12-31', '2024-12-31'],
    ],
  ],
  ['2024-02-29', '2024-02-29', 90, [['2024-02-29', '2024-02-29']]],
] as const)(
  'A range from %s to %s at %s days at a time is split into %j [REQUEST-32]',
  (from, to, daysMax, asks) => {
    expect(planAsks({ from, to }, daysMax).map(ask => [ask.from, ask.to])).toEqual(asks);
  },
);

test('The parts of a date range cover it in order, without gaps, overlaps, or parts that are too long [REQUEST-32]', () => {
  const day = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2100-12-31') });
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 0, max: 40_000 }),
      fc.integer({ min: 90, max: 36_500 }),
      (begin, length, daysMax) => {
        const window = { from: dateOfDayNumber(begin), to: dateOfDayNumber(begin + length) };
        const asks = planAsks(window, daysMax);
        expect([asks[0]?.from, asks.at(-1)?.to]).toEqual([window.from, window.to]);
        for (const [index, ask] of asks.entries()) {
          const days = dayNumber(ask.to) - dayNumber(ask.from) + 1;
          expect(days >= 1 && days <= daysMax).toBe(true);
          const next = asks[index + 1];
          if (next !== undefined) expect(next.from).toBe(addDays(ask.to, 1));
        }
        expect(asks.length).toBe(Math.ceil((length + 1) / daysMax));
      },
    ),
  );
});

test.each<[AskState[], string | null]>([
  [['whole'], 'Completed'],
  [['whole', 'whole'], 'Completed'],
  [['part'], 'Partial'],
  [['whole', 'part'], 'Partial'],
  [['pending'], null],
  [['pending', 'NoRecordFound'], null],
  [['whole', 'pending'], 'NeedToReviewResults'],
  [['partToCome'], 'NeedToReviewResults'],
  [['whole', 'partToCome', 'NoRecordFound'], 'NeedToReviewResults'],
  // A part without records takes nothing from the others; a refusal does.
  [['whole', 'ServiceDatesNotFound'], 'Completed'],
  [['whole', 'NoRecordFound', 'ServiceDatesNotFound'], 'Completed'],
  [['part', 'NoRecordFound'], 'Partial'],
  [['whole', 'FacilityRefusal'], 'Partial'],
  // People have to look at a refusal that someone can fix.
  [['whole', 'AuthDenied'], 'NeedToReviewResults'],
  [['NoRecordFound', 'NoRecordFound'], 'NoRecordFound'],
  [['NoRecordFound', 'ServiceDatesNotFound'], 'ServiceDatesNotFound'],
  [['NoRecordFound', 'PatientNotFound'], 'PatientNotFound'],
  [['SiteClosed', 'AuthDenied'], 'AuthDenied'],
])('Parts of a request in the states %j combine to %s [REQUEST-32]', (states, status) => {
  expect(outcomeOfPlan(states)).toBe(status);
});

test('The result of several parts ignores their order, stays open with an open part, and keeps a refusal', () => {
  const state = fc.constantFrom<AskState>(
    'pending',
    'whole',
    'part',
    'partToCome',
    ...facilityRefusalStatuses,
  );
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 6 }), states => {
      const outcome = outcomeOfPlan(states);
      expect(outcomeOfPlan(states.toReversed())).toBe(outcome);
      if (states.some(isAskOpen)) expect([null, 'NeedToReviewResults']).toContain(outcome);
      else expect(outcome).not.toBeNull();
    }),
  );
  for (const status of facilityRefusalStatuses) expect(outcomeOfPlan([status])).toBe(status);
});

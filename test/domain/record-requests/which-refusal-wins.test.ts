/** Of several refusals of the parts of one request, which one the request gets. */
import { outcomeOfPlan, type AskState } from '../../../src/domain/record-requests/chase-plan';
import { facilityRefusalStatuses } from '../../../src/domain/record-requests/record-request';

const order = [
  'AuthDenied',
  'WrongSiteName',
  'SiteClosed',
  'FacilityRefusal',
  'DuplicateRequest',
  'Canceled',
  'Void',
  'PatientNotFound',
  'ServiceDatesNotFound',
  'NoRecordFound',
] as const satisfies readonly AskState[];

test('the table below has every refusal of a facility once', () => {
  expect([...order].toSorted()).toEqual([...facilityRefusalStatuses].toSorted());
});

test.each(order.map((status, index) => [status, order.slice(index + 1)] as const))(
  '%s wins over %j, in any order [REQUEST-32]',
  (status, lighter) => {
    expect(outcomeOfPlan([status])).toBe(status);
    for (const other of lighter) {
      expect(outcomeOfPlan([status, other])).toBe(status);
      expect(outcomeOfPlan([other, status])).toBe(status);
    }
    expect(outcomeOfPlan([...lighter.toReversed(), status])).toBe(status);
  },
);

const outcomes: Readonly<Record<(typeof order)[number], string>> = {
  AuthDenied: 'NeedToReviewResults',
  WrongSiteName: 'NeedToReviewResults',
  SiteClosed: 'Partial',
  FacilityRefusal: 'Partial',
  DuplicateRequest: 'Partial',
  Canceled: 'Partial',
  Void: 'Partial',
  PatientNotFound: 'Partial',
  ServiceDatesNotFound: 'Completed',
  NoRecordFound: 'Completed',
};

test.each(Object.entries(outcomes))(
  'beside a part that came back whole, %s makes it %s [REQUEST-32]',
  (status, outcome) => {
    const refused = status as (typeof order)[number];
    expect(outcomeOfPlan(['whole', refused])).toBe(outcome);
    expect(outcomeOfPlan([refused, 'whole', 'NoRecordFound'])).toBe(outcome);
    // A part that came back only in part never makes the whole complete.
    expect(outcomeOfPlan(['part', refused])).toBe(outcome === 'Completed' ? 'Partial' : outcome);
    expect(outcomeOfPlan(['partToCome', refused])).toBe('NeedToReviewResults');
    expect(outcomeOfPlan(['pending', 'whole', refused])).toBe('NeedToReviewResults');
    expect(outcomeOfPlan(['pending', refused])).toBeNull();
  },
);

/** The status of a request whose parts were refused for several reasons. */
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

test('The order of refusals lists every facility refusal once', () => {
  expect([...order].toSorted()).toEqual([...facilityRefusalStatuses].toSorted());
});

test.each(order.map((status, index) => [status, order.slice(index + 1)] as const))(
  'The refusal %s wins over %j, in any order [REQUEST-32]',
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
  'Along with a part returned in full, %s makes the request %s [REQUEST-32]',
  (status, outcome) => {
    const refused = status as (typeof order)[number];
    expect(outcomeOfPlan(['whole', refused])).toBe(outcome);
    expect(outcomeOfPlan([refused, 'whole', 'NoRecordFound'])).toBe(outcome);
    // A part returned incompletely never makes the request complete.
    expect(outcomeOfPlan(['part', refused])).toBe(outcome === 'Completed' ? 'Partial' : outcome);
    expect(outcomeOfPlan(['partToCome', refused])).toBe('NeedToReviewResults');
    expect(outcomeOfPlan(['pending', 'whole', refused])).toBe('NeedToReviewResults');
    expect(outcomeOfPlan(['pending', refused])).toBeNull();
  },
);

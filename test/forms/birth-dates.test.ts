/** The first and the last day that the forms accept as a birth date; the tests set the clock. */
import { authCheckForm } from '../../src/forms/auth-check-form';
import { birthDate } from '../../src/forms/dates';
import { patientEdit, patientForm } from '../../src/forms/patient-form';

afterEach(() => jest.useRealTimers());

/** Returns why the date is refused, or `undefined` if it is accepted. */
function refusal(form: typeof birthDate, date: string): string | undefined {
  return form.safeParse(date).error?.issues[0]?.message;
}

test('The earliest birth date is 1900-01-01 [PATIENT-6]', () => {
  expect(refusal(birthDate, '1900-01-01')).toBeUndefined();
  expect(refusal(birthDate, '1899-12-31')).toBe('must not be before 1900');
});

test.each([
  ['2026-03-10T09:59:59.999Z', '2026-03-10', '2026-03-11'],
  ['2026-03-10T10:00:00.000Z', '2026-03-11', '2026-03-12'],
  ['2024-02-28T10:00:00.000Z', '2024-02-29', '2024-03-01'],
  ['2026-12-31T10:00:00.000Z', '2027-01-01', '2027-01-02'],
])(
  'At %s, the latest birth date is %s, the current day anywhere on earth, and not %s [PATIENT-6]',
  (now, today, tomorrow) => {
    jest.useFakeTimers({ now: new Date(now) });
    expect(refusal(birthDate, today)).toBeUndefined();
    expect(refusal(birthDate, tomorrow)).toBe('must not be in the future');
  },
);

test.each([
  ['a new patient', patientForm, { firstName: 'Jane', lastNames: ['Doe'] }],
  ['an edit', patientEdit, {}],
  ['an authorization check', authCheckForm, { firstName: 'Jane', lastName: 'Doe' }],
])('The date of birth of %s has these limits [PATIENT-6]', (_what, form, rest) => {
  jest.useFakeTimers({ now: new Date('2026-03-10T00:00:00Z') });
  const isTaken = (dateOfBirth: string): boolean => form.safeParse({ ...rest, dateOfBirth }).success;
  expect(['1899-12-31', '1900-01-01', '2026-03-10', '2026-03-11'].map(isTaken)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

/** The last day on which each verdict holds, and the first day of the next one. */
import { judge, type CheckName } from '../../../src/domain/auth-checks/judge';
import type { AuthorizationData } from '../../../src/domain/auth-checks/extraction';
import type { JudgingContext } from '../../../src/domain/auth-checks/judging-context';
import { judgeServiceDates } from '../../../src/domain/auth-checks/judge-service-dates';
import type {
  SupportingData,
  SupportingPaper,
} from '../../../src/domain/supporting-documents/supporting-document';
import { dated, found, good, reading } from '../../support/authorization-readings';

const on = '2026-11-21';
const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29', dateOfDeath: null };

/** Returns the code of one check. */
function codeOf(
  check: CheckName,
  over: Partial<AuthorizationData>,
  context: Partial<JudgingContext> = {},
): string | undefined {
  const known = { on, patient: jane, supporting: [], project: null, searchDetails: null };
  return judge(reading(over), { ...known, ...context })[check]?.code;
}

test.each([
  ['2026-11-22', 'dated'],
  ['2026-11-23', 'future'],
  ['2025-11-20', 'dated'],
  ['2025-11-19', 'old'],
  ['1984-03-01', 'old'],
  ['1984-02-29', 'beforeBirth'],
  ['1984-02-28', 'beforeBirth'],
])('A signature dated %s is "%s" on 2026-11-21', (date, code) => {
  expect(codeOf('signatureDate', { signatureDate: dated(date) })).toBe(code);
});

test.each([
  ['11/20/2026', 'expired'],
  ['11/21/2026', 'soon'],
  ['12/20/2026', 'soon'],
  ['12/21/2026', 'inForce'],
])('An authorization that ends on %s is "%s" on 2026-11-21', (end, code) => {
  expect(codeOf('expiration', { expiration: found(end) })).toBe(code);
});

test.each([
  ['2026-08-22', 'expired'],
  ['2026-08-23', 'soon'],
  ['2026-09-21', 'soon'],
  ['2026-09-22', 'inForce'],
])('A 90-day term signed on %s is "%s" on 2026-11-21', (signedOn, code) => {
  expect(codeOf('expiration', { expiration: found('90 days'), signatureDate: dated(signedOn) })).toBe(code);
});

const mother = { signerName: found('Mary Doe'), relationship: found('Mother') };

test.each<readonly [string, Partial<AuthorizationData>, string | undefined]>([
  ['2008-11-20', {}, undefined],
  ['2008-11-21', {}, 'nearlyOfAge'],
  ['2010-11-20', {}, 'nearlyOfAge'],
  ['2010-11-21', {}, 'alone'],
  ['2008-11-20', mother, undefined],
  ['2008-11-21', mother, 'agedOut'],
  ['2008-11-22', mother, 'parent'],
])(
  'For a patient born %s and a signature of 2026-11-20 by %j, the minor check is "%s" a day later',
  (born, signer, code) => {
    const patient = { ...jane, dateOfBirth: born };
    const over = { ...signer, patientDateOfBirth: dated(born) };
    expect(codeOf('minorAuthorization', over, { patient })).toBe(code);
  },
);

test.each([
  ['2008-11-20', 'relativeWithoutAuthority'],
  ['2008-11-21', 'parent'],
])('A parent of a patient born %s who signs on 2026-11-20 is "%s"', (born, code) => {
  const patient = { ...jane, dateOfBirth: born };
  expect(codeOf('capability', { ...mother, patientDateOfBirth: dated(born) }, { patient })).toBe(code);
});

test.each([
  ['2026-11-19', 'signedAfterDeath'],
  ['2026-11-20', 'signedBeforeDeath'],
])('For a patient who died on %s, a signature of 2026-11-20 is "%s"', (dateOfDeath, code) => {
  expect(codeOf('deceasedAuthorization', {}, { patient: { ...jane, dateOfDeath } })).toBe(code);
});

describe('A supporting document for an authorization signed on 2026-11-20', () => {
  const agent = { signerName: found('Mary Poe'), relationship: found('Attorney in fact') };
  const paper = (over: Partial<SupportingData>, confidence: number | null = null): SupportingPaper => ({
    name: 'supporting-document-1.pdf',
    reading: {
      data: {
        kind: 'powerOfAttorney',
        patientName: found('Jane Doe'),
        patientDateOfBirth: dated('1984-02-29'),
        representative: found('Mary Poe'),
        issuedOn: dated('2024-05-05'),
        endsOn: null,
        dateOfDeath: null,
        ...over,
      },
      pageCount: 1,
      legibility: { recognisedPages: 0, confidence },
    },
  });

  test.each<readonly [string, Partial<SupportingData>, string | undefined, string | null]>([
    ['ended the day before', { endsOn: dated('2026-11-19') }, 'ended', null],
    ['ended that day', { endsOn: dated('2026-11-20') }, undefined, null],
    ['was given that day', { issuedOn: dated('2026-11-20') }, undefined, null],
    ['was given the day after', { issuedOn: dated('2026-11-21') }, 'notYetGiven', null],
    ['belongs to a patient who died the day before', {}, 'endedByDeath', '2026-11-19'],
    ['belongs to a patient who died that day', {}, undefined, '2026-11-20'],
    [
      'is letters from the day before the death',
      { kind: 'letters', issuedOn: dated('2026-11-19') },
      'beforeDeath',
      '2026-11-20',
    ],
    [
      'is letters from the day of the death',
      { kind: 'letters', issuedOn: dated('2026-11-20') },
      undefined,
      '2026-11-20',
    ],
  ])('is judged on its dates if it %s', (_what, over, code, dateOfDeath) => {
    const context = { patient: { ...jane, dateOfDeath }, supporting: [paper(over)] };
    expect(codeOf('documentValidity', agent, context)).toBe(code);
  });

  test.each([
    [59, 'hardToRead'],
    [60, undefined],
  ])('is judged on a recognition confidence of %d', (confidence, code) => {
    expect(codeOf('documentValidity', agent, { supporting: [paper({}, confidence)] })).toBe(code);
  });
});

describe('An authorization for service dates from 01/01/2020 to 12/31/2020', () => {
  test.each<readonly [string | null, string | null, string]>([
    ['2020-01-01', '2020-12-31', 'covered'],
    ['2019-12-31', '2020-12-31', 'partly'],
    ['2020-01-01', '2021-01-01', 'partly'],
    ['2020-12-31', '2021-06-30', 'partly'],
    ['2021-01-01', '2021-06-30', 'outside'],
    ['2019-06-30', '2020-01-01', 'partly'],
    ['2019-06-30', '2019-12-31', 'outside'],
    [null, '2020-12-31', 'partly'],
    ['2020-01-01', null, 'partly'],
  ])('rates a request from %s to %s as "%s" [CHECK-8]', (start, end, code) => {
    const data = { ...good, datesOfService: found('01/01/2020 to 12/31/2020') };
    const asked = { startDateOfService: start, endDateOfService: end };
    expect(judgeServiceDates(data, asked, on).code).toBe(code);
  });

  test('covers a request without an end date on its last day, but not the next day', () => {
    const data = { ...good, datesOfService: found('01/01/2020 to 12/31/2020') };
    const asked = { startDateOfService: '2020-01-01', endDateOfService: null };
    expect(judgeServiceDates(data, asked, '2020-12-31').code).toBe('covered');
    expect(judgeServiceDates(data, asked, '2021-01-01').code).toBe('partly');
  });
});

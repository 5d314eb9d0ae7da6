import { refusals } from '../../../src/domain/auth-checks/extraction';
import { judge } from '../../../src/domain/auth-checks/judge';
import { suggest } from '../../../src/domain/auth-checks/suggestion';
import { refusalFacts, refusalReasons } from '../../../src/domain/authorizations/refusal-reason';
import { dated, found, reading } from '../../support/authorization-readings';

const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29', dateOfDeath: null };
const project = { purpose: 'Legal', companyName: 'Acme Law Group', isSandbox: false } as const;
const context = { on: '2026-11-21', patient: jane, supporting: [], project, searchDetails: null };

const unsigned = { signature: { evidence: 'none', hasLine: true, place: null } } as const;

describe('The suggested reason', () => {
  test.each([
    ['an expired form', { expiration: found('01/01/2026') }, 'WrongDateOfService', 'expired'],
    ['a form without an end', { expiration: null }, 'MissingSignature', 'noExpiration'],
    ['an unsigned form', unsigned, 'MissingSignature', 'unsigned'],
    ['a form without the signature’s date', { signatureDate: null }, 'MissingSignature', 'undated'],
    [
      'a revoked form',
      { revoked: { by: 'words', page: 1, box: found('').box } },
      'MissingSignature',
      'revoked',
    ],
    ['a form without a recipient', { recipient: null }, 'MissingSignature', 'wrongRecipient'],
    ['a form without a facility', { disclosingParty: null }, 'MissingSignature', 'wrongDiscloser'],
    [
      'a category left without initials',
      { sensitive: { hiv: 'initialsMissing' } },
      'MissingSignature',
      'categoryNotMarked',
    ],
    ['another paper', { documentType: 'unknown' }, 'MissingSignature', 'notAnAuthorization'],
    [
      "another patient's form, which the status names",
      { patientName: found('Mary Poe') },
      'WrongPatientName',
      null,
    ],
    ['a form without faults', {}, 'Approved', null],
  ] as const)('for %s is %s: %s [CHECK-45]', (_what, over, status, reason) => {
    expect(suggest(judge(reading(over), context))).toEqual({ status, reason });
  });

  test('is the first of several: whose form it is, then whether it is revoked, signed, and unexpired [CHECK-45]', () => {
    const expired = { expiration: found('01/01/2026') };
    const all = judge(reading({ ...expired, ...unsigned, patientDateOfBirth: dated('1950-01-01') }), context);
    expect(suggest(all)).toEqual({ status: 'WrongDateOfBirth', reason: null });
    expect(suggest(judge(reading({ ...expired, ...unsigned }), context)).reason).toBe('unsigned');
  });

  test.each(refusals)('for a file that is refused as %s says that it cannot be read [CHECK-45]', refusal => {
    const reason = refusal === 'encrypted' ? 'passwordProtected' : 'unreadable';
    expect(suggest(judge(refusal, context))).toEqual({ status: 'MissingSignature', reason });
  });
});

test('Each reason has a status that no edit of the patient changes, words, and what to do [CHECK-45]', () => {
  const byPaper = [
    'WrongDateOfService',
    'MissingSignature',
    'MissingPowerOfAttorney',
    'MissingProofOfGuardianship',
    'MissingRedisclosureSmt',
  ];
  for (const reason of refusalReasons) {
    const { status, label, remedy } = refusalFacts(reason);
    expect(byPaper).toContain(status);
    expect(label).toMatch(/^[A-Z][^.]+$/);
    expect(remedy).toMatch(/\.$/);
  }
});

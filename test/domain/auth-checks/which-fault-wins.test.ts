/** Which fault decides the suggested status and the verdict if a document has several. */
import type { AuthorizationStatus } from '../../../src/domain/authorizations/authorization-status';
import { judge, type CheckName, type Verdicts } from '../../../src/domain/auth-checks/judge';
import { suggest } from '../../../src/domain/auth-checks/suggestion';
import type { Verdict } from '../../../src/domain/auth-checks/verdict';
import type {
  SupportingData,
  SupportingPaper,
} from '../../../src/domain/supporting-documents/supporting-document';
import { dated, found, reading } from '../../support/authorization-readings';

const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29', dateOfDeath: null };
const context = { on: '2026-11-21', patient: jane, supporting: [], project: null, searchDetails: null };
const passed = judge(reading(), context);

const failed: Verdict = {
  status: 'failed',
  code: 'sample',
  message: 'A sample.',
  rule: null,
  remedy: null,
  evidence: [],
};
const warning = (code: string): Verdict => ({ ...failed, status: 'warning', code });

/** Returns verdicts in which these checks failed and all others passed. */
function failing(...checks: readonly CheckName[]): Verdicts {
  return { ...passed, ...Object.fromEntries(checks.map(check => [check, failed])) };
}

const order: ReadonlyArray<readonly [CheckName, AuthorizationStatus]> = [
  ['documentLegibility', 'MissingSignature'],
  ['authorizationType', 'MissingSignature'],
  ['patientName', 'WrongPatientName'],
  ['patientDateOfBirth', 'WrongDateOfBirth'],
  ['revoked', 'MissingSignature'],
  ['signature', 'MissingSignature'],
  ['signatureDate', 'MissingSignature'],
  ['signerName', 'MissingPowerOfAttorney'],
  ['deceasedAuthorization', 'MissingPowerOfAttorney'],
  ['minorAuthorization', 'MissingProofOfGuardianship'],
  ['capability', 'MissingPowerOfAttorney'],
  ['expiration', 'WrongDateOfService'],
  ['datesOfService', 'WrongDateOfService'],
  ['recipient', 'MissingSignature'],
  ['disclosingParty', 'MissingSignature'],
  ['informationDescription', 'MissingSignature'],
  ['part2Consent', 'MissingSignature'],
  ['purpose', 'MissingSignature'],
  ['purposeAlignment', 'MissingSignature'],
  ['redisclosure', 'MissingRedisclosureSmt'],
  ['revocation', 'MissingRedisclosureSmt'],
  ['conditioning', 'MissingRedisclosureSmt'],
  ['psychotherapyNotes', 'MissingSignature'],
  ['compoundAuthorization', 'MissingSignature'],
  ['witness', 'MissingSignature'],
  ['patientZipCode', 'MissingZip'],
  ['patientSex', 'MissingGender'],
];

describe('The suggested status', () => {
  test.each(order)('follows a failed %s before any later check: %s [CHECK-45]', (check, status) => {
    const at = order.findIndex(([name]) => name === check);
    const later = order.slice(at + 1).map(([name]) => name);
    expect(suggest(failing(check)).status).toBe(status);
    expect(later.map(other => suggest(failing(check, other)).status)).toEqual(later.map(() => status));
    expect(suggest(failing(check, ...later)).status).toBe(status);
  });

  test('is NeedsApproval for every other failed check', () => {
    const { sensitiveInformation: _apart, ...checks } = passed;
    const deciding = new Set(order.map(([name]) => name));
    const others = (Object.keys(checks) as CheckName[]).filter(name => !deciding.has(name));
    expect(others).toEqual(['otherForms', 'documentValidity']);
    expect(others.map(name => [name, suggest(failing(name)).status])).toEqual(
      others.map(name => [name, 'NeedsApproval']),
    );
  });

  test.each([
    ['guardianUnproven', 'MissingProofOfGuardianship'],
    ['agentUnproven', 'MissingPowerOfAttorney'],
    ['estateUnproven', 'NeedsApproval'],
  ])(
    'for a warning of %s is %s, after every check that decides and before those that do not',
    (code, status) => {
      const unproven = { capability: warning(code) };
      expect(suggest({ ...passed, ...unproven }).status).toBe(status);
      expect(suggest({ ...failing('documentValidity'), ...unproven }).status).toBe(status);
      const others = order.filter(([name]) => name !== 'capability');
      expect(others.map(([name]) => suggest({ ...failing(name), ...unproven }).status)).toEqual(
        others.map(([, decided]) => decided),
      );
    },
  );

  test('is Approved only without failures and warnings', () => {
    expect(suggest(passed).status).toBe('Approved');
    expect(suggest({ ...passed, purpose: warning('generic') }).status).toBe('NeedsApproval');
    const categories = { ...passed.sensitiveInformation?.categories };
    const [name = ''] = Object.keys(categories);
    const sensitive = {
      ...passed.sensitiveInformation,
      categories: { ...categories, [name]: warning('blanket') },
    } as Verdicts['sensitiveInformation'];
    expect(suggest({ ...passed, sensitiveInformation: sensitive }).status).toBe('NeedsApproval');
  });
});

describe('The verdict on supporting documents with several reasons for doubt [CHECK-9]', () => {
  const agent = { signerName: found('Mary Poe'), relationship: found('Attorney in fact') };
  const good: SupportingData = {
    kind: 'powerOfAttorney',
    patientName: found('Jane Doe'),
    patientDateOfBirth: dated('1984-02-29'),
    representative: found('Mary Poe'),
    issuedOn: dated('2024-05-05'),
    endsOn: null,
    dateOfDeath: null,
  };
  const read = (over: Partial<SupportingData>, confidence: number | null = null): SupportingPaper => ({
    name: 'supporting-document-1.pdf',
    reading: { data: { ...good, ...over }, pageCount: 1, legibility: { recognisedPages: 0, confidence } },
  });
  // The patient died on 2026-11-19 and the authorization was signed a day later, which is a reason to doubt a
  // power of attorney: the papers below it are of kinds that this doesn't apply to.
  const papers: ReadonlyArray<readonly [string, SupportingPaper]> = [
    ['otherPatient', read({ kind: 'letters', patientName: found('Ann Roe') })],
    ['otherRepresentative', read({ representative: found('Ann Roe') })],
    ['ended', read({ endsOn: dated('2026-11-18') })],
    ['notYetGiven', read({ issuedOn: dated('2026-11-21') })],
    ['endedByDeath', read({})],
    ['beforeDeath', read({ kind: 'letters', issuedOn: dated('2026-11-18') })],
    ['impossibleDeath', read({ kind: 'deathCertificate', dateOfDeath: dated('2027-11-18') })],
    [
      'otherAge',
      read({
        kind: 'deathCertificate',
        dateOfDeath: dated('2014-05-01'),
        ageAtDeath: { ...found('54'), years: 54 },
      }),
    ],
    ['otherDateOfDeath', read({ kind: 'deathCertificate', dateOfDeath: dated('2026-11-18') })],
    ['closeName', read({ kind: 'guardianship', patientName: found('J. Doe') })],
    ['unclear', read({ kind: 'guardianship', patientName: null })],
    ['unrecognised', read({ kind: null })],
    ['hardToRead', read({}, 40)],
    ['unreadable', { name: 'supporting-document-1.pdf', reading: 'damaged' }],
  ];

  test.each(papers)('is %s rather than a less serious reason, in any order of documents', (code, paper) => {
    const at = papers.findIndex(([name]) => name === code);
    const patient = { ...jane, dateOfDeath: '2026-11-19' };
    const verdictOf = (supporting: readonly SupportingPaper[]): string | undefined =>
      judge(reading(agent), { ...context, patient, supporting }).documentValidity?.code;
    expect(verdictOf([paper])).toBe(code);
    for (const [, lighter] of papers.slice(at + 1)) {
      expect(verdictOf([paper, lighter])).toBe(code);
      expect(verdictOf([lighter, paper])).toBe(code);
    }
  });
});

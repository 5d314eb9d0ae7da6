import type { AuthorizationData } from '../../../src/domain/auth-checks/extraction';
import { judge, suggestStatus, type Verdicts } from '../../../src/domain/auth-checks/judge';
import { statedDeath } from '../../../src/domain/auth-checks/judge-supporting';
import type {
  SupportingData,
  SupportingPaper,
} from '../../../src/domain/supporting-documents/supporting-document';
import { dated, found, reading } from '../../support/authorization-readings';

const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29', dateOfDeath: null };

const kinds: Readonly<Record<string, SupportingData['kind']>> = {
  'Attorney in fact': 'powerOfAttorney',
  'Legal guardian': 'guardianship',
  Executor: 'letters',
};

function paper(over: Partial<SupportingData> = {}, number = 1): SupportingPaper {
  const data: SupportingData = {
    kind: 'powerOfAttorney',
    patientName: found('Jane Doe'),
    patientDateOfBirth: dated('1984-02-29'),
    representative: found('Mary Poe'),
    issuedOn: dated('2024-05-05'),
    endsOn: null,
    dateOfDeath: null,
    ...over,
  };
  const legibility = { recognisedPages: 0, confidence: null };
  return { name: `supporting-document-${number}.pdf`, reading: { data, pageCount: 1, legibility } };
}

const signedByMary = { signerName: found('Mary Poe'), relationship: found('Attorney in fact') };

function judged(
  supporting: readonly SupportingPaper[],
  over: Partial<AuthorizationData> = signedByMary,
  dateOfDeath: string | null = null,
): Verdicts {
  return judge(reading(over), {
    on: '2026-11-21',
    patient: { ...jane, dateOfDeath },
    supporting,
    project: { purpose: 'Legal', companyName: 'Acme Law Group', isSandbox: false },
    searchDetails: null,
  });
}

describe('a supporting document bears the signer out [CHECK-24]', () => {
  test.each([
    ['an agent', 'Attorney in fact', 'agentProven', null],
    ['a guardian', 'Legal guardian', 'guardianProven', null],
    ['an executor', 'Executor', 'estateProven', '2014-05-01'],
  ])('%s', (_who, relationship, code, dateOfDeath) => {
    const proof = paper({ kind: kinds[relationship] ?? null });
    const over = { signerName: found('Mary Poe'), relationship: found(relationship) };
    const verdicts = judged([proof], over, dateOfDeath);
    expect(verdicts.capability).toMatchObject({ status: 'passed', code });
    expect(verdicts.capability?.evidence).toContainEqual({
      ...found('Mary Poe'),
      document: 'supporting-document-1.pdf',
    });
    expect(verdicts.documentValidity).toBeNull();
    expect(suggestStatus(verdicts)).toBe('Approved');
  });

  test('a guardian of a minor, and the executor of a patient who has died', () => {
    const guardian = { signerName: found('Mary Poe'), relationship: found('Legal guardian') };
    const minor = judge(reading(guardian), {
      on: '2026-11-21',
      patient: { ...jane, dateOfBirth: '2016-01-01' },
      supporting: [paper({ kind: 'guardianship', patientDateOfBirth: null })],
      project: null,
      searchDetails: null,
    });
    expect(minor.minorAuthorization).toMatchObject({ status: 'passed', code: 'guardianProven' });
    const executor = { signerName: found('Mary Poe'), relationship: found('Executor') };
    const estate = judged([paper({ kind: 'letters' })], executor, '2014-05-01');
    expect(estate.deceasedAuthorization).toMatchObject({ status: 'passed', code: 'estateProven' });
  });

  test('and names on it may be written the other way round, with a middle name and a suffix', () => {
    const verdicts = judged([paper({ representative: found('Poe, Mary Ann Jr.') })]);
    expect(verdicts.capability).toMatchObject({ code: 'agentProven' });
  });

  test.each<readonly [string, readonly SupportingPaper[], Partial<AuthorizationData>]>([
    ['where there is none', [], signedByMary],
    ['where it is of another kind', [paper({ kind: 'guardianship' })], signedByMary],
    ['where the signer is not named', [paper()], { ...signedByMary, signerName: null }],
    ['where it cannot be read', [{ name: 'supporting-document-1.pdf', reading: 'damaged' }], signedByMary],
    ['where there is a reason to doubt it', [paper({ endsOn: dated('2025-01-01') })], signedByMary],
  ])('and not %s', (_where, papers, over) => {
    expect(judged(papers, over).capability).toMatchObject({ status: 'warning', code: 'agentUnproven' });
  });
});

describe('documentValidity says what gives a reason to doubt, and is null where nothing does [CHECK-9]', () => {
  test.each<readonly [string, Partial<SupportingData>, string, string | null]>([
    ['it is about somebody else', { patientName: found('Ann Roe') }, 'otherPatient failed', null],
    [
      'it states another birth date',
      { patientDateOfBirth: dated('1990-01-01') },
      'otherPatient failed',
      null,
    ],
    ['it appoints somebody else', { representative: found('Ann Roe') }, 'otherRepresentative failed', null],
    ['it had ended when the authorization was signed', { endsOn: dated('2026-11-19') }, 'ended failed', null],
    ['it was made after the authorization', { issuedOn: dated('2026-11-21') }, 'notYetGiven failed', null],
    ['the patient had died before the agent signed', {}, 'endedByDeath failed', '2020-01-01'],
    [
      'letters are older than the death',
      { kind: 'letters', issuedOn: dated('2013-01-01') },
      'beforeDeath failed',
      '2014-05-01',
    ],
    [
      'a certificate states another death',
      { kind: 'deathCertificate', dateOfDeath: dated('2014-05-02') },
      'otherDateOfDeath warning',
      '2014-05-01',
    ],
    ['a name is only close', { patientName: found('J. Doe') }, 'closeName warning', null],
    ['nobody is named', { representative: null }, 'unclear warning', null],
    ['its kind is not known', { kind: null }, 'unrecognised warning', null],
  ])('%s', (_what, over, said, dateOfDeath) => {
    const { documentValidity } = judged([paper(over)], signedByMary, dateOfDeath);
    expect(`${documentValidity?.code ?? ''} ${documentValidity?.status ?? ''}`).toBe(said);
  });

  test('a file that cannot be read', () => {
    const { documentValidity } = judged([{ name: 'supporting-document-1.pdf', reading: 'encrypted' }]);
    expect(documentValidity).toMatchObject({ status: 'warning', code: 'unreadable' });
  });

  test('a picture that is hard to read speaks for nobody', () => {
    const good = paper();
    if (typeof good.reading === 'string') throw new Error('it was read');
    const blurred = {
      ...good,
      reading: { ...good.reading, legibility: { recognisedPages: 1, confidence: 40 } },
    };
    const verdicts = judged([blurred]);
    expect(verdicts.documentValidity).toMatchObject({ status: 'warning', code: 'hardToRead' });
    expect(verdicts.capability).toMatchObject({ code: 'agentUnproven' });
  });

  test('of several the gravest, with the document that it stands on', () => {
    const { documentValidity } = judged([
      paper({ kind: null }),
      paper({ patientName: found('Ann Roe') }, 2),
      paper({}, 3),
    ]);
    expect(documentValidity).toMatchObject({
      code: 'otherPatient',
      rule: '45 CFR 164.502(g)',
      evidence: [{ text: 'Ann Roe', document: 'supporting-document-2.pdf' }],
    });
  });

  test('and another paper of the patient does not speak against a signature of their own', () => {
    const verdicts = judged([paper({ representative: found('Ann Roe') })], {});
    expect(verdicts.documentValidity).toBeNull();
    expect(verdicts.capability).toMatchObject({ code: 'self' });
  });

  test('without a document it did not run', () => {
    expect(judged([]).documentValidity).toBeNull();
  });
});

describe('a death certificate states a death [CHECK-25]', () => {
  const certificate = {
    kind: 'deathCertificate',
    representative: null,
    dateOfDeath: dated('2014-05-01'),
  } as const;

  test('of the patient it is about', () => {
    expect(statedDeath(jane, [paper(), paper(certificate, 2)])).toBe('2014-05-01');
  });

  test.each<readonly [string, readonly SupportingPaper[]]>([
    ['of somebody else', [paper({ ...certificate, patientName: found('Ann Roe') })]],
    ['of a name that is only close', [paper({ ...certificate, patientName: found('J. Doe') })]],
    ['of another birth date', [paper({ ...certificate, patientDateOfBirth: dated('1990-01-01') })]],
    ['by a year of two digits', [paper({ ...certificate, dateOfDeath: dated('2014-05-01', true) })]],
    ['without a day', [paper({ ...certificate, dateOfDeath: null })]],
    ['on another paper', [paper({ dateOfDeath: dated('2014-05-01') })]],
    ['on two days', [paper(certificate), paper({ ...certificate, dateOfDeath: dated('2015-05-01') }, 2)]],
  ])('and not %s', (_what, papers) => {
    expect(statedDeath(jane, papers)).toBeNull();
  });
});

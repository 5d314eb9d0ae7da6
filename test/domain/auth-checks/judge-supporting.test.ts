import type { AuthorizationData } from '../../../src/domain/auth-checks/extraction';
import { judge, type Verdicts } from '../../../src/domain/auth-checks/judge';
import { suggest } from '../../../src/domain/auth-checks/suggestion';
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

describe('Proof of authority by a supporting document [CHECK-24]', () => {
  test.each([
    ['an agent', 'Attorney in fact', 'agentProven', null],
    ['a guardian', 'Legal guardian', 'guardianProven', null],
    ['an executor', 'Executor', 'estateProven', '2014-05-01'],
  ])('is accepted for %s', (_who, relationship, code, dateOfDeath) => {
    const proof = paper({ kind: kinds[relationship] ?? null });
    const over = { signerName: found('Mary Poe'), relationship: found(relationship) };
    const verdicts = judged([proof], over, dateOfDeath);
    expect(verdicts.capability).toMatchObject({ status: 'passed', code });
    expect(verdicts.capability?.evidence).toContainEqual({
      ...found('Mary Poe'),
      document: 'supporting-document-1.pdf',
    });
    expect(verdicts.documentValidity).toBeNull();
    expect(suggest(verdicts).status).toBe('Approved');
  });

  test('is accepted for the guardian of a minor and the executor of a deceased patient', () => {
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

  test('may state the name in another order, with a middle name and a suffix', () => {
    const verdicts = judged([paper({ representative: found('Poe, Mary Ann Jr.') })]);
    expect(verdicts.capability).toMatchObject({ code: 'agentProven' });
  });

  test.each<readonly [string, readonly SupportingPaper[], Partial<AuthorizationData>]>([
    ['without a document', [], signedByMary],
    ['by a document of another kind', [paper({ kind: 'guardianship' })], signedByMary],
    ['if the signer is not named', [paper()], { ...signedByMary, signerName: null }],
    ['by an unreadable document', [{ name: 'supporting-document-1.pdf', reading: 'damaged' }], signedByMary],
    ['by a document that had ended', [paper({ endsOn: dated('2025-01-01') })], signedByMary],
  ])('is not given %s', (_where, papers, over) => {
    expect(judged(papers, over).capability).toMatchObject({ status: 'warning', code: 'agentUnproven' });
  });
});

describe('The documentValidity check [CHECK-9]', () => {
  test.each<readonly [string, Partial<SupportingData>, string, string | null]>([
    ['it is about another person', { patientName: found('Ann Roe') }, 'otherPatient failed', null],
    [
      'it states another birth date',
      { patientDateOfBirth: dated('1990-01-01') },
      'otherPatient failed',
      null,
    ],
    ['it appoints another person', { representative: found('Ann Roe') }, 'otherRepresentative failed', null],
    ['it had ended when the authorization was signed', { endsOn: dated('2026-11-19') }, 'ended failed', null],
    ['it was issued after the authorization', { issuedOn: dated('2026-11-21') }, 'notYetGiven failed', null],
    ['the patient had died before the agent signed', {}, 'endedByDeath failed', '2020-01-01'],
    [
      'letters are older than the death',
      { kind: 'letters', issuedOn: dated('2013-01-01') },
      'beforeDeath failed',
      '2014-05-01',
    ],
    [
      'a death certificate states a day before birth',
      { kind: 'deathCertificate', dateOfDeath: dated('1984-02-28') },
      'impossibleDeath warning',
      null,
    ],
    [
      'a death certificate states a day to come',
      { kind: 'deathCertificate', dateOfDeath: dated('2026-11-22') },
      'impossibleDeath warning',
      null,
    ],
    [
      'a death certificate states another date',
      { kind: 'deathCertificate', dateOfDeath: dated('2014-05-02') },
      'otherDateOfDeath warning',
      '2014-05-01',
    ],
    ['a name is only close', { patientName: found('J. Doe') }, 'closeName warning', null],
    ['it names no representative', { representative: null }, 'unclear warning', null],
    ['its kind is unknown', { kind: null }, 'unrecognised warning', null],
  ])('doubts a document if %s', (_what, over, expected, dateOfDeath) => {
    const { documentValidity } = judged([paper(over)], signedByMary, dateOfDeath);
    expect(`${documentValidity?.code ?? ''} ${documentValidity?.status ?? ''}`).toBe(expected);
  });

  test('warns about an unreadable file', () => {
    const { documentValidity } = judged([{ name: 'supporting-document-1.pdf', reading: 'encrypted' }]);
    expect(documentValidity).toMatchObject({ status: 'warning', code: 'unreadable' });
  });

  test('warns about a barely legible scan, which proves no authority', () => {
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

  test('reports the most serious problem of several documents, with its evidence', () => {
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

  test('ignores a document that names a representative if the patient signed', () => {
    const verdicts = judged([paper({ representative: found('Ann Roe') })], {});
    expect(verdicts.documentValidity).toBeNull();
    expect(verdicts.capability).toMatchObject({ code: 'self' });
  });

  test('does not run without a document', () => {
    expect(judged([]).documentValidity).toBeNull();
  });
});

describe('The date of death on a death certificate [CHECK-25] [CHECK-48]', () => {
  const certificate = {
    kind: 'deathCertificate',
    representative: null,
    dateOfDeath: dated('2014-05-01'),
  } as const;

  test('counts for the patient named on it', () => {
    expect(statedDeath(jane, [paper(), paper(certificate, 2)])).toBe('2014-05-01');
  });

  test.each<readonly [string, readonly SupportingPaper[]]>([
    ['if it names another person', [paper({ ...certificate, patientName: found('Ann Roe') })]],
    ['if the name is only close', [paper({ ...certificate, patientName: found('J. Doe') })]],
    ['if the birth date differs', [paper({ ...certificate, patientDateOfBirth: dated('1990-01-01') })]],
    ['if the year has two digits', [paper({ ...certificate, dateOfDeath: dated('2014-05-01', true) })]],
    ['if it is before the birth', [paper({ ...certificate, dateOfDeath: dated('1984-02-28') })]],
    [
      'if it is more than 120 years after the birth',
      [paper({ ...certificate, dateOfDeath: dated('2105-03-01') })],
    ],
    [
      'if the certificate prints another age',
      [paper({ ...certificate, ageAtDeath: { ...found('54'), years: 54 } })],
    ],
    ['if the day is missing', [paper({ ...certificate, dateOfDeath: null })]],
    ['on another kind of document', [paper({ dateOfDeath: dated('2014-05-01') })]],
    [
      'if two certificates disagree',
      [paper(certificate), paper({ ...certificate, dateOfDeath: dated('2015-05-01') }, 2)],
    ],
  ])('does not count %s', (_what, papers) => {
    expect(statedDeath(jane, papers)).toBeNull();
  });

  test('counts if the age on the certificate is the one that the dates give [CHECK-48]', () => {
    const aged = (years: number) => paper({ ...certificate, ageAtDeath: { ...found(String(years)), years } });
    expect(statedDeath(jane, [aged(30)])).toBe('2014-05-01');
    expect(statedDeath(jane, [aged(29)])).toBeNull();
    expect(judged([aged(30)]).documentValidity).toBeNull();
    expect(judged([aged(54)]).documentValidity).toMatchObject({ status: 'warning', code: 'otherAge' });
  });
});

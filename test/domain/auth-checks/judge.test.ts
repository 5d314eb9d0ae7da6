import { compareAnew, countVerdicts, judge, type Verdicts } from '../../../src/domain/auth-checks/judge';
import { suggest } from '../../../src/domain/auth-checks/suggestion';
import { sampleRecipient } from '../../../src/domain/auth-checks/judge-content';
import { refusals, type AuthorizationData } from '../../../src/domain/auth-checks/extraction';
import type { JudgingContext } from '../../../src/domain/auth-checks/judging-context';
import { dated, found, good, reading } from '../../support/authorization-readings';

const on = '2026-11-21';

/** The checks against the patient's details. */
const comparing = [
  'patientName',
  'patientDateOfBirth',
  'signerName',
  'capability',
  'minorAuthorization',
  'deceasedAuthorization',
] as const;

const context: JudgingContext = {
  on,
  patient: { firstName: 'Jane', lastNames: ['Doe', 'Smith'], dateOfBirth: '1984-02-29', dateOfDeath: null },
  supporting: [],
  project: { purpose: 'Legal', companyName: 'Acme Law Group', isSandbox: false },
  searchDetails: null,
};

function verdictsOf(over: Partial<AuthorizationData> = {}, in_: Partial<JudgingContext> = {}): Verdicts {
  return judge(reading(over), { ...context, ...in_ });
}

/** Returns `name.code status` of every check that did not pass. */
function troubles(verdicts: Verdicts): string[] {
  const { sensitiveInformation, ...checks } = verdicts;
  const all = [...Object.entries(checks), ...Object.entries(sensitiveInformation?.categories ?? {})];
  return all
    .filter(([, verdict]) => verdict !== null && verdict.status !== 'passed')
    .map(([name, verdict]) => `${name}.${verdict?.code ?? ''} ${verdict?.status ?? ''}`);
}

function born(dateOfBirth: string, dateOfDeath: string | null = null): Partial<JudgingContext> {
  return { patient: { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth, dateOfDeath } };
}

describe('A document without faults', () => {
  test('passes every check and is suggested for approval [DECISION-51]', () => {
    const verdicts = verdictsOf();
    expect(troubles(verdicts)).toEqual([]);
    expect(suggest(verdicts).status).toBe('Approved');
    expect(verdicts.sensitiveInformation?.noSensitiveInformationRequested).toBe(true);
  });

  test('has each check counted once, and those that did not run apart [CHECK-3] [FILE-16]', () => {
    const verdicts = verdictsOf();
    const { passed, warning, failed, notRun } = countVerdicts(verdicts);
    expect({ warning, failed }).toEqual({ warning: 0, failed: 0 });
    expect(passed + notRun).toBe(Object.keys(verdicts).length - 1 + 8);
    expect(passed).toBe(18);
  });
});

describe('Document checks [FILE-15]', () => {
  test.each<readonly [string, Partial<AuthorizationData>, readonly string[], string]>([
    ['no name', { patientName: null }, ['patientName.blank failed'], 'WrongPatientName'],
    ['another name', { patientName: found('Mary Poe') }, ['patientName.other failed'], 'WrongPatientName'],
    ['a nickname', { patientName: found('J. Doe') }, ['patientName.close warning'], 'NeedsApproval'],
    ['no birth date', { patientDateOfBirth: null }, ['patientDateOfBirth.blank failed'], 'WrongDateOfBirth'],
    [
      'another birth date',
      { patientDateOfBirth: dated('1984-03-29') },
      ['patientDateOfBirth.other failed'],
      'WrongDateOfBirth',
    ],
    [
      'a two-digit year of birth',
      { patientDateOfBirth: dated('1984-02-29', true) },
      ['patientDateOfBirth.shortYear warning'],
      'NeedsApproval',
    ],
    [
      'no signature',
      { signature: { evidence: 'none', hasLine: true, place: null } },
      ['capability.unsigned failed', 'signature.missing failed'],
      'MissingSignature',
    ],
    [
      'a small stroke on a scan',
      { signature: { evidence: 'ink', hasLine: true, isFaint: true, place: null } },
      ['signature.inkOnPicture warning'],
      'NeedsApproval',
    ],
    [
      'a typed name',
      { signature: { evidence: 'typedName', hasLine: true, place: null } },
      ['signature.typedName warning'],
      'NeedsApproval',
    ],
    [
      'only a signing envelope',
      { signature: { evidence: 'envelope', hasLine: true, place: null } },
      ['signature.envelope warning'],
      'NeedsApproval',
    ],
    ['a typed mark', { signature: { evidence: 'typedMark', hasLine: true, place: null } }, [], 'Approved'],
    ['no signature date', { signatureDate: null }, ['signatureDate.missing failed'], 'MissingSignature'],
    [
      'a signature date in the future',
      { signatureDate: dated('2026-11-23') },
      ['signatureDate.future failed'],
      'MissingSignature',
    ],
    [
      "tomorrow's date, which is today in other time zones",
      { signatureDate: dated('2026-11-22') },
      [],
      'Approved',
    ],
    [
      'a signature date before birth',
      { signatureDate: dated('1984-02-29') },
      ['minorAuthorization.alone failed', 'signatureDate.beforeBirth failed'],
      'MissingSignature',
    ],
    [
      'an old signature',
      { signatureDate: dated('2025-11-01') },
      ['signatureDate.old warning'],
      'NeedsApproval',
    ],
    [
      'a signer without a relationship',
      { signerName: found('Mary Poe'), relationship: null },
      ['signerName.stranger failed', 'capability.noAuthority failed'],
      'MissingPowerOfAttorney',
    ],
    [
      'an agent [PATIENT-11]',
      { signerName: found('Mary Poe'), relationship: found('Power of attorney') },
      ['capability.agentUnproven warning'],
      'MissingPowerOfAttorney',
    ],
    [
      'a guardian [PATIENT-11]',
      { signerName: found('Mary Poe'), relationship: found('Legal guardian') },
      ['capability.guardianUnproven warning'],
      'MissingProofOfGuardianship',
    ],
    [
      'a wife',
      { signerName: found('Mary Poe'), relationship: found('Wife') },
      ['capability.relativeWithoutAuthority failed'],
      'MissingPowerOfAttorney',
    ],
    [
      'a mother of an adult [PATIENT-11]',
      { signerName: found('Mary Poe'), relationship: found('Mother') },
      ['capability.relativeWithoutAuthority failed'],
      'MissingPowerOfAttorney',
    ],
    [
      'no printed name',
      { signerName: null, relationship: null },
      ['signerName.blank warning'],
      'NeedsApproval',
    ],
    ['no expiration', { expiration: null }, ['expiration.missing failed'], 'MissingSignature'],
    [
      'an expiration in the past',
      { expiration: found('11/20/2026') },
      ['expiration.expired failed'],
      'WrongDateOfService',
    ],
    [
      'an expiration today',
      { expiration: found('11/21/2026') },
      ['expiration.soon warning'],
      'NeedsApproval',
    ],
    ['a term that has not expired', { expiration: found('one year from signature') }, [], 'Approved'],
    [
      'an expired term',
      { expiration: found('90 days'), signatureDate: dated('2026-08-01') },
      ['expiration.expired failed'],
      'WrongDateOfService',
    ],
    [
      'expiration by an event',
      { expiration: found('the end of the lawsuit') },
      ['expiration.event warning'],
      'NeedsApproval',
    ],
    [
      'expiration "until revoked"',
      { expiration: found('until revoked') },
      ['expiration.untilRevoked warning'],
      'NeedsApproval',
    ],
    ['expiration "none"', { expiration: found('none') }, ['expiration.missing failed'], 'MissingSignature'],
    [
      'boxes that cannot be read',
      { information: { items: [], isEverything: false, isUnclear: true } },
      ['informationDescription.unclear warning'],
      'NeedsApproval',
    ],
    [
      'nothing described',
      { information: { items: [], isEverything: false, isUnclear: false } },
      ['informationDescription.missing failed'],
      'MissingSignature',
    ],
    [
      'all records without dates',
      {
        information: { items: [found('All records')], isEverything: true, isUnclear: false },
        datesOfService: null,
      },
      ['informationDescription.everything warning'],
      'NeedsApproval',
    ],
    [
      'no disclosing party',
      { disclosingParty: null },
      ['disclosingParty.missing failed'],
      'MissingSignature',
    ],
    ['no recipient', { recipient: null }, ['recipient.missing failed'], 'MissingSignature'],
    [
      'another recipient',
      { recipient: found('Globex Insurance') },
      ['recipient.another warning'],
      'NeedsApproval',
    ],
    ['no purpose', { purpose: null }, ['purpose.missing failed'], 'MissingSignature'],
    [
      'another purpose [CHECK-11]',
      { purpose: found('Clinical research study') },
      ['purposeAlignment.contradicts failed'],
      'MissingSignature',
    ],
    [
      'a vague purpose',
      { purpose: found('Other') },
      ['purpose.generic warning', 'purposeAlignment.broader warning'],
      'NeedsApproval',
    ],
    [
      'a purpose "at the request of the individual"',
      { purpose: found('At the request of the individual') },
      [],
      'Approved',
    ],
    [
      'no witness where one is required',
      { witness: { isAsked: true, isOptional: false, name: null } },
      ['witness.missing failed'],
      'MissingSignature',
    ],
    [
      'a compound authorization',
      { isCompound: true },
      ['compoundAuthorization.compound failed'],
      'MissingSignature',
    ],
    [
      'no initials',
      { sensitive: { hiv: 'initialsMissing' } },
      ['hiv.initialsMissing failed'],
      'MissingSignature',
    ],
    [
      'a blanket release',
      { sensitive: { genetic: 'blanket' } },
      ['genetic.blanket warning'],
      'NeedsApproval',
    ],
    [
      'substance use without purpose',
      { sensitive: { substanceUse: 'released' }, purpose: null },
      ['purpose.missing failed', 'part2Consent.incomplete failed'],
      'MissingSignature',
    ],
    [
      'psychotherapy notes with other records',
      { sensitive: { psychotherapyNotes: 'released' } },
      ['psychotherapyNotes.combined failed'],
      'MissingSignature',
    ],
    [
      'a notice of privacy practices',
      { documentType: 'noticeOfPrivacyPractices' },
      ['documentLegibility.notAnAuthorization failed'],
      'MissingSignature',
    ],
  ])('find the faults and suggest a status: %s', (_what, over, expected, suggested) => {
    const verdicts = verdictsOf(over);
    expect(troubles(verdicts).toSorted()).toEqual([...expected].toSorted());
    expect(suggest(verdicts).status).toBe(suggested);
  });

  test.each(['revocation', 'redisclosure', 'conditioning'] as const)(
    'find a missing or weak statement of %s',
    name => {
      const without = (strength: 'weak' | 'none'): Partial<AuthorizationData> => ({
        statements: { ...good.statements, [name]: { strength, words: null } },
      });
      expect(troubles(verdictsOf(without('none')))).toEqual([`${name}.none failed`]);
      expect(troubles(verdictsOf(without('weak')))).toEqual([`${name}.weak warning`]);
      expect(suggest(verdictsOf(without('none'))).status).toBe('MissingRedisclosureSmt');
    },
  );
});

describe('Checks against the patient on record', () => {
  const parent: Partial<AuthorizationData> = { signerName: found('Mary Doe'), relationship: found('Mother') };
  const executor: Partial<AuthorizationData> = {
    signerName: found('Mary Poe'),
    relationship: found('Executor'),
  };
  const at = (date: string): Partial<AuthorizationData> => ({ patientDateOfBirth: dated(date) });

  test.each<readonly [string, Partial<AuthorizationData>, Partial<JudgingContext>, readonly string[]]>([
    ['a minor signing alone', at('2014-01-01'), born('2014-01-01'), ['minorAuthorization.alone failed']],
    [
      'a minor of 17 signing alone',
      at('2009-06-01'),
      born('2009-06-01'),
      ['minorAuthorization.nearlyOfAge warning'],
    ],
    ['a minor with a parent', { ...at('2014-01-01'), ...parent }, born('2014-01-01'), []],
    [
      'a patient of age since a parent signed',
      { ...at('2008-11-21'), ...parent, signatureDate: dated('2026-11-20') },
      born('2008-11-21'),
      ['minorAuthorization.agedOut warning'],
    ],
    ['a patient of age on the day of signing', at('2008-11-20'), born('2008-11-20'), []],
    [
      'a minor with a guardian',
      { ...at('2014-01-01'), ...parent, relationship: found('Guardian') },
      born('2014-01-01'),
      ['capability.guardianUnproven warning', 'minorAuthorization.guardianUnproven failed'],
    ],
    [
      'a minor with an aunt',
      { ...at('2014-01-01'), ...parent, relationship: found('Aunt') },
      born('2014-01-01'),
      [
        'signerName.stranger failed',
        'capability.noAuthority failed',
        'minorAuthorization.noRelationship failed',
      ],
    ],
    [
      'a signature after death',
      {},
      born('1984-02-29', '2026-11-01'),
      ['deceasedAuthorization.signedAfterDeath failed'],
    ],
    [
      'a signature before death',
      {},
      born('1984-02-29', '2026-11-20'),
      ['deceasedAuthorization.signedBeforeDeath warning'],
    ],
    [
      'an executor',
      executor,
      born('1984-02-29', '2026-11-01'),
      ['capability.estateUnproven warning', 'deceasedAuthorization.estateUnproven warning'],
    ],
  ])('judge the signer: %s', (_what, over, in_, expected) => {
    expect(troubles(verdictsOf(over, in_)).toSorted()).toEqual([...expected].toSorted());
  });

  test('all run for a minor who has died [CHECK-6]', () => {
    const verdicts = verdictsOf({}, born('2014-01-01', '2026-11-01'));
    expect(comparing.filter(name => verdicts[name] === null)).toEqual([]);
  });

  test('do not run without a patient [CHECK-3] [CHECK-6] [CHECK-11]', () => {
    const verdicts = verdictsOf({}, { patient: null, project: null });
    const left = [...comparing, 'purposeAlignment', 'datesOfService'] as const;
    for (const name of left) expect({ name, verdict: verdicts[name] }).toEqual({ name, verdict: null });
    expect(verdicts.recipient?.code).toBe('named');
  });

  test('pass the sample recipient in the sandbox of every company, and nowhere else [CHECK-41]', () => {
    const codeFor = (name: string, isSandbox: boolean): string | undefined =>
      verdictsOf(
        { recipient: found(name) },
        { project: { purpose: 'Legal', companyName: 'Acme Law Group', isSandbox } },
      ).recipient?.code;
    expect([codeFor(sampleRecipient, true), codeFor(sampleRecipient, false)]).toEqual(['sample', 'another']);
    expect([codeFor('Acme Law', true), codeFor('Globex Insurance', true)]).toEqual(['company', 'another']);
  });

  test.each([
    [true, true, []],
    [false, true, ['patientZipCode.noZipCode failed']],
    [true, false, ['patientSex.noSex failed']],
  ])('require what searches need: ZIP code %p, sex %p', (hasZipCode, hasSex, expected) => {
    expect(troubles(verdictsOf({}, { searchDetails: { hasZipCode, hasSex } }))).toEqual(expected);
  });
});

test('A sensitive category not requested is null, and "none requested" is reported only if all are [CHECK-10]', () => {
  const asked = verdictsOf({ sensitive: { hiv: 'released', genetic: 'notRequested' } }).sensitiveInformation;
  const judgedCategories = Object.entries(asked?.categories ?? {}).filter(([, verdict]) => verdict !== null);
  expect(judgedCategories.map(([category]) => category)).toEqual(['hiv']);
  expect(asked).not.toHaveProperty('noSensitiveInformationRequested');

  const none = verdictsOf({ sensitive: { hiv: 'notRequested' } }).sensitiveInformation;
  expect(new Set(Object.values(none?.categories ?? {}))).toEqual(new Set([null]));
  expect(none).toHaveProperty('noSensitiveInformationRequested', true);
});

describe('A HITECH directive', () => {
  test('clears the checks of revocation, redisclosure, conditioning, and sensitive information [CHECK-12]', () => {
    const verdicts = verdictsOf({
      documentType: 'hitechDirective',
      statements: {
        revocation: { strength: 'none', words: null },
        redisclosure: { strength: 'none', words: null },
        conditioning: { strength: 'none', words: null },
      },
      sensitive: { hiv: 'initialsMissing' },
    });
    const { revocation, redisclosure, conditioning, sensitiveInformation } = verdicts;
    expect({ revocation, redisclosure, conditioning, sensitiveInformation }).toEqual({
      revocation: null,
      redisclosure: null,
      conditioning: null,
      sensitiveInformation: null,
    });
    expect(suggest(verdicts).status).toBe('Approved');
  });
});

describe('Document legibility', () => {
  test.each(refusals)('is the only check that fails for a document refused as %s [DECISION-52]', refusal => {
    const verdicts = judge(refusal, context);
    expect(troubles(verdicts)).toEqual([`documentLegibility.${refusal} failed`]);
    expect(countVerdicts(verdicts)).toMatchObject({ passed: 0, warning: 0, failed: 1 });
    expect(suggest(verdicts).status).toBe('MissingSignature');
  });

  test.each([
    [90, 'legible', 'passed'],
    [80, 'legible', 'passed'],
    [79, 'hardToRead', 'warning'],
    [60, 'hardToRead', 'warning'],
    [59, 'illegible', 'failed'],
  ])('at a recognition confidence of %d is "%s"', (confidence, code, status) => {
    const verdicts = judge(reading({}, { recognisedPages: 1, confidence }), context);
    expect(verdicts.documentLegibility).toMatchObject({ code, status });
    expect(verdicts.signature === null).toBe(status === 'failed');
  });

  test('warns of a photo whose paper edges were not found, and not of one that was cut out [CHECK-51]', () => {
    const photo = (kind: 'cut' | 'whole') =>
      judge(
        reading(
          {},
          {
            recognisedPages: 1,
            confidence: 95,
            shownPages: [{ page: 1, degrees: 0, photo: kind, width: 612, height: 792 }],
          },
        ),
        context,
      ).documentLegibility;
    expect(photo('whole')).toMatchObject({ status: 'warning', code: 'photo' });
    expect(photo('cut')).toMatchObject({ status: 'passed', code: 'legible' });
  });

  test('is "blank" for a document without words', () => {
    expect(judge({ ...reading(), text: ' \n' }, context).documentLegibility?.code).toBe('blank');
  });
});

describe('Every failed check', () => {
  const failing: Array<Partial<AuthorizationData>> = [
    { patientName: null, patientDateOfBirth: null, signerName: found('Mary Poe'), relationship: null },
    { signature: { evidence: 'none', hasLine: false, place: null }, signatureDate: null, expiration: null },
    {
      recipient: null,
      disclosingParty: null,
      purpose: null,
      information: { items: [], isEverything: false, isUnclear: false },
    },
    { witness: { isAsked: true, isOptional: false, name: null }, isCompound: true, documentType: 'unknown' },
  ];

  test('names the regulation and the remedy, and quotes no patient data', () => {
    const all = [
      ...failing.map(over => verdictsOf(over)),
      ...refusals.map(refusal => judge(refusal, context)),
    ];
    for (const { sensitiveInformation: _apart, ...checks } of all) {
      for (const verdict of Object.values(checks)) {
        if (verdict?.status !== 'failed') continue;
        expect(verdict.rule).toMatch(/^(?:45|42) CFR \d+\.\d+/);
        expect(verdict.remedy).toMatch(/\.$/);
        expect(`${verdict.message} ${verdict.remedy ?? ''}`).not.toMatch(/Jane|Doe|Mary|Poe|1984/);
      }
    }
  });
});

describe('The patient in an embed token', () => {
  const asked = verdictsOf();
  const whenever = { startDateOfService: null, endDateOfService: null };
  const mary = { firstName: 'Mary', lastNames: ['Poe'], dateOfBirth: '1990-01-01', dateOfDeath: null };

  test('replaces the patient compared with, and changes no other verdict [CHECK-6] [CHECK-7]', () => {
    const rejudged = compareAnew(asked, reading(), { patient: mary, supporting: [], asked: null }, on);
    expect(rejudged).toEqual({ ...verdictsOf({}, { patient: mary }), signatureDate: asked.signatureDate });
    expect(troubles(rejudged)).toEqual([
      'patientName.other failed',
      'patientDateOfBirth.other failed',
      'signerName.stranger failed',
    ]);
    const compared = new Set<string>(comparing);
    const same = Object.keys(asked).filter(name => !compared.has(name));
    for (const name of same) expect(Reflect.get(rejudged, name)).toBe(Reflect.get(asked, name));
  });

  test('has datesOfService judged only with the record request of the token [CHECK-3] [CHECK-8]', () => {
    const { patient } = context;
    if (patient === null) throw new Error('the context has a patient');
    expect(asked.datesOfService).toBeNull();
    const rejudged = compareAnew(asked, reading(), { patient, supporting: [], asked: whenever }, on);
    expect(rejudged.datesOfService).toMatchObject({ status: 'passed', code: 'covered' });
    expect({ ...rejudged, datesOfService: null }).toEqual(asked);
  });

  test('changes nothing if it is the patient on record', () => {
    const { patient } = context;
    if (patient === null) throw new Error('the context has a patient');
    expect(compareAnew(asked, reading(), { patient, supporting: [], asked: null }, on)).toEqual(asked);
  });

  test('is compared with nothing if the document is unreadable', () => {
    const unreadable = judge(refusals[0], context);
    expect(compareAnew(unreadable, reading(), { patient: mary, supporting: [], asked: whenever }, on)).toBe(
      unreadable,
    );
  });
});

import { noContent, type ClinicalContent } from '../../../src/domain/clinical/clinical-content';
import type { Candidate } from '../../../src/domain/matching/match-person';
import type { Person } from '../../../src/domain/matching/person';
import { noDetails, type PatientDetails, type Sex } from '../../../src/domain/patients/details';
import {
  identify,
  identifyBySex,
  listIdentities,
  mayResolve,
  noLongerDecided,
  type FoundPerson,
} from '../../../src/domain/searches/identities';
import { neverRun, searchOff, type PatientSearch } from '../../../src/domain/searches/search';

describe('Conflicting identities', () => {
  test.each<[Array<Sex | null>, Sex | null, string]>([
    [[], null, 'none'],
    [['Male'], null, 'Male'],
    [['Male', 'Female'], null, 'several'],
    [['Male', 'Female'], 'Unknown', 'several'],
    [['Male', 'Female'], 'Female', 'Female'],
    [['Male', 'Female'], 'Other', 'none'],
    [['Male', 'Male'], 'Male', 'several'],
    [['Male', null], 'Female', 'blank'],
    [['Male', 'Unknown'], 'Female', 'Unknown'],
    [[null, null], 'Female', 'several'],
    [['Female', null], 'Female', 'Female'],
  ])('of sexes %j with %s on file resolve to: %s [SEARCH-21]', (sexes, sex, expected) => {
    const result = identifyBySex(
      sexes.map(each => ({ sex: each })),
      sex,
    );
    expect(result.kind === 'one' ? (result.identity.sex ?? 'blank') : result.kind).toBe(expected);
  });

  const ambiguous: PatientSearch = {
    ...searchOff('siteSonar'),
    ...neverRun,
    isRequested: true,
    phase: 'answered',
    outcome: 'AmbiguousIdentity',
  };
  test.each<[Partial<PatientSearch>, boolean]>([
    [{}, false],
    [{ isToBeJudged: true }, true],
    [{ isToBeJudged: true, phase: 'armed' }, false],
  ])('are judged again in the state %j: %s', (rest, expected) => {
    expect(mayResolve({ ...ambiguous, ...rest })).toBe(expected);
  });

  test.each<[string, Partial<PatientSearch>, string[]]>([
    ['nothing has changed', {}, []],
    ['they were resolved', { outcome: 'Completed' }, []],
    ['the search was switched off', { phase: 'off', isRequested: false }, ['siteSonar']],
    ['the search will run again', { phase: 'armed', outcome: null }, ['siteSonar']],
    ['a correction armed it', { phase: 'armed', outcome: null, isArmedByCorrection: true }, []],
  ])('are decided on until the search no longer needs it: %s', (_what, rest, expected) => {
    const other: PatientSearch = { ...ambiguous, kind: 'ehrSearch', outcome: 'Completed' };
    expect(noLongerDecided([ambiguous, other], [{ ...ambiguous, ...rest }, other])).toEqual(expected);
  });
});

describe('The people of an ambiguous answer', () => {
  const theirs: Person = {
    firstNames: ['Ada'],
    lastNames: ['Doe'],
    birthDate: '1984-02-29',
    sex: null,
    zipCodes: ['02139'],
    phones: ['+16174930000'],
    emails: [],
  };
  const ours: PatientDetails = {
    ...noDetails,
    firstName: 'Ada',
    lastNames: ['Doe'],
    dateOfBirth: '1984-02-29',
    zipCodes: ['02139'],
    mobile: '+16174930000',
  };
  const visits = (ref: string): ClinicalContent => ({
    ...noContent,
    labResults: [{ name: ref, value: '1', collectedOn: '2021-01-01' }],
  });
  const found = (id: string, rest: Partial<Candidate> = {}): FoundPerson => {
    const person: Candidate = { ...theirs, phones: [], ...rest, id };
    return { sex: person.sex, content: visits(id), person };
  };
  const idsOf = (identified: ReturnType<typeof identify>): string[] | string =>
    identified.kind === 'one'
      ? identified.identity.people.map(({ person }) => person?.id ?? '')
      : identified.kind;

  test('are nobody while they are only held', () => {
    expect(idsOf(identify([found('p1')], ours))).toBe('none');
    expect(idsOf(identify([found('p1', { sex: 'Female' })], ours))).toBe('none');
  });

  test.each<[string, Partial<PatientDetails>]>([
    ['the sex', { sex: 'Female' }],
    ['a phone', { mobile: '+16174931111' }],
    ['an e-mail', { email: 'ada@mail.org' }],
  ])('are the patient once %s agrees too', (_what, evidence) => {
    const person = found('p1', { sex: 'Female', phones: ['+16174931111'], emails: ['ada@mail.org'] });
    expect(idsOf(identify([person], { ...ours, ...evidence }))).toEqual(['p1']);
  });

  test('never become the patient by the sex alone', () => {
    const twin = found('p1', { firstNames: ['A'], sex: 'Female' });
    expect(idsOf(identify([twin], { ...ours, sex: 'Female' }))).toBe('none');
  });

  test('are distinguished by the sex if several are accepted', () => {
    const { phones } = theirs;
    const both = [found('p1', { sex: 'Male', phones }), found('p2', { sex: 'Female', phones })];
    expect(idsOf(identify(both, ours))).toBe('several');
    expect(idsOf(identify(both, { ...ours, sex: 'Female' }))).toEqual(['p2']);
  });

  test('are listed with grades, those who can be one together', () => {
    const { phones } = theirs;
    const people = [
      found('p1', { sex: 'Male', phones }),
      found('p2', { firstNames: ['A'] }),
      found('p3', { phones }),
    ];
    const listed = listIdentities(people, ours);
    expect(listed.map(({ people: each }) => each.map(({ person }) => person?.id))).toEqual([
      ['p1', 'p3'],
      ['p2'],
    ]);
    expect(listed.map(({ matches }) => matches.map(({ rule }) => rule))).toEqual([['A1', 'A1'], ['H1b']]);
  });
});

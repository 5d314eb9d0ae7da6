import type { Sex } from '../../../src/domain/patients/details';
import { noContent, type ClinicalContent } from '../../../src/domain/clinical/clinical-content';
import type { Candidate } from '../../../src/domain/matching/match-person';
import type { Person } from '../../../src/domain/matching/person';
import {
  contentOf,
  identify,
  identifyBySex,
  listIdentities,
  mayResolve,
  noLongerAmbiguous,
  noticeEvidence,
  type FoundPerson,
} from '../../../src/domain/searches/identities';
import { searchOff, type SearchState } from '../../../src/domain/searches/search';

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

  const ambiguous: SearchState & { isToBeJudged: boolean } = {
    ...searchOff('siteSonar'),
    isRequested: true,
    phase: 'answered',
    outcome: 'AmbiguousIdentity',
    isToBeJudged: false,
  };
  test.each<[Partial<typeof ambiguous>, boolean]>([
    [{}, false],
    [{ isToBeJudged: true }, true],
    [{ isToBeJudged: true, outcome: 'Completed' }, false],
    [{ isToBeJudged: true, phase: 'armed' }, false],
  ])('are judged again in the state %j: %s', (rest, expected) => {
    expect(mayResolve({ ...ambiguous, ...rest })).toBe(expected);
  });

  test('are judged again after an edit of anything that matching compares [DECISION-84]', () => {
    const other = { ...ambiguous, kind: 'ehrSearch', outcome: 'Completed' } as const;
    expect(noticeEvidence([ambiguous, other], ['mobile'])).toEqual([
      { ...ambiguous, isToBeJudged: true },
      other,
    ]);
    expect(noticeEvidence([ambiguous], [])).toEqual([ambiguous]);
  });

  test.each<[string, Partial<typeof ambiguous>, string[]]>([
    ['nothing has changed', {}, []],
    ['another sex did not resolve them', { isToBeJudged: true }, []],
    ['they were resolved', { outcome: 'Completed' }, ['siteSonar']],
    ['the search was switched off', { phase: 'off', isRequested: false }, ['siteSonar']],
    ['the search will run again', { phase: 'armed', outcome: null }, ['siteSonar']],
  ])('stay pending only while the search is unchanged: %s', (_what, rest, expected) => {
    const other = { ...searchOff('ehrSearch'), phase: 'answered', outcome: 'Completed' } as const;
    expect(noLongerAmbiguous([ambiguous, other], [{ ...ambiguous, ...rest }, other])).toEqual(expected);
  });
});

describe('The people of an ambiguous answer', () => {
  const ours: Person = {
    firstNames: ['Ada'],
    lastNames: ['Doe'],
    birthDate: '1984-02-29',
    sex: null,
    zipCodes: ['02139'],
    phones: ['+16174930000'],
    emails: [],
  };
  const visits = (ref: string): ClinicalContent => ({
    ...noContent,
    labResults: [{ name: ref, value: '1', collectedOn: '2021-01-01' }],
  });
  const found = (id: string, rest: Partial<Candidate> = {}): FoundPerson => {
    const person: Candidate = { ...ours, phones: [], ...rest, id };
    return { sex: person.sex, content: visits(id), person };
  };
  const idsOf = (identified: ReturnType<typeof identify>): string[] | string =>
    identified.kind === 'one'
      ? identified.identity.people.map(({ person }) => person?.id ?? '')
      : identified.kind;

  test('are nobody while they are only held', () => {
    expect(idsOf(identify([found('p1')], ours, null))).toBe('none');
    expect(idsOf(identify([found('p1', { sex: 'Female' })], ours, null))).toBe('none');
  });

  test.each<[string, Partial<Person>]>([
    ['the sex', { sex: 'Female' }],
    ['a phone', { phones: ['+16174931111'] }],
    ['an e-mail', { emails: ['ada@mail.org'] }],
  ])('are the patient once %s agrees too', (_what, evidence) => {
    const person = found('p1', { sex: 'Female', phones: ['+16174931111'], emails: ['ada@mail.org'] });
    expect(idsOf(identify([person], { ...ours, ...evidence }, evidence.sex ?? null))).toEqual(['p1']);
  });

  test('never become the patient by the sex alone', () => {
    const twin = found('p1', { firstNames: ['A'], sex: 'Female' });
    expect(idsOf(identify([twin], { ...ours, sex: 'Female' }, 'Female'))).toBe('none');
  });

  test('are distinguished by the sex if several are accepted', () => {
    const phones = ours.phones;
    const both = [found('p1', { sex: 'Male', phones }), found('p2', { sex: 'Female', phones })];
    expect(idsOf(identify(both, ours, null))).toBe('several');
    expect(idsOf(identify(both, { ...ours, sex: 'Female' }, 'Female'))).toEqual(['p2']);
  });

  test('are listed with grades, those who can be one together, their records merged', () => {
    const phones = ours.phones;
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
    const [one] = listed;
    if (one === undefined) throw new Error('nobody is listed');
    expect(contentOf(one).labResults.map(({ name }) => name)).toEqual(['p1', 'p3']);
    expect(contentOf({ people: [...people.slice(0, 1), ...people.slice(0, 1)] }).labResults).toHaveLength(1);
  });
});

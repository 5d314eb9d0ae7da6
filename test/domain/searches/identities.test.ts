import type { Sex } from '../../../src/domain/patients/details';
import { mayResolve, noLongerAmbiguous, tellApart } from '../../../src/domain/searches/identities';
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
    const result = tellApart(
      sexes.map(each => ({ sex: each })),
      sex,
    );
    expect(result.kind === 'one' ? (result.identity.sex ?? 'blank') : result.kind).toBe(expected);
  });

  const ambiguous: SearchState & { judgedSex: string | null } = {
    ...searchOff('siteSonar'),
    isRequested: true,
    phase: 'answered',
    outcome: 'AmbiguousIdentity',
    judgedSex: null,
  };
  test.each<[Partial<typeof ambiguous>, Sex | null, boolean]>([
    [{}, 'Male', true],
    [{}, null, false],
    [{}, 'Unknown', false],
    [{ judgedSex: 'Male' }, 'Male', false],
    [{ judgedSex: 'Male' }, 'Female', true],
    [{ outcome: 'Completed' }, 'Male', false],
    [{ phase: 'armed' }, 'Male', false],
  ])('are resolved again in the state %j with %s on file: %s', (rest, sex, expected) => {
    expect(mayResolve({ ...ambiguous, ...rest }, sex)).toBe(expected);
  });

  test.each<[string, Partial<typeof ambiguous>, string[]]>([
    ['nothing has changed', {}, []],
    ['another sex did not resolve them', { judgedSex: 'Other' }, []],
    ['they were resolved', { outcome: 'Completed' }, ['siteSonar']],
    ['the search was switched off', { phase: 'off', isRequested: false }, ['siteSonar']],
    ['the search will run again', { phase: 'armed', outcome: null }, ['siteSonar']],
  ])('stay pending only while the search is unchanged: %s', (_what, rest, expected) => {
    const other = { ...searchOff('ehrSearch'), phase: 'answered', outcome: 'Completed' } as const;
    expect(noLongerAmbiguous([ambiguous, other], [{ ...ambiguous, ...rest }, other])).toEqual(expected);
  });
});

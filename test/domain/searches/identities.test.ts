import type { Sex } from '../../../src/domain/patients/details';
import { mayResolve, noLongerAmbiguous, tellApart } from '../../../src/domain/searches/identities';
import { searchOff, type SearchState } from '../../../src/domain/searches/search';

describe('conflicting identities', () => {
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
  ])('of %j with %s on file: %s [SEARCH-21]', (sexes, sex, expected) => {
    const told = tellApart(
      sexes.map(each => ({ sex: each })),
      sex,
    );
    expect(told.kind === 'one' ? (told.identity.sex ?? 'blank') : told.kind).toBe(expected);
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
  ])('are looked at again (%j, %s): %s', (rest, sex, expected) => {
    expect(mayResolve({ ...ambiguous, ...rest }, sex)).toBe(expected);
  });

  test.each<[string, Partial<typeof ambiguous>, string[]]>([
    ['nothing about it has changed', {}, []],
    ['another sex was tried in vain', { judgedSex: 'Other' }, []],
    ['it was resolved', { outcome: 'Completed' }, ['siteSonar']],
    ['it was switched off', { phase: 'off', isRequested: false }, ['siteSonar']],
    ['it is to be run again', { phase: 'armed', outcome: null }, ['siteSonar']],
  ])('are no longer waited for unless the search stays as it is: %s', (_what, rest, expected) => {
    const other = { ...searchOff('ehrSearch'), phase: 'answered', outcome: 'Completed' } as const;
    expect(noLongerAmbiguous([ambiguous, other], [{ ...ambiguous, ...rest }, other])).toEqual(expected);
  });
});

import { clusterPeople, matchPerson } from '../../../src/domain/matching/match-person';
import { isOneSlipApart, plainName, type Person } from '../../../src/domain/matching/person';

const ours: Person = {
  firstNames: ['María'],
  lastNames: ['García-Lopez', 'Smith'],
  birthDate: '1984-02-09',
  sex: null,
  zipCodes: ['02139-1234'],
  phones: ['+16175550100'],
  emails: [],
};
const theirs = (rest: Partial<Person>): Person => ({
  ...ours,
  zipCodes: [],
  phones: [],
  lastNames: ['GARCIA LOPEZ'],
  firstNames: ['Maria'],
  ...rest,
});

describe("A person in a partner's records", () => {
  test.each<[string, Partial<Person>, Partial<Person>, number, boolean, string[]]>([
    ['all the same by name and birth date', {}, {}, 80, true, []],
    ['the same by a previous name', { lastNames: ['smith jr'] }, {}, 80, true, []],
    ['half of a hyphenated name', { lastNames: ['Lopez'] }, {}, 70, true, []],
    ['a typo in the first name', { firstNames: ['Marai'] }, {}, 75, true, []],
    ['an initial only', { firstNames: ['M'] }, {}, 70, true, []],
    ['another first name', { firstNames: ['Ada'] }, {}, 65, false, []],
    [
      'another first name at the same address and phone',
      { firstNames: ['Ada'], zipCodes: ['02139'], phones: ours.phones },
      {},
      85,
      true,
      [],
    ],
    [
      'another last name',
      { lastNames: ['Jones'], zipCodes: ['02139'], phones: ours.phones },
      {},
      75,
      false,
      ['lastName'],
    ],
    ['day and month swapped', { birthDate: '1984-09-02' }, {}, 60, false, []],
    [
      'day and month swapped, the same ZIP',
      { birthDate: '1984-09-02', zipCodes: ['02139'] },
      {},
      70,
      true,
      [],
    ],
    [
      'another birth date in one part, the same ZIP',
      { birthDate: '1985-02-09', zipCodes: ['02139'] },
      {},
      65,
      false,
      [],
    ],
    [
      'another birth date',
      { birthDate: '1990-05-06', zipCodes: ['02139'], phones: ours.phones },
      {},
      60,
      false,
      ['birthDate'],
    ],
    [
      'no birth date and an initial',
      { birthDate: null, firstNames: ['M'], zipCodes: ['02139'], phones: ours.phones },
      {},
      50,
      false,
      ['firstNameAndBirthDate'],
    ],
    ['no birth date', { birthDate: null, zipCodes: ['02139'], phones: ours.phones }, {}, 60, false, []],
    ['the same sex', { sex: 'Female' }, { sex: 'Female' }, 85, true, []],
    ['another sex, all else the same', { sex: 'Male' }, { sex: 'Female' }, 70, true, []],
    ['another sex and a typo', { sex: 'Male', firstNames: ['Marai'] }, { sex: 'Female' }, 65, false, []],
    ['the same area', { zipCodes: ['02140'] }, {}, 83, true, []],
  ])('is scored and accepted or not: %s', (_name, found, rest, score, isAccepted, vetoes) => {
    const match = matchPerson({ ...ours, ...rest }, theirs(found));
    expect({ score: match.score, isAccepted: match.isAccepted, vetoes: match.vetoes }).toEqual({
      score,
      isAccepted,
      vetoes,
    });
    expect(match.points.reduce((sum, { points }) => sum + points, 0)).toBe(score);
  });

  test('is grouped with another unless their details conflict', () => {
    const sizes = (...people: Array<Partial<Person>>): number[] =>
      clusterPeople(people.map(theirs)).map(({ length }) => length);
    expect(sizes({}, {})).toEqual([2]);
    expect(sizes({ sex: 'Male' }, { sex: 'Female' })).toEqual([1, 1]);
    expect(sizes({ sex: 'Male' }, {}, { sex: 'Female' })).toEqual([2, 1]);
    expect(sizes({ birthDate: '1984-02-09' }, { birthDate: '1984-09-02' })).toEqual([1, 1]);
    expect(sizes({ lastNames: ['Garcia Lopez'] }, { lastNames: ['Smith'] })).toEqual([1, 1]);
    expect(sizes({ firstNames: ['M'] }, { firstNames: ['Maria'] })).toEqual([2]);
  });

  test.each([
    ['maria', 'marai', true],
    ['maria', 'mara', true],
    ['maria', 'marias', true],
    ['maria', 'mario', true],
    ['maria', 'marta luz', false],
    ['ann', 'ana', false],
    ['maria', 'aimar', false],
  ])('is one typo apart as "%s" and "%s": %s', (a, b, expected) => {
    expect([isOneSlipApart(a, b), isOneSlipApart(b, a)]).toEqual([expected, expected]);
  });

  test('is compared without case, accents, punctuation, and generational suffix', () => {
    expect(plainName("O'Brien-Núñez III")).toBe('o brien nunez');
  });
});

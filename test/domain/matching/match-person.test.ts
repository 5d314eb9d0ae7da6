import {
  judgePeople,
  matchPerson,
  matchRules,
  type MatchFacts,
} from '../../../src/domain/matching/match-person';
import type { Person } from '../../../src/domain/matching/person';

/** Our patient. */
const ours: Person = {
  firstNames: ['William'],
  lastNames: ['García-Lopez', 'Smith'],
  birthDate: '1984-02-09',
  sex: 'Male',
  zipCodes: ['02139'],
  phones: ['+16174930000'],
  emails: [],
};
/** The same person, as a partner has them: names, birth date, sex, and ZIP code. */
const theirs = (rest: Partial<Person> = {}): Person => ({
  ...ours,
  lastNames: ['GARCIA LOPEZ'],
  phones: [],
  ...rest,
});
const phones = ours.phones;
const elsewhere = { zipCodes: ['94110'] };
const [other] = [['Ada']];

const cases: ReadonlyArray<readonly [string, Partial<Person>, Partial<MatchFacts>, string]> = [
  ['generations that differ', { lastNames: ['Smith Sr'], suffixes: ['Jr'], phones }, {}, 'A1'],
  ['another first name, all else the same', { firstNames: other, phones }, {}, 'V2'],
  ['another first name of an accepted id', { firstNames: other, phones }, { isAnchored: true }, 'H5'],
  ['another birth date', { birthDate: '1960-05-06', phones }, {}, 'V3'],
  ['an accepted id', { lastNames: ['Jones'], zipCodes: [] }, { isAnchored: true }, 'A0'],
  ['an accepted id, another birth date', { birthDate: '1984-02-19' }, { isAnchored: true }, 'H2'],
  ['the same phone', { zipCodes: [], phones }, {}, 'A1'],
  ['the same phone, half of the last name', { lastNames: ['Lopez'], zipCodes: [], phones }, {}, 'A1'],
  ['the same phone, one day off', { birthDate: '1984-02-10', phones }, {}, 'A2'],
  ['one day off, no phone', { birthDate: '1984-02-10' }, {}, 'H2'],
  ['a nickname, the same phone and ZIP', { firstNames: ['Bill'], phones }, {}, 'A3'],
  ['a nickname, the same phone elsewhere', { firstNames: ['Bill'], phones, ...elsewhere }, {}, 'H1b'],
  ['a nickname of another sex', { firstNames: ['Bill'], phones, sex: 'Female' }, {}, 'H1b'],
  ['a nickname among twins', { firstNames: ['Bill'], phones }, { isOfMultipleBirth: true }, 'H1b'],
  ['another last name, phone, ZIP, and sex the same', { lastNames: ['Jones'], phones }, {}, 'A4'],
  ['another last name, no sex', { lastNames: ['Jones'], phones, sex: null }, {}, 'H4'],
  ['another last name, no phone', { lastNames: ['Jones'] }, {}, 'H4'],
  ['another last name elsewhere, no phone', { lastNames: ['Jones'], ...elsewhere }, {}, 'R'],
  ['five exact fields', {}, {}, 'A5'],
  ['five exact fields, by a former name', { lastNames: ['smith'] }, {}, 'A5'],
  ['five exact fields but the sex', { sex: 'Female' }, {}, 'H1'],
  ['five exact fields but no sex', { sex: null }, {}, 'H1'],
  ['five exact fields but the area', { zipCodes: ['02140'] }, {}, 'H1'],
  ['names and birth date alone', { zipCodes: [] }, {}, 'H1'],
  ['a slip in the first name, phone and ZIP the same', { firstNames: ['Willaim'], phones }, {}, 'H1b'],
  ['an initial, the same area', { firstNames: ['W'], zipCodes: ['02140'] }, {}, 'H1b'],
  ['an initial elsewhere', { firstNames: ['W'], ...elsewhere }, {}, 'R'],
  ['day and month exchanged', { birthDate: '1984-09-02' }, {}, 'H2'],
  ['a birth year alone', { birthDate: '1984' }, {}, 'H2'],
  ['no birth date', { birthDate: null }, {}, 'H2'],
  ['no birth date elsewhere', { birthDate: null, ...elsewhere }, {}, 'R'],
  ['no first name', { firstNames: ['Baby Boy'] }, {}, 'H3'],
  ['first and last name exchanged', { firstNames: ['Smith'], lastNames: ['William'] }, {}, 'H4'],
];

test.each(cases)('A person with %s: %j, %j: %s [DECISION-83]', (_what, rest, facts, rule) => {
  const match = matchPerson(ours, theirs(rest), { isAnchored: false, isOfMultipleBirth: false, ...facts });
  expect(match.rule).toBe(rule);
  expect(match.verdict).toBe(matchRules.find(({ id }) => id === rule)?.verdict);
  expect(match.isAccepted).toBe(match.verdict === 'accept');
});

test('A father is rejected for his son of the same name', () => {
  const son = { ...ours, lastNames: ['Smith Jr'] };
  expect(matchPerson(son, theirs({ lastNames: ['Smith Sr'], phones })).rule).toBe('V1');
  expect(matchPerson(son, theirs({ lastNames: ['Smith'], birthDate: '1957-02-09', phones })).rule).toBe('V3');
});

test('Another number of the same issuer is held', () => {
  const numbers = (value: string): Pick<Person, 'numbers'> => ({ numbers: [{ issuer: 'mbi', value }] });
  expect(matchPerson({ ...ours, ...numbers('1') }, theirs({ ...numbers('2'), phones })).rule).toBe('V4');
});

test('Every rule has a case', () => {
  const tested = new Set([...cases.map(([, , , rule]) => rule), 'V1', 'V4']);
  expect(matchRules.map(({ id }) => id).filter(id => !tested.has(id))).toEqual([]);
});

describe('The people of an answer', () => {
  const sizes = (...people: Array<Partial<Person>>): number[] =>
    judgePeople(
      { ...ours, sex: null },
      people.map((person, at) => ({ ...theirs({ phones, sex: null, ...person }), id: `p${at}` })),
    ).identities.map(({ length }) => length);

  test('are one identity unless something that both have contradicts', () => {
    expect(sizes({}, {})).toEqual([2]);
    expect(sizes({ sex: 'Male' }, { sex: 'Female' })).toEqual([1, 1]);
    expect(sizes({}, { lastNames: ['Smith'] })).toEqual([1, 1]);
    expect(sizes({ firstNames: ['William Ray'] }, { firstNames: ['William Joe'] })).toEqual([1, 1]);
    expect(sizes({ suffixes: ['Jr'] }, { suffixes: ['Sr'] })).toEqual([1, 1]);
    expect(
      sizes({ numbers: [{ issuer: 'mbi', value: '1' }] }, { numbers: [{ issuer: 'mbi', value: '2' }] }),
    ).toEqual([1, 1]);
    expect(sizes({}, { firstNames: ['Ada'] })).toEqual([1]);
  });

  test('turn a nickname into a hold when two of them may be twins', () => {
    const bill = { ...theirs({ firstNames: ['Bill'], phones }), id: 'p1' };
    const twin = { ...theirs({ firstNames: ['Ada'], phones }), id: 'p2' };
    const verdicts = (...people: Array<typeof bill>): string[] =>
      judgePeople(ours, people).judged.map(({ match }) => match.verdict);
    expect(verdicts(bill)).toEqual(['accept']);
    expect(verdicts(bill, twin)).toEqual(['hold', 'reject']);
    expect(verdicts({ ...bill, ...{ isOfMultipleBirth: true } })).toEqual(['hold']);
  });

  test('are accepted by nobody when the answer is cut off', () => {
    const { judged, identities } = judgePeople(ours, [{ ...theirs(), id: 'p1', isOfIncompleteAnswer: true }]);
    expect(judged.map(({ match }) => match.verdict)).toEqual(['hold']);
    expect(identities).toEqual([]);
  });
});

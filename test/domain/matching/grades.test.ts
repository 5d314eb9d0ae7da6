import {
  gradePeople,
  isOneSlipApart,
  isSameLastName,
  type Grades,
} from '../../../src/domain/matching/grades';
import type { Person } from '../../../src/domain/matching/person';

const ours: Person = {
  firstNames: ['Maria'],
  lastNames: ['Smith'],
  birthDate: '1961-02-28',
  sex: 'Female',
  zipCodes: ['02139'],
  places: ['Cambridge, MA'],
  phones: ['+16174930000'],
  emails: ['maria@mail.org'],
};

function gradesOf(a: Partial<Person>, b: Partial<Person>): Grades {
  return gradePeople({ ...ours, ...a }, { ...ours, ...b });
}

describe('First names', () => {
  test.each([
    ['Mary Ann', 'MARYANN', 'same'],
    ['Mary Ann', 'Mary-Ann', 'same'],
    ['Mary', 'Mary Ann', 'same'],
    ['Mary A', 'Mary Ann', 'same'],
    ['Lê', 'LE', 'same'],
    ['Søren', 'Soeren', 'same'],
    ['Wm', 'William', 'same'],
    ['Mrs Anna', 'Anna', 'same'],
    ['Mary Ann', 'Mary Beth', 'sameButSecond'],
    ['William', 'BILL', 'nick'],
    ['Robert', 'Bob', 'nick'],
    ['José', 'Pepe', 'nick'],
    ['Bill Ray', 'William Joe', 'sameButSecond'],
    ['Jean', 'Jane', 'slip'],
    ['Maria', 'Marai', 'slip'],
    ['Maria', 'Mario', 'slip'],
    ['Anne', 'Anna', 'slip'],
    ['Robert', 'Bill', 'slip'],
    ['M', 'Maria', 'initial'],
    ['J.R.', 'John', 'initial'],
    ['Anna', 'Ana', 'other'],
    ['Anna', 'Maria', 'other'],
    ['Alexander', 'Alexandra', 'other'],
    ['Ann Marie', 'Marie', 'other'],
    ['Unknown', 'Maria', 'missing'],
    ['N/A', 'Maria', 'missing'],
    ['Baby Girl', 'Maria', 'missing'],
    ['Twin A', 'Maria', 'missing'],
    ['Na', 'Na', 'same'],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(gradesOf({ firstNames: [a] }, { firstNames: [b] }).first).toBe(expected);
  });

  test('count by the best pair', () => {
    expect(gradesOf({ firstNames: ['Maria'] }, { firstNames: ['Anna', 'MARIA'] }).first).toBe('same');
  });
});

describe('Last names', () => {
  test.each([
    ['De La Cruz', 'DELACRUZ', 'same'],
    ['Van der Berg', 'VANDERBERG', 'same'],
    ['Strauß', 'STRAUSS', 'same'],
    ['Ågård', 'AAGAARD', 'same'],
    ['Jørgensen', 'JORGENSEN', 'same'],
    ['Søby', 'SOEBY', 'same'],
    ['Müller', 'Mueller', 'same'],
    ['Müller', 'Muller', 'same'],
    ['Đặng', 'DANG', 'same'],
    ['O’Brien', 'OBRIEN', 'same'],
    ["D'Angelo", 'D ANGELO', 'same'],
    ['García-López', 'GARCIALOPEZ', 'same'],
    ['García López', 'Lopez Garcia', 'same'],
    ['St. John', 'Saint John', 'same'],
    ['McDonald', 'MC DONALD', 'same'],
    ['Smith', 'SMITH MD', 'same'],
    ['Smith', 'SMITH V', 'same'],
    ['Senior', 'Senior', 'same'],
    ['García', 'García López', 'part'],
    ['De La Cruz', 'Cruz', 'part'],
    ['De La Cruz', 'DELACRUZ GARCIA', 'part'],
    ['Mueller', 'Muller', 'slip'],
    ['Smith', 'Smiht', 'slip'],
    ['Samuel', 'Samül', 'same'],
    ['Ng', 'Nguyen', 'other'],
    ['Lee', 'Lea', 'other'],
    ['De La Cruz', 'De La Rosa', 'other'],
    ['Unknown', 'Smith', 'missing'],
    ['Doe', 'DOE', 'same'],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(gradesOf({ lastNames: [a] }, { lastNames: [b] }).last).toBe(expected);
  });

  test('include former ones', () => {
    expect(gradesOf({ lastNames: ['Smith', 'Jones'] }, { lastNames: ['JONES'] }).last).toBe('same');
  });

  test('are one in a search by either spelling', () => {
    expect([isSameLastName('de la Cruz', 'DELACRUZ'), isSameLastName('Cruz', 'De La Cruz')]).toEqual([
      true,
      false,
    ]);
  });

  test('that stand where first names do are exchanged', () => {
    expect(gradesOf({}, { firstNames: ['SMITH'], lastNames: ['MARIA'] }).exchanged).toBe(true);
    expect(gradesOf({}, {}).exchanged).toBe(false);
  });
});

test.each([
  ['Smith Jr', 'Smith Sr.', 'clash'],
  ['Smith, III', 'Smith Jr', 'clash'],
  ['Smith Jr', 'SMITH II', 'fine'],
  ['Smith 3rd', 'Smith III', 'fine'],
  ['Smith Sr', 'Smith II', 'clash'],
  ['Smith', 'Smith Jr', 'fine'],
  ['Smith V', 'Smith IV MD', 'clash'],
])('The suffixes of %s and %s: %s', (a, b, expected) => {
  expect(gradesOf({ lastNames: [a] }, { lastNames: [b] }).suffix).toBe(expected);
});

test('A suffix counts wherever it is recorded, and a middle initial is none', () => {
  expect(gradesOf({ lastNames: ['Smith Sr'] }, { suffixes: ['Jr'] }).suffix).toBe('clash');
  expect(gradesOf({ lastNames: ['Smith Sr'] }, { firstNames: ['Maria Jr'] }).suffix).toBe('clash');
  expect(gradesOf({ lastNames: ['Smith Sr'] }, { firstNames: ['Maria V'] }).suffix).toBe('fine');
  expect(gradesOf({ lastNames: ['Smith Sr'] }, { suffixes: ['MD'] }).suffix).toBe('fine');
});

test.each<[string | null, string | null, string]>([
  ['1961-02-28', '1961-02-28', 'same'],
  ['1961-02-28', '1961-02-28T00:00:00', 'same'],
  ['1961-02-28', '1961-02-27', 'oneDay'],
  ['1961-03-01', '1961-02-28', 'oneDay'],
  ['1961-01-31', '1961-02-01', 'oneDay'],
  ['1961-02-03', '1961-03-02', 'swapped'],
  ['1961-02-28', '1961-02-18', 'onePart'],
  ['1961-02-28', '1961-07-28', 'onePart'],
  ['1961-02-28', '1970-02-28', 'onePart'],
  ['1961-02-28', '1971-02-28', 'other'],
  ['1961-02-28', '1962-03-28', 'other'],
  ['1961-02-28', '1961-01-01', 'partial'],
  ['1961-02-28', '1961', 'partial'],
  ['1961-02-28', '1961-02', 'partial'],
  ['1961-02-28', '1962', 'other'],
  ['1961-02-28', '1900-01-01', 'missing'],
  ['1961-02-28', '1111-11-11', 'missing'],
  ['1961-02-28', '2000-01-01', 'missing'],
  ['2000-01-01', '2000-01-01', 'same'],
  ['1961-02-28', null, 'missing'],
])('The birth dates %s and %s: %s', (a, b, expected) => {
  expect(gradesOf({ birthDate: a }, { birthDate: b }).birthDate).toBe(expected);
});

test.each<[Partial<Person>, Partial<Person>, string]>([
  [{}, { zipCodes: ['02139-1234'] }, 'same'],
  [{}, { zipCodes: ['02140'] }, 'area'],
  [{}, { zipCodes: ['94110'], places: ['CAMBRIDGE, MA'] }, 'area'],
  [{}, { zipCodes: ['94110'], places: [] }, 'none'],
  [{}, { zipCodes: [], places: [] }, 'missing'],
  [{ zipCodes: ['00000'] }, { zipCodes: ['00000'], places: [] }, 'missing'],
  [{ zipCodes: ['99999'] }, { zipCodes: ['99999'], places: [] }, 'missing'],
])('The ZIP codes of %j and %j: %s', (a, b, expected) => {
  expect(gradesOf(a, b).zip).toBe(expected);
});

test.each<[Partial<Person>, Partial<Person>, string]>([
  [{}, {}, 'same'],
  [{}, { phones: [] }, 'same'],
  [{}, { emails: ['MARIA@mail.org '], phones: ['+16175550000'] }, 'same'],
  [{}, { emails: ['other@mail.org'], phones: ['+16174931111'] }, 'none'],
  [{}, { emails: [], phones: [] }, 'missing'],
  [{ phones: ['+16175550123'], emails: [] }, { phones: ['+16175550123'], emails: [] }, 'missing'],
  [{ phones: ['+19999999999'], emails: [] }, { phones: ['+19999999999'], emails: [] }, 'missing'],
  [{ phones: [], emails: ['noreply@mail.org'] }, { phones: [], emails: ['noreply@mail.org'] }, 'missing'],
  [{ phones: [], emails: ['a@example.com'] }, { phones: [], emails: ['a@example.com'] }, 'missing'],
])('The contacts of %j and %j: %s', (a, b, expected) => {
  expect(gradesOf(a, b).contact).toBe(expected);
});

test('Another number of the same issuer clashes, one of another issuer does not', () => {
  const number = (issuer: string, value: string): Partial<Person> => ({ numbers: [{ issuer, value }] });
  expect(gradesOf(number('mbi', '1'), number('mbi', '2')).number).toBe('clash');
  expect(gradesOf(number('mbi', '1'), number('mbi', '1')).number).toBe('fine');
  expect(gradesOf(number('mbi', '1'), number('ssn', '2')).number).toBe('fine');
});

test.each([
  ['maria', 'marai', true],
  ['maria', 'mara', true],
  ['maria', 'marias', true],
  ['maria', 'mario', true],
  ['maria', 'maria', false],
  ['maria', 'martaluz', false],
  ['maria', 'aimar', false],
])('%s and %s are one slip apart: %s', (a, b, expected) => {
  expect([isOneSlipApart(a, b), isOneSlipApart(b, a)]).toEqual([expected, expected]);
});

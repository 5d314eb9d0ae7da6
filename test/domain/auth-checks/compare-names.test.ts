import { compareNames } from '../../../src/domain/auth-checks/compare-names';

describe('Name comparison', () => {
  test.each([
    ['Jane Doe', 'Jane', ['Doe'], 'same'],
    ['DOE, JANE', 'Jane', ['Doe'], 'same'],
    ['Jane Q. Doe', 'Jane', ['Doe'], 'same'],
    ['Jane Smith', 'Jane', ['Doe', 'Smith'], 'same'],
    ['Mrs. Jane Doe Jr', 'Jane', ['Doe'], 'same'],
    ['John Doe III', 'John', ['Doe III'], 'same'],
    ['José Muñoz', 'Jose', ['Munoz'], 'same'],
    ['Jane O’Brien', 'Jane', ["O'Brien"], 'same'],
    ['Jane Smith Jones', 'Jane', ['Smith-Jones'], 'same'],
    ['Jane SmithJones', 'Jane', ['Smith-Jones'], 'same'],
    ['Mary Ann Doe', 'Mary Ann', ['Doe'], 'same'],
    ['Bill Doe', 'William', ['Doe'], 'close'],
    ['J. Doe', 'Jane', ['Doe'], 'close'],
    ['Jnae Doe', 'Jane', ['Doe'], 'close'],
    ['Jane Doee', 'Jane', ['Doe'], 'close'],
    ['Jane Jones', 'Jane', ['Smith-Jones'], 'close'],
    ['Joan Doe', 'Jane', ['Doe'], 'other'],
    ['Mary Doe', 'Jane', ['Doe'], 'other'],
    ['Jane Poe', 'Jane', ['Smith'], 'other'],
    ['Jane', 'Jane', ['Doe'], 'other'],
    ['', 'Jane', ['Doe'], 'other'],
  ] as const)('rates "%s" for the patient %s %s as "%s"', (found, firstName, lastNames, match) => {
    expect(compareNames(found, { firstName, lastNames })).toBe(match);
  });
});

test.each([
  ['Suharto', 'same'],
  ['Mr. Suharto', 'same'],
  ['Sukarno', 'other'],
])('The single name Suharto is compared with %s as a last name [PATIENT-25]', (found, match) => {
  expect(compareNames(found, { firstName: '', lastNames: ['Suharto'] })).toBe(match);
});

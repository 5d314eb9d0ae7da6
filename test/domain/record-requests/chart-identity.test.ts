import {
  judgeChart,
  type ChartPatient,
  type ChartVerdict,
} from '../../../src/domain/record-requests/chart-identity';

const jane: ChartPatient = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1980-01-02' };

function verdictOf(patient: ChartPatient, pages: readonly (readonly string[])[], isRecognized = false) {
  return judgeChart(
    pages.map((lines, index) => ({
      number: index + 1,
      lines: [...lines, 'The lungs are clear. Follow up in two weeks.'],
      isRecognized,
    })),
    patient,
  );
}

// cspell:ignore nombre fecha nacimiento jare
test('A name with digits in it is read as the patient’s, and what is before it as no name', () => {
  const odd: ChartPatient = { firstName: 'Janette001', lastNames: ['Dorsey001'], dateOfBirth: '1980-01-02' };
  const page = ['Billing Ledger   Janette001 Dorsey001 · DOB 01/02/1980', 'Patient   Janette001 Dorsey001'];
  expect(verdictOf(odd, [page]).verdict).toBe('matches');
  const other = ['Patient Name: Robert Roe   DOB: 03/04/1970'];
  expect(verdictOf(odd, [page, other]).verdict).toBe('mismatch');
});

const ofJane = [
  ['a labeled name and birth date', ['Patient Name: Jane Doe   DOB: 01/02/1980   MRN: 4711']],
  ['a header with the last name first', ['DOE, JANE A   MRN 4711   DOB 1/2/1980']],
  ['a header above its birth date', ['DOE, JANE', 'DOB: 1/2/1980  Sex: F']],
  ['a name in front of a birth date', ['Jane Doe · DOB 01/02/1980']],
  ['a two-digit year', ['Patient: DOE,JANE  D.O.B.: 01/02/80']],
  ['a date in words', ['Patient name: Jane Doe', 'Date of Birth: January 2, 1980']],
  ['a day with its month in letters', ['Patient: Jane Doe', 'DOB: 02-Jan-1980']],
  ['an ISO date', ['Name: Jane Doe', 'Birth date: 1980-01-02']],
  ['values below their labels', ['Patient Name   Date of Birth   MRN', 'Jane Doe   01/02/1980   4711']],
  ['a value in the next line', ['Patient Name:', 'Jane Doe', 'Date of Birth:', '01/02/1980']],
  ['labels with cells', ['Patient   Jane Doe', 'Date of birth   01/02/1980']],
  ['a middle name', ['Patient Name: Jane Marie Doe   DOB: 01/02/1980']],
  ['a middle initial', ['Patient Name: Doe, Jane M.   DOB: 01/02/1980']],
  ['a birth date alone', ['DOB: 01/02/1980  MRN: 4711']],
  ['a name alone', ['Patient Name: Jane Doe']],
  ['a spelling variant', ['Patient Name: Jayne Doe   DOB: 01/02/1980']],
  ['a nickname', ['Patient Name: Janie Doe   DOB: 01/02/1980']],
  ['Spanish labels', ['Nombre del paciente: Jane Doe', 'Fecha de nacimiento: 01/02/1980']],
  [
    'a provider',
    ['Patient: Jane Doe  DOB: 01/02/1980', 'Provider Name: Robert Smith', 'Attending: Ann Lee, MD'],
  ],
  [
    'a guarantor',
    ['Patient: Jane Doe  DOB: 01/02/1980', 'Guarantor Name: Mark Doe   Guarantor DOB: 03/04/1978'],
  ],
  [
    'an emergency contact',
    ['Patient: Jane Doe  DOB: 01/02/1980', 'Emergency Contact', 'Name: Mark Doe', 'DOB: 03/04/1978'],
  ],
  [
    'a mother',
    ['Patient: Jane Doe  DOB: 01/02/1980', "Mother's Name: Ann Roe", "Mother's date of birth: 05/06/1955"],
  ],
  [
    'a subscriber',
    ['Patient: Jane Doe  DOB: 01/02/1980', 'Subscriber Information', 'Name: Mark Doe   DOB: 03/04/1978'],
  ],
  ['a city and state', ['SALEM, MA', 'DOB: 01/02/1980', 'Patient Name: Jane Doe']],
  ['a sentence about the patient', ['Patient: Jane Doe  DOB: 01/02/1980', 'Patient: Denies Pain']],
  [
    'a label above a legal text',
    ['Patient Name: Jane Doe', 'DOB: 01/02/1980', 'Patient Rights And Responsibilities'],
  ],
  ['a DICOM name', ['Patient Name: DOE^JANE', 'Date of Birth: 19800102']],
] as const;

const ofOthers = [
  ['another person', ['Patient Name: Robert Smith   DOB: 03/04/1975']],
  ['another person in a header', ['SMITH, ROBERT   MRN 4712   DOB 3/4/1975']],
  ['another person in front of a birth date', ['Robert Smith · DOB 03/04/1975']],
  ['another person without a birth date', ['Patient Name: Robert Smith']],
  ['a twin', ['Patient Name: Mary Doe   DOB: 01/02/1980']],
  ['a twin whose name differs in its first letter', ['Patient Name: Lane Doe   DOB: 01/02/1980']],
  ['a namesake', ['Patient Name: Jane Doe   DOB: 03/04/1975']],
  ['a namesake born two days later', ['Patient Name: Jane Doe   DOB: 01/04/1980']],
  ['another birth date alone', ['DOB: 03/04/1975   MRN: 4712']],
  ['another last name with the same birth date', ['Patient Name: Jane Smith   DOB: 01/02/1980']],
  ['another person below labels', ['Patient Name   Date of Birth   MRN', 'Robert Smith   03/04/1975   4712']],
  ['another person in a DICOM file', ['Patient Name: SMITH^ROBERT', 'Date of Birth: 19750304']],
  [
    'a second patient on the page',
    ['Patient: Jane Doe  DOB: 01/02/1980', 'Patient Name: Robert Smith  DOB: 03/04/1975'],
  ],
] as const;

describe("a file is the patient's [REQUEST-34]", () => {
  test.each(ofJane)('with %s', (_, lines) => {
    expect(verdictOf(jane, [lines])).toEqual({ verdict: 'matches', others: [] });
  });

  test.each<readonly [string, ChartPatient, string]>([
    ['a former last name', { ...jane, lastNames: ['Doe', 'Roe'] }, 'Patient Name: Jane Roe  DOB: 01/02/1980'],
    [
      'a double name joined',
      { ...jane, lastNames: ['Garcia Lopez'] },
      'Patient Name: Jane Garcia-Lopez  DOB: 1/2/1980',
    ],
    [
      'half of a double name',
      { ...jane, lastNames: ['Garcia Lopez'] },
      'Patient Name: Jane Garcia  DOB: 1/2/1980',
    ],
    ['marks', { ...jane, firstName: 'José', lastNames: ['Muñoz'] }, 'Patient: JOSE MUNOZ  DOB: 01/02/1980'],
    [
      'a first name written apart',
      { ...jane, firstName: 'DeShawn' },
      'Patient: De Shawn Doe  DOB: 01/02/1980',
    ],
    ['an apostrophe', { ...jane, lastNames: ["O'Brien"] }, 'Patient Name: OBRIEN, JANE  DOB: 01/02/1980'],
    ['a common nickname', { ...jane, firstName: 'Robert' }, 'Patient Name: Bob Doe  DOB: 01/02/1980'],
  ])('with %s', (_, patient, line) => {
    expect(verdictOf(patient, [[line]]).verdict).toBe('matches');
  });

  test('with one letter misread on a scanned page that has the birth date', () => {
    const line = 'Patient Name: Jare Doe   DOB: 0l/02/198O';
    expect(verdictOf(jane, [[line]], true).verdict).toBe('matches');
  });

  test('with one digit misread on a scanned page of a file whose other pages agree', () => {
    const pages = ['1980', '1986'].map(year => [`Patient Name: Jane Doe   DOB: 01/02/${year}`]);
    expect(verdictOf(jane, pages, true).verdict).toBe('matches');
    expect(verdictOf(jane, pages).verdict).toBe('mismatch');
  });
});

describe('a file is held [REQUEST-34]', () => {
  test.each(ofOthers)('with %s', (_, lines) => {
    expect(verdictOf(jane, [lines]).verdict).toBe('mismatch');
  });

  test('with one page of someone else in the middle, which it names with grades', () => {
    const own = ['Patient Name: Jane Doe   DOB: 01/02/1980'];
    expect(verdictOf(jane, [own, own, ['Patient Name: Robert Smith   DOB: 03/04/1975'], own])).toEqual({
      verdict: 'mismatch',
      others: [
        {
          page: 3,
          name: 'other',
          birthDate: 'other',
          statedName: 'Robert Smith',
          statedBirthDate: '1975-03-04',
        },
      ],
    });
  });

  test("with a father's pages if the suffixes contradict each other", () => {
    const junior = { ...jane, firstName: 'John', lastNames: ['Doe Jr'] };
    expect(verdictOf(junior, [['Patient Name: John Doe Sr   DOB: 01/02/1980']]).verdict).toBe('mismatch');
  });
});

test.each<readonly [ChartVerdict, readonly string[]]>([
  ['notStated', ['Chest X-ray of March 3, 2024']],
  ['notStated', ['Provider Name: Robert Smith', 'Facility Name: Harbor General']],
  ['notStated', ['Patient Name: Jayne Doe']],
])('a file without an identity is %s [REQUEST-34]', (verdict, lines) => {
  expect(verdictOf(jane, [lines])).toEqual({ verdict, others: [] });
});

test('a file without text is not readable [REQUEST-34]', () => {
  expect(judgeChart([{ number: 1, lines: ['12'], isRecognized: true }], jane).verdict).toBe('notReadable');
  expect(judgeChart([], jane).verdict).toBe('notReadable');
});

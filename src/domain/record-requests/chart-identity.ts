/** Decides whether a returned file is about the patient (REQUEST-34). */
import { gradePeople, isOneSlipApart, type Grades } from '../matching/grades';
import type { Person } from '../matching/person';
import { statedOnPage, type ChartPage, type StatedIdentity } from './stated-identities';

/** The patient whom a file is compared with. */
export interface ChartPatient {
  readonly firstName: string;
  /** Current and former. */
  readonly lastNames: readonly string[];
  readonly dateOfBirth: string;
}

/** How a stated name and birth date agree with the patient's, without any value. */
export interface IdentityGrades {
  readonly name: 'same' | 'alike' | 'other' | 'missing';
  readonly birthDate: 'same' | 'other' | 'missing';
}

/** Someone else on a page. */
export interface OtherPerson extends IdentityGrades {
  readonly page: number;
  readonly statedName: string | null;
  readonly statedBirthDate: string | null;
}

/** The results of comparing a file with the patient. */
export const chartVerdicts = ['matches', 'mismatch', 'notStated', 'notReadable'] as const;
/** The result of comparing a file with the patient. */
export type ChartVerdict = (typeof chartVerdicts)[number];

/** The result, and whom the file names instead. */
export interface JudgedChart {
  readonly verdict: ChartVerdict;
  /** In page order, at most {@link othersMax}; empty unless it is a mismatch. */
  readonly others: readonly OtherPerson[];
}

/** The most people that are kept of one file: enough to decide on it. */
export const othersMax = 50;
/** With fewer letters on all pages there is nothing to read. */
const lettersLeast = 20;

const otherDetails = { sex: null, zipCodes: [], phones: [], emails: [] } as const;

/** Returns the ways to divide a written name into first and last names. */
function divisionsOf(name: string): ReadonlyArray<Pick<Person, 'firstNames' | 'lastNames'>> {
  const comma = name.indexOf(',');
  if (comma >= 0)
    return [{ firstNames: [name.slice(comma + 1).trim()], lastNames: [name.slice(0, comma).trim()] }];
  const words = name.split(' ');
  return words
    .slice(1)
    .map((_, index) => ({
      firstNames: [words.slice(0, index + 1).join(' ')],
      lastNames: [words.slice(index + 1).join(' ')],
    }));
}

const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{Letter}]/gu, '')
    .toLowerCase();

function gradeDivision(
  grades: Grades,
  isRecognized: boolean,
  initials: readonly [string, string],
): IdentityGrades['name'] {
  if (grades.suffix === 'clash') return 'other';
  if (grades.exchanged) return 'same';
  if (grades.first === 'other' || grades.last === 'other') return 'other';
  // People who write a name wrong get its first letter right; recognition may not. Twins have such names.
  if (grades.first === 'slip' && !isRecognized && initials[0] !== initials[1]) return 'other';
  const isSure = (grades.first === 'same' || grades.first === 'nick') && grades.last !== 'slip';
  return isSure && grades.last !== 'missing' ? 'same' : 'alike';
}

const nameOrder = ['same', 'alike', 'other'] as const;

function gradeName(name: string, patient: ChartPatient, isRecognized: boolean): 'same' | 'alike' | 'other' {
  const { firstName, lastNames, dateOfBirth } = patient;
  const ours: Person = { ...otherDetails, firstNames: [firstName], lastNames, birthDate: dateOfBirth };
  const grades = new Set(
    divisionsOf(name).map(theirs => {
      const initials = [plainOf(firstName)[0] ?? '', plainOf(theirs.firstNames[0] ?? '')[0] ?? ''] as const;
      return gradeDivision(
        gradePeople(ours, { ...otherDetails, ...theirs, birthDate: null }),
        isRecognized,
        initials,
      );
    }),
  );
  const best = nameOrder.find(grade => grades.has(grade)) ?? 'other';
  if (best !== 'other' || !isRecognized) return best;
  // Recognition runs words together, and misses a letter of a short name.
  const isSlip = lastNames.some(lastName =>
    [`${firstName}${lastName}`, `${lastName}${firstName}`].some(own =>
      isOneSlipApart(plainOf(own), plainOf(name)),
    ),
  );
  return isSlip ? 'alike' : 'other';
}

/** Grades one stated person. */
export function gradeStated(
  { name, birthDates, isRecognized }: StatedIdentity,
  patient: ChartPatient,
): IdentityGrades {
  return {
    name: name === null ? 'missing' : gradeName(name, patient, isRecognized),
    birthDate:
      birthDates.length === 0 ? 'missing' : birthDates.includes(patient.dateOfBirth) ? 'same' : 'other',
  };
}

type Standing = 'patient' | 'other' | 'maybeOther' | 'unclear';

function standingOf({ name, birthDate }: IdentityGrades, isLabeled: boolean): Standing {
  if (name === 'other') return isLabeled ? 'other' : birthDate === 'missing' ? 'unclear' : 'maybeOther';
  if (birthDate === 'other') return 'maybeOther';
  return name === 'alike' && birthDate === 'missing' ? 'unclear' : 'patient';
}

/** Shorter names are in other words by chance. */
const namedLettersLeast = 8;

/** Whether a line has the patient's first and last name, one after the other, letter by letter. */
function namesPatient({ lines }: ChartPage, { firstName, lastNames }: ChartPatient): boolean {
  const whole = lastNames.flatMap(lastName => [
    plainOf(`${firstName}${lastName}`),
    plainOf(`${lastName}${firstName}`),
  ]);
  const known = whole.filter(name => name.length >= namedLettersLeast);
  return lines.some(line => known.some(name => plainOf(line).includes(name)));
}

/** Whether two dates differ by one digit, as recognition may read it. */
function isDigitSlip(a: string, b: string): boolean {
  return a.split('').filter((digit, at) => digit !== b[at]).length === 1;
}

/**
 * Decides whether a file is about the patient, by everyone whom its pages state as the patient. One page of
 * someone else is a mismatch. A page that states the patient may also have a date or a name whose meaning its
 * place doesn't tell, but no other name labeled as the patient's.
 */
export function judgeChart(pages: readonly ChartPage[], patient: ChartPatient): JudgedChart {
  const letters = pages.reduce(
    (sum, { lines }) => sum + lines.reduce((all, line) => all + plainOf(line).length, 0),
    0,
  );
  if (letters < lettersLeast) return { verdict: 'notReadable', others: [] };
  const judged = pages.flatMap(statedOnPage).map(stated => {
    const grades = gradeStated(stated, patient);
    return { stated, grades, standing: standingOf(grades, stated.isLabeled) };
  });
  const own = judged.filter(({ standing }) => standing === 'patient');
  // A name that looks like none, with digits in it, for example, is still the patient's.
  const named = pages.filter(page => namesPatient(page, patient)).map(({ number }) => number);
  const ownPages = new Set([...own.map(({ stated }) => stated.page), ...named]);
  const isMisread = ({ stated, grades }: (typeof judged)[number]): boolean =>
    stated.isRecognized &&
    own.length > 0 &&
    (grades.name === 'same' || grades.name === 'alike') &&
    stated.birthDates.some(date => isDigitSlip(date, patient.dateOfBirth));
  const others = judged
    .filter(
      each =>
        each.standing === 'other' ||
        (each.standing === 'maybeOther' && !ownPages.has(each.stated.page) && !isMisread(each)),
    )
    .map(({ stated, grades }): OtherPerson => ({
      page: stated.page,
      ...grades,
      statedName: stated.name,
      statedBirthDate: stated.birthDates[0] ?? null,
    }));
  if (others.length > 0) return { verdict: 'mismatch', others: others.slice(0, othersMax) };
  return { verdict: ownPages.size > 0 ? 'matches' : 'notStated', others: [] };
}

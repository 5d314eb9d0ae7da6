/**
 * Grades how well each field of two people agrees. Where a side has several values, the best pair counts; a
 * missing value never counts as agreement.
 */
import { particles, readName, readSuffix, type Generation, type NameForms } from './name-words';
import { nicknameOf } from './nicknames';
import type { Person } from './person';

/** How well first names agree, from best to worst. */
export const firstNameGrades = [
  'same',
  /** A confirmed nickname. */
  'nick',
  /** The first words agree, the second ones contradict: Mary Ann and Mary Beth. */
  'sameButSecond',
  /** One letter more, less, other, or swapped; or a nickname that no one confirmed. */
  'slip',
  /** One side has only a fitting initial. */
  'initial',
  'missing',
  'other',
] as const;
export type FirstNameGrade = (typeof firstNameGrades)[number];

/** How well last names agree, from best to worst. */
export const lastNameGrades = [
  'same',
  /** All words of one that tell a name apart are in the other: Smith and Smith-Jones. */
  'part',
  'slip',
  'missing',
  'other',
] as const;
export type LastNameGrade = (typeof lastNameGrades)[number];

/** How well birth dates agree. */
export type BirthDateGrade =
  | 'same'
  | 'oneDay'
  /** Day and month are exchanged. */
  | 'swapped'
  /** Exactly one of year, month, and day differs, and the year by less than ten. */
  | 'onePart'
  /** A year or month that agrees, or January 1 of the same year. */
  | 'partial'
  | 'missing'
  | 'other';

/** The grades of two people, without any value. */
export interface Grades {
  readonly first: FirstNameGrade;
  readonly last: LastNameGrade;
  /** Whether the first name of one is the last name of the other, both ways. */
  readonly exchanged: boolean;
  readonly birthDate: BirthDateGrade;
  readonly sex: 'same' | 'unknown' | 'other';
  readonly zip: 'same' | 'area' | 'none' | 'missing';
  /** A phone or an e-mail. A household shares them. */
  readonly contact: 'same' | 'none' | 'missing';
  readonly suffix: 'fine' | 'clash';
  readonly number: 'fine' | 'clash';
}

/** Whether two words differ by one letter more, less, other, or by two swapped neighbors. */
export function isOneSlipApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || short === long) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const restOf = (text: string, skipped: number): string => text.slice(start + skipped);
  if (short.length < long.length) return restOf(short, 0) === restOf(long, 1);
  const isSwapped =
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    restOf(short, 2) === restOf(long, 2);
  return restOf(short, 1) === restOf(long, 1) || isSwapped;
}

function isInitial(word: string): boolean {
  return /^[a-z]$/.test(word);
}

function isSameOrInitial(a: string, b: string): boolean {
  return a === b || ((isInitial(a) || isInitial(b)) && a[0] === b[0]);
}

/** Whether the words after the ones that agree contradict each other. */
function doContradict(a: readonly string[], b: readonly string[]): boolean {
  const [first, other] = [a[0], b[0]];
  if (first === undefined || other === undefined || a.join('') === b.join('')) return false;
  return !isSameOrInitial(first, other);
}

/** Compares the words of two first names. */
function gradeFirstWords(a: readonly string[], b: readonly string[]): FirstNameGrade {
  const found: FirstNameGrade[] = [];
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const [begin, otherBegin] = [a.slice(0, i), b.slice(0, j)];
      const hasName = !begin.every(isInitial) && !otherBegin.every(isInitial);
      if (hasName && begin.join('') === otherBegin.join(''))
        found.push(doContradict(a.slice(i), b.slice(j)) ? 'sameButSecond' : 'same');
    }
  const [first = '', other = ''] = [a[0], b[0]];
  const [whole, otherWhole] = [a.join(''), b.join('')];
  const nickname = nicknameOf(first, other) ?? nicknameOf(whole, otherWhole);
  if (nickname === 'confirmed') found.push(doContradict(a.slice(1), b.slice(1)) ? 'sameButSecond' : 'nick');
  const isSlip = (x: string, y: string): boolean => Math.min(x.length, y.length) >= 4 && isOneSlipApart(x, y);
  if (nickname === 'possible' || isSlip(first, other) || isSlip(whole, otherWhole)) found.push('slip');
  if (isSameOrInitial(first, other) && (isInitial(first) || isInitial(other))) found.push('initial');
  return best(firstNameGrades, found);
}

function best<G extends string>(order: readonly G[], found: readonly G[]): G {
  const [worst] = order.slice(-1);
  const grade = order.find(one => found.includes(one)) ?? worst;
  if (grade === undefined) throw new TypeError('there are no grades');
  return grade;
}

/** Every run of neighboring words, joined. */
function joinsOf(words: readonly string[]): Set<string> {
  return new Set(
    words.flatMap((_, from) =>
      words.slice(from).map((_word, at) => words.slice(from, from + at + 1).join('')),
    ),
  );
}

/** Whether all words of one last name that tell it apart are in the other. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  const telling = part.filter(word => word.length >= 3 && !particles.has(word));
  if (telling.length === 0) return false;
  const joins = joinsOf(whole);
  return telling.every(word => joins.has(word)) || joins.has(part.join(''));
}

/** Compares the words of two last names. */
function gradeLastWords(a: readonly string[], b: readonly string[]): LastNameGrade {
  const [whole, otherWhole] = [a.join(''), b.join('')];
  if (whole === otherWhole) return 'same';
  const isReordered = a.length > 1 && a.toSorted().join(' ') === b.toSorted().join(' ');
  if (isReordered) return 'same';
  if (isPartOf(a, b) || isPartOf(b, a)) return 'part';
  return Math.min(whole.length, otherWhole.length) >= 5 && isOneSlipApart(whole, otherWhole)
    ? 'slip'
    : 'other';
}

/** The names of a person, read. */
interface Names {
  readonly first: readonly NameForms[];
  readonly last: readonly NameForms[];
  readonly generations: ReadonlySet<Generation>;
}

function namesOf({ firstNames, lastNames, suffixes = [] }: Person): Names {
  const first = firstNames.map(name => readName(name, 'given'));
  const last = lastNames.map(name => readName(name, 'family'));
  const stated = [
    ...[...first, ...last].map(({ generation }) => generation),
    ...suffixes.map(suffix => readSuffix(suffix)),
  ];
  const named = (names: typeof first): NameForms[] =>
    names.map(({ forms }) => forms).filter(forms => forms.length > 0);
  return {
    first: named(first),
    last: named(last),
    generations: new Set(stated.filter(generation => generation !== null)),
  };
}

function gradeNames<G extends string>(
  ours: readonly NameForms[],
  theirs: readonly NameForms[],
  order: readonly (G | 'missing')[],
  grade: (a: readonly string[], b: readonly string[]) => G | 'missing',
): G | 'missing' {
  const [a, b] = [ours.flat(), theirs.flat()];
  if (a.length === 0 || b.length === 0) return 'missing';
  return best(
    order,
    a.flatMap(words => b.map(others => grade(words, others))),
  );
}

/** Dates that software writes for an unknown one. */
const unknownDate = /^(?:1800|1900|1901)-|^0001-01-01|^1111-11-11/;

function isJanuaryFirst(date: string): boolean {
  return date.endsWith('-01-01');
}

function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(`${a}T00:00:00Z`) - Date.parse(`${b}T00:00:00Z`)) / 86_400_000;
}

function gradeBirthDates(ours: string | null, theirs: string | null): BirthDateGrade {
  const [a, b] = [ours?.slice(0, 10) ?? '', theirs?.slice(0, 10) ?? ''];
  if (a === '' || b === '' || unknownDate.test(a) || unknownDate.test(b)) return 'missing';
  if (a.length < 10 || b.length < 10) return a.startsWith(b) || b.startsWith(a) ? 'partial' : 'other';
  if (a === b) return 'same';
  // Some systems write it for an unknown date; no one would for a known one that differs.
  if (a === '2000-01-01' || b === '2000-01-01') return 'missing';
  const [year = '', month = '', day = ''] = a.split('-');
  const [otherYear = '', otherMonth = '', otherDay = ''] = b.split('-');
  if (year === otherYear && (isJanuaryFirst(a) || isJanuaryFirst(b))) return 'partial';
  if (daysBetween(a, b) === 1) return 'oneDay';
  if (year === otherYear && month === otherDay && day === otherMonth) return 'swapped';
  const differing = [year !== otherYear, month !== otherMonth, day !== otherDay].filter(Boolean).length;
  return differing === 1 && Math.abs(Number(year) - Number(otherYear)) < 10 ? 'onePart' : 'other';
}

function haveCommon<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return [...a].some(value => b.has(value));
}

/** Whether a phone is one that no one has: one digit repeated, counted up, or from the range for fiction. */
function isPlaceholderPhone(phone: string): boolean {
  const digits = phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return /^(\d)\1+$/.test(digits) || digits === '1234567890' || /^\d{3}55501\d\d$/.test(digits);
}

const placeholderMail =
  /^(?:no-?reply|none|unknown|na|test)@|@(?:[^@]+\.)?(?:example\.(?:com|org|net)|example|test|invalid)$/;

function contactsOf({ phones, emails }: Person): Set<string> {
  const mails = emails.map(email => email.trim().toLowerCase());
  return new Set([
    ...phones.filter(phone => !isPlaceholderPhone(phone)),
    ...mails.filter(email => email !== '' && !placeholderMail.test(email)),
  ]);
}

function gradeContacts(ours: Person, theirs: Person): Grades['contact'] {
  const [a, b] = [contactsOf(ours), contactsOf(theirs)];
  if (a.size === 0 || b.size === 0) return 'missing';
  return haveCommon(a, b) ? 'same' : 'none';
}

function zipsOf({ zipCodes }: Person): string[] {
  return zipCodes
    .map(zip => zip.slice(0, 5))
    .filter(zip => /^\d{5}$/.test(zip) && !['00000', '99999'].includes(zip));
}

function placesOf({ places = [] }: Person): Set<string> {
  return new Set(
    places.map(place =>
      place
        .toLowerCase()
        .replaceAll(/[^\p{Letter}]+/gu, ' ')
        .trim(),
    ),
  );
}

function gradeZips(ours: Person, theirs: Person): Grades['zip'] {
  const [a, b] = [zipsOf(ours), zipsOf(theirs)];
  const areas = (zips: readonly string[]): Set<string> => new Set(zips.map(zip => zip.slice(0, 3)));
  if (a.some(zip => b.includes(zip))) return 'same';
  if (haveCommon(areas(a), areas(b)) || haveCommon(placesOf(ours), placesOf(theirs))) return 'area';
  return a.length === 0 || b.length === 0 ? 'missing' : 'none';
}

function gradeSexes(ours: Person, theirs: Person): Grades['sex'] {
  const isStated = ({ sex }: Person): boolean => sex === 'Male' || sex === 'Female';
  if (!isStated(ours) || !isStated(theirs)) return 'unknown';
  return ours.sex === theirs.sex ? 'same' : 'other';
}

function gradeNumbers({ numbers: ours = [] }: Person, { numbers: theirs = [] }: Person): Grades['number'] {
  const isClash = ours.some(({ issuer, value }) => {
    const ofIssuer = theirs.filter(number => number.issuer === issuer);
    return ofIssuer.length > 0 && ofIssuer.every(number => number.value !== value);
  });
  return isClash ? 'clash' : 'fine';
}

/** Grades two people field by field. Changing the sides changes nothing. */
export function gradePeople(ours: Person, theirs: Person): Grades {
  const [a, b] = [namesOf(ours), namesOf(theirs)];
  const first = (x: readonly NameForms[], y: readonly NameForms[]): FirstNameGrade =>
    gradeNames<FirstNameGrade>(x, y, firstNameGrades, gradeFirstWords);
  const bothStated = a.generations.size > 0 && b.generations.size > 0;
  return {
    first: first(a.first, b.first),
    last: gradeNames<LastNameGrade>(a.last, b.last, lastNameGrades, gradeLastWords),
    exchanged: first(a.first, b.last) === 'same' && first(a.last, b.first) === 'same',
    birthDate: gradeBirthDates(ours.birthDate, theirs.birthDate),
    sex: gradeSexes(ours, theirs),
    zip: gradeZips(ours, theirs),
    contact: gradeContacts(ours, theirs),
    suffix: bothStated && !haveCommon(a.generations, b.generations) ? 'clash' : 'fine',
    number: gradeNumbers(ours, theirs),
  };
}

/** Whether two last names are one, however they are written. */
export function isSameLastName(a: string, b: string): boolean {
  const formsOf = (name: string): readonly NameForms[] => [readName(name, 'family').forms];
  return gradeNames<LastNameGrade>(formsOf(a), formsOf(b), lastNameGrades, gradeLastWords) === 'same';
}

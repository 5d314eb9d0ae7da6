/**
 * Names in the forms in which they are compared, and the tables behind that. Nothing is guessed back: a plain
 * "ue" stays as written, because "Samuel" has no umlaut.
 */

/** The version of the tables of this folder; stored with every decision. */
export const matchingTables = '2026-11-26';

/** A name in words, once per form: with marks dropped, and with letters written as two (`ä` as `ae`). */
export type NameForms = ReadonlyArray<readonly string[]>;

/** The generation that a suffix states: 1 for Sr, 2 for Jr and II, 3 for III and 3rd. */
export type Generation = number;

/** A name as written, read. */
export interface ReadName {
  /** Empty for a placeholder such as "Unknown". */
  readonly forms: NameForms;
  readonly generation: Generation | null;
}

/** Letters that have no plain letter inside for Unicode to decompose them to. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
};
/** The same letters, and those with dots or rings, as two letters. */
const letterPairs: Readonly<Record<string, string>> = {
  ...plainLetters,
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
};

/** Ordinals up to ten, as suffixes write them. */
const generations: ReadonlyMap<string, Generation> = new Map([
  ['sr', 1],
  ['senior', 1],
  ['jr', 2],
  ['junior', 2],
  ...['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'].map((text, at) => [text, at + 1] as const),
  ...['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th', '10th'].map(
    (text, at) => [text, at + 1] as const,
  ),
]);
const degrees = new Set(['md', 'phd', 'esq', 'rn', 'dds', 'dvm', 'cpa', 'jd']);
const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr']);

/** Words that belong to a last name but don't tell it apart. */
export const particles: ReadonlySet<string> = new Set(
  'de la del da dos di du van von der den ter al el bin ibn mac mc o'.split(' '),
);

/** Words that are usually written short. */
const abbreviations: Readonly<Record<'given' | 'family', Readonly<Record<string, string>>>> = {
  given: {
    wm: 'william',
    chas: 'charles',
    thos: 'thomas',
    robt: 'robert',
    benj: 'benjamin',
    fco: 'francisco',
  },
  family: {
    st: 'saint',
    ste: 'sainte',
    sta: 'santa',
    hdez: 'hernandez',
    fdez: 'fernandez',
    glez: 'gonzalez',
    mtz: 'martinez',
    rdz: 'rodriguez',
    rguez: 'rodriguez',
    gtz: 'gutierrez',
  },
};

const anyPlaceholder = [
  ...['unknown', 'unk', 'unavailable', 'none', 'lnu', 'fnu', 'test', 'patient', 'noname', 'no name'],
  ...['anonymous', 'newborn', 'infant', 'xx', 'xxx', 'zz', 'zzz'],
];
const placeholders = {
  given: new Set([...anyPlaceholder, 'baby', 'boy', 'girl', 'bb', 'bg', 'male', 'female', 'twin']),
  family: new Set(anyPlaceholder),
} as const;
/** "Baby Boy", "Girl A", "Twin 2": what is written before a child has a name. */
const unnamedChild = /^(?:baby ?|newborn ?|infant ?)?(?:boy|girl|male|female|twin)(?: ?[a-d1-4])?$/;
/** "N/A" and the like, before punctuation is dropped; "Na" is a name. */
const notGiven = /^\s*(?:n\s*[./]\s*a\.?|[-–—.?*]+)\s*$/iu;

function spell(text: string, letters: Readonly<Record<string, string>>): string[] {
  const lower = text.normalize('NFKC').toLowerCase().normalize('NFC');
  return lower
    .replaceAll(/\p{Letter}/gu, letter => letters[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/['’‘‛′`´ʻʼʹ]/gu, '')
    .replaceAll(/\.(?!\p{Letter})/gu, '')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(word => word !== '');
}

function isSuffix(word: string, part: 'given' | 'family'): boolean {
  if (degrees.has(word)) return true;
  // At the end of a first name one letter is a middle initial.
  return generations.has(word) && (part === 'family' || word.length > 1);
}

/** Divides suffixes from the words before them; the first word is never one. */
function divide(
  words: readonly string[],
  part: 'given' | 'family',
): { words: string[]; generation: number | null } {
  const rest = [...words];
  let generation: number | null = null;
  while (rest.length > 1 && isSuffix(rest.at(-1) ?? '', part)) {
    const suffix = rest.pop() ?? '';
    generation = generations.get(suffix) ?? generation;
  }
  while (part === 'given' && rest.length > 1 && titles.has(rest[0] ?? '')) rest.shift();
  return { words: rest, generation };
}

function isPlaceholder(words: readonly string[], part: 'given' | 'family'): boolean {
  const text = words.join(' ');
  return text === '' || placeholders[part].has(text) || (part === 'given' && unnamedChild.test(text));
}

/**
 * Reads a first name (with middle names) or a last name: suffixes are taken out, degrees and titles dropped,
 * and a placeholder has no forms.
 */
export function readName(text: string, part: 'given' | 'family'): ReadName {
  if (notGiven.test(text)) return { forms: [], generation: null };
  const plain = divide(spell(text, plainLetters), part);
  if (isPlaceholder(plain.words, part)) return { forms: [], generation: plain.generation };
  const pairs = divide(spell(text, letterPairs), part);
  const full = (words: readonly string[]): string[] => words.map(word => abbreviations[part][word] ?? word);
  const forms = [full(plain.words), full(pairs.words)];
  const isOneForm = forms[0]?.join(' ') === forms[1]?.join(' ');
  return { forms: isOneForm ? forms.slice(0, 1) : forms, generation: plain.generation };
}

/** Returns the generation that a suffix states; `null` for a degree, or anything else. */
export function readSuffix(text: string): Generation | null {
  const words = spell(text, plainLetters);
  const stated = words.map(word => generations.get(word)).find(generation => generation !== undefined);
  return stated ?? null;
}

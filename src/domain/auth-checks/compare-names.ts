/** How the name on a document compares with the patient's. */
export type NameMatch =
  /** The given name and one of the last names. */
  | 'same'
  /** By a nickname or an initial, or one letter off. */
  | 'close'
  | 'other';

const suffixes = new Set([
  'jr',
  'sr',
  'ii',
  'iii',
  'iv',
  'v',
  'md',
  'phd',
  'esq',
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
]);

// Each row is one name; its spellings are interchangeable.
const nicknames: readonly (readonly string[])[] = [
  ['william', 'will', 'bill', 'billy', 'liam'],
  ['robert', 'rob', 'bob', 'bobby', 'bert'],
  ['richard', 'rich', 'rick', 'dick'],
  ['james', 'jim', 'jimmy', 'jamie'],
  ['john', 'jack', 'johnny', 'jon', 'jonathan'],
  ['joseph', 'joe', 'joey'],
  ['charles', 'charlie', 'chuck'],
  ['thomas', 'tom', 'tommy'],
  ['michael', 'mike', 'mick'],
  ['daniel', 'dan', 'danny'],
  ['david', 'dave'],
  ['edward', 'ed', 'eddie', 'ted'],
  ['anthony', 'tony'],
  ['andrew', 'andy', 'drew'],
  ['christopher', 'chris'],
  ['nicholas', 'nick'],
  ['matthew', 'matt'],
  ['samuel', 'sam'],
  ['benjamin', 'ben'],
  ['alexander', 'alex', 'alexandra', 'sandra'],
  ['steven', 'stephen', 'steve'],
  ['gregory', 'greg'],
  ['kenneth', 'ken'],
  ['ronald', 'ron'],
  ['timothy', 'tim'],
  ['lawrence', 'larry'],
  ['elizabeth', 'liz', 'beth', 'betty', 'eliza', 'betsy'],
  ['margaret', 'maggie', 'meg', 'peggy', 'greta'],
  ['catherine', 'katherine', 'kathryn', 'kate', 'cathy', 'kathy', 'katie'],
  ['patricia', 'pat', 'patty', 'trish'],
  ['jennifer', 'jen', 'jenny'],
  ['susan', 'sue', 'suzanne'],
  ['deborah', 'debra', 'deb', 'debbie'],
  ['barbara', 'barb'],
  ['rebecca', 'becky'],
  ['victoria', 'vicky', 'tori'],
  ['theresa', 'teresa', 'terry', 'tess'],
  ['jessica', 'jess'],
  ['kimberly', 'kim'],
  ['pamela', 'pam'],
  ['judith', 'judy'],
  ['dorothy', 'dot', 'dottie'],
  ['josé', 'pepe'],
  ['francisco', 'paco', 'pancho'],
  ['francis', 'frank', 'franklin'],
  ['frances', 'fran'],
  ['jane', 'janie', 'janet'],
];

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/['’.]/g, '');
}

const nicknameOf = new Map(nicknames.flatMap((row, index) => row.map(name => [plain(name), index] as const)));

/** Returns the parts of a name, with hyphenated ones split and without titles and suffixes. */
function partsOf(name: string): string[] {
  return plain(name)
    .split(/[\s,-]+/)
    .filter(part => part !== '' && !suffixes.has(part));
}

/** Whether two words differ by one letter: replaced, added, missing, or swapped with its neighbor. */
function isOneLetterOff(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 3) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  const isTurned =
    restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return (
    isTurned || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
  );
}

function compareGiven(given: string, parts: readonly string[]): NameMatch {
  const [first = ''] = partsOf(given);
  // A person with a single name has no given name to differ.
  if (first === '') return 'same';
  if (parts.includes(first)) return 'same';
  const isClose = parts.some(
    part =>
      (part.length === 1 && first.startsWith(part)) ||
      (nicknameOf.has(part) && nicknameOf.get(part) === nicknameOf.get(first)) ||
      isOneLetterOff(part, first),
  );
  return isClose ? 'close' : 'other';
}

/** Whether adjacent parts written as one word make the name, or the other way around. */
function isJoined(wanted: readonly string[], parts: readonly string[]): boolean {
  const name = wanted.join('');
  return parts.some((_, from) =>
    parts.slice(from).some((_part, length) => parts.slice(from, from + length + 1).join('') === name),
  );
}

function compareLast(last: string, parts: readonly string[]): NameMatch {
  const wanted = partsOf(last);
  if (wanted.length === 0) return 'other';
  if (wanted.every(part => parts.includes(part)) || isJoined(wanted, parts)) return 'same';
  // Half of a double name, or a typo.
  const isHalf = wanted.length > 1 && wanted.some(part => part.length > 2 && parts.includes(part));
  const isSlip = wanted.length === 1 && parts.some(part => isOneLetterOff(part, wanted[0] ?? ''));
  return isHalf || isSlip ? 'close' : 'other';
}

const rank: readonly NameMatch[] = ['same', 'close', 'other'];

/**
 * Compares a name on a document with a patient's. Case, accents, hyphens, titles, suffixes, and the order of
 * the parts don't count; any of the patient's last names matches.
 */
export function compareNames(
  found: string,
  patient: { readonly firstName: string; readonly lastNames: readonly string[] },
): NameMatch {
  const parts = partsOf(found);
  const given = compareGiven(patient.firstName, parts);
  const [last = 'other'] = patient.lastNames
    .map(name => compareLast(name, parts))
    .toSorted((a, b) => rank.indexOf(a) - rank.indexOf(b));
  return rank[Math.max(rank.indexOf(given), rank.indexOf(last))] ?? 'other';
}

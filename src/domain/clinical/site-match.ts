import { naturalKey } from './natural-key';
import type { Site } from './site';

/**
 * Normalizes the identifying text of a site: two names or address lines that mean the same become the same
 * text. Automatic matches depend on it, and a request to the wrong facility is a disclosure, so it only
 * normalizes spellings (USPS Publication 28, appendices B and C) and never guesses.
 */

/**
 * Returns lower-case words without accents and punctuation. A period and an apostrophe don't split a word.
 */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’‘`.]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .split(' ')
    .filter(word => word !== '');
}

/** Spellings of words in names, with their normalized form. */
const nameWords: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  mt: 'mount',
  ft: 'fort',
  ctr: 'center',
  cntr: 'center',
  centre: 'center',
  hosp: 'hospital',
  med: 'medical',
  univ: 'university',
  dept: 'department',
  svc: 'service',
  svcs: 'services',
};

/** Legal forms of companies. They end a name, and people often omit them. */
const legalForms = new Set([
  ...['llc', 'inc', 'incorporated', 'corp', 'corporation', 'co', 'ltd', 'limited', 'lp', 'llp', 'lllp'],
  ...['pc', 'pa', 'pllc', 'plc', 'psc', 'apc', 'chartered'],
]);

/** Returns a normalized name; empty without any letter or digit. */
export function matchName(name: string): string {
  const words = wordsOf(name)
    .map(word => word.replaceAll('#', ''))
    .filter(word => word !== '')
    .map(word => nameWords[word] ?? word);
  if (words.length > 1 && words[0] === 'the') words.shift();
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** Spellings of words in addresses, with their USPS abbreviation. */
const addressWords: Readonly<Record<string, string>> = {
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  northeast: 'ne',
  northwest: 'nw',
  southeast: 'se',
  southwest: 'sw',
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
  sixth: '6th',
  seventh: '7th',
  eighth: '8th',
  ninth: '9th',
  tenth: '10th',
  saint: 'st',
  street: 'st',
  str: 'st',
  avenue: 'ave',
  av: 'ave',
  aven: 'ave',
  boulevard: 'blvd',
  boul: 'blvd',
  road: 'rd',
  drive: 'dr',
  drv: 'dr',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  parkway: 'pkwy',
  pky: 'pkwy',
  parkwy: 'pkwy',
  highway: 'hwy',
  hiway: 'hwy',
  circle: 'cir',
  circ: 'cir',
  square: 'sq',
  terrace: 'ter',
  terr: 'ter',
  trail: 'trl',
  turnpike: 'tpke',
  trnpk: 'tpke',
  plaza: 'plz',
  center: 'ctr',
  centre: 'ctr',
  cntr: 'ctr',
  expressway: 'expy',
  expwy: 'expy',
  freeway: 'fwy',
  route: 'rte',
  rt: 'rte',
  crossing: 'xing',
  alley: 'aly',
  heights: 'hts',
  ridge: 'rdg',
  mount: 'mt',
  fort: 'ft',
  valley: 'vly',
  point: 'pt',
};

/** Designators of a part of a building. What follows one isn't part of the street address. */
const unitWords = new Set([
  ...[
    'ste',
    'suite',
    'apt',
    'apartment',
    'unit',
    'rm',
    'room',
    'bldg',
    'building',
    'fl',
    'floor',
    'dept',
    '#',
  ],
]);

/** What a highway is called before its number: `State Road FL 64`. */
const highwayWords = new Set([
  ...['highway', 'hwy', 'road', 'rd', 'route', 'rte', 'rt', 'state', 'county', 'us', 'sr', 'cr'],
]);
const directions = new Set([
  ...['north', 'south', 'east', 'west', 'n', 's', 'e', 'w', 'northeast', 'northwest', 'southeast'],
  ...['southwest', 'ne', 'nw', 'se', 'sw'],
]);

const streetSuffixes = new Set([
  ...['st', 'street', 'ave', 'avenue', 'rd', 'road', 'blvd', 'boulevard', 'dr', 'drive', 'ln', 'lane'],
  ...['ct', 'court', 'pl', 'place', 'pkwy', 'parkway', 'ter', 'terrace', 'way', 'cir', 'circle'],
]);

function isHouseNumber(word: string | undefined): boolean {
  return word !== undefined && /^\d+\p{L}?$/u.test(word);
}

/**
 * Whether a direction is the name of a street and no part of it: `S St` and `South St` are two streets of
 * Washington. It then isn't abbreviated.
 */
function isStreetName(words: readonly string[], index: number): boolean {
  return (
    directions.has(words[index] ?? '') &&
    isHouseNumber(words[index - 1]) &&
    streetSuffixes.has(words[index + 1] ?? '') &&
    words.slice(index + 2).every(word => directions.has(word))
  );
}

function beginsUnit(words: readonly string[], index: number): boolean {
  const word = words[index] ?? '';
  const next = words[index + 1];
  // "Floor Street" and "Unit Drive" are streets: a designator is followed by a short identifier at the end of
  // the line.
  if (word.startsWith('#')) return true;
  // After the house number is the street: `FL 64`, `Unit 1 Rd`.
  if (index === 1 && isHouseNumber(words[0])) return false;
  if (word === 'fl' && highwayWords.has(words[index - 1] ?? '')) return false;
  if (/^\d+(?:st|nd|rd|th)$/.test(word)) return next === 'fl' || next === 'floor';
  return unitWords.has(word) && next !== undefined && /^(?:#|\d|\p{L}\d*$)/u.test(next);
}

/** Returns a normalized first address line without a suite; empty if nothing is left. */
export function matchAddressLine(line: string): string {
  const words = wordsOf(line);
  const end = words.findIndex((_word, index) => index > 0 && beginsUnit(words, index));
  const street = words
    .slice(0, end === -1 ? words.length : end)
    .join(' ')
    .replace(/^p o box\b/, 'po box')
    .split(' ');
  return street
    .map((word, index) => (isStreetName(street, index) ? word : (addressWords[word] ?? word)))
    .join(' ');
}

const cityWords: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' };

/** Returns a normalized city name. */
export function matchCity(city: string): string {
  return wordsOf(city)
    .map(word => cityWords[word] ?? word)
    .join(' ');
}

/** Returns the first five digits of a ZIP code. */
export function zip5Of(zip: string): string {
  return zip.slice(0, 5);
}

/** The normalized identifying text of a site. */
export interface SiteMatch {
  readonly matchName: string;
  readonly matchLine: string;
  readonly matchCity: string;
  readonly zip5: string;
}

/** Returns the normalized identifying text of a site. */
export function siteMatch({
  name,
  addressLine1,
  city,
  zip,
}: Pick<Site, 'name' | 'addressLine1' | 'city' | 'zip'>): SiteMatch {
  return {
    matchName: matchName(name),
    matchLine: matchAddressLine(addressLine1),
    matchCity: matchCity(city),
    zip5: zip5Of(zip),
  };
}

/**
 * Returns the key shared by spellings of one site. `undefined` for a site with an NPI, which is identified by
 * that, and for one whose normalized name or address is empty.
 */
export function siteMatchKey(site: Site): string | undefined {
  if (site.npi !== undefined) return undefined;
  const { matchName: name, matchLine: line, zip5 } = siteMatch(site);
  return name === '' || line === '' ? undefined : naturalKey('site-match', name, line, zip5);
}

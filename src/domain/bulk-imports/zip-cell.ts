import { stateCodeOf } from '../usps-codes';
import { shownText, type Reading } from './cell';

/** Where a row says that its ZIP codes are; empty cells for what it doesn't say. */
export interface RowPlace {
  readonly state: string;
  readonly city: string;
}

/** The states of ZIP codes that begin with a zero, by the first three digits (USPS Publication 65). */
const zeroStates: ReadonlyArray<readonly [from: number, to: number, states: readonly string[]]> = [
  [5, 5, ['NY']],
  [6, 7, ['PR']],
  [8, 8, ['VI']],
  [9, 9, ['PR']],
  [10, 27, ['MA']],
  [28, 29, ['RI']],
  [30, 38, ['NH']],
  [39, 49, ['ME']],
  [50, 54, ['VT']],
  [55, 55, ['MA', 'VT']],
  [56, 59, ['VT']],
  [60, 62, ['CT']],
  [63, 63, ['CT', 'NY']],
  [64, 69, ['CT']],
  [70, 89, ['NJ']],
  [90, 98, ['AE']],
];

/** Cities of the ZIP codes that begin with two zeros: Holtsville, and Puerto Rico and the Virgin Islands. */
// cspell:disable
const doubleZeroCities: Readonly<Record<string, ReadonlySet<string>>> = {
  NY: new Set(['holtsville']),
  PR: new Set(
    (
      'adjuntas,aguada,aguadilla,aguas buenas,aibonito,anasco,angeles,arecibo,arroyo,bajadero,barceloneta,' +
      'barranquitas,bayamon,boqueron,cabo rojo,caguas,camuy,canovanas,carolina,castaner,catano,cayey,ceiba,' +
      'ciales,cidra,coamo,comerio,corozal,coto laurel,culebra,dorado,ensenada,fajardo,florida,garrochales,' +
      'guanica,guayama,guayanilla,guaynabo,gurabo,hatillo,hormigueros,humacao,isabela,jayuya,juana diaz,' +
      'juncos,la plata,lajas,lares,las marias,las piedras,loiza,luquillo,manati,maricao,maunabo,mayaguez,' +
      'mercedita,moca,morovis,naguabo,naranjito,orocovis,palmer,patillas,penuelas,ponce,puerto real,' +
      'punta santiago,quebradillas,rincon,rio blanco,rio grande,rosario,sabana grande,sabana hoyos,' +
      'sabana seca,saint just,salinas,san antonio,san german,san juan,san lorenzo,san sebastian,' +
      'santa isabel,toa alta,toa baja,trujillo alto,utuado,vega alta,vega baja,vieques,villalba,yabucoa,yauco'
    ).split(','),
  ),
  VI: new Set(
    'charlotte amalie,christiansted,frederiksted,kingshill,saint croix,saint john,saint thomas'.split(','),
  ),
};
// cspell:enable

const restored = 'a leading zero was restored';
const hyphened = 'the hyphen was restored';
const plain = 'read as five digits';
const unconfirmed =
  'has only three digits, and neither the state nor the city of the row confirms which ZIP code it was, so ' +
  'it was left out';
const contradicted =
  'has only four digits, and the state of the row has no ZIP code with that leading zero, so it was left out';

function statesOf(zip: string): readonly string[] {
  const prefix = Number(zip.slice(0, 3));
  return zeroStates.find(([from, to]) => from <= prefix && prefix <= to)?.[2] ?? [];
}

function plainCity(city: string): string {
  return city
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/^st\.? /, 'saint ')
    .trim();
}

/** Whether the row confirms a ZIP code that begins with two zeros. Holtsville has only two of them. */
function isConfirmed(zip: string, { state, city }: RowPlace): boolean {
  const stated = stateCodeOf(state);
  if (zip.startsWith('005') && !['00501', '00544'].includes(zip)) return false;
  return statesOf(zip).some(each =>
    stated === undefined ? doubleZeroCities[each]?.has(plainCity(city)) === true : stated === each,
  );
}

/** Restores the zeros of a ZIP code of three or four digits, `rest` being what follows them. */
function withZeros(digits: string, rest: string, place: RowPlace): Reading {
  const zip = digits.padStart(5, '0');
  if (digits.length === 3 && !isConfirmed(zip, place)) return { warning: unconfirmed };
  const stated = stateCodeOf(place.state);
  if (digits.length === 4 && stated !== undefined && !statesOf(zip).includes(stated))
    return { warning: contradicted };
  return { value: zip + rest, warning: digits.length === 3 ? 'two leading zeros were restored' : restored };
}

/**
 * Reads a ZIP code and undoes what spreadsheets do to it: `2139`, `2139.0`, `21391234`, `="02139"`, and
 * `'02139` are the ZIP code 02139, with a warning if digits or signs were restored. Three digits lost two
 * zeros (Puerto Rico, the Virgin Islands, and Holtsville, New York) or two other digits, so they are only
 * read if the row's state or city confirms them. A ZIP code that isn't certain has no value, only a warning.
 */
export function readZipCode(cell: string, place: RowPlace): Reading {
  const shown = shownText(cell)
    .replaceAll(/[‐‑‒–—−]/gu, '-')
    .replaceAll(/\s*-\s*|(?<=\d{5})\s+(?=\d{4}$)/gu, '-');
  const [, short, rest = ''] = /^([1-9]\d{2,3})(?:\.0+)?(-\d{4})?$/.exec(shown) ?? [];
  if (short !== undefined) return withZeros(short, rest, place);
  const [, digits = ''] = /^(\d{5}|[1-9]\d{7}|\d{9})(?:\.0+|-)?$/.exec(shown) ?? [];
  if (digits.length === 8) return withZeros(digits.slice(0, 4), `-${digits.slice(4)}`, place);
  if (digits.length === 9) return { value: `${digits.slice(0, 5)}-${digits.slice(5)}`, warning: hyphened };
  if (digits !== '' && digits !== cell) return { value: digits, warning: plain };
  return { value: /^\d{5}-\d{4}$/.test(shown) ? shown : cell };
}

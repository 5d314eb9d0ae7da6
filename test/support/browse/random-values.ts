/** Values to compare a column with: those of its rows, similar ones, and error-prone ones. */
import fc from 'fast-check';
import type { Column, ColumnType } from '../../../src/browse/catalogue/column';
import type { Cell } from './oracle-row';
import type { BodyValue } from './request-body';
import { mark, nastyTexts } from './seed-values';

type Value = Exclude<Cell, null>;

const textMax = 500;
/** The first characters of a text: a filter accepts so many, without half characters. */
const short = (text: string, max = textMax): string => {
  let taken = '';
  for (const character of text) {
    if (taken.length + character.length > max) break;
    taken += character;
  }
  return taken;
};

type Respelling = (text: string) => string;

/** Ways to write the same text with different case and accents. */
const foldedAlike: readonly Respelling[] = [
  text => text.toUpperCase(),
  text => text.toLowerCase(),
  text => text.normalize('NFD'),
  text => text.normalize('NFC'),
  text => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  text => Array.from(text, letter => (/[a-z]/i.test(letter) ? `${letter}\u0301` : letter)).join(''),
];

/** Ways to write nearly the same text. */
const nearlyAlike: readonly Respelling[] = [
  text => ` ${text}`,
  text => `${text} `,
  text => text.trim(),
  text => `${text}x`,
  text => `%${text}%`,
  text => `${text}%`,
  text => text.replace(/[a-z]/i, '_'),
  text => text.replaceAll(/[%_]/g, 'x'),
  text => text.replaceAll(/[\\%_]/g, wildcard => `\\${wildcard}`),
  text => `\\${text}`,
  text => text + text,
  text => `{${text}}`,
  text => text.replaceAll('-', ''),
  text => text.replaceAll(mark, ''),
  text => text + mark,
];

/** A part of a text, of whole characters. */
function pieceOf(text: string): fc.Arbitrary<string> {
  const characters = Array.from(text);
  return fc
    .tuple(fc.nat(Math.max(0, characters.length - 1)), fc.constantFrom(1, 2, 3, 4, 12))
    .map(([from, length]) => characters.slice(from, from + length).join(''));
}

/** One of the texts; less often one of the second company, which four of five callers must not find. */
function anyText(texts: readonly string[]): fc.Arbitrary<string> {
  const unmarked = texts.filter(text => !text.includes(mark));
  return fc.oneof(
    { arbitrary: fc.constantFrom(...(unmarked.length === 0 ? texts : unmarked)), weight: 4 },
    { arbitrary: fc.constantFrom(...texts), weight: 1 },
  );
}

/** A text, a part of it, or another spelling of either. */
export function nearText(texts: readonly string[], max = textMax): fc.Arbitrary<string> {
  const whole = anyText(texts);
  const piece = whole.chain(pieceOf);
  const respelt = (from: fc.Arbitrary<string>, ways: readonly Respelling[]): fc.Arbitrary<string> =>
    fc.tuple(from, fc.constantFrom(...ways)).map(([text, respell]) => respell(text));
  return fc
    .oneof(
      whole,
      piece,
      respelt(whole, foldedAlike),
      respelt(piece, foldedAlike),
      respelt(fc.oneof(whole, piece), nearlyAlike),
    )
    .map(text => short(text, max));
}

function shiftedDay(day: string, by: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + by);
  const text = at.toISOString();
  return /^\d{4}-/.test(text) && text >= '0100' ? text.slice(0, 10) : day;
}

/** Returns an instant in another time zone. */
function elsewhere(instant: string, minutesOff: number): string {
  const shown = new Date(Date.parse(instant) + minutesOff * 60_000).toISOString().slice(0, -1);
  const [sign, off] = minutesOff < 0 ? ['-', -minutesOff] : ['+', minutesOff];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${shown}${sign}${two(Math.floor(off / 60))}:${two(off % 60)}`;
}

const nearInstants: ReadonlyArray<(instant: string) => string> = [
  instant => new Date(Date.parse(instant) + 1).toISOString(),
  instant => new Date(Date.parse(instant) - 1).toISOString(),
  instant => instant.replace('Z', '000Z'),
  instant => instant.replace('Z', '001Z'),
  instant => `${new Date(Date.parse(instant) - 1).toISOString().slice(0, -1)}999Z`,
  instant => instant.replace(/\.\d+/, ''),
  instant => elsewhere(instant, 330),
  instant => elsewhere(instant, -959),
  instant => elsewhere(instant, 959),
];

/** Whether a filter accepts a decimal: the document describes its format. */
const isTakenDecimal = (text: string): boolean => /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text);

const nearDecimals: ReadonlyArray<(text: string) => BodyValue> = [
  Number,
  text => `0${text}`,
  text => (text.includes('.') ? `${text}0` : `${text}.0`),
  text => text.replace(/\.?0+$/, ''),
  text => (text.startsWith('-') ? text.slice(1) : `-${text}`),
  text => Number(text) + 0.01,
  text => Number(text) - 0.000001,
  text => text.replace(/\.\d+$/, ''),
];

/** Ids in formats that PostgreSQL would also parse, though no row shows them. */
const otherwiseWritten: readonly Respelling[] = [
  id => id.toUpperCase(),
  id => id.replaceAll('-', ''),
  id => `{${id}}`,
  id => ` ${id} `,
];

type OfType = (existing: readonly Value[], column: Column) => fc.Arbitrary<BodyValue>;

const ofType: Readonly<Record<ColumnType, OfType>> = {
  text: (existing, { isUuid }) => {
    const texts = existing.map(String);
    const strangeIds = fc
      .tuple(fc.constantFrom(...texts), fc.constantFrom(...otherwiseWritten))
      .map(([id, write]) => write(id));
    return fc.oneof(
      ...(isUuid ? [{ arbitrary: strangeIds, weight: 2 }] : []),
      { arbitrary: anyText(texts).map(text => short(text)), weight: 2 },
      { arbitrary: nearText(texts), weight: 1 },
      { arbitrary: nearText(nastyTexts), weight: 1 },
    );
  },
  date: existing => {
    const day = fc.constantFrom(...existing.map(String));
    return fc.oneof(
      { arbitrary: day, weight: 2 },
      { arbitrary: fc.tuple(day, fc.constantFrom(-1, 1)).map(([one, by]) => shiftedDay(one, by)), weight: 1 },
      { arbitrary: fc.constantFrom('0100-01-01', '9999-12-31', '2020-02-29', '1582-10-10'), weight: 1 },
    );
  },
  datetime: existing => {
    const instant = fc.constantFrom(...existing.map(String));
    const ends = ['0001-01-01T00:00:00+15:59', '9999-12-31T23:59:59.999-15:59', '1969-12-31T23:59:59.999Z'];
    return fc.oneof(
      { arbitrary: instant, weight: 2 },
      {
        arbitrary: fc.tuple(instant, fc.constantFrom(...nearInstants)).map(([one, near]) => near(one)),
        weight: 2,
      },
      { arbitrary: fc.constantFrom(...ends), weight: 1 },
    );
  },
  decimal: existing => {
    const texts = existing.map(String).filter(isTakenDecimal);
    const text = fc.constantFrom(...texts, '1');
    const near = fc
      .tuple(text, fc.constantFrom(...nearDecimals))
      .map(([one, make]) => make(one))
      .filter(value => (typeof value === 'number' ? Math.abs(value) < 1e15 : isTakenDecimal(String(value))));
    const ends = ['-0', '-0.00', '000', '999999999999999.999999', '-999999999999999.999999'];
    return fc.oneof(
      { arbitrary: text, weight: 2 },
      { arbitrary: near, weight: 2 },
      {
        arbitrary: fc.constantFrom<BodyValue>(...ends, 0.1, 1e-7, -1e-7, 99.9, 999_999_999_999_999),
        weight: 1,
      },
    );
  },
  integer: existing => {
    const whole = fc.constantFrom(...existing.map(Number));
    const near = fc
      .tuple(whole, fc.constantFrom(-1, 1))
      .map(([one, by]) => Math.min(2_147_483_647, Math.max(-2_147_483_648, one + by)));
    return fc.oneof(whole, near, fc.constantFrom(0, -0, 2_147_483_647, -2_147_483_648));
  },
  boolean: () => fc.boolean(),
};

/** Values that a filter of the column accepts. */
export function valuesOf(column: Column, existing: readonly Value[]): fc.Arbitrary<BodyValue> {
  return ofType[column.type](existing.length === 0 ? ['1'] : existing, column);
}

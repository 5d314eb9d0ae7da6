/**
 * Pairs of people with a known truth, made from FEBRL 4: the same person twice, once with typing errors, and
 * people who aren't the same. FEBRL has no sex, no phone, and no twins. Everybody is female here, the ZIP
 * code is the four-digit postcode with a zero in front, and twins and fathers are made from the originals.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchPerson, type Verdict } from '../../src/domain/matching/match-person';
import type { Person } from '../../src/domain/matching/person';

interface Row {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly birthDate: string | null;
  readonly zip: string;
}

function readRows(file: string): Row[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map(line => {
    const [id = '', first = '', last = '', , , , , zip = '', , date = ''] = line
      .split(',')
      .map(cell => cell.trim());
    const birthDate = /^\d{8}$/.test(date)
      ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
      : null;
    return { id: id.split('-')[1] ?? '', first, last, birthDate, zip: zip.padStart(5, '0') };
  });
}

function personOf({ first, last, birthDate, zip }: Row): Person {
  return {
    firstNames: first === '' ? [] : [first],
    lastNames: last === '' ? [] : [last],
    birthDate,
    sex: 'Female',
    zipCodes: [zip],
    phones: [],
    emails: [],
  };
}

type Pair = readonly [ours: Row, theirs: Row];

/** The pairs of one kind, and whether the two are the same person. */
export interface PairKind {
  readonly name: string;
  readonly areSame: boolean;
  readonly pairs: readonly Pair[];
}

/** Returns all pairs. @param folder holds `dataset4a.csv` and `dataset4b.csv` */
export function febrlPairs(folder: string): PairKind[] {
  const originals = readRows(join(folder, 'dataset4a.csv')).filter(
    ({ first, last, birthDate }) => first !== '' && last !== '' && birthDate !== null,
  );
  const duplicates = readRows(join(folder, 'dataset4b.csv'));
  const byId = new Map(duplicates.map(row => [row.id, row]));
  const same = originals.flatMap((row): Pair[] => {
    const other = byId.get(row.id);
    return other === undefined ? [] : [[row, other]];
  });
  const firstNames = [...new Set(originals.map(({ first }) => first))];
  const renamed = originals.flatMap((row, at): Pair[] => {
    const first = firstNames[(at * 7919 + 13) % firstNames.length] ?? '';
    return first[0] === row.first[0] ? [] : [[row, { ...row, first }]];
  });
  const bornEarlier = ({ birthDate }: Row): string => {
    const [year = '', ...rest] = (birthDate ?? '').split('-');
    return [String(Number(year) - 27), ...rest].join('-');
  };
  return [
    { name: 'the same person, with typing errors', areSame: true, pairs: same },
    { name: 'twins of one sex', areSame: false, pairs: renamed },
    {
      name: 'twins of one sex, at another ZIP code',
      areSame: false,
      pairs: renamed.map(([row, twin]): Pair => [row, { ...twin, zip: '99950' }]),
    },
    {
      name: 'father and son of one name',
      areSame: false,
      pairs: renamed.map(([row]): Pair => {
        const father = { ...row, last: `${row.last} Sr`, birthDate: bornEarlier(row) };
        return [{ ...row, last: `${row.last} Jr` }, father];
      }),
    },
    {
      name: 'father and son of one name, without suffixes',
      areSame: false,
      pairs: renamed.map(([row]): Pair => [row, { ...row, birthDate: bornEarlier(row) }]),
    },
    {
      name: 'people who have nothing to do with each other',
      areSame: false,
      pairs: originals
        .filter((_row, at) => at % 5 === 0)
        .flatMap(row =>
          duplicates
            .filter((other, at) => at % 3 === 0 && other.id !== row.id)
            .map((other): Pair => [row, other]),
        ),
    },
  ];
}

/** How the pairs of one kind were judged. */
export interface Score {
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** How often each rule decided, most often first. */
  readonly rules: ReadonlyArray<readonly [rule: string, count: number]>;
  /** What kept same people from being accepted: the fields that differ, most often first. */
  readonly reasons: ReadonlyArray<readonly [reason: string, count: number]>;
}

function counted(values: readonly string[]): Array<readonly [string, number]> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** Judges pairs. */
export function scorePairs(pairs: readonly Pair[]): Score {
  const matches = pairs.map(([ours, theirs]) => matchPerson(personOf(ours), personOf(theirs)));
  const of = (verdict: Verdict): number => matches.filter(match => match.verdict === verdict).length;
  const notAccepted = matches.filter(({ isAccepted }) => !isAccepted);
  return {
    verdicts: { accept: of('accept'), hold: of('hold'), reject: of('reject') },
    rules: counted(matches.map(({ rule }) => rule)),
    reasons: counted(
      notAccepted.map(({ verdict, grades: { first, last, birthDate, zip } }) =>
        [
          verdict,
          ...(first === 'same' ? [] : [`first name ${first}`]),
          ...(last === 'same' ? [] : [`last name ${last}`]),
          ...(birthDate === 'same' ? [] : [`birth date ${birthDate}`]),
          ...(zip === 'same' ? [] : [`ZIP ${zip}`]),
        ].join(', '),
      ),
    ),
  };
}

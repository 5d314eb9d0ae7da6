import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  firstNameGrades,
  lastNameGrades,
  type BirthDateGrade,
  type Grades,
} from '../../src/domain/matching/grades';
import { matchRules } from '../../src/domain/matching/match-person';

const page = readFileSync(join(__dirname, '../../docs/matching.md'), 'utf8');

/** The rows of the table whose first heading is this, as their cells. */
function rowsUnder(heading: string): string[][] {
  const [, table = ''] = page.split(`| ${heading} |`);
  const [body = ''] = table.split('\n\n');
  return body
    .split('\n')
    .slice(2)
    .map(row => row.split('|').map(cell => cell.trim()))
    .map(cells => cells.slice(1, -1));
}

test('The page on matching lists every rule with its verdict, in order', () => {
  expect(rowsUnder('rule').map(cells => [cells[0], cells.at(-1)])).toEqual(
    matchRules.map(({ id, verdict }) => [id, verdict]),
  );
});

test('The page on matching names every grade of every field', () => {
  const birthDates: Readonly<Record<BirthDateGrade, true>> = {
    same: true,
    oneDay: true,
    swapped: true,
    onePart: true,
    partial: true,
    missing: true,
    other: true,
  };
  const sexes: Readonly<Record<Grades['sex'], true>> = { same: true, unknown: true, other: true };
  const zips: Readonly<Record<Grades['zip'], true>> = { same: true, area: true, none: true, missing: true };
  const contacts: Readonly<Record<Grades['contact'], true>> = { same: true, none: true, missing: true };
  const suffixes: Readonly<Record<Grades['suffix'], true>> = { clash: true, fine: true };
  const numbers: Readonly<Record<Grades['number'], true>> = { clash: true, fine: true };
  const named = rowsUnder('field').map(([field = '', grades = '']) => [
    field,
    [...grades.matchAll(/`(\w+)`/g)].map(([, grade]) => grade),
  ]);
  expect(named).toEqual([
    ['first name', [...firstNameGrades]],
    ['last name', [...lastNameGrades]],
    ['birth date', Object.keys(birthDates)],
    ['sex', Object.keys(sexes)],
    ['ZIP code', Object.keys(zips)],
    ['contact', Object.keys(contacts)],
    ['suffix', Object.keys(suffixes)],
    ['number', Object.keys(numbers)],
  ]);
});

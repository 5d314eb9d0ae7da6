import { withoutInvisible } from '../text';
import { type BulkColumn, type RowRemark, bulkLimits } from './bulk-import';
import { lastNameColumn } from './match-header';
import { idFields, type BulkField, type BulkImportKind } from './sheets';

/** A row in the shape of its kind's form, not yet validated. */
export interface ReadCells {
  /** The patient's id. */
  readonly id: string;
  readonly form: Readonly<Record<string, unknown>>;
  readonly errors: readonly RowRemark[];
  readonly warnings: readonly RowRemark[];
}

const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const sexes: Readonly<Record<string, string>> = {
  f: 'Female',
  female: 'Female',
  m: 'Male',
  male: 'Male',
  o: 'Other',
  other: 'Other',
  u: 'Unknown',
  unknown: 'Unknown',
};
const flagWords = {
  on: ['yes', 'true', 'y', 'x', '1', 'on'],
  off: ['no', 'false', 'n', '0', 'off'],
} as const;
const flags: ReadonlyMap<string, boolean> = new Map([
  ...flagWords.on.map(word => [word, true] as const),
  ...flagWords.off.map(word => [word, false] as const),
]);
const quoted = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(', ');
const flagRule = `must be one of ${quoted(flagWords.on)} for on, ${quoted(flagWords.off)} for off, or empty`;

/** The value of a cell and how it was corrected, or the rule that it breaks. */
interface Reading {
  readonly value?: unknown;
  readonly warning?: string;
  readonly error?: string;
}

// A spreadsheet converts `1984-02-29` to the notation of its country.
function readDate(cell: string): Reading {
  const [, month, day, year] = monthFirst.exec(cell) ?? [];
  if (month === undefined || day === undefined || year === undefined) return { value: cell };
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return { value, warning: 'read as month/day/year' };
}

// A spreadsheet reads `02139` as a number and drops the zero.
function readZipCode(cell: string): Reading {
  const [, digits, rest = ''] = /^(\d{3,4})(-\d{4})?$/.exec(cell) ?? [];
  if (digits === undefined) return { value: cell };
  return { value: digits.padStart(5, '0') + rest, warning: 'a leading zero was restored' };
}

// An empty cell leaves the flag unchanged.
function readFlag(cell: string): Reading {
  if (cell === '') return {};
  const value = flags.get(cell.toLowerCase());
  return value === undefined ? { error: flagRule } : { value };
}

/** Returns the entries of a cell that may hold several. */
function partsOf(cell: string): string[] {
  return cell
    .split(/[;|]/)
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** A cell and the name of its column. */
interface NamedCell {
  readonly header: string;
  readonly cell: string;
}

// The current name goes first, wherever its column is. If there is none, another name must not replace it.
function readLastNames(cells: readonly NamedCell[]): readonly string[] {
  const read = (isCurrent: boolean): string[] =>
    cells
      .map(({ header, cell }) => ({ ...lastNameColumn(header), parts: partsOf(cell) }))
      .filter(column => column.isCurrent === isCurrent)
      .toSorted((a, b) => a.number - b.number)
      .flatMap(({ parts }) => parts);
  const current = read(true);
  return current.length === 0 ? [] : [...current, ...read(false)];
}

function readZipCodes(cells: readonly NamedCell[]): Reading {
  const readings = cells.flatMap(({ cell }) => partsOf(cell)).map(readZipCode);
  const warning = readings.find(reading => reading.warning !== undefined)?.warning;
  return { value: readings.map(({ value }) => value), ...(warning === undefined ? {} : { warning }) };
}

function readField(field: BulkField, cells: readonly NamedCell[]): Reading {
  const cell = cells[0]?.cell ?? '';
  switch (field) {
    case 'lastNames':
      return { value: readLastNames(cells) };
    case 'zipCodes':
      return readZipCodes(cells);
    case 'dateOfBirth':
      return cell === '' ? { value: undefined } : readDate(cell);
    case 'firstName':
      return { value: cell === '' ? undefined : cell };
    case 'sex':
      return { value: cell === '' ? null : (sexes[cell.toLowerCase()] ?? cell) };
    case 'siteZip':
      return cell === '' ? {} : readZipCode(cell);
    case 'startDateOfService':
    case 'endDateOfService':
      return cell === '' ? { value: null } : readDate(cell);
    case 'siteId':
    case 'siteName':
    case 'siteAddressLine1':
    case 'siteAddressLine2':
    case 'siteCity':
    case 'siteState':
      return cell === '' ? {} : { value: cell };
    case 'medicalRecord':
    case 'billing':
    case 'imaging':
    case 'siteSonar':
    case 'patientHistories':
    case 'ehrSearch':
      return readFlag(cell);
    default:
      return { value: cell === '' ? null : cell };
  }
}

/** Returns the visible text of a cell. */
function textOf(cell: string | undefined): string {
  return withoutInvisible(cell ?? '').trim();
}

/** Whether a row is blank: spreadsheets write such rows below the last one. */
export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every(cell => textOf(cell) === '');
}

/**
 * Reads the cells of a row by their columns. Known spreadsheet changes to a value are reversed, with a
 * warning. A field without a column is left out; an empty cell clears the field (an empty flag changes
 * nothing).
 */
export function readCells(
  kind: BulkImportKind,
  columns: readonly BulkColumn[],
  cells: readonly string[],
): ReadCells {
  const errors: RowRemark[] = [];
  const warnings: RowRemark[] = [];
  if (cells.length > columns.length)
    errors.push({
      field: 'row',
      rule: 'has more cells than the header; put quotes around values that contain commas',
    });
  const form: Record<string, unknown> = {};
  const cellsOf = new Map<BulkField, NamedCell[]>();
  for (const [index, { header, field }] of columns.entries()) {
    if (field === null) continue;
    const cell = textOf(cells[index]);
    if (cell.length > bulkLimits.cellLength)
      errors.push({
        field,
        rule: `must have at most ${bulkLimits.cellLength.toLocaleString('en-US')} characters in a cell`,
      });
    else cellsOf.set(field, [...(cellsOf.get(field) ?? []), { header, cell }]);
  }
  for (const [field, cells] of cellsOf) {
    if (field === idFields[kind]) continue;
    const { value, warning, error } = readField(field, cells);
    if (error === undefined) form[field] = value;
    else errors.push({ field, rule: error });
    if (warning !== undefined) warnings.push({ field, rule: warning });
  }
  return { id: cellsOf.get(idFields[kind])?.[0]?.cell ?? '', form, errors, warnings };
}

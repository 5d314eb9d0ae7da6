import { withoutInvisible } from '../text';
import { type BulkColumn, type RowRemark, bulkLimits } from './bulk-import';
import { isSpreadsheetError, type Reading } from './cell';
import { readDate } from './date-cell';
import { lastNameColumn } from './column-names';
import { readId } from './id-cell';
import { holdsNote, isPlaceholder, looksLikeTwoNames, looksMisread } from './name-cell';
import { isMadeUpEmail, readState, saysNothing } from './optional-cell';
import { idFields, type BulkField, type BulkImportKind } from './sheets';
import { readZipCode, type RowPlace } from './zip-cell';

/** The cells of a row, as in the file. */
export interface RowCells {
  readonly cells: readonly string[];
  /** Whether numbers that are dates count from January 1, 1904, and not from 1900. */
  readonly isDate1904?: boolean | undefined;
}

/** A row in the shape of its kind's form, not yet validated. */
export interface ReadCells {
  /** The patient's id. */
  readonly id: string;
  readonly form: Readonly<Record<string, unknown>>;
  readonly errors: readonly RowRemark[];
  readonly warnings: readonly RowRemark[];
}

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

// An empty cell leaves the flag unchanged.
function readFlag(cell: string): Reading {
  if (cell === '') return {};
  const value = flags.get(cell.toLowerCase());
  return value === undefined ? { error: flagRule } : { value };
}

/** Returns the entries of a cell that may hold several. */
function partsOf(cell: string): string[] {
  return cell
    .split(/(?<!&#?\w{2,8});|\|/)
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** A cell and the name of its column. */
interface NamedCell {
  readonly header: string;
  readonly cell: string;
  readonly isDate1904: boolean;
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

const placeholder = 'must be a name, not a word or sign for an unknown one';
const misread =
  'looks as if letters were misread; compare it with the original, and save the file as .xlsx or "CSV UTF-8"';
const twoInOne =
  'may hold two names; separate last names with `;`, because each entry is searched and billed separately';

const noted = "has characters or words that aren't part of a name; leave out numbers, titles, and notes";
const formulaError = 'shows an error of the spreadsheet instead of a value; repair its formula';
const leftOutError = 'shows an error of the spreadsheet instead of a value, so it was left out';
const unknownBirth = 'is often written for an unknown date of birth; check it';

/** Returns names with what is remarkable about them, `cells` being where they were read. */
function withNameRemarks(value: string | readonly string[], cells: readonly NamedCell[]): Reading {
  const names = typeof value === 'string' ? [value] : value;
  if (names.some(isPlaceholder)) return { error: placeholder };
  const isSeveral = typeof value !== 'string' && cells.some(({ cell }) => partsOf(cell).length > 1);
  const warnings = [
    ...(names.some(looksMisread) ? [misread] : []),
    ...(names.some(looksLikeTwoNames) ? [twoInOne] : []),
    ...(names.some(name => holdsNote(name) && !looksMisread(name)) ? [noted] : []),
    ...(isSeveral ? [`${names.length} last names, and each is searched and billed separately`] : []),
  ];
  return { value, ...(warnings.length === 0 ? {} : { warning: warnings.join('; ') }) };
}

// An empty cell is more often a missing name than a single one.
function readFirstName(cell: string, cells: readonly NamedCell[]): Reading {
  if (cell === '') return { error: 'is required; write FNU for a person with a single name' };
  if (/^(?:f\.?n\.?u\.?|nfn)$/i.test(cell))
    return { value: '', warning: 'read as a person with a single name' };
  return withNameRemarks(cell, cells);
}

/** The fields that a patient or a request can do without. */
const optional: ReadonlySet<BulkField> = new Set([
  'sex',
  'zipCodes',
  'city',
  'state',
  'mobile',
  'email',
  'siteAddressLine2',
  'startDateOfService',
  'endDateOfService',
  'reference',
  'dueDate',
]);

function readZipCodes(cells: readonly NamedCell[], place: RowPlace): Reading {
  const readings = cells.flatMap(({ cell }) => partsOf(cell)).map(part => readZipCode(part, place));
  const warnings = new Set(readings.flatMap(({ warning }) => (warning === undefined ? [] : [warning])));
  const values = readings.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return {
    // ZIP codes that were all left out don't clear the known ones, as an empty cell does.
    ...(values.length === 0 && readings.length > 0 ? {} : { value: values }),
    ...(warnings.size === 0 ? {} : { warning: [...warnings].join('; ') }),
  };
}

function isNothing(field: BulkField, cell: string): boolean {
  return saysNothing(cell) || (field === 'email' && isMadeUpEmail(cell));
}

function readBirthDate(named: NamedCell): Reading {
  const reading = readDate(named.cell, named);
  if (reading.value !== '1900-01-01') return reading;
  return { ...reading, warning: [reading.warning, unknownBirth].filter(Boolean).join('; ') };
}

/** Reads a cell, or the cells of a field with several. */
function readFieldOrNothing(field: BulkField, cells: readonly NamedCell[], place: RowPlace): Reading {
  // It doesn't clear what is stored, as an empty cell does.
  if (cells.some(({ cell }) => isSpreadsheetError(cell)))
    return optional.has(field) ? { warning: leftOutError } : { error: formulaError };
  // `Unknown` is a sex.
  const isSex = field === 'sex' && sexes[cells[0]?.cell.toLowerCase() ?? ''] !== undefined;
  if (!optional.has(field) || isSex || !cells.some(({ cell }) => cell !== '' && isNothing(field, cell)))
    return readField(field, cells, place);
  const filled = cells.map(named => (isNothing(field, named.cell) ? { ...named, cell: '' } : named));
  const reading = readField(field, filled, place);
  return { ...reading, warning: ['read as an empty cell', reading.warning].filter(Boolean).join('; ') };
}

function readField(field: BulkField, cells: readonly NamedCell[], place: RowPlace): Reading {
  const first = cells[0] ?? { cell: '', header: '', isDate1904: false };
  const { cell } = first;
  switch (field) {
    case 'lastNames':
      return withNameRemarks(readLastNames(cells), cells);
    case 'zipCodes':
      return readZipCodes(cells, place);
    case 'dateOfBirth':
      return cell === '' ? { value: undefined } : readBirthDate(first);
    case 'firstName':
      return readFirstName(cell, cells);
    case 'state':
      return cell === '' ? { value: null } : readState(cell);
    case 'siteState':
      return cell === '' ? {} : readState(cell);
    case 'city':
      return { value: cell === '' ? null : cell, ...(looksMisread(cell) ? { warning: misread } : {}) };
    case 'sex':
      return { value: cell === '' ? null : (sexes[cell.toLowerCase()] ?? cell) };
    case 'siteZip':
      return cell === '' ? {} : readZipCode(cell, place);
    case 'startDateOfService':
    case 'endDateOfService':
    case 'dueDate':
      return cell === '' ? { value: null } : readDate(cell, first);
    case 'siteId':
    case 'siteName':
    case 'siteAddressLine1':
    case 'siteAddressLine2':
    case 'siteCity':
      return cell === '' ? {} : { value: cell };
    case 'medicalRecord':
    case 'billing':
    case 'imaging':
    case 'rush':
    case 'certification':
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
  { cells, isDate1904 = false }: RowCells,
): ReadCells {
  const errors: RowRemark[] = [];
  const warnings: RowRemark[] = [];
  if (!isBlankRow(cells.slice(columns.length)))
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
    else cellsOf.set(field, [...(cellsOf.get(field) ?? []), { header, cell, isDate1904 }]);
  }
  const first = (field: BulkField): string => cellsOf.get(field)?.[0]?.cell ?? '';
  const place =
    kind === 'patients'
      ? { state: first('state'), city: first('city') }
      : { state: first('siteState'), city: first('siteCity') };
  for (const [field, cells] of cellsOf) {
    if (field === idFields[kind]) continue;
    const { value, warning, error } = readFieldOrNothing(field, cells, place);
    if (error === undefined) form[field] = value;
    else errors.push({ field, rule: error });
    if (warning !== undefined) warnings.push({ field, rule: warning });
  }
  const id = readId(first(idFields[kind]));
  if (id.error !== undefined) errors.push({ field: idFields[kind], rule: id.error });
  if (id.warning !== undefined) warnings.push({ field: idFields[kind], rule: id.warning });
  return { id: typeof id.value === 'string' ? id.value : '', form, errors, warnings };
}

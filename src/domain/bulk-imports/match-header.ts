import { withoutInvisible } from '../text';
import { bulkFailures, bulkLimits, type BulkColumn, type BulkFailure } from './bulk-import';
import { fieldsOfColumns, lastNameColumn } from './column-names';
import { fieldsOf, type BulkField, type BulkImportKind } from './sheets';

/** An interpreted header, or why it can't be interpreted. */
export type HeaderMatch =
  | { readonly kind: 'matched'; readonly columns: readonly BulkColumn[] }
  | {
      readonly kind: 'failed';
      readonly failure: BulkFailure;
      /**
       * The columns, if it is a header. Otherwise only the recognized ones, because the others are a
       * patient's values.
       */
      readonly columns: readonly BulkColumn[];
    };

/**
 * Returns a column's name as it is read, stored, and shown: on one line, without invisible or unstorable
 * characters.
 */
export function nameOfHeader(header: string): string {
  return (
    withoutInvisible(header)
      .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
      .trim()
      .slice(0, bulkLimits.headerLength)
      // Half of a surrogate pair cut by the limit.
      .replace(/\p{Cs}$/u, '')
  );
}

/** Returns the single-column fields that several columns match. */
export function doubledFields(kind: BulkImportKind, columns: readonly BulkColumn[]): readonly BulkField[] {
  const count = (field: BulkField): number => columns.filter(column => column.field === field).length;
  return [...fieldsOf(kind)]
    .filter(([field, { isSeveral }]) => count(field) > 1 && isSeveral !== true)
    .map(([field]) => field);
}

/**
 * Returns the required fields that no column matches. A column of other last names doesn't replace the
 * current one.
 */
export function missingFields(kind: BulkImportKind, columns: readonly BulkColumn[]): readonly BulkField[] {
  const hasColumn = (field: BulkField): boolean =>
    columns.some(
      column => column.field === field && (field !== 'lastNames' || lastNameColumn(column.header).isCurrent),
    );
  return [...fieldsOf(kind)]
    .filter(([field, { isNeeded }]) => isNeeded === true && !hasColumn(field))
    .map(([field]) => field);
}

/** Values that no header has: dates, e-mail addresses, and numbers of four digits. */
const valueLike = /\d{4}|@|\d[/-]\d/;

/** The most values among the names of a header: `ICD-10 2026` is a name. */
const valuesShare = 0.25;

/**
 * Whether a row can have the names of columns, even if none is known: at least two, and hardly any values,
 * which are a patient's.
 */
export function mayHaveNames(cells: readonly string[]): boolean {
  const names = cells.map(nameOfHeader).filter(name => name !== '');
  return names.length >= 2 && names.filter(name => valueLike.test(name)).length <= names.length * valuesShare;
}

/** Whether a row with these columns is a header, even if it can't be used. */
function isHeader(columns: readonly BulkColumn[]): boolean {
  return recognizedFields(columns) >= 2 && !columns.some(({ header }) => valueLike.test(header));
}

/** Returns how many fields the columns of a row name. */
export function recognizedFields(columns: readonly BulkColumn[]): number {
  return new Set(columns.map(({ field }) => field).filter(field => field !== null)).size;
}

/** Returns a header without the blank cells that spreadsheets add at its end, if they exceed the limit. */
function withoutBlankEnd(headers: readonly string[]): readonly string[] {
  const named = headers.findLastIndex(header => nameOfHeader(header) !== '') + 1;
  return headers.slice(0, Math.max(named, bulkLimits.columns));
}

/** Returns the columns of a header with the fields that their names mean, whether it can be used or not. */
export function namedColumns(kind: BulkImportKind, row: readonly string[]): readonly BulkColumn[] {
  const shown = withoutBlankEnd(row).map(nameOfHeader);
  const fields = fieldsOfColumns(kind, shown);
  return shown.map((header, index) => ({ header, field: fields[index] ?? null }));
}

/**
 * Matches each column to a field by its name. A name with a NUL fails the file as not text, because that is
 * what a binary file looks like.
 */
export function matchHeader(kind: BulkImportKind, row: readonly string[]): HeaderMatch {
  const failed = (failure: BulkFailure, columns: readonly BulkColumn[] = []): HeaderMatch => ({
    kind: 'failed',
    failure,
    columns: isHeader(columns) ? columns : columns.filter(({ field }) => field !== null),
  });
  const headers = withoutBlankEnd(row);
  if (headers.some(header => header.includes('\0'))) return failed('notUtf8');
  if (headers.length > bulkLimits.columns) return failed('tooManyColumns');
  const columns = namedColumns(kind, headers);
  if (doubledFields(kind, columns).length > 0) return failed('columnTwice', columns);
  if (missingFields(kind, columns).length > 0) return failed('columnMissing', columns);
  return { kind: 'matched', columns };
}

const quoted = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(', ');

/** How many columns that were found an error names. */
const foundMax = 30;

function explainMissing(
  kind: BulkImportKind,
  columns: readonly BulkColumn[],
): ReturnType<typeof explainFailure> {
  const fields = missingFields(kind, columns);
  const missing = fields.map(
    field => `\`${field}\` (a column named ${quoted(fieldsOf(kind).get(field)?.shown ?? [field])})`,
  );
  const found = columns.map(({ header }) => header).filter(header => header !== '');
  const known = isHeader(columns)
    ? `Columns found: ${quoted(found.slice(0, foundMax))}${found.length > foundMax ? ', …' : ''}.`
    : `The first ${bulkLimits.headerRows} rows have no row with column names.`;
  return { message: `${bulkFailures.columnMissing} Missing: ${missing.join('; ')}. ${known}`, fields };
}

/**
 * Explains to the sender why a file failed: a sentence and its fields, both without a value of the file. A
 * missing column is explained with the columns found and the names that would do.
 * @param columns the columns of its header
 */
export function explainFailure(
  kind: BulkImportKind,
  failure: BulkFailure,
  columns: readonly BulkColumn[],
): { readonly message: string; readonly fields: readonly BulkField[] } {
  const sentence = bulkFailures[failure];
  if (failure === 'columnMissing') return explainMissing(kind, columns);
  // Imports that failed before columns were stored with a failure don't know the fields.
  if (failure !== 'columnTwice' || columns.length === 0) return { message: sentence, fields: [] };
  const fields = doubledFields(kind, columns);
  const headers = columns.filter(({ field }) => field !== null && fields.includes(field));
  const doubled = quoted(headers.map(({ header }) => header));
  return { message: `${sentence} Fields: ${quoted(fields)}. Columns: ${doubled}.`, fields };
}

import { withoutInvisible } from '../text';
import { bulkFailures, bulkLimits, type BulkColumn, type BulkFailure } from './bulk-import';
import { fieldsOf, type BulkField, type BulkImportKind } from './sheets';

// Last names that a patient had, or has besides the current one. Not `married name`, which is as often the
// current one.
const otherLastName =
  /^(?:aka|maiden|(?:maiden|previous|former|prior|priormarried|other|alternate|aka)(?:last|sur|family)?names?)$/;

/** An interpreted header, or why it can't be interpreted. */
export type HeaderMatch =
  | { readonly kind: 'matched'; readonly columns: readonly BulkColumn[] }
  | {
      readonly kind: 'failed';
      readonly failure: BulkFailure;
      /**
       * The recognized columns. The others are omitted, because without a header they are a patient's values.
       */
      readonly columns: readonly BulkColumn[];
    };

/**
 * Returns a column's name as it is read, stored, and shown: on one line, without invisible or unstorable
 * characters.
 */
function nameOf(header: string): string {
  return (
    withoutInvisible(header)
      .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
      .trim()
      .slice(0, bulkLimits.headerLength)
      // Half of a surrogate pair cut by the limit.
      .replace(/\p{Cs}$/u, '')
  );
}

function plain(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Splits a name and its number: `Last name 2`. */
function numbered(header: string): { readonly name: string; readonly number: number } {
  const [, name = '', number = '0'] = /^(.*?)(\d{0,2})$/.exec(plain(header)) ?? [];
  return { name, number: Number(number) };
}

function fieldOf(kind: BulkImportKind, header: string): BulkField | null {
  const fields = [...fieldsOf(kind)];
  const called = (asked: string, isSeveral: boolean): BulkField | undefined =>
    fields.find(
      ([field, facts]) =>
        (!isSeveral || facts.isSeveral === true) &&
        (facts.names.includes(asked) || (field === 'lastNames' && otherLastName.test(asked))),
    )?.[0];
  return called(plain(header), false) ?? called(numbered(header).name, true) ?? null;
}

/**
 * Returns what a column of last names holds, by its name: the current name or others (maiden, previous, prior
 * married), and its number, 0 without one.
 */
export function lastNameColumn(header: string): { readonly isCurrent: boolean; readonly number: number } {
  const { name, number } = numbered(header);
  return { isCurrent: !otherLastName.test(name), number };
}

/** Returns the single-column fields that several columns match. */
function doubledFields(kind: BulkImportKind, columns: readonly BulkColumn[]): readonly BulkField[] {
  const count = (field: BulkField): number => columns.filter(column => column.field === field).length;
  return [...fieldsOf(kind)]
    .filter(([field, { isSeveral }]) => count(field) > 1 && isSeveral !== true)
    .map(([field]) => field);
}

/**
 * Returns the required fields that no column matches. A column of other last names doesn't replace the
 * current one.
 */
function missingFields(kind: BulkImportKind, columns: readonly BulkColumn[]): readonly BulkField[] {
  const hasColumn = (field: BulkField): boolean =>
    columns.some(
      column => column.field === field && (field !== 'lastNames' || lastNameColumn(column.header).isCurrent),
    );
  return [...fieldsOf(kind)]
    .filter(([field, { isNeeded }]) => isNeeded === true && !hasColumn(field))
    .map(([field]) => field);
}

/**
 * Matches each column to a field, ignoring case, spaces, and punctuation. A name with a NUL fails the file as
 * not UTF-8, because that is what UTF-16 read as UTF-8 looks like.
 */
export function matchHeader(kind: BulkImportKind, headers: readonly string[]): HeaderMatch {
  const failed = (failure: BulkFailure, columns: readonly BulkColumn[] = []): HeaderMatch => ({
    kind: 'failed',
    failure,
    columns: columns.filter(({ field }) => field !== null),
  });
  if (headers.some(header => header.includes('\0'))) return failed('notUtf8');
  if (headers.length > bulkLimits.columns) return failed('tooManyColumns');
  const columns = headers.map(nameOf).map(header => ({ header, field: fieldOf(kind, header) }));
  if (doubledFields(kind, columns).length > 0) return failed('columnTwice', columns);
  if (missingFields(kind, columns).length > 0) return failed('columnMissing', columns);
  return { kind: 'matched', columns };
}

/**
 * Explains to the sender why a file failed: a sentence and its fields, both without a value of the file.
 * @param columns the recognized columns of its header
 */
export function explainFailure(
  kind: BulkImportKind,
  failure: BulkFailure,
  columns: readonly BulkColumn[],
): { readonly message: string; readonly fields: readonly BulkField[] } {
  const sentence = bulkFailures[failure];
  // Imports that failed before columns were stored with a failure don't know the fields.
  if (columns.length === 0 && failure === 'columnTwice') return { message: sentence, fields: [] };
  const about = (label: string, fields: readonly BulkField[]): ReturnType<typeof explainFailure> => ({
    message: `${sentence} ${label}: ${fields.map(field => `\`${field}\``).join(', ')}.`,
    fields,
  });
  if (failure === 'columnTwice') return about('Fields', doubledFields(kind, columns));
  if (failure === 'columnMissing') return about('Missing', missingFields(kind, columns));
  return { message: sentence, fields: [] };
}

/** The columns of a file as a member chose them, instead of by their names. */
import type { BulkColumn } from './bulk-import';
import { doubledFields, missingFields } from './match-header';
import { fieldsOf, type BulkField, type BulkImportKind } from './sheets';

/** The name of the column of a file of rows that failed that says what is wrong. It isn't read. */
export const faultColumn = 'What to fix';

/** A field that a column can be chosen for. */
export interface FieldOption {
  readonly field: BulkField;
  /** As people write it: `Date of Birth`. */
  readonly label: string;
  readonly isNeeded: boolean;
}

/** Returns a field's name as people write it. */
export function labelOfField(kind: BulkImportKind, field: BulkField): string {
  return fieldsOf(kind).get(field)?.shown[0] ?? field;
}

/** Returns the fields that a column can be chosen for, in the order in which they are documented. */
export function fieldOptionsOf(kind: BulkImportKind): readonly FieldOption[] {
  return [...fieldsOf(kind)].map(([field, { isNeeded }]) => ({
    field,
    label: labelOfField(kind, field),
    isNeeded: isNeeded === true,
  }));
}

/** Returns the names of an empty file's columns: a column for each field. */
export function templateColumns(kind: BulkImportKind): readonly string[] {
  return fieldOptionsOf(kind).map(({ label }) => label);
}

/** Lower case, except for words such as ID and ZIP. */
function inSentence(label: string): string {
  return label.replaceAll(/\p{L}+/gu, word => (word === word.toUpperCase() ? word : word.toLowerCase()));
}

/** What is wrong with the chosen columns: a sentence for each of them, and for fields without a column. */
export interface MappingFaults {
  readonly missing: readonly string[];
  /** By the position of the column. */
  readonly doubled: ReadonlyMap<number, string>;
}

/** Returns what is wrong with a choice of columns, `undefined` if it can be imported. */
export function faultsOfColumns(
  kind: BulkImportKind,
  columns: readonly BulkColumn[],
): MappingFaults | undefined {
  const missing = missingFields(kind, columns).map(
    field => `No column for ${inSentence(labelOfField(kind, field))}. Choose one.`,
  );
  const twice = doubledFields(kind, columns);
  const doubled = new Map(
    columns.flatMap(({ field }, index): Array<[number, string]> =>
      field !== null && twice.includes(field)
        ? [[index, `More than one column is for ${inSentence(labelOfField(kind, field))}. Keep one.`]]
        : [],
    ),
  );
  return missing.length === 0 && doubled.size === 0 ? undefined : { missing, doubled };
}

/**
 * Returns the columns with the fields that a member chose.
 * @param chosen a field's name for each column, empty for a column that isn't imported
 * @returns `undefined` if these aren't choices for these columns
 */
export function withChosenFields(
  kind: BulkImportKind,
  columns: readonly BulkColumn[],
  chosen: readonly string[],
): readonly BulkColumn[] | undefined {
  if (chosen.length !== columns.length) return undefined;
  const fields = [...fieldsOf(kind).keys()];
  const found = chosen.map(name => (name === '' ? null : fields.find(field => field === name)));
  if (found.includes(undefined)) return undefined;
  return columns.map(({ header }, index) => ({ header, field: found[index] ?? null }));
}

/** Returns the columns so that a field that takes one column has at most one: the first. */
export function withoutRepeats(kind: BulkImportKind, columns: readonly BulkColumn[]): readonly BulkColumn[] {
  const twice = doubledFields(kind, columns);
  return columns.map((column, index) => {
    const { header, field } = column;
    const isRepeat = field !== null && twice.includes(field);
    return isRepeat && columns.findIndex(other => other.field === field) < index
      ? { header, field: null }
      : column;
  });
}

/** Returns the columns without the one that an earlier file of failed rows added. */
function ofOwnFile(columns: readonly BulkColumn[]): readonly BulkColumn[] {
  return columns.filter(({ header }) => header !== faultColumn);
}

/** Returns the names by which columns are recognized again, in order. */
export function recognizedHeaders(columns: readonly BulkColumn[]): readonly string[] {
  return ofOwnFile(columns).map(({ header }) => header.toLowerCase());
}

/** Returns columns with the fields that were chosen for an earlier file with the same names. */
export function withEarlierFields(
  columns: readonly BulkColumn[],
  earlier: readonly BulkColumn[],
): readonly BulkColumn[] {
  const fields = ofOwnFile(earlier).map(({ field }) => field);
  const own = ofOwnFile(columns);
  return columns.map(column => {
    const index = own.indexOf(column);
    return index === -1 ? { ...column, field: null } : { ...column, field: fields[index] ?? null };
  });
}

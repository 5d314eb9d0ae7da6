import { fieldsOf, type BulkField, type BulkImportKind } from './sheets';

// Last names that a patient had, or has besides the current one. Not `married name`, which is as often the
// current one.
const otherLastName =
  /^(?:aka|maiden|(?:maiden|previous|former|prior|priormarried|other|alternate|aka)(?:last|sur|family)?names?)$/;

/** Whose column it is, in front of the name of a field: `Patient First Name`, `Facility Address`. */
const owners = {
  patients: /^(?:patient|client|claimant|member|plaintiff|pt)(.+)$/,
  recordRequests: /^(?:facility|provider|hospital|clinic|practice|location)(.+)$/,
} as const satisfies Record<BulkImportKind, RegExp>;

function plain(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^a-z0-9]/g, '');
}

/** What a header says about the values: in parentheses, or the form of a date. */
const hints =
  /\([^()]*\)|\[[^[\]]*\]|(?<![a-z])(?:[dm]{1,2}[\s./-]*[dm]{1,2}[\s./-]*y{2,4}|yyyy[\s./-]*mm[\s./-]*dd)(?![a-z])/gi;

/** Returns a column's name without case and punctuation, as written and without hints about its values. */
function spellingsOf(header: string): readonly string[] {
  return [...new Set([plain(header), plain(header.replaceAll(hints, ' '))])].filter(name => name !== '');
}

/** Splits a name and its number: `lastname2`. */
function numbered(spelling: string): { readonly name: string; readonly number: number } {
  const [, name = '', number = '0'] = /^(.*?)(\d{0,2})$/.exec(spelling) ?? [];
  return { name, number: Number(number) };
}

/** Returns what follows the owner in a name; for `patientsex`, also what would follow `patient's`. */
function withoutOwner(kind: BulkImportKind, spelling: string): readonly string[] {
  const rest = owners[kind].exec(spelling)?.[1];
  return rest === undefined ? [] : [rest, rest.replace(/^s/, '')];
}

/** The spellings of a column's name. */
interface ColumnName {
  readonly asWritten: readonly string[];
  readonly withoutOwner: readonly string[];
}

function nameOfColumn(kind: BulkImportKind, header: string): ColumnName {
  const asWritten = spellingsOf(header);
  return { asWritten, withoutOwner: asWritten.flatMap(name => withoutOwner(kind, name)) };
}

/** Returns the first spelling that names another last name. */
function otherNameIn({ asWritten, withoutOwner: others }: ColumnName): string | undefined {
  return [...asWritten, ...others].map(name => numbered(name).name).find(name => otherLastName.test(name));
}

/**
 * Returns what a column of last names holds, by its name: the current name or others (maiden, previous, prior
 * married), and its number, 0 without one.
 */
export function lastNameColumn(header: string): { readonly isCurrent: boolean; readonly number: number } {
  const column = nameOfColumn('patients', header);
  const number = Math.max(0, ...column.asWritten.map(name => numbered(name).number));
  return { isCurrent: otherNameIn(column) === undefined, number };
}

/**
 * Returns the sets of names that a field is looked for by, one after the other. Without its owner, a column
 * of record requests can only be about the facility: `Provider ID` isn't the patient's.
 */
function* stepsOf(
  kind: BulkImportKind,
  field: BulkField,
): Generator<{ readonly names: readonly string[]; readonly spelling: keyof ColumnName }> {
  const facts = fieldsOf(kind).get(field);
  if (facts === undefined) return;
  const also = facts.alsoNames ?? [];
  yield { names: facts.names, spelling: 'asWritten' };
  for (const name of also) yield { names: [name], spelling: 'asWritten' };
  if (kind === 'recordRequests' && !field.startsWith('site')) return;
  yield { names: facts.names, spelling: 'withoutOwner' };
  for (const name of also) yield { names: [name], spelling: 'withoutOwner' };
}

/** Returns the columns that have a field by the first step that finds any. */
function columnsOf(
  kind: BulkImportKind,
  field: BulkField,
  isSeveral: boolean,
  columns: ReadonlyArray<readonly [index: number, name: ColumnName]>,
): readonly number[] {
  for (const { names, spelling } of stepsOf(kind, field)) {
    const isCalled = (column: ColumnName): boolean =>
      column[spelling].some(
        name => names.includes(name) || (isSeveral && names.includes(numbered(name).name)),
      );
    const found = columns.filter(([, column]) => isCalled(column)).map(([index]) => index);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Returns the field of each column by its name, ignoring case, spaces, punctuation, and what is in
 * parentheses; `null` for a column that isn't read. A name that usually means a field (`MRN`, `Given`) counts
 * only if no column has a name that always does, so that `Patient ID` wins over `MRN`.
 */
export function fieldsOfColumns(
  kind: BulkImportKind,
  headers: readonly string[],
): ReadonlyArray<BulkField | null> {
  const found = headers.map((): BulkField | null => null);
  const names = headers.map((header, index) => [index, nameOfColumn(kind, header)] as const);
  if (kind === 'patients')
    for (const [index, name] of names) if (otherNameIn(name) !== undefined) found[index] = 'lastNames';
  for (const [field, { isSeveral }] of fieldsOf(kind)) {
    const free = names.filter(([index]) => found[index] === null);
    for (const index of columnsOf(kind, field, isSeveral === true, free)) found[index] = field;
  }
  return found;
}

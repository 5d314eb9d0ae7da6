import type { z } from 'zod';
import {
  rowFaults,
  type BulkColumn,
  type RowFault,
  type RowRemark,
} from '../../domain/bulk-imports/bulk-import';
import { readCells, type RowCells } from '../../domain/bulk-imports/read-cells';
import { idFields, type BulkImportKind } from '../../domain/bulk-imports/sheets';
import { describeIssues } from '../../forms/field-issues';
import { patientId } from '../../forms/ids';
import { formOf, patientForm } from '../../forms/patient-form';
import { recordRequestForm } from '../../forms/record-request-form';

/** The forms that validate rows. */
const forms = {
  patients: patientForm.transform(form => ({ kind: 'patients' as const, form: formOf(form) })),
  recordRequests: recordRequestForm.transform(form => ({ kind: 'recordRequests' as const, form })),
} satisfies Record<BulkImportKind, z.ZodType>;

/** The content of a valid row, by kind. */
type ParsedRow = z.output<(typeof forms)[BulkImportKind]>;

/** A row that can be imported, or its problems. */
export type BulkRow =
  | {
      readonly kind: 'readable';
      readonly id: string;
      readonly parsed: ParsedRow;
      readonly warnings: readonly RowRemark[];
    }
  | {
      readonly kind: 'unreadable';
      /** `null` if the row has no valid id. */
      readonly id: string | null;
      readonly errors: readonly RowRemark[];
      readonly warnings: readonly RowRemark[];
    };

/**
 * Parses a row's form. A phone number is never worth a patient: one that can't be read is left out with a
 * warning.
 */
function parseForm(
  kind: BulkImportKind,
  form: Readonly<Record<string, unknown>>,
): [ReturnType<(typeof forms)[BulkImportKind]['safeParse']>, readonly RowRemark[]] {
  const parsed = forms[kind].safeParse(form);
  const { mobile, ...others } = form;
  const isText = typeof mobile === 'string' && !/[\p{Cc}\p{Cs}]/u.test(mobile);
  const isMobile = !parsed.success && parsed.error.issues.some(({ path }) => path[0] === 'mobile');
  if (!isMobile || !isText) return [parsed, []];
  const rule = 'must be a phone number without an extension, so it was left out';
  return [forms[kind].safeParse(others), [{ field: 'mobile', rule }]];
}

/** Validates a row with the form of its kind, and reports all of its errors at once. */
export function readBulkRow(kind: BulkImportKind, columns: readonly BulkColumn[], row: RowCells): BulkRow {
  const { id, form, errors, warnings: remarks } = readCells(kind, columns, row);
  const readId = patientId.safeParse(id);
  const [parsed, leftOut] = parseForm(kind, form);
  const warnings = [...remarks, ...leftOut];
  const isRefused = errors.some(({ field }) => field === idFields[kind]);
  const idErrors =
    readId.success || isRefused
      ? []
      : [
          {
            field: idFields[kind],
            rule: id === '' ? 'is required' : (readId.error.issues[0]?.message ?? 'is not valid'),
          },
        ];
  // A cell that broke a rule is missing in the form, which isn't a second error.
  const refused = new Set(errors.map(({ field }) => field));
  const formErrors = parsed.success
    ? []
    : describeIssues(parsed.error, form).issues.filter(({ field }) => !refused.has(field));
  const all = [...errors, ...idErrors, ...formErrors];
  if (readId.success && parsed.success && all.length === 0)
    return { kind: 'readable', id, parsed: parsed.data, warnings };
  return { kind: 'unreadable', id: readId.success ? id : null, errors: all, warnings };
}

/** A row as it would be imported, for a preview. */
export interface PreviewedRow {
  /** The text that is read for each field, with several separated by semicolons. */
  readonly values: ReadonlyMap<string, string>;
  readonly row: BulkRow;
}

function shownValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(shownValue).join('; ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a row as it would be imported. */
export function previewRow(
  kind: BulkImportKind,
  columns: readonly BulkColumn[],
  { fault, ...row }: RowCells & { readonly fault: RowFault | null },
): PreviewedRow {
  if (fault !== null) return { values: new Map(), row: unreadableRow(fault) };
  const { id, form } = readCells(kind, columns, row);
  const values = new Map(Object.entries(form).map(([field, value]) => [field, shownValue(value)]));
  return { values: values.set(idFields[kind], id), row: readBulkRow(kind, columns, row) };
}

/** Returns a row whose cells can't be read. */
export function unreadableRow(fault: RowFault): BulkRow {
  return { kind: 'unreadable', id: null, errors: [{ field: 'row', rule: rowFaults[fault] }], warnings: [] };
}

import { patientId } from '../../forms/ids';
import { describeIssues } from '../../forms/field-issues';
import type { BulkColumn, RowRemark } from '../../domain/bulk-imports/bulk-import';
import { readCells } from '../../domain/bulk-imports/read-cells';
import type { RequiredDetails, SaidDetails } from '../../domain/patients/details';
import type { SearchFlags } from '../../domain/searches/search';
import { flagsOf, patientForm } from '../../forms/patient-form';

/** A row that can be imported, or what is wrong with it. */
export type BulkRow =
  | {
      readonly kind: 'readable';
      readonly id: string;
      readonly said: SaidDetails & RequiredDetails;
      readonly flags: SearchFlags;
      readonly warnings: readonly RowRemark[];
    }
  | {
      readonly kind: 'unreadable';
      /** `null` when the row has no id that is well formed. */
      readonly id: string | null;
      readonly errors: readonly RowRemark[];
      readonly warnings: readonly RowRemark[];
    };

/** Reads a row by the rules of the patient form; every error of the row is told at once. */
export function readBulkRow(columns: readonly BulkColumn[], cells: readonly string[]): BulkRow {
  const { id, form, errors, warnings } = readCells(columns, cells);
  const readId = patientId.safeParse(id);
  const parsed = patientForm.safeParse(form);
  const idErrors = readId.success
    ? []
    : [
        {
          field: 'id',
          rule: id === '' ? 'is required' : (readId.error.issues[0]?.message ?? 'is not valid'),
        },
      ];
  const formErrors = parsed.success ? [] : describeIssues(parsed.error, form).issues;
  const all = [...errors, ...idErrors, ...formErrors];
  if (readId.success && parsed.success && all.length === 0)
    return { kind: 'readable', id, said: parsed.data, flags: flagsOf(parsed.data), warnings };
  return { kind: 'unreadable', id: readId.success ? id : null, errors: all, warnings };
}

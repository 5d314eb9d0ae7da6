import type {
  BulkImport,
  BulkImportStatus,
  RowOutcome,
  RowRemark,
} from '../../../domain/bulk-imports/bulk-import';
import { labelOfField } from '../../../domain/bulk-imports/mapping';
import { bulkFields, type BulkImportKind } from '../../../domain/bulk-imports/sheets';
import { Pill, Table, type Tone } from '../../components/display';

/** The name of an import, by the kind of its rows. */
export const importKindNames: Readonly<Record<BulkImportKind, string>> = {
  patients: 'Patient import',
  recordRequests: 'Record request import',
};

const statusNames: Readonly<Record<BulkImportStatus, string>> = {
  AwaitingUpload: 'Waiting for file',
  Processing: 'Processing',
  Completed: 'Completed',
  Failed: 'Failed',
};

const tones: Readonly<Record<BulkImportStatus, Tone>> = {
  AwaitingUpload: 'warning',
  Processing: 'info',
  Completed: 'passed',
  Failed: 'failed',
};

/** The status of an import. */
export function ImportPill({ status }: { readonly status: BulkImportStatus }) {
  return <Pill tone={tones[status]}>{statusNames[status]}</Pill>;
}

/** How many rows of an import are done, and the total once the whole file has been read. */
export function Progress({ of }: { readonly of: BulkImport }) {
  const done = of.createdCount + of.updatedCount + of.unchangedCount + of.failedCount;
  const counted = (count: number): string => count.toLocaleString('en-US');
  if (of.rowCount === null) return <span class="number">{counted(done)}</span>;
  return (
    <span>
      {of.status === 'Processing' ? (
        <progress max={of.rowCount} value={done} aria-label="Rows processed" />
      ) : null}{' '}
      <span class="number">
        {counted(done)} of {counted(of.rowCount)}
      </span>
    </span>
  );
}

/** A row with errors or warnings. */
export interface ShownRow {
  readonly rowNumber: number;
  readonly outcome: RowOutcome;
  readonly errors: readonly RowRemark[];
  readonly warnings: readonly RowRemark[];
}

const outcomeNames: Readonly<Record<RowOutcome, string>> = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  failed: 'Failed',
};

const outcomeTones: Readonly<Record<RowOutcome, Tone>> = {
  created: 'passed',
  updated: 'passed',
  unchanged: 'neutral',
  failed: 'failed',
};

interface RemarksParts {
  readonly kind: BulkImportKind;
  readonly remarks: readonly RowRemark[];
}

/** The errors or warnings of a row, each with its field, without a value. */
export function Remarks({ kind, remarks }: RemarksParts) {
  if (remarks.length === 0) return <>–</>;
  return (
    <ul>
      {remarks.map(({ field, rule }) => {
        const known = bulkFields.find(name => name === field);
        return (
          <li>
            {known === undefined ? 'Row' : labelOfField(kind, known)}: {rule.replaceAll('`', '')}
          </li>
        );
      })}
    </ul>
  );
}

/** The rows of an import with errors or warnings. */
export function RemarkedRows({
  kind,
  rows,
}: Pick<RemarksParts, 'kind'> & { readonly rows: readonly ShownRow[] }) {
  return (
    <Table
      caption="Rows with errors or warnings"
      headings={[{ name: 'Row', isNumber: true }, 'Result', 'Errors', 'Warnings']}
      rows={rows.map(({ rowNumber, outcome, errors, warnings }) => [
        <span class="number">{rowNumber}</span>,
        <Pill tone={outcomeTones[outcome]}>{outcomeNames[outcome]}</Pill>,
        <Remarks kind={kind} remarks={errors} />,
        <Remarks kind={kind} remarks={warnings} />,
      ])}
    />
  );
}

import type { BulkImport, BulkImportStatus } from '../../../domain/bulk-imports/bulk-import';
import type { BulkImportKind } from '../../../domain/bulk-imports/sheets';
import { Pill, type Tone } from '../../components/display';

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
  AwaitingUpload: 'neutral',
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

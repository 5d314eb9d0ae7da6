import type { BulkImport, BulkImportStatus } from '../../../domain/bulk-imports/bulk-import';
import type { BulkImportKind } from '../../../domain/bulk-imports/sheets';
import { inWords } from './patient-words';
import { Pill, type Tone } from '../../components/display';

/** How an import is called, by what its rows are about. */
export const importKindNames: Readonly<Record<BulkImportKind, string>> = {
  patients: 'Import of patients',
  recordRequests: 'Import of record requests',
};

const tones: Readonly<Record<BulkImportStatus, Tone>> = {
  AwaitingUpload: 'neutral',
  Processing: 'neutral',
  Completed: 'passed',
  Failed: 'failed',
};

/** How an import stands. */
export function ImportPill({ status }: { readonly status: BulkImportStatus }) {
  return <Pill tone={tones[status]}>{inWords(status)}</Pill>;
}

/** How many rows of an import are done, of how many; that is not known until the file was read through. */
export function Progress({ of }: { readonly of: BulkImport }) {
  const done = of.createdCount + of.updatedCount + of.unchangedCount + of.failedCount;
  const counted = (count: number): string => count.toLocaleString('en-US');
  if (of.rowCount === null) return <span class="number">{counted(done)}</span>;
  return (
    <span>
      {of.status === 'Processing' ? (
        <progress max={of.rowCount} value={done} aria-label="Rows that are done" />
      ) : null}{' '}
      <span class="number">
        {counted(done)} of {counted(of.rowCount)}
      </span>
    </span>
  );
}

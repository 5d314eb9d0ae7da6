import type { BulkImport, BulkImportRow } from '../../domain/bulk-imports/bulk-import';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A bulk import. */
export class BulkImportModel extends rows<BulkImport>() {
  static override tableName = 'bulk_import';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    projectUid: fixed('uuid'),
    membershipUid: fixed('uuid | null'),
    keyUid: fixed('uuid | null'),
    kind: fixed('text'),
    isDryRun: fixed('boolean'),
    status: 'text',
    failure: 'text | null',
    failureRow: 'integer | null',
    columns: 'jsonb',
    rowCount: 'integer | null',
    // The counts are derived from the rows: they are counted, never set.
    createdCount: fixed('integer'),
    updatedCount: fixed('integer'),
    unchangedCount: fixed('integer'),
    failedCount: fixed('integer'),
    warnedCount: fixed('integer'),
    hasResult: 'boolean',
    draftUid: fixed('uuid | null'),
    mapping: fixed('jsonb | null'),
    headersHash: fixed('text | null'),
    hasFaultyRows: 'boolean',
    emailsMember: fixed('boolean'),
    emailedAt: 'timestamptz | null',
    uploadedAt: 'timestamptz | null',
    finishedAt: 'timestamptz | null',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<BulkImport>;
}

/** The result of a row, with its owner. */
export interface StoredImportRow extends BulkImportRow {
  readonly importUid: string;
}

/** The result of a row of a bulk import. */
export class BulkImportRowModel extends rows<StoredImportRow>() {
  static override tableName = 'bulk_import_row';
  static override idColumn = ['import_uid', 'row_number'];
  static override readonly columns = {
    importUid: fixed('uuid'),
    rowNumber: fixed('integer'),
    patientId: fixed('text | null'),
    outcome: fixed('text'),
    errors: fixed('jsonb'),
    warnings: fixed('jsonb'),
    madeUids: fixed('uuid[]'),
  } satisfies Columns<StoredImportRow>;
}

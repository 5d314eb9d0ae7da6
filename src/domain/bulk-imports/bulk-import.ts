import type { BulkField, BulkImportKind } from './sheets';

/** Where a bulk import stands. */
export const bulkImportStatuses = ['AwaitingUpload', 'Processing', 'Completed', 'Failed'] as const;
/** A bulk import's status. */
export type BulkImportStatus = (typeof bulkImportStatuses)[number];

/** What became of a row; of a dry run, what would have. */
export const rowOutcomes = ['created', 'updated', 'unchanged', 'failed'] as const;
/** A row's outcome. */
export type RowOutcome = (typeof rowOutcomes)[number];

/** The limits of a file. They bound what one import can ask of the service; a larger one is two files. */
export const bulkLimits = {
  fileBytes: 64 * 1024 * 1024,
  /** Rows with something in them, the header not counted. */
  rows: 100_000,
  columns: 100,
  /** Characters of one cell. */
  cellLength: 1_000,
  /** Characters of a column's name; the rest of it is neither read nor shown. */
  headerLength: 100,
  /** Bytes of one row: it stops a quote that is never closed from reading the file into memory. */
  rowBytes: 128 * 1024,
} as const;

/** So many imports of a project may wait for their file or be worked off at once. */
export const openImportsMax = 20;
/** How long an import waits for its file, in hours. */
export const uploadWithinHours = 24;

/** Why a whole file was not taken, or not to its end; the sentences never hold a value of the file. */
export const bulkFailures = {
  tooLarge: `The file is larger than ${bulkLimits.fileBytes / 1024 / 1024} MiB: send it in parts.`,
  empty: 'The file has no header row.',
  notUtf8: 'The file is not text in UTF-8: save it as "CSV UTF-8".',
  notCsv: 'The file is not CSV: a quote stands where none may, or is never closed.',
  rowTooLong: `A row is longer than ${bulkLimits.rowBytes / 1024} KiB: a quote may never be closed.`,
  tooManyColumns: `The file has more than ${bulkLimits.columns} columns.`,
  tooManyRows: `The file has more than ${bulkLimits.rows.toLocaleString('en-US')} rows: send it in parts.`,
  columnMissing: 'The header lacks a column that every row needs.',
  columnTwice: 'Two columns of the header mean the same field.',
  notPermitted:
    'The key that asked for the import is no longer in force, or may no longer do in this project ' +
    'what the file asks for. Rows that were done stay done.',
  projectClosed: 'The project was closed. Rows that were done stay done.',
  neverUploaded: `No file was uploaded within ${uploadWithinHours} hours.`,
  endedByProvider: 'The provider ended the import. Rows that were done stay done.',
} as const;
/** The name of such a reason. */
export type BulkFailure = keyof typeof bulkFailures;

/** What is wrong with a row, or worth a look, by field and rule; never a value. */
export interface RowRemark {
  readonly field: string;
  readonly rule: string;
}

/** A column of a file and what it fills; `null`: it is not read. */
export interface BulkColumn {
  readonly header: string;
  readonly field: BulkField | null;
}

/** A bulk import. */
export interface BulkImport {
  readonly uid: string;
  readonly companyUid: string;
  readonly projectUid: string;
  /** In whose name the rows are imported. */
  readonly keyUid: string;
  readonly kind: BulkImportKind;
  readonly isDryRun: boolean;
  readonly status: BulkImportStatus;
  readonly failure: BulkFailure | null;
  /** The row at which the file could not be read on. */
  readonly failureRow: number | null;
  readonly columns: readonly BulkColumn[];
  /** Rows with something in them; `null` until the file was read through. */
  readonly rowCount: number | null;
  readonly createdCount: number;
  readonly updatedCount: number;
  readonly unchangedCount: number;
  readonly failedCount: number;
  readonly warnedCount: number;
  readonly hasResult: boolean;
  readonly uploadedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What became of a row. */
export interface BulkImportRow {
  readonly rowNumber: number;
  /** `null` where the row has none that is well formed. */
  readonly patientId: string | null;
  readonly outcome: RowOutcome;
  readonly errors: readonly RowRemark[];
  readonly warnings: readonly RowRemark[];
  /** The record requests that the row made; none of a dry run. */
  readonly madeUids: readonly string[];
}

/** Who asks for an import into which project. */
export type NewBulkImport = Pick<
  BulkImport,
  'uid' | 'companyUid' | 'projectUid' | 'keyUid' | 'kind' | 'isDryRun' | 'createdAt'
>;

/** An import that waits for its file. */
export function openImport(made: NewBulkImport): BulkImport {
  return {
    ...made,
    status: 'AwaitingUpload',
    failure: null,
    failureRow: null,
    columns: [],
    rowCount: null,
    createdCount: 0,
    updatedCount: 0,
    unchangedCount: 0,
    failedCount: 0,
    warnedCount: 0,
    hasResult: false,
    uploadedAt: null,
    finishedAt: null,
    updatedAt: made.createdAt,
  };
}

/** What may change of an import; its counts follow from its rows. */
export type BulkImportPatch = Partial<
  Pick<
    BulkImport,
    'status' | 'failure' | 'failureRow' | 'columns' | 'rowCount' | 'hasResult' | 'uploadedAt' | 'finishedAt'
  >
>;

/** What an upload makes of an import that waits for it: it is worked off, unless its file is too large. */
export function takeUpload(sizeBytes: number, at: Date): BulkImportPatch {
  return sizeBytes > bulkLimits.fileBytes
    ? { status: 'Failed', failure: 'tooLarge', uploadedAt: at, finishedAt: at }
    : { status: 'Processing', uploadedAt: at };
}

/** Why an import ends before its last row, and at which. */
export interface BulkFault {
  readonly failure: BulkFailure;
  readonly row: number | null;
}

/** What the end makes of an import; `fault` is `null` when every row was worked off. */
export function finish(fault: BulkFault | null, hasResult: boolean, at: Date): BulkImportPatch {
  const failure = fault?.failure ?? null;
  const status = fault === null ? 'Completed' : 'Failed';
  return { status, failure, failureRow: fault?.row ?? null, hasResult, finishedAt: at };
}

/** Why an import is ended from outside of its workflow. */
export type OutsideEnd = Extract<BulkFailure, 'neverUploaded' | 'endedByProvider'>;

/** Whether an import can be ended from outside: one that is worked off only by the provider. */
export function mayEnd({ status }: BulkImport, failure: OutsideEnd): boolean {
  return status === 'AwaitingUpload' || (status === 'Processing' && failure !== 'neverUploaded');
}

/** What such an end makes of it. */
export function endFromOutside(failure: OutsideEnd, at: Date): BulkImportPatch {
  return { status: 'Failed', failure, finishedAt: at };
}

/** Whether an import is over, but for one that was ended by hand and whose end may have been cut off. */
export function isOver({ status, failure }: BulkImport): boolean {
  return status === 'Completed' || (status === 'Failed' && failure !== 'endedByProvider');
}

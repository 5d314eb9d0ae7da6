import type { BulkField, BulkImportKind } from './sheets';

/** The statuses of a bulk import. */
export const bulkImportStatuses = ['AwaitingUpload', 'Processing', 'Completed', 'Failed'] as const;
/** A bulk import's status. */
export type BulkImportStatus = (typeof bulkImportStatuses)[number];

/** The outcomes of a row; in a dry run, what it would have been. */
export const rowOutcomes = ['created', 'updated', 'unchanged', 'failed'] as const;
/** A row's outcome. */
export type RowOutcome = (typeof rowOutcomes)[number];

/** The limits of a file. They limit the load of one import; split a larger file in two. */
export const bulkLimits = {
  fileBytes: 64 * 1024 * 1024,
  /** Nonblank rows, not counting the header. */
  rows: 100_000,
  columns: 100,
  /** Characters of one cell. */
  cellLength: 1_000,
  /** Characters of a column's name; the rest is neither read nor shown. */
  headerLength: 100,
  /** Bytes of one row, so that an unclosed quote can't read the whole file into memory. */
  rowBytes: 128 * 1024,
  /** Bytes of an Excel workbook when it is unzipped, so that a small file can't become a huge one. */
  workbookBytes: 512 * 1024 * 1024,
  /** Sheets of an Excel workbook that are searched for a header. */
  workbookSheets: 20,
  /** Nonblank rows, from the first one, that may be the header. */
  headerRows: 20,
} as const;

/** How many imports of a project may wait for their file or be processed at once. */
export const openImportsMax = 20;
/** How long an import waits for its file, in hours. */
export const uploadWithinHours = 24;

/** For how many days the rows that failed can be downloaded. */
export const faultyRowsDays = 7;

/** Whether the rows that failed can still be downloaded. */
export function offersFaultyRows(
  { hasFaultyRows, finishedAt }: Pick<BulkImport, 'hasFaultyRows' | 'finishedAt'>,
  now: Date,
): boolean {
  return (
    hasFaultyRows &&
    finishedAt !== null &&
    now.getTime() - finishedAt.getTime() < faultyRowsDays * 24 * 60 * 60 * 1000
  );
}

/** Why a file failed, entirely or partway. The sentences never contain a value of the file. */
export const bulkFailures = {
  tooLarge: `The file is larger than ${bulkLimits.fileBytes / 1024 / 1024} MiB. Upload it in parts.`,
  empty: 'The file has no header row.',
  notUtf8: 'The file isn\'t UTF-8 or UTF-16 text. Save it as .xlsx or "CSV UTF-8".',
  notCsv: "The file isn't valid CSV: a quotation mark is misplaced or never closed.",
  rowTooLong: `A row is longer than ${bulkLimits.rowBytes / 1024} KiB. Check for an unclosed quotation mark.`,
  oldWorkbook:
    'The file is an Excel workbook with a password, or of Excel 2003 or earlier (.xls). Save it without a ' +
    'password as .xlsx or "CSV UTF-8".',
  notATable:
    'The file is a PDF or a picture, not a table. Export the table from the program that it comes from, as ' +
    '.xlsx or "CSV UTF-8".',
  workbookUnreadable: "The Excel workbook is damaged or isn't a workbook. Save it again as .xlsx.",
  workbookTooLarge:
    `The Excel workbook is larger than ${bulkLimits.workbookBytes / 1024 / 1024} MiB when it is unzipped, ` +
    'or too complex to open. Save its first sheet as "CSV UTF-8", or upload it in parts.',
  severalSheets:
    'The Excel workbook has several sheets with the same columns, and only one is read. Put all rows into ' +
    'one sheet, or upload each sheet as a file of its own.',
  tooManyColumns: `The file has more than ${bulkLimits.columns} columns.`,
  tooManyRows: `The file has more than ${bulkLimits.rows.toLocaleString('en-US')} rows. Upload it in parts.`,
  columnMissing: 'A required column is missing.',
  columnTwice: 'Two columns are for the same field.',
  notPermitted:
    'The member who started the import has left the company, or no longer has the permissions that the ' +
    'file needs in this project. Rows that were already imported stay imported.',
  projectClosed: 'The project was closed. Rows that were already imported stay imported.',
  neverUploaded: `No file was uploaded within ${uploadWithinHours} hours.`,
  endedByProvider: 'Support ended the import. Rows that were already imported stay imported.',
} as const;
/** The name of such a reason. */
export type BulkFailure = keyof typeof bulkFailures;

/** Why a row of a file can't be read. The others are imported. */
export const rowFaults = {
  notUtf8: 'has a character that isn\'t UTF-8; save the file as .xlsx or "CSV UTF-8"',
  misquoted: 'has a quotation mark that is misplaced or never closed',
  tooLong: `is longer than ${bulkLimits.rowBytes / 1024} KiB`,
} as const;
/** The name of such a fault. */
export type RowFault = keyof typeof rowFaults;

/** A problem or notice about a row, by field and rule; never a value. */
export interface RowRemark {
  readonly field: string;
  readonly rule: string;
}

/** A column of a file and the field that it fills; `null` if it isn't read. */
export interface BulkColumn {
  readonly header: string;
  readonly field: BulkField | null;
}

/** Where the header of a file is, and the field of each of its columns. */
export interface ColumnMapping {
  /** The number of the sheet, from 0 on. */
  readonly sheet: number;
  /** As a spreadsheet counts. */
  readonly row: number;
  readonly columns: readonly BulkColumn[];
}

/** A bulk import. */
export interface BulkImport {
  readonly uid: string;
  readonly companyUid: string;
  readonly projectUid: string;
  /** The member who started the import and imports the rows; `null` if an earlier release created it. */
  readonly membershipUid: string | null;
  /** The key that created it, which may have been replaced since; `null` if it was created in the console. */
  readonly keyUid: string | null;
  readonly kind: BulkImportKind;
  readonly isDryRun: boolean;
  readonly status: BulkImportStatus;
  readonly failure: BulkFailure | null;
  /** The row at which reading the file failed. */
  readonly failureRow: number | null;
  readonly columns: readonly BulkColumn[];
  /** Nonblank rows; `null` until the file is surveyed. */
  readonly rowCount: number | null;
  readonly createdCount: number;
  readonly updatedCount: number;
  readonly unchangedCount: number;
  readonly failedCount: number;
  readonly warnedCount: number;
  readonly hasResult: boolean;
  /** The draft whose file it reads; `null` if its file was uploaded to it. */
  readonly draftUid: string | null;
  /** The columns as a member chose them; `null` if they are found by their names. */
  readonly mapping: ColumnMapping | null;
  /** Recognizes another file with the same column names; `null` without a mapping. */
  readonly headersHash: string | null;
  /** Whether the rows that failed can be downloaded for {@link faultyRowsDays}. */
  readonly hasFaultyRows: boolean;
  /** Whether the member gets an e-mail when it ends. */
  readonly emailsMember: boolean;
  readonly emailedAt: Date | null;
  readonly uploadedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The result of a row. */
export interface BulkImportRow {
  readonly rowNumber: number;
  /** `null` if the row has no valid one. */
  readonly patientId: string | null;
  readonly outcome: RowOutcome;
  readonly errors: readonly RowRemark[];
  readonly warnings: readonly RowRemark[];
  /** The record requests that the row created; none in a dry run. */
  readonly madeUids: readonly string[];
}

/** The requester and project of a new import. */
export type NewBulkImport = Pick<
  BulkImport,
  'uid' | 'companyUid' | 'projectUid' | 'membershipUid' | 'keyUid' | 'kind' | 'isDryRun' | 'createdAt'
>;

/** Returns an import that waits for its file. */
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
    draftUid: null,
    mapping: null,
    headersHash: null,
    hasFaultyRows: false,
    emailsMember: false,
    emailedAt: null,
    uploadedAt: null,
    finishedAt: null,
    updatedAt: made.createdAt,
  };
}

/** A new import of a draft's file, with the columns that a member chose. */
export type MappedBulkImport = NewBulkImport & {
  readonly draftUid: string;
  readonly mapping: ColumnMapping;
  readonly headersHash: string;
  readonly emailsMember: boolean;
};

/** Returns an import of a draft's file, which is processed at once. */
export function startMappedImport(made: MappedBulkImport): BulkImport {
  return { ...openImport(made), ...made, status: 'Processing', uploadedAt: made.createdAt };
}

/** The fields of an import that may change; its counts are derived from its rows. */
export type BulkImportPatch = Partial<
  Pick<
    BulkImport,
    | 'status'
    | 'failure'
    | 'failureRow'
    | 'columns'
    | 'rowCount'
    | 'hasResult'
    | 'hasFaultyRows'
    | 'uploadedAt'
    | 'finishedAt'
  >
>;

/**
 * Returns the change when the upload of a waiting import arrives: processing starts, unless the file is too
 * large.
 */
export function takeUpload(sizeBytes: number, at: Date): BulkImportPatch {
  return sizeBytes > bulkLimits.fileBytes
    ? { status: 'Failed', failure: 'tooLarge', uploadedAt: at, finishedAt: at }
    : { status: 'Processing', uploadedAt: at };
}

/** Why an import ends before its last row, and at which row. */
export interface BulkFault {
  readonly failure: BulkFailure;
  readonly row: number | null;
}

/** Returns the change when an import ends; `fault` is `null` if every row was processed. */
export function finish(
  fault: BulkFault | null,
  { hasResult, hasFaultyRows }: Pick<BulkImport, 'hasResult' | 'hasFaultyRows'>,
  at: Date,
): BulkImportPatch {
  const failure = fault?.failure ?? null;
  const status = fault === null ? 'Completed' : 'Failed';
  return { status, failure, failureRow: fault?.row ?? null, hasResult, hasFaultyRows, finishedAt: at };
}

/** Why an import is ended from outside its workflow. */
export type OutsideEnd = Extract<BulkFailure, 'neverUploaded' | 'endedByProvider'>;

/** Whether an import can be ended from outside; one in process only by the provider. */
export function mayEnd({ status }: BulkImport, failure: OutsideEnd): boolean {
  return status === 'AwaitingUpload' || (status === 'Processing' && failure !== 'neverUploaded');
}

/** Returns the change for such an end. */
export function endFromOutside(failure: OutsideEnd, at: Date): BulkImportPatch {
  return { status: 'Failed', failure, finishedAt: at };
}

/**
 * Whether an import is finished. One that was ended manually doesn't count, because its cleanup may have been
 * interrupted.
 */
export function isOver({ status, failure }: BulkImport): boolean {
  return status === 'Completed' || (status === 'Failed' && failure !== 'endedByProvider');
}

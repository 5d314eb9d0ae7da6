import type { BulkColumn, BulkFailure, ColumnMapping } from './bulk-import';
import type { BulkImportKind } from './sheets';

/** A bulk import that a member prepares in the console. When it runs, it becomes an import with its uid. */
export interface ImportDraft {
  readonly uid: string;
  readonly companyUid: string;
  readonly projectUid: string;
  /** The only member who sees it: they prepare it. */
  readonly membershipUid: string;
  readonly kind: BulkImportKind;
  /** The version of the file that was read; `null` until one arrived. */
  readonly etag: string | null;
  /** Why that file can't be read. */
  readonly failure: BulkFailure | null;
  /** The header, and the fields that its columns were taken for; `null` until a file is read. */
  readonly header: ColumnMapping | null;
  /** The columns with the fields that the member chose; `null` until then. */
  readonly chosen: readonly BulkColumn[] | null;
  /** The latest dry run with these columns. */
  readonly dryRunUid: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The drafts that a member may have in a project at once. */
export const draftsMax = 20;
/** How long after its last step a draft and its file are erased, in hours. */
export const draftLifeHours = 24;
/** How many rows are shown before an import runs. */
export const previewRows = 20;

/** Returns what tells the file that was read from another one; empty without a file. */
export function fileVersionOf({ etag }: Pick<ImportDraft, 'etag'>): string {
  return (etag ?? '').replaceAll('"', '');
}

/** The fields of a draft that change. */
export type DraftPatch = Partial<Pick<ImportDraft, 'etag' | 'failure' | 'header' | 'chosen' | 'dryRunUid'>>;

/** The project, the member, and the kind of a new draft. */
export type NewImportDraft = Pick<
  ImportDraft,
  'uid' | 'companyUid' | 'projectUid' | 'membershipUid' | 'kind' | 'createdAt'
>;

/** Returns a draft that waits for its file. */
export function openDraft(made: NewImportDraft): ImportDraft {
  return {
    ...made,
    etag: null,
    failure: null,
    header: null,
    chosen: null,
    dryRunUid: null,
    updatedAt: made.createdAt,
  };
}

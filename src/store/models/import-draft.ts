import type { ImportDraft } from '../../domain/bulk-imports/import-draft';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A bulk import that a member prepares. */
export class ImportDraftModel extends rows<ImportDraft>() {
  static override tableName = 'import_draft';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    projectUid: fixed('uuid'),
    membershipUid: fixed('uuid'),
    kind: fixed('text'),
    etag: 'text | null',
    failure: 'text | null',
    header: 'jsonb | null',
    chosen: 'jsonb | null',
    dryRunUid: 'uuid | null',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<ImportDraft>;
}

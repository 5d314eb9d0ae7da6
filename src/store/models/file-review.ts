import type { Actor } from '../../domain/actor';
import type { Columns } from '../columns';
import { fixed } from '../columns';
import { rows } from './base';

/** A file that a member has reviewed. */
export interface FileReview {
  readonly fileUid: string;
  /** The version of the file that was reviewed. */
  readonly etag: string;
  readonly reviewedBy: Actor;
  readonly reviewedAt: Date;
}

/** A file that a member has reviewed. */
export class FileReviewModel extends rows<FileReview>() {
  static override tableName = 'file_review';
  static override idColumn = 'file_uid';
  static override readonly columns = {
    fileUid: fixed('uuid'),
    etag: 'text',
    reviewedBy: 'jsonb',
    reviewedAt: 'timestamptz',
  } satisfies Columns<FileReview>;
}

import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** What an operator said of a file before it comes from their browser. */
export interface DeskUpload {
  readonly uid: string;
  readonly recordRequestUid: string;
  readonly attachedAs: 'deliverable' | 'document' | 'attachment';
  /** Under which it downloads. */
  readonly fileName: string;
  readonly isNewReturn: boolean;
  readonly isPartOfPlan: boolean;
  readonly createdAt: Date;
}

/** What an operator said of a file before it comes from their browser; the row goes when it is attached. */
export class DeskUploadModel extends rows<DeskUpload>() {
  static override tableName = 'desk_upload';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    attachedAs: fixed('text'),
    fileName: fixed('text'),
    isNewReturn: fixed('boolean'),
    isPartOfPlan: fixed('boolean'),
    createdAt: fixed('timestamptz'),
  } satisfies Columns<DeskUpload>;
}

import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** An operator's description of a file before its upload. */
export interface DeskUpload {
  readonly uid: string;
  readonly recordRequestUid: string;
  readonly attachedAs: 'deliverable' | 'document' | 'attachment' | 'invoice';
  /** The fee of an invoice; `null` for every other file. */
  readonly feeUid: string | null;
  /** The download name. */
  readonly fileName: string;
  readonly isNewReturn: boolean;
  readonly isPartOfPlan: boolean;
  readonly createdAt: Date;
}

/** An operator's description of a file before its upload. The row is deleted when it is attached. */
export class DeskUploadModel extends rows<DeskUpload>() {
  static override tableName = 'desk_upload';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    attachedAs: fixed('text'),
    feeUid: fixed('uuid | null'),
    fileName: fixed('text'),
    isNewReturn: fixed('boolean'),
    isPartOfPlan: fixed('boolean'),
    createdAt: fixed('timestamptz'),
  } satisfies Columns<DeskUpload>;
}

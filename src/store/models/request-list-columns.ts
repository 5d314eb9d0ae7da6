import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** The columns that a member chose for the list of record requests. */
export interface RequestListColumns {
  readonly membershipUid: string;
  readonly columns: readonly string[];
  readonly updatedAt: Date;
}

/** The columns that a member chose for the list of record requests. */
export class RequestListColumnsModel extends rows<RequestListColumns>() {
  static override tableName = 'request_list_columns';
  static override idColumn = 'membership_uid';
  static override readonly columns = {
    membershipUid: fixed('uuid'),
    columns: 'text[]',
    updatedAt: 'timestamptz',
  } satisfies Columns<RequestListColumns>;
}

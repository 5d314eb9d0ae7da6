import type { Reminder } from '../../domain/record-requests/reminder';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A member's own reminder about a record request. */
export class RequestReminderModel extends rows<Reminder>() {
  static override tableName = 'request_reminder';
  static override idColumn = ['membership_uid', 'record_request_uid'];
  static override readonly columns = {
    membershipUid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    remindOn: 'date',
    note: 'text | null',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<Reminder>;
}

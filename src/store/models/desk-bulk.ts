import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { BulkAction, BulkOutcome } from '../../domain/desk/bulk';
import type { QueueKind } from '../../domain/desk/queue';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A bulk action of an operator. */
export interface DeskBulk {
  readonly uid: string;
  readonly operatorUid: string;
  readonly action: BulkAction;
  /** The snooze date; `null` for other actions. */
  readonly until: CalendarDate | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** A bulk action of an operator. */
export class DeskBulkModel extends rows<DeskBulk>() {
  static override tableName = 'desk_bulk';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    operatorUid: fixed('uuid'),
    action: fixed('text'),
    until: fixed('date | null'),
    createdAt: fixed('timestamptz'),
    endedAt: 'timestamptz | null',
  } satisfies Columns<DeskBulk>;
}

/** An item of a bulk action, and its result. */
export interface DeskBulkItem {
  readonly bulkUid: string;
  /** From 1, in the order of selection. */
  readonly place: number;
  readonly kind: QueueKind;
  readonly subjectUid: string;
  /** `null` for an item of no single company, and for one that no longer existed. */
  readonly companyUid: string | null;
  /** Its name in the queue when it was selected. */
  readonly name: string;
  readonly outcome: BulkOutcome;
  /** How often it failed because of a fault of ours. */
  readonly tries: number;
  /** Why it was refused or given up, as shown to the operator. */
  readonly reason: string | null;
  readonly settledAt: Date | null;
}

/** An item of a bulk action, and its result. */
export class DeskBulkItemModel extends rows<DeskBulkItem>() {
  static override tableName = 'desk_bulk_item';
  static override idColumn = ['bulk_uid', 'place'];
  static override readonly columns = {
    bulkUid: fixed('uuid'),
    place: fixed('integer'),
    kind: fixed('text'),
    subjectUid: fixed('uuid'),
    companyUid: fixed('uuid | null'),
    name: fixed('text'),
    outcome: 'text',
    tries: 'integer',
    reason: 'text | null',
    settledAt: 'timestamptz | null',
  } satisfies Columns<DeskBulkItem>;
}

import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { BulkAction, BulkOutcome } from '../../domain/desk/bulk';
import type { QueueKind } from '../../domain/desk/queue';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** One thing that an operator does to many that wait. */
export interface DeskBulk {
  readonly uid: string;
  readonly operatorUid: string;
  readonly action: BulkAction;
  /** Until when they are put off; null for every other act. */
  readonly until: CalendarDate | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** One thing that an operator does to many that wait. */
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

/** One of the things, and what became of it. */
export interface DeskBulkItem {
  readonly bulkUid: string;
  /** From 1, in the order in which they were picked. */
  readonly place: number;
  readonly kind: QueueKind;
  readonly subjectUid: string;
  /** Null for what is of no single company, and for what was not there any more. */
  readonly companyUid: string | null;
  /** What the queue called it when it was picked. */
  readonly name: string;
  readonly outcome: BulkOutcome;
  /** Why it was refused, as the operator reads it. */
  readonly reason: string | null;
  readonly settledAt: Date | null;
}

/** One of the things, and what became of it. */
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
    reason: 'text | null',
    settledAt: 'timestamptz | null',
  } satisfies Columns<DeskBulkItem>;
}

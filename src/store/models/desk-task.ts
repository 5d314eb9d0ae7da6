import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { QueueKind } from '../../domain/desk/queue';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** The assignment and snooze of an item at the desk. */
export interface DeskTask {
  readonly kind: QueueKind;
  readonly subjectUid: string;
  /** The assigned operator. */
  readonly operatorUid: string | null;
  readonly takenAt: Date | null;
  readonly snoozedUntil: CalendarDate | null;
  /** Assignments and snoozes from before it started to wait no longer count. */
  readonly updatedAt: Date;
}

/**
 * The assignment and snooze of an item at the desk: one row per item, so that two operators can't have it.
 */
export class DeskTaskModel extends rows<DeskTask>() {
  static override tableName = 'desk_task';
  static override idColumn = ['kind', 'subject_uid'];
  static override readonly columns = {
    kind: fixed('text'),
    subjectUid: fixed('uuid'),
    operatorUid: 'uuid | null',
    takenAt: 'timestamptz | null',
    snoozedUntil: 'date | null',
    updatedAt: 'timestamptz',
  } satisfies Columns<DeskTask>;
}

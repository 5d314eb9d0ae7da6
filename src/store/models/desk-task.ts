import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { QueueKind } from '../../domain/desk/queue';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** What operators said of something that waits at the desk. */
export interface DeskTask {
  readonly kind: QueueKind;
  readonly subjectUid: string;
  /** Who has it. */
  readonly operatorUid: string | null;
  readonly takenAt: Date | null;
  readonly snoozedUntil: CalendarDate | null;
  /** What was said before it began to wait counts no more. */
  readonly updatedAt: Date;
}

/** What operators said of something that waits at the desk: one row a thing, so that two cannot have it. */
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

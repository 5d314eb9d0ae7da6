import type { TimelineStep } from '../../domain/record-requests/timeline';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A step of a record request's timeline, never changed. */
export class RecordRequestStepModel extends rows<TimelineStep>() {
  static override tableName = 'record_request_step';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    sequence: fixed('bigint'),
    status: fixed('text'),
    reason: fixed('text | null'),
    actor: fixed('jsonb'),
    createdAt: fixed('timestamptz'),
  } satisfies Columns<TimelineStep>;
}

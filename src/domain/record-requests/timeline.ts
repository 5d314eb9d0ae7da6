import type { Actor } from '../actor';
import type { RecordRequest, RecordRequestStatus } from './record-request';

/** A step of a record request: its creation, or a move to another status. */
export interface TimelineStep {
  readonly uid: string;
  readonly recordRequestUid: string;
  /** The number of the move; 0 is the creation. */
  readonly sequence: number;
  readonly status: RecordRequestStatus;
  /** The reason, shown to the customer. */
  readonly reason: string | null;
  readonly actor: Actor;
  readonly createdAt: Date;
}

/** Returns the current step of a request (REQUEST-26). */
export function stepOf(
  uid: string,
  { uid: recordRequestUid, sequence, status, updatedAt: createdAt }: RecordRequest,
  actor: Actor,
  reason: string | null,
): TimelineStep {
  return { uid, recordRequestUid, sequence, status, reason, actor, createdAt };
}

import type { Actor } from '../actor';
import type { RecordRequest, RecordRequestStatus } from './record-request';

/** A step of a record request: its creation, or a move to another status. */
export interface TimelineStep {
  readonly uid: string;
  readonly recordRequestUid: string;
  /** Of the move, as the request counts them; 0 is its creation. */
  readonly sequence: number;
  readonly status: RecordRequestStatus;
  /** Why, for the customer to read. */
  readonly reason: string | null;
  readonly actor: Actor;
  readonly createdAt: Date;
}

/** The step that a request has come to (REQUEST-26). */
export function stepOf(
  uid: string,
  { uid: recordRequestUid, sequence, status, updatedAt: createdAt }: RecordRequest,
  actor: Actor,
  reason: string | null,
): TimelineStep {
  return { uid, recordRequestUid, sequence, status, reason, actor, createdAt };
}

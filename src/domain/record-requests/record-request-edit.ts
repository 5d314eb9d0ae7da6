import type { EditedRequest } from '../audit-events';
import type { RecordRequest } from './record-request';

/** What a customer can edit in a record request. A field that is `undefined` stays as it is. */
export interface RecordRequestEdit {
  readonly followUpDate?: RecordRequest['followUpDate'] | undefined;
  readonly reference?: RecordRequest['reference'] | undefined;
  readonly dueDate?: RecordRequest['dueDate'] | undefined;
  /** Confirms that the patient was at the facility, which a correction put in doubt. */
  readonly facilityConfirmed?: true | undefined;
}

/**
 * Returns the request after an edit, or the request itself if nothing differs. A follow-up that was sent
 * today isn't sent again today.
 */
export function editRecordRequest(before: RecordRequest, edit: RecordRequestEdit, at: Date): RecordRequest {
  const { followUpDate = before.followUpDate, reference = before.reference, dueDate = before.dueDate } = edit;
  const isHeldByCorrection = before.isHeldByCorrection && edit.facilityConfirmed !== true;
  const isSame =
    followUpDate === before.followUpDate &&
    reference === before.reference &&
    dueDate === before.dueDate &&
    isHeldByCorrection === before.isHeldByCorrection;
  if (isSame) return before;
  const followUpSetAt = followUpDate === before.followUpDate ? before.followUpSetAt : at;
  const edited = { followUpDate, followUpSetAt, reference, dueDate, isHeldByCorrection };
  return { ...before, ...edited, version: before.version + 1, updatedAt: at };
}

/** Returns what an edit changed, for the audit log: names only, as a reference may identify the patient. */
export function changesOfEdit(before: RecordRequest, after: RecordRequest): EditedRequest {
  return {
    ...(before.followUpDate === after.followUpDate ? {} : { followUpDate: null }),
    ...(before.reference === after.reference ? {} : { reference: null }),
    ...(before.dueDate === after.dueDate ? {} : { dueDate: null }),
    ...(before.isHeldByCorrection === after.isHeldByCorrection ? {} : { facilityConfirmed: null }),
  };
}

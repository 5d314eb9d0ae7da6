/** What a customer can request again after a record request ended. */
import {
  categoryOf,
  recordRequestKinds,
  type RecordRequest,
  type RecordRequestKind,
  type RecordRequestStatus,
} from './record-request';

/** How a request can be repeated: for the missing part of what came, or because nothing came. */
export type Repeat = 'missing' | 'again';

/** Returns how an ended request can be repeated; `null` if it can't be. */
export function repeatOf(status: RecordRequestStatus): Repeat | null {
  if (categoryOf(status) === 'completed') return 'missing';
  return categoryOf(status) === 'recordsNotFound' || status === 'Canceled' ? 'again' : null;
}

/** Whether a request ended without all of its records. */
function lacksRecords(status: RecordRequestStatus): boolean {
  return status === 'Partial' || repeatOf(status) === 'again';
}

/**
 * Returns the kinds of records to request again after a request: its own kind, and those whose latest request
 * to the same facility ended without all records.
 * @param ofSite the patient's requests to the facility, oldest first
 */
export function missingKinds(
  request: Pick<RecordRequest, 'kind'>,
  ofSite: ReadonlyArray<Pick<RecordRequest, 'kind' | 'status'>>,
): RecordRequestKind[] {
  const latest = new Map(ofSite.map(({ kind, status }) => [kind, status]));
  return recordRequestKinds.filter(kind => {
    const status = latest.get(kind);
    return kind === request.kind || (status !== undefined && lacksRecords(status));
  });
}

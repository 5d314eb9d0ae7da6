/** The service's own record of a chaos run: rows, read once it is idle, or to check whether it is. */
import type { Executor } from '../../src/store/database';

/** A record with the status it ended in. */
export interface PatientRow {
  readonly uid: string;
  readonly id: string;
  readonly searchStatus: string;
}
/** A record request with its result. */
export interface RequestRow {
  readonly uid: string;
  readonly patientUid: string;
  readonly kind: string;
  readonly status: string;
  readonly deliverables: number;
}
/** An event. */
export interface EventRow {
  readonly uid: string;
  readonly eventType: string;
  readonly recordUid: string;
}
/** A delivery. */
export interface DeliveryRow {
  readonly uid: string;
  readonly eventUid: string;
  readonly status: string;
  readonly attempts: number;
  /** The attempts in the delivery log, including noted repeats. */
  readonly noted: number;
}
/** The rows that the checker needs. */
export interface ServiceRows {
  readonly patients: readonly PatientRow[];
  readonly requests: readonly RequestRow[];
  readonly events: readonly EventRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly unsentCommands: number;
}

async function query<Row>(db: Executor, sql: string): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(sql);
  return rows;
}

/** Whether a patient was only registered, so that its event waits. */
export function isOfBacklog(patientId: string): boolean {
  return patientId.startsWith('waiting-');
}

/** Reads the rows of the whole database: a chaos run has its own. */
export async function readRows(db: Executor): Promise<ServiceRows> {
  const [patients, requests, events, deliveries, unsent] = await Promise.all([
    query<PatientRow>(db, 'select uid, id, search_status as "searchStatus" from patient'),
    query<RequestRow>(
      db,
      `select r.uid, r.patient_uid as "patientUid", r.kind, r.status, (select count(*)::int from stored_file f
         where f.record_request_uid = r.uid and f.area = 'deliverables') as deliverables
           from record_request r`,
    ),
    query<EventRow>(
      db,
      'select uid, event_type as "eventType", record_uid as "recordUid" from outbox_event order by id',
    ),
    query<DeliveryRow>(
      db,
      `select uid, event_uid as "eventUid", status, attempts, (select count(*)::int from webhook_attempt a
         where a.delivery_uid = d.uid) as noted
           from webhook_delivery d order by event_id`,
    ),
    query<{ count: number }>(
      db,
      `select ((select count(*) from outbox_command where sent_at is null)
         + (select count(*) from outbox_event where fanned_out_at is null))::int as count`,
    ),
  ]);
  return { patients, requests, events, deliveries, unsentCommands: unsent[0]?.count ?? 0 };
}

/** Counts what is in progress; 0 means idle. */
export function countUnfinished(rows: ServiceRows): number {
  return (
    rows.patients.filter(({ id, searchStatus }) => !isOfBacklog(id) && searchStatus !== 'Completed').length +
    rows.requests.filter(({ status }) => status !== 'Completed').length +
    rows.deliveries.filter(({ status }) => status !== 'succeeded').length +
    rows.unsentCommands
  );
}

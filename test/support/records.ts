/** What the tests read from the tables, typed and in order, so that no test names a row's columns itself. */
import type { Knex } from 'knex';
import type { AuditEvent } from '../../src/store/audit/audit';
import type { EventRow, TakenCommand } from '../../src/store/outbox';

/** Returns the rows of a statement that only one test needs. The caller states its columns. */
export async function readRows<Row>(
  db: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[] = [],
): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(sql, [...bindings]);
  return rows;
}

/** An event in the outbox. */
export type StoredEvent = Omit<EventRow, 'uid'>;

/** Returns the events about a record, or about a patient and their records, in order. */
export async function readEvents(db: Knex, recordUid: string): Promise<StoredEvent[]> {
  return readRows(
    db,
    `select event_type as "eventType", company_uid as "companyUid", project_uid as "projectUid",
       patient_uid as "patientUid", record_kind as "recordKind", record_uid as "recordUid",
       tracked_by_user_uid as "trackedByUserUid", is_sandbox as "isSandbox", changed, emitted_at
         as "emittedAt"
     from outbox_event where ? in (record_uid, patient_uid) order by id`,
    [recordUid],
  );
}

/** A command in the outbox, and its progress. */
export interface StoredCommand extends Omit<TakenCommand, 'id' | 'dedupeKey'> {
  readonly dueAt: Date;
  readonly sentAt: Date | null;
  /** The kind of the last fault. */
  readonly lastFault: string | null;
}

/** Returns the commands for a workflow, or all without one, in order. */
export async function readCommands(db: Knex, workflowId?: string): Promise<StoredCommand[]> {
  return readRows(
    db,
    `select workflow_type as "workflowType", workflow_id as "workflowId", signal, args,
       search_attributes as "searchAttributes", attempts, due_at as "dueAt", sent_at as "sentAt",
       last_fault as "lastFault"
     from outbox_command where ?::text is null or workflow_id = ? order by id`,
    [workflowId ?? null, workflowId ?? null],
  );
}

/** An audit row. */
export type AuditRecord = Omit<AuditEvent, 'uid' | 'occurredAt'>;

/** Returns the audit rows with these values, oldest first; all without any. */
export async function readAudits(
  db: Knex,
  { requestId, event, resourceUid, actorName }: Partial<AuditRecord> = {},
): Promise<AuditRecord[]> {
  const wanted = [requestId, event, resourceUid, actorName].flatMap(value => [value ?? null, value ?? null]);
  return readRows(
    db,
    `select company_uid as "companyUid", actor_kind as "actorKind", actor_uid as "actorUid",
       actor_name as "actorName", key_uid as "keyUid", event, resource_kind as "resourceKind",
       resource_uid as "resourceUid", outcome, problem, changes, reason,
       request_id as "requestId"
     from audit_event
     where (?::text is null or request_id = ?) and (?::text is null or event = ?)
       and (?::uuid is null or resource_uid = ?) and (?::text is null or actor_name = ?)
     order by occurred_at, uid`,
    wanted,
  );
}

/** Counts statements in this database that wait for a lock. */
export async function countLockWaiters(db: Knex): Promise<number> {
  const waiting = await readRows(
    db,
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length;
}

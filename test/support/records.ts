/** What the tests read of the tables, typed and in order, so that none names a column of a row by itself. */
import type { Knex } from 'knex';
import type { AuditEvent } from '../../src/store/audit/audit';
import type { EventRow, TakenCommand } from '../../src/store/outbox';

/** The rows of a statement, for what one test alone asks. The caller says what its columns are. */
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

/**
 * The events about a record, or about a patient and the records of theirs; in the order in which they
 * happened.
 */
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

/** A command in the outbox, and how far it came. */
export interface StoredCommand extends Omit<TakenCommand, 'id' | 'dedupeKey'> {
  readonly dueAt: Date;
  readonly sentAt: Date | null;
  /** The kind of the last fault. */
  readonly lastFault: string | null;
}

/** The commands for a workflow, or all without one; in the order in which they were given. */
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

/** A row of the audit trail. */
export type AuditRecord = Omit<AuditEvent, 'uid' | 'occurredAt'>;

/** The audit rows that have these values, oldest first; all without any. */
export async function readAudits(
  db: Knex,
  { requestId, event, resourceUid, actorName }: Partial<AuditRecord> = {},
): Promise<AuditRecord[]> {
  const wanted = [requestId, event, resourceUid, actorName].flatMap(value => [value ?? null, value ?? null]);
  return readRows(
    db,
    `select company_uid as "companyUid", actor_kind as "actorKind", actor_uid as "actorUid",
       actor_name as "actorName", key_uid as "keyUid", event, resource_kind as "resourceKind",
       resource_uid as "resourceUid", outcome, problem, reason, request_id as "requestId"
     from audit_event
     where (?::text is null or request_id = ?) and (?::text is null or event = ?)
       and (?::uuid is null or resource_uid = ?) and (?::text is null or actor_name = ?)
     order by occurred_at, uid`,
    wanted,
  );
}

/** How many statements of this database wait for a lock. */
export async function countLockWaiters(db: Knex): Promise<number> {
  const waiting = await readRows(
    db,
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length;
}

import type { WorkflowCommand } from '../domain/workflows';
import type { EventType } from '../domain/events/event-types';
import type { Executor, Transaction } from './database';
import { named } from './named';

/** Something that happened, for the webhook endpoints that want to know. */
export interface EventRow {
  readonly uid: string;
  readonly eventType: EventType;
  readonly companyUid: string;
  readonly projectUid: string;
  readonly patientUid: string | null;
  readonly recordKind: 'patient' | 'recordRequest';
  readonly recordUid: string;
  readonly trackedByUserUid: string | null;
  readonly isSandbox: boolean;
  readonly changed: readonly string[];
  readonly emittedAt: Date;
}

/** The channel on which a commit that wrote to the outbox is announced. */
export const outboxChannel = 'recordwell_outbox';

// Each writing statement sends the NOTIFY itself. PostgreSQL delivers it at the commit, once per transaction.
const announcement = `pg_notify('${outboxChannel}', '')`;
// One statement whatever their number, in the order of the array: ids are given in it, and they are the order per workflow.
const insertCommands = named(`
  insert into outbox_command (dedupe_key, workflow_type, workflow_id, signal, args, search_attributes, created_at, due_at)
  select coalesce(c."dedupeKey", uuidv7()::text), c."workflowType", c."workflowId", c.signal, c.args, c."searchAttributes",
    ?::timestamptz, ?::timestamptz
  from rows from (json_to_recordset(?::json) as ("dedupeKey" text, "workflowType" text, "workflowId" text, signal text,
    args jsonb, "searchAttributes" jsonb)) with ordinality
    as c("dedupeKey", "workflowType", "workflowId", signal, args, "searchAttributes", place)
  order by c.place
  on conflict on constraint outbox_command_dedupe_key_key do nothing
  returning ${announcement}
`);

const commandsAtOnce = 1_000;

/** Appends commands in their order: the one writer of them. A repeat of a key is ignored. */
export async function appendCommands(
  tx: Transaction,
  commands: readonly WorkflowCommand[],
  at: Date,
): Promise<void> {
  for (let first = 0; first < commands.length; first += commandsAtOnce) {
    const page = JSON.stringify(commands.slice(first, first + commandsAtOnce));
    await insertCommands.run(tx, [at, at, page]);
  }
}

const insertEventRow = named(`
  insert into outbox_event (uid, event_type, company_uid, project_uid, patient_uid, record_kind, record_uid,
    tracked_by_user_uid, is_sandbox, changed, emitted_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning ${announcement}
`);

/** Appends an event. The caller holds the lock of the record, so events of one record are numbered in their order. */
export async function appendEvent(tx: Transaction, event: EventRow): Promise<void> {
  await insertEventRow.run(tx, [
    event.uid,
    event.eventType,
    event.companyUid,
    event.projectUid,
    event.patientUid,
    event.recordKind,
    event.recordUid,
    event.trackedByUserUid,
    event.isSandbox,
    [...event.changed],
    event.emittedAt,
  ]);
}

/** A command that a sender has taken. */
export interface TakenCommand extends Omit<WorkflowCommand, 'workflowType'> {
  readonly id: number;
  /** As it was written, perhaps by another release of the service. */
  readonly workflowType: string;
  readonly attempts: number;
}

// The first unsent row of each workflow only: order per workflow holds whoever sends. Taking a row moves it ahead by
// the lease, so that a sender that dies gives it back.
const take = named<TakenCommand>(`
  with next as (
    select c.id from outbox_command c
    where c.sent_at is null and c.due_at <= ?
      and not exists (
        select from outbox_command earlier
        where earlier.workflow_id = c.workflow_id and earlier.sent_at is null and earlier.id < c.id)
    order by c.id limit ? for update of c skip locked
  )
  update outbox_command c set due_at = ?, attempts = c.attempts + 1 from next where c.id = next.id
  returning c.id, c.dedupe_key as "dedupeKey", c.workflow_type as "workflowType", c.workflow_id as "workflowId",
    c.signal, c.args, c.search_attributes as "searchAttributes", c.attempts
`);

/** Takes up to `limit` commands that are due, for `leaseMs`. */
export async function takeCommands(
  executor: Executor,
  at: Date,
  options: { readonly limit: number; readonly leaseMs: number },
): Promise<TakenCommand[]> {
  return take.run(executor, [at, options.limit, new Date(at.getTime() + options.leaseMs)]);
}

const markSent = named('update outbox_command set sent_at = ?, last_fault = null where id = any(?)');

/** Marks commands as sent. */
export async function markCommandsSent(executor: Executor, ids: readonly number[], at: Date): Promise<void> {
  await markSent.run(executor, [at, [...ids]]);
}

const postpone = named('update outbox_command set due_at = ?, last_fault = ? where id = ?');

/** Notes that a command could not be sent and when to try again. */
export async function postponeCommand(
  executor: Executor,
  id: number,
  dueAt: Date,
  fault: string,
): Promise<void> {
  await postpone.run(executor, [dueAt, fault, id]);
}

const waiting = named<{ kind: 'command' | 'event'; waiting: number; lag: number }>(`
  select 'command' as kind, count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as lag
  from outbox_command where sent_at is null
  union all
  select 'event', count(*)::int, coalesce(extract(epoch from now() - min(emitted_at)), 0)::float8
  from outbox_event where fanned_out_at is null
`);

/** How many rows of each kind are still to be sent, and the age of the oldest in seconds. */
export async function measureOutbox(
  executor: Executor,
): Promise<
  ReadonlyArray<{ readonly kind: 'command' | 'event'; readonly waiting: number; readonly lag: number }>
> {
  return waiting.run(executor, []);
}

const pruneCommands = named<{ id: number }>(`
  delete from outbox_command where id in (select id from outbox_command where sent_at < ? limit ?) returning id
`);
const pruneEvents = named<{ id: number }>(`
  delete from outbox_event where id in (select id from outbox_event where fanned_out_at < ? order by id limit ?) returning id
`);
const pruneBatch = 5_000;

/** Removes rows that were sent before these times, in batches. @returns how many */
export async function pruneOutbox(
  executor: Executor,
  before: { readonly commands: Date; readonly events: Date },
): Promise<number> {
  let removed = 0;
  for (;;) {
    const commands = await pruneCommands.run(executor, [before.commands, pruneBatch]);
    const events = await pruneEvents.run(executor, [before.events, pruneBatch]);
    removed += commands.length + events.length;
    if (commands.length < pruneBatch && events.length < pruneBatch) return removed;
  }
}

// SQL text: events and commands are written on every change, and taken many at a time by any free process.
import type { WorkflowCommand } from '../domain/workflows';
import type { Executor, Transaction } from './database';
import { OutboxCommandModel, OutboxEventModel, type EventRow } from './models/outbox';
import { named } from './named';
import { insert, insertMany, namesWithout, pick, selectList, update } from './table';

export type { EventRow } from './models/outbox';

/** The channel of the NOTIFY that a commit to the outbox sends. */
export const outboxChannel = 'recordwell_outbox';

// Each writing statement sends the NOTIFY itself. PostgreSQL delivers it at the commit, once per transaction.
const notify = `pg_notify('${outboxChannel}', '')`;
// One statement for any number, in the order of the array: ids are assigned in that order, which is the order
// per workflow.
const insertCommands = named<never, { rows: readonly WorkflowCommand[]; at: Date }>(
  insertMany(OutboxCommandModel, {
    only: namesWithout(OutboxCommandModel, ['attempts', 'sentAt', 'lastFault']),
    given: {
      dedupeKey: 'coalesce(r."dedupeKey", uuidv7()::text)',
      createdAt: ':at::timestamptz',
      dueAt: ':at::timestamptz',
    },
    beside: { dedupeKey: 'text' },
    orderBy: 'r.place',
    onConflict: 'on conflict on constraint outbox_command_dedupe_key_key do nothing',
    returning: notify,
  }),
);

const commandsAtOnce = 1_000;

/** Appends commands in order; nothing else writes them. A repeated key is ignored. */
export async function appendCommands(
  tx: Transaction,
  commands: readonly WorkflowCommand[],
  at: Date,
): Promise<void> {
  for (let first = 0; first < commands.length; first += commandsAtOnce) {
    await insertCommands.run(tx, { rows: commands.slice(first, first + commandsAtOnce), at });
  }
}

const eventNames = namesWithout(OutboxEventModel, ['id', 'fannedOutAt']);
const insertEventRow = named<never, EventRow>(
  insert(OutboxEventModel, { only: eventNames, returning: notify }),
);

/**
 * Appends an event. The caller holds the record's lock, so the events of one record are numbered in order.
 */
export async function appendEvent(tx: Transaction, event: EventRow): Promise<void> {
  await insertEventRow.run(tx, pick(event, eventNames));
}

const isClassicThere = `select from webhook_endpoint
  where company_uid = :companyUid::uuid and (environment = 'sandbox') = :isSandbox::boolean and is_classic
    and deleted_at is null`;
const insertRowEvent = named<object, EventRow>(
  insert(OutboxEventModel, {
    only: eventNames,
    from: `(select where exists (${isClassicThere})) c`,
    returning: notify,
  }),
);

/**
 * Like `appendEvent`, for Classic endpoints: writes nothing if the company has none in the environment.
 * @returns whether it was written
 */
export async function appendRowEvent(tx: Transaction, event: EventRow): Promise<boolean> {
  return (await insertRowEvent.run(tx, pick(event, eventNames))).length > 0;
}

/** A command taken by a sender. */
export interface TakenCommand extends Omit<WorkflowCommand, 'workflowType'> {
  readonly id: number;
  /** As written, perhaps by another release of the service. */
  readonly workflowType: string;
  readonly attempts: number;
}

const takenNames = namesWithout(OutboxCommandModel, ['createdAt', 'dueAt', 'sentAt', 'lastFault']);

// Only the first unsent row of each workflow is taken, so the commands of one workflow are sent in order by
// any sender. Taking a row makes it due again after the lease, so that another process sends it if the sender
// died.
const take = named<TakenCommand, { at: Date; limit: number; leasedUntil: Date }>(`
  with next as (
    select c.id from outbox_command c
    where c.sent_at is null and c.due_at <= :at
      and not exists (
        select from outbox_command earlier
        where earlier.workflow_id = c.workflow_id and earlier.sent_at is null and earlier.id < c.id)
    order by c.id limit :limit for update of c skip locked
  )
  update outbox_command c set due_at = :leasedUntil, attempts = c.attempts + 1 from next where c.id = next.id
  returning ${selectList(OutboxCommandModel, 'c', takenNames)}
`);

/** Takes up to `limit` commands that are due, for `leaseMs`. */
export async function takeCommands(
  executor: Executor,
  at: Date,
  options: { readonly limit: number; readonly leaseMs: number },
): Promise<TakenCommand[]> {
  const { limit, leaseMs } = options;
  return take.run(executor, { at, limit, leasedUntil: new Date(at.getTime() + leaseMs) });
}

const markSent = named<never, { ids: readonly number[]; at: Date }>(
  'update outbox_command set sent_at = :at, last_fault = null where id = any(:ids::bigint[])',
);

/** Marks commands as sent. */
export async function markCommandsSent(executor: Executor, ids: readonly number[], at: Date): Promise<void> {
  await markSent.run(executor, { ids, at });
}

const postpone = named<never, { id: number; dueAt: Date; lastFault: string }>(
  update(OutboxCommandModel, { set: ['dueAt', 'lastFault'], where: 'id = :id' }),
);

/** Records that a command couldn't be sent and when to retry. */
export async function postponeCommand(
  executor: Executor,
  id: number,
  dueAt: Date,
  fault: string,
): Promise<void> {
  await postpone.run(executor, { id, dueAt, lastFault: fault });
}

const waiting = named<{ kind: 'command' | 'event'; waiting: number; lag: number }>(`
  select 'command' as kind, count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as lag
  from outbox_command where sent_at is null
  union all
  select 'event', count(*)::int, coalesce(extract(epoch from now() - min(emitted_at)), 0)::float8
  from outbox_event where fanned_out_at is null
`);

/** Returns how many rows of each kind are unsent, and the age of the oldest in seconds. */
export async function measureOutbox(
  executor: Executor,
): Promise<
  ReadonlyArray<{ readonly kind: 'command' | 'event'; readonly waiting: number; readonly lag: number }>
> {
  return waiting.run(executor, {});
}

interface Pruning {
  readonly before: Date;
  readonly limit: number;
}

const pruneCommands = named<{ id: number }, Pruning>(`
  delete from outbox_command where id in (select id from outbox_command where sent_at < :before limit :limit)
    returning id
`);
const pruneEvents = named<{ id: number }, Pruning>(`
  delete from outbox_event where id in (
    select id from outbox_event where fanned_out_at < :before order by id limit :limit)
  returning id
`);
const pruneBatch = 5_000;

/** Removes rows sent before these times, in batches. @returns how many */
export async function pruneOutbox(
  executor: Executor,
  before: { readonly commands: Date; readonly events: Date },
): Promise<number> {
  let removed = 0;
  for (;;) {
    const commands = await pruneCommands.run(executor, { before: before.commands, limit: pruneBatch });
    const events = await pruneEvents.run(executor, { before: before.events, limit: pruneBatch });
    removed += commands.length + events.length;
    if (commands.length < pruneBatch && events.length < pruneBatch) return removed;
  }
}

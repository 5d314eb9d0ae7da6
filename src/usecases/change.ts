import { randomUUID } from 'node:crypto';
import type { Principal } from '../access/principal';
import type { Clock } from '../platform/clock';
import { uuidv7 } from '../platform/ids';
import type { Executor, Transaction } from '../store/database';
import { insertAuditEvent, type AuditEvent } from '../store/audit';
import {
  signalOf,
  startOf,
  type AnyWorkflow,
  type InputOf,
  type SignalOf,
  type WorkflowAttributes,
  type WorkflowCommand,
} from '../domain/workflows';
import { appendCommands, appendEvent, type EventRow } from '../store/outbox';

/** A record that an audit row points at. */
export interface AuditedResource {
  readonly kind: string;
  readonly uid: string;
  /** The company the record belongs to. */
  readonly companyUid: string | null;
}

/** Who acts, in answer to which request. */
export interface Actor {
  readonly principal: Principal;
  readonly requestId: string | null;
}

/** What a use case that changes something works with: one transaction, one instant, one actor. */
export interface Change {
  readonly tx: Transaction;
  /** The instant of the change; every timestamp it writes is this one, but for those of its events. */
  readonly now: Date;
  readonly actor: Actor;
  /** A new key for a row. */
  readonly newUid: () => string;
  /**
   * Writes the audit row of the change, in its transaction. Exactly one per use case. The resource is undefined only
   * where the change concerns no record of a company.
   */
  readonly audit: (event: string, resource: AuditedResource | undefined) => Promise<void>;
  /**
   * Appends an event to the outbox, at this moment: the caller holds the lock of the record it is about, so the events
   * of one record never run backwards in time. `now` was taken before the lock, while another change may have held it.
   */
  readonly emit: (event: Omit<EventRow, 'uid' | 'emittedAt'>) => Promise<void>;
  /** Starts a workflow after the commit; a repeat is ignored. */
  readonly start: <W extends AnyWorkflow>(
    workflow: W,
    input: InputOf<W>,
    attributes: WorkflowAttributes,
  ) => Promise<void>;
  /** Signals a workflow after the commit, starting it when it does not run. */
  readonly signal: <W extends AnyWorkflow>(
    workflow: W,
    signal: SignalOf<W>,
    input: InputOf<W>,
    attributes: WorkflowAttributes,
  ) => Promise<void>;
  /** Starts and signals many workflows after the commit, in this order. */
  readonly send: (commands: readonly WorkflowCommand[]) => Promise<void>;
}

/** The parts that changes are made of. */
export interface ChangeParts {
  readonly db: Executor;
  readonly clock: Clock;
  /** Called after a commit that wrote to the outbox: what can be sent at once, is. */
  readonly nudgeOutbox: () => void;
}

/** Builds the audit row of an event. */
export function auditRow(
  actor: Actor,
  at: Date,
  event: string,
  resource: AuditedResource | undefined,
  result: Pick<AuditEvent, 'outcome' | 'problem'>,
): AuditEvent {
  const { principal } = actor;
  const isKey = principal.kind === 'key';
  return {
    uid: uuidv7(at),
    occurredAt: at,
    companyUid: resource?.companyUid ?? (isKey ? principal.companyUid : null),
    actorKind: principal.kind,
    actorUid: isKey ? principal.userUid : null,
    actorName:
      principal.kind === 'operator' ? principal.name : principal.kind === 'service' ? principal.part : null,
    keyUid: isKey ? principal.keyUid : null,
    event,
    resourceKind: resource?.kind ?? null,
    resourceUid: resource?.uid ?? null,
    outcome: result.outcome,
    problem: result.problem,
    requestId: actor.requestId,
  };
}

/**
 * Runs one change: opens the transaction, gives it to the use case, commits. Whatever the use case throws rolls all
 * of it back, its audit row included.
 */
export async function runChange<T>(
  parts: ChangeParts,
  actor: Actor,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const now = parts.clock.now();
  let outboxRows = 0;
  const result = await parts.db.transaction(async tx => {
    const send = async (commands: readonly WorkflowCommand[]): Promise<void> => {
      outboxRows += commands.length;
      await appendCommands(tx, commands, now);
    };
    const value = await work({
      tx,
      now,
      actor,
      newUid: () => uuidv7(now),
      audit: async (event, resource) => {
        await insertAuditEvent(
          tx,
          auditRow(actor, now, event, resource, { outcome: 'success', problem: null }),
        );
      },
      emit: async event => {
        outboxRows += 1;
        const emittedAt = parts.clock.now();
        await appendEvent(tx, { ...event, uid: uuidv7(emittedAt), emittedAt });
      },
      start: (workflow, input, attributes) => send([startOf(workflow, input, attributes)]),
      signal: (workflow, signal, input, attributes) => send([signalOf(workflow, signal, input, attributes)]),
      send,
    });
    return value;
  });
  if (outboxRows > 0) parts.nudgeOutbox();
  return result;
}

/** An id for a record whose caller chose none. */
export function newPublicId(): string {
  return randomUUID();
}

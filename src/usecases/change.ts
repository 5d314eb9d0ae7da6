import { randomUUID } from 'node:crypto';
import type {
  ConsolePrincipal,
  DeskPrincipal,
  KeyPrincipal,
  OperatorPrincipal,
  Principal,
  ServicePart,
} from '../access/principal';
import { deliveryTeam, theService, type Actor } from '../domain/actor';
import type { Changes } from '../domain/changes';
import type { RowEvent } from '../domain/events/event-types';
import { problemEntry } from '../domain/problem-catalogue';
import type { Project } from '../domain/projects/project';
import {
  signalOf,
  startOf,
  type AnyWorkflow,
  type InputOf,
  type SignalOf,
  type WorkflowAttributes,
  type WorkflowCommand,
} from '../domain/workflows';
import type { ObjectStore } from '../files/object-store';
import type { Clock } from '../platform/clock';
import { uuidv7 } from '../platform/ids';
import { insertAuditEvent, type AuditEvent } from '../store/audit/audit';
import type { Executor, Transaction } from '../store/database';
import { toProblem } from '../store/faults';
import { appendCommands, appendEvent, appendRowEvent, type EventRow } from '../store/outbox';
import type { VersionCondition } from './version-condition';

/** The kinds of records that the audit trail points at. */
export type ResourceKind =
  | 'authCheck'
  | 'bulkImport'
  | 'company'
  | 'invitation'
  | 'key'
  | 'note'
  | 'operator'
  | 'patient'
  | 'project'
  | 'recordRequest'
  | 'site'
  | 'user'
  | 'webhookDelivery'
  | 'webhookEndpoint';

/** A record that an audit row points at. */
export interface AuditedResource {
  readonly kind: ResourceKind;
  readonly uid: string;
  /** The company the record belongs to. */
  readonly companyUid: string | null;
}

/** A record as the audit trail points at it. */
export function resource(
  kind: ResourceKind,
  { uid, companyUid }: Pick<AuditedResource, 'uid' | 'companyUid'>,
): AuditedResource {
  return { kind, uid, companyUid };
}

/** One act: an operation of the API, a command of an operator, a step of the service's own work. */
export interface Act<P extends Principal = Principal> {
  readonly principal: P;
  readonly requestId: string | null;
  /** What the audit trail calls it, `patient.edit`: resource, then verb. */
  readonly event: string;
}

/** What a use case that changes something is given: one transaction, one instant, one act. */
export interface Change<P extends Principal = Principal> {
  readonly tx: Transaction;
  /** The instant of the change; every timestamp it writes is this one, but for those of its events. */
  readonly now: Date;
  readonly principal: P;
  /** A new key for a row. */
  readonly newUid: () => string;
  /**
   * Writes the audit row of the change, in its transaction: exactly one per change.
   * @param resource `undefined` only where the change concerns no record of a company
   * @param event what came of it, where that is not what the act is called
   * @param changes what it changed, where that is kept
   * @param reason why an operator did what is usually refused, in their words
   */
  readonly audit: (
    resource: AuditedResource | undefined,
    event?: string,
    changes?: Changes,
    reason?: string,
  ) => Promise<void>;
  /** Says why this change writes no audit row. */
  readonly unaudited: (why: string) => void;
  /**
   * Appends an event to the outbox. Its time is read now and not taken from `now`, which is older than the
   * lock: the caller holds the lock of the record, so the events of one record never run backwards in time.
   */
  readonly emit: (
    event: Omit<EventRow, 'uid' | 'emittedAt' | 'detail' | 'onlyUserUid'> &
      Partial<Pick<EventRow, 'detail' | 'onlyUserUid'>>,
  ) => Promise<void>;
  /** As `emit`, for endpoints of the old kind alone: nothing is written where the company has none. */
  readonly emitRow: (
    event: Omit<EventRow, 'uid' | 'emittedAt' | 'detail' | 'onlyUserUid' | 'eventType'> & {
      readonly eventType: RowEvent;
    },
  ) => Promise<void>;
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

/** A change that a customer asks for: by a key, or a member of theirs in the console. */
export interface CustomerChange extends Change<KeyPrincipal | ConsolePrincipal> {
  /** What the request demands of the version that it changes. */
  readonly condition: VersionCondition;
}

/** A change that a customer asks for in a project that they see. */
export interface ProjectChange extends CustomerChange {
  readonly project: Project;
}

/** What a change by a key alone has beside: what is begun in the name of a key ends with it. */
export interface ByKey {
  readonly principal: KeyPrincipal;
}

/** A change by the delivery team. */
export type OperatorChange = Change<OperatorPrincipal>;

/** A change by an operator at the desk. */
export type DeskChange = Change<DeskPrincipal>;

/** The parts that changes are made of. */
export interface ChangeParts {
  readonly db: Executor;
  readonly clock: Clock;
  /** Called after a commit that wrote to the outbox: sends at once what can be sent. */
  readonly nudgeOutbox: () => void;
}

/** The parts of changes that go with files: ours lie in one object store. */
export interface FileParts extends ChangeParts {
  readonly files: ObjectStore;
}

/**
 * What the audit trail says of an act that ended in an error: a fault of ours, or a refusal, and its code.
 */
export function resultOfFault(thrown: unknown): Pick<AuditEvent, 'outcome' | 'problem'> {
  const { code: problem } = toProblem(thrown);
  return { outcome: problemEntry(problem).status >= 500 ? 'failed' : 'refused', problem };
}

/** By which way they came. To the trail a page is a page; whose it is, the user says. */
function actorKindOf({ kind }: Principal): AuditEvent['actorKind'] {
  switch (kind) {
    case 'member':
      return 'embed';
    case 'account':
      return 'console';
    default:
      return kind;
  }
}

/** Builds the audit row of an act. */
export function auditRow(
  { principal, requestId, event }: Act,
  at: Date,
  resource: AuditedResource | undefined,
  result: Pick<AuditEvent, 'outcome' | 'problem'>,
  changes: Changes | null = null,
  reason: string | null = null,
): AuditEvent {
  const isMember = principal.kind === 'key' || principal.kind === 'member' || principal.kind === 'console';
  return {
    uid: uuidv7(at),
    occurredAt: at,
    companyUid: resource?.companyUid ?? (isMember ? principal.companyUid : null),
    actorKind: actorKindOf(principal),
    actorUid:
      isMember || principal.kind === 'account'
        ? principal.userUid
        : principal.kind === 'operator'
          ? (principal.operatorUid ?? null)
          : null,
    actorName:
      principal.kind === 'operator' ? principal.name : principal.kind === 'service' ? principal.part : null,
    keyUid: principal.kind === 'key' ? principal.keyUid : null,
    event,
    resourceKind: resource?.kind ?? null,
    resourceUid: resource?.uid ?? null,
    outcome: result.outcome,
    problem: result.problem,
    changes: changes === null || Object.keys(changes).length === 0 ? null : changes,
    reason,
    requestId,
  };
}

const success = { outcome: 'success', problem: null } as const;

/** What a change has written. */
interface Written {
  auditRows: number;
  outboxRows: number;
  /** Why it writes no audit row. */
  why?: string;
}

/** @throws TypeError unless exactly one audit row was written, or none for a reason that was said */
function assertAudited({ event }: Act, { auditRows, why }: Written): void {
  if (why !== undefined && auditRows > 0)
    throw new TypeError(`${event} wrote ${auditRows} audit rows, and said why it writes none: ${why}`);
  if (why === undefined && auditRows !== 1)
    throw new TypeError(`${event} wrote ${auditRows} audit rows instead of one`);
}

/** The change of one transaction, and what it has written so far. */
function changeIn<P extends Principal>(
  parts: ChangeParts,
  tx: Transaction,
  act: Act<P>,
  now: Date,
): { readonly change: Change<P>; readonly written: Written } {
  const written: Written = { auditRows: 0, outboxRows: 0 };
  const send = async (commands: readonly WorkflowCommand[]): Promise<void> => {
    written.outboxRows += commands.length;
    await appendCommands(tx, commands, now);
  };
  const change: Change<P> = {
    tx,
    now,
    principal: act.principal,
    newUid: () => uuidv7(now),
    audit: async (resource, event = act.event, changes, reason) => {
      written.auditRows += 1;
      await insertAuditEvent(tx, auditRow({ ...act, event }, now, resource, success, changes, reason));
    },
    unaudited: why => {
      written.why = why;
    },
    emit: async event => {
      written.outboxRows += 1;
      const emittedAt = parts.clock.now();
      await appendEvent(tx, { detail: null, onlyUserUid: null, ...event, uid: uuidv7(emittedAt), emittedAt });
    },
    emitRow: async event => {
      const emittedAt = parts.clock.now();
      const row = { detail: null, onlyUserUid: null, ...event, uid: uuidv7(emittedAt), emittedAt };
      if (await appendRowEvent(tx, row)) written.outboxRows += 1;
    },
    start: (workflow, input, attributes) => send([startOf(workflow, input, attributes)]),
    signal: (workflow, signal, input, attributes) => send([signalOf(workflow, signal, input, attributes)]),
    send,
  };
  return { change, written };
}

/**
 * Runs one change: opens the transaction, gives it to the use case, commits. Whatever the use case throws
 * rolls all of it back, its audit row included.
 * @throws TypeError, and rolls back, when the use case wrote no audit row or several, and did not say why
 */
export async function runChange<T, P extends Principal>(
  parts: ChangeParts,
  act: Act<P>,
  work: (change: Change<P>) => Promise<T>,
): Promise<T> {
  const now = parts.clock.now();
  let outboxRows = 0;
  const result = await parts.db.transaction(async tx => {
    const { change, written } = changeIn(parts, tx, act, now);
    const value = await work(change);
    assertAudited(act, written);
    ({ outboxRows } = written);
    return value;
  });
  if (outboxRows > 0) parts.nudgeOutbox();
  return result;
}

/** Runs a change of the service's own. */
export async function runOwnChange<T>(
  parts: ChangeParts,
  part: ServicePart,
  event: string,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return runChange(parts, { principal: { kind: 'service', part }, requestId: null, event }, work);
}

/** An id for a record whose caller chose none. */
export function newPublicId(): string {
  return randomUUID();
}

/** Who acts, as customers are told. */
export function actorOf(principal: Principal): Actor {
  switch (principal.kind) {
    case 'key':
    case 'member':
    case 'console':
      return { kind: 'user', id: principal.userUid, name: principal.userName };
    case 'operator':
      return deliveryTeam;
    case 'service':
    case 'embed':
    case 'account':
      return theService;
  }
}

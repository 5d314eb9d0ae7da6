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
import type { ChangesOf, WriteEvent } from '../domain/audit-events';
import type { Changes, Etag } from '../domain/changes';
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

/** The kinds of records in the audit log. */
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

/** A record that an audit row refers to. */
export interface AuditedResource {
  readonly kind: ResourceKind;
  readonly uid: string;
  /** The company that owns the record. */
  readonly companyUid: string | null;
}

/** Returns a record as the audit log refers to it. */
export function resource(
  kind: ResourceKind,
  { uid, companyUid }: Pick<AuditedResource, 'uid' | 'companyUid'>,
): AuditedResource {
  return { kind, uid, companyUid };
}

/** An action: an operation of the API, a command of an operator, or a step of the service's own work. */
export interface Act<P extends Principal = Principal> {
  readonly principal: P;
  readonly requestId: string | null;
  /** The name in the audit log, `patient.edit`: resource, then verb. */
  readonly event: string;
}

/** What the audit row says about a look. */
export interface Look {
  /** The name for the result, of an action that turned out to change nothing. */
  readonly as?: 'patient.read' | 'note.read' | 'recordRequest.read';
  /** Which document, and which of its pages. */
  readonly seen?: {
    readonly etag?: Etag | null;
    /** The number of a supporting document. */
    readonly supporting?: number;
    readonly page?: number;
  };
}

/** The context of a changing use case: one transaction, one instant, one action. */
export interface Change<P extends Principal = Principal> {
  readonly tx: Transaction;
  /** The time of the change. Every timestamp that it writes is this one, except those of its events. */
  readonly now: Date;
  readonly principal: P;
  /** Returns a new key for a row. */
  readonly newUid: () => string;
  /** The name of the action in the audit log. */
  readonly event: string;
  /**
   * Writes the audit row of the change in its transaction: exactly one per change.
   * @param resource `undefined` only if the change concerns no record of a company
   * @param changes what it changed, as its event states
   * @param reason the operator's words for why they did it
   */
  readonly audit: <Event extends WriteEvent>(
    resource: AuditedResource | undefined,
    event: Event,
    changes: ChangesOf<Event>,
    reason?: string,
  ) => Promise<void>;
  /**
   * Writes the audit row of an action that only shows something, instead of `audit`.
   * @throws TypeError unless the action is named like a look
   */
  readonly auditLook: (resource: AuditedResource | undefined, look?: Look) => Promise<void>;
  /** States why this change writes no audit row. */
  readonly unaudited: (why: string) => void;
  /**
   * Appends an event to the outbox. Its time is read now instead of using `now`, which is older than the
   * lock: the caller holds the record's lock, so the events of one record never go back in time.
   */
  readonly emit: (
    event: Omit<EventRow, 'uid' | 'emittedAt' | 'detail' | 'onlyUserUid'> &
      Partial<Pick<EventRow, 'detail' | 'onlyUserUid'>>,
  ) => Promise<void>;
  /** Like `emit`, for Classic endpoints only: writes nothing if the company has none. */
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
  /** Signals a workflow after the commit, and starts it if it isn't running. */
  readonly signal: <W extends AnyWorkflow>(
    workflow: W,
    signal: SignalOf<W>,
    input: InputOf<W>,
    attributes: WorkflowAttributes,
  ) => Promise<void>;
  /** Starts and signals many workflows after the commit, in this order. */
  readonly send: (commands: readonly WorkflowCommand[]) => Promise<void>;
}

/** A change requested by a customer: with a key, or as a member in the console. */
export interface CustomerChange extends Change<KeyPrincipal | ConsolePrincipal> {
  /** The request's condition on the version that it changes. */
  readonly condition: VersionCondition;
}

/** A customer's change in a project that they see. */
export interface ProjectChange extends CustomerChange {
  readonly project: Project;
}

/** Additional context of a change by a key. */
export interface ByKey {
  readonly principal: KeyPrincipal;
}

/** A change by an operator. */
export type OperatorChange = Change<OperatorPrincipal>;

/** A change by an operator at the desk. */
export type DeskChange = Change<DeskPrincipal>;

/** The dependencies of changes. */
export interface ChangeParts {
  readonly db: Executor;
  readonly clock: Clock;
  /** Called after a commit that wrote to the outbox, to send right away what can be sent. */
  readonly nudgeOutbox: () => void;
}

/** The dependencies of changes that involve files, which are all in one object store. */
export interface FileParts extends ChangeParts {
  readonly files: ObjectStore;
}

/**
 * Returns the audit result of an action that ended in an error: a fault of ours, or a refusal and its code.
 */
export function resultOfFault(thrown: unknown): Pick<AuditEvent, 'outcome' | 'problem'> {
  const { code: problem } = toProblem(thrown);
  return { outcome: problemEntry(problem).status >= 500 ? 'failed' : 'refused', problem };
}

/** Returns the actor's kind for the audit log. All pages have one kind; the user shows whose it is. */
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

/** Builds the audit row of an action. */
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

/** What a change has written so far. */
interface Written {
  auditRows: number;
  outboxRows: number;
  /** Why it writes no audit row. */
  why?: string;
}

/** @throws TypeError unless exactly one audit row was written, or none with a stated reason */
function assertAudited({ event }: Act, { auditRows, why }: Written): void {
  if (why !== undefined && auditRows > 0)
    throw new TypeError(`${event} wrote ${auditRows} audit rows, but stated why it writes none: ${why}`);
  if (why === undefined && auditRows !== 1)
    throw new TypeError(`${event} wrote ${auditRows} audit rows instead of one`);
}

/** How the names of looks end. A form to sign is made for each request, and nothing is stored. */
const lookVerbs =
  /^authorizationForm\.create$|\.(?:read|list|show|find|get|inspect|export|decode|disclosures)[A-Za-z]*$/u;

/** Returns the changes of a look as they are stored: nothing but which document it was. */
function changesOfLook({ seen }: Look): Changes | null {
  if (seen === undefined) return null;
  const { etag, supporting, page } = seen;
  return {
    ...(etag === undefined ? {} : { etag }),
    ...(supporting === undefined ? {} : { supporting }),
    ...(page === undefined ? {} : { page }),
  };
}

/**
 * Returns which of these events an action is, for a use case that several actions share.
 * @throws TypeError if it is none of them
 */
export function eventOf<Event extends WriteEvent>(
  { event }: Pick<Change, 'event'>,
  events: readonly Event[],
): Event {
  const found = events.find(candidate => candidate === event);
  if (found === undefined) throw new TypeError(`${event} is none of ${events.join(', ')}`);
  return found;
}

/** Returns the change of one transaction, and what it has written so far. */
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
    event: act.event,
    audit: async (resource, event, changes, reason) => {
      written.auditRows += 1;
      await insertAuditEvent(tx, auditRow({ ...act, event }, now, resource, success, changes, reason));
    },
    auditLook: async (resource, look = {}) => {
      const { as: event = act.event } = look;
      if (!lookVerbs.test(event)) throw new TypeError(`${event} changes something, and is audited as a look`);
      written.auditRows += 1;
      await insertAuditEvent(tx, auditRow({ ...act, event }, now, resource, success, changesOfLook(look)));
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
 * Runs one change: opens the transaction, passes it to the use case, and commits. Whatever the use case
 * throws rolls everything back, including the audit row.
 * @throws TypeError, and rolls back, if the use case wrote no audit row or several without stating why
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

/** Runs a change of the service itself. */
export async function runOwnChange<T>(
  parts: ChangeParts,
  part: ServicePart,
  event: string,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return runChange(parts, { principal: { kind: 'service', part }, requestId: null, event }, work);
}

/** Returns an id for a record whose caller chose none. */
export function newPublicId(): string {
  return randomUUID();
}

/** Returns who acts, as shown to customers. */
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

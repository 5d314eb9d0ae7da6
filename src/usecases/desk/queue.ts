import { instantOf } from '../../domain/changes';
import type { DeskPrincipal } from '../../access/principal';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { bulkItemsMax } from '../../domain/desk/bulk';
import {
  inOrderOfDue,
  queueKinds,
  snoozeFault,
  type QueueItem,
  type QueueKind,
} from '../../domain/desk/queue';
import { clockIn } from '../../domain/time-zones';
import { notFound } from '../../domain/problem';
import type { Environment } from '../../domain/projects/project';
import type { Executor } from '../../store/database';
import {
  countQueue,
  findQueueItem,
  frontOfQueue,
  listQueue,
  releaseTask,
  snoozeTask,
  takeTask,
  type ExchangeTerm,
  type QueueFilter,
  type QueuePosition,
} from '../../store/desk/queue';
import { resource, type AuditedResource, type DeskChange, type ResourceKind } from '../change';
import { OperatorError } from '../operator-error';
import { auditedCompany } from '../operators';

/** How many queue items a page shows: by default, and for bulk actions (DESK-29). */
const pageSizes = { usual: 50, many: bulkItemsMax } as const;

/** An operator's query of the queue. */
export interface QueueQuery {
  /** `undefined` for every kind. */
  readonly kind: QueueKind | undefined;
  readonly companyId: string | undefined;
  readonly environment: Environment | undefined;
  readonly isMine: boolean;
  readonly isOverdue: boolean;
  readonly showsSnoozed: boolean;
  /** Whether the page shows as many items as a bulk action can take. */
  readonly showsMany: boolean;
  /** For a single kind, the position after which its page starts. */
  readonly after: QueuePosition | undefined;
}

/** The queue as an operator sees it. */
export interface ShownQueue {
  readonly items: readonly QueueItem[];
  /** With the same filters. */
  readonly counts: QueueCounts;
  /** Whether there are more items than shown. */
  readonly isMore: boolean;
  readonly today: CalendarDate;
}

/** The settings of the queue. */
export interface QueueSettings {
  /** When the answer of each roster partner is overdue. */
  readonly exchangeTerms: readonly ExchangeTerm[];
  /** The operators' time zone: an item is overdue, and snoozed until a day, by its days (DESK-57). */
  readonly timeZone: string;
}

/** Returns the time and the settings for a queue query. */
function givenOf({ now }: { readonly now: Date }, { exchangeTerms, timeZone }: QueueSettings) {
  return { now, today: clockIn(timeZone, now).day, exchangeTerms };
}

function filterOf(
  {
    environment,
    isMine,
    isOverdue,
    showsSnoozed,
  }: Omit<QueueQuery, 'kind' | 'companyId' | 'after' | 'showsMany'>,
  companyUid: string | undefined,
  { operatorUid }: DeskPrincipal,
): QueueFilter {
  return { companyUid, environment, operatorUid: isMine ? operatorUid : undefined, isOverdue, showsSnoozed };
}

/** Number of items per kind; 1,001 means more than 1,000. */
export type QueueCounts = Readonly<Record<QueueKind, number>>;

function noCounts(): Record<QueueKind, number> {
  return {
    authorization: 0,
    chart: 0,
    fee: 0,
    recordRequest: 0,
    search: 0,
    site: 0,
    exchange: 0,
    endpoint: 0,
  };
}

async function countKinds(
  executor: Executor,
  filter: QueueFilter,
  given: ReturnType<typeof givenOf>,
): Promise<QueueCounts> {
  const counts = noCounts();
  for (const kind of queueKinds) counts[kind] = await countQueue(executor, kind, filter, given);
  return counts;
}

/**
 * Counts the items of each kind with an open page's filters. Only numbers, so the view isn't audited
 * (DESK-32).
 * @throws OperatorError for an unknown company
 */
export async function countWaiting(
  looker: { readonly tx: Executor; readonly now: Date; readonly principal: DeskPrincipal },
  settings: QueueSettings,
  query: Omit<QueueQuery, 'kind' | 'after' | 'showsMany'>,
): Promise<QueueCounts> {
  const company = await auditedCompany(looker.tx, query.companyId);
  return countKinds(looker.tx, filterOf(query, company?.uid, looker.principal), givenOf(looker, settings));
}

/**
 * Returns the operators' queue, earliest due first (DESK-9, DESK-11). It shows customers' patient ids, so the
 * view is audited (DESK-14).
 * @throws OperatorError for an unknown company
 */
export async function showQueue(
  change: DeskChange,
  settings: QueueSettings,
  query: QueueQuery,
): Promise<ShownQueue> {
  const company = await auditedCompany(change.tx, query.companyId);
  const given = givenOf(change, settings);
  const filter = filterOf(query, company?.uid, change.principal);
  const items: QueueItem[] = [];
  const counts = noCounts();
  const size = query.showsMany ? pageSizes.many : pageSizes.usual;
  const page = { ...given, limit: size + 1 };
  const { after } = query;
  for (const kind of queueKinds) {
    const isListed = query.kind === undefined || query.kind === kind;
    if (isListed && after === undefined) {
      const front = await frontOfQueue(change.tx, kind, filter, page);
      items.push(...front.items);
      counts[kind] = front.waiting;
      continue;
    }
    counts[kind] = await countQueue(change.tx, kind, filter, given);
    if (isListed && after !== undefined)
      items.push(...(await listQueue(change.tx, kind, filter, { ...page, after })));
  }
  await change.auditLook(company);
  // A single kind is sorted by the start of its wait, so that pages follow each other.
  const ordered = query.kind === undefined ? inOrderOfDue(items) : items;
  return { items: ordered.slice(0, size), counts, isMore: ordered.length > size, today: given.today };
}

/** The audit log's record kind for each kind of item. */
export const auditedKinds: Readonly<Record<QueueKind, ResourceKind | undefined>> = {
  authorization: 'patient',
  chart: 'recordRequest',
  fee: 'recordRequest',
  recordRequest: 'recordRequest',
  search: 'patient',
  site: 'site',
  // A file with patients of many companies isn't a record of one.
  exchange: undefined,
  endpoint: 'webhookEndpoint',
};

function audited({ kind, uid, companyUid }: QueueItem): AuditedResource | undefined {
  const resourceKind = auditedKinds[kind];
  return resourceKind === undefined ? undefined : resource(resourceKind, { uid, companyUid });
}

async function itemOf(
  change: DeskChange,
  ref: QueueRef,
  exchangeTerms: readonly ExchangeTerm[],
): Promise<QueueItem> {
  const item = await findItem(change, ref, exchangeTerms);
  if (item === undefined) throw notFound('no such item is in the work queue');
  return item;
}

/** Returns the error that names the assigned operator. */
async function heldError(
  change: DeskChange,
  ref: QueueRef,
  exchangeTerms: readonly ExchangeTerm[],
): Promise<OperatorError> {
  const { operatorName, operatorUid } = await itemOf(change, ref, exchangeTerms);
  if (operatorName === null)
    return new OperatorError("This item isn't assigned to anyone. Assign it to yourself first.");
  if (operatorUid === change.principal.operatorUid)
    return new OperatorError('This item is already assigned to you.');
  return new OperatorError(`This item is assigned to ${operatorName}. Ask them to release it.`);
}

function taskOf(change: DeskChange, { kind, uid }: QueueRef) {
  return { kind, uid, operatorUid: change.principal.operatorUid, at: change.now };
}

/**
 * Assigns an item to the requesting operator; repeating it changes nothing (DESK-10).
 * @throws OperatorError naming the assigned operator; Problem 404 for an item that is no longer waiting
 */
export async function takeItem(
  change: DeskChange,
  exchangeTerms: readonly ExchangeTerm[],
  ref: QueueRef,
): Promise<void> {
  const item = await itemOf(change, ref, exchangeTerms);
  if (!(await takeTask(change.tx, { ...taskOf(change, ref), since: item.since })))
    throw await heldError(change, ref, exchangeTerms);
  await change.audit(audited(item), 'queue.take', { kind: ref.kind });
}

/**
 * Releases an item of the requesting operator for others (DESK-10).
 * @throws OperatorError naming the assigned operator, or if there is none; Problem 404 for an item that is no
 * longer waiting
 */
export async function releaseItem(
  change: DeskChange,
  exchangeTerms: readonly ExchangeTerm[],
  ref: QueueRef,
): Promise<void> {
  const item = await itemOf(change, ref, exchangeTerms);
  if (!(await releaseTask(change.tx, taskOf(change, ref)))) throw await heldError(change, ref, exchangeTerms);
  await change.audit(audited(item), 'queue.release', { kind: ref.kind });
}

/**
 * Snoozes an item until a day, or brings it back (DESK-12).
 * @param until `null` brings it back
 * @throws OperatorError for an invalid day, and as {@link setSnooze}; Problem 404 for an item that is no
 * longer waiting
 */
export async function snoozeItem(
  change: DeskChange,
  { exchangeTerms, timeZone }: QueueSettings,
  ref: QueueRef,
  until: CalendarDate | null,
): Promise<void> {
  const fault = until === null ? undefined : snoozeFault(until, clockIn(timeZone, change.now).day);
  if (fault !== undefined) throw new OperatorError(fault);
  await setSnooze(change, exchangeTerms, ref, until);
}

/**
 * Snoozes an item until a day that was valid when an operator chose it, or brings it back.
 * @throws OperatorError if it is assigned to another operator; Problem 404 for an item that is no longer
 * waiting
 */
export async function setSnooze(
  change: DeskChange,
  exchangeTerms: readonly ExchangeTerm[],
  ref: QueueRef,
  until: CalendarDate | null,
): Promise<void> {
  const item = await itemOf(change, ref, exchangeTerms);
  if (!(await snoozeTask(change.tx, { ...taskOf(change, ref), since: item.since, until })))
    throw await heldError(change, ref, exchangeTerms);
  const { kind } = ref;
  if (until === null) await change.audit(audited(item), 'queue.wake', { kind });
  else {
    const day = instantOf(new Date(`${until}T00:00:00.000Z`));
    await change.audit(audited(item), 'queue.snooze', { kind, until: day });
  }
}

/** An item, as a form names it. */
export interface QueueRef {
  readonly kind: QueueKind;
  readonly uid: string;
}

/** Returns an item as it is in the queue now; `undefined` if it isn't there. */
export async function findItem(
  { tx, now }: { readonly tx: Executor; readonly now: Date },
  ref: QueueRef,
  exchangeTerms: readonly ExchangeTerm[] = [],
): Promise<QueueItem | undefined> {
  return findQueueItem(tx, ref, { now, exchangeTerms });
}

/** @throws OperatorError naming the assigned operator, if it is another one (DESK-10) */
export async function assertNotHeld(
  looker: Pick<DeskChange, 'now' | 'principal'> & { readonly tx: Executor },
  ref: QueueRef,
): Promise<void> {
  const item = await findItem(looker, ref);
  if (item !== undefined && item.operatorUid !== null && item.operatorUid !== looker.principal.operatorUid)
    throw new OperatorError(
      `This item is assigned to ${item.operatorName ?? 'another operator'}. Ask them to release it.`,
    );
}

/**
 * Runs work on an item, unless it is assigned to another operator. An item that no longer waits afterward
 * becomes unassigned (DESK-10).
 * @throws OperatorError naming the assigned operator
 */
export async function workOn<T>(change: DeskChange, ref: QueueRef, work: () => Promise<T>): Promise<T> {
  const { operatorUid } = change.principal;
  await assertNotHeld(change, ref);
  const value = await work();
  if ((await findItem(change, ref)) === undefined)
    await releaseTask(change.tx, { ...ref, operatorUid, at: change.now });
  return value;
}

import type { DeskPrincipal } from '../../access/principal';
import { dayInUtc, type CalendarDate } from '../../domain/clinical/calendar-date';
import { bulkItemsMax } from '../../domain/desk/bulk';
import {
  inOrderOfDue,
  queueKinds,
  snoozeFault,
  type QueueItem,
  type QueueKind,
} from '../../domain/desk/queue';
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

/** How many things of the queue a page shows: as usual, and for who does something to many (DESK-29). */
const pageSizes = { usual: 50, many: bulkItemsMax } as const;

/** What of the queue an operator asks for. */
export interface QueueQuery {
  /** `undefined`: every kind. */
  readonly kind: QueueKind | undefined;
  readonly companyId: string | undefined;
  readonly environment: Environment | undefined;
  readonly isMine: boolean;
  readonly isOverdue: boolean;
  readonly showsSnoozed: boolean;
  /** Whether a page shows as many as something can be done to at once. */
  readonly showsMany: boolean;
  /** Of one kind, behind which its page begins. */
  readonly after: QueuePosition | undefined;
}

/** The queue as an operator sees it. */
export interface ShownQueue {
  readonly items: readonly QueueItem[];
  /** By the same filters. */
  readonly counts: QueueCounts;
  /** Whether more wait than are shown. */
  readonly isMore: boolean;
  readonly today: CalendarDate;
}

/** What a look at the queue is given of the instant and the settings. */
function givenOf({ now }: { readonly now: Date }, exchangeTerms: readonly ExchangeTerm[]) {
  return { now, today: dayInUtc(now), exchangeTerms };
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

/** How much waits of each kind; 1,001 is more than 1,000. */
export type QueueCounts = Readonly<Record<QueueKind, number>>;

function noCounts(): Record<QueueKind, number> {
  return { authorization: 0, recordRequest: 0, search: 0, site: 0, exchange: 0, endpoint: 0 };
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
 * How much waits of each kind by the filters of a page that is open: numbers and nothing of anybody, so that
 * it leaves no row (DESK-32).
 * @throws OperatorError for an unknown company
 */
export async function countWaiting(
  looker: { readonly tx: Executor; readonly now: Date; readonly principal: DeskPrincipal },
  exchangeTerms: readonly ExchangeTerm[],
  query: Omit<QueueQuery, 'kind' | 'after' | 'showsMany'>,
): Promise<QueueCounts> {
  const company = await auditedCompany(looker.tx, query.companyId);
  return countKinds(
    looker.tx,
    filterOf(query, company?.uid, looker.principal),
    givenOf(looker, exchangeTerms),
  );
}

/**
 * What waits for the delivery team, what is due first, first (DESK-9, DESK-11). It shows customers' ids of
 * patients: the look leaves a row in the trail (DESK-14).
 * @throws OperatorError for an unknown company
 */
export async function showQueue(
  change: DeskChange,
  exchangeTerms: readonly ExchangeTerm[],
  query: QueueQuery,
): Promise<ShownQueue> {
  const company = await auditedCompany(change.tx, query.companyId);
  const given = givenOf(change, exchangeTerms);
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
  await change.audit(company);
  // Of one kind in the order in which it began to wait, so that the next page follows.
  const ordered = query.kind === undefined ? inOrderOfDue(items) : items;
  return { items: ordered.slice(0, size), counts, isMore: ordered.length > size, today: given.today };
}

/** What each kind is to the audit trail. */
export const auditedKinds: Readonly<Record<QueueKind, ResourceKind | undefined>> = {
  authorization: 'patient',
  recordRequest: 'recordRequest',
  search: 'patient',
  site: 'site',
  // A file with patients of many companies is no record of one.
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
  if (item === undefined) throw notFound('nothing of this kind and uid waits at the desk');
  return item;
}

/** Says who has it, at this moment. */
async function heldError(
  change: DeskChange,
  ref: QueueRef,
  exchangeTerms: readonly ExchangeTerm[],
): Promise<OperatorError> {
  const { operatorName, operatorUid } = await itemOf(change, ref, exchangeTerms);
  if (operatorName === null) return new OperatorError('Nobody has it: take it first.');
  if (operatorUid === change.principal.operatorUid) return new OperatorError('You have it.');
  return new OperatorError(`${operatorName} has it. Ask them to release it.`);
}

function taskOf(change: DeskChange, { kind, uid }: QueueRef) {
  return { kind, uid, operatorUid: change.principal.operatorUid, at: change.now };
}

/**
 * Gives something that waits to the operator who asks; once it is theirs it stays so (DESK-10).
 * @throws OperatorError that says who has it; Problem 404 for what waits no more
 */
export async function takeItem(
  change: DeskChange,
  exchangeTerms: readonly ExchangeTerm[],
  ref: QueueRef,
): Promise<void> {
  const item = await itemOf(change, ref, exchangeTerms);
  if (!(await takeTask(change.tx, { ...taskOf(change, ref), since: item.since })))
    throw await heldError(change, ref, exchangeTerms);
  await change.audit(audited(item));
}

/**
 * Lets others take what the operator has (DESK-10).
 * @throws OperatorError that says who has it, or that nobody does; Problem 404 for what waits no more
 */
export async function releaseItem(
  change: DeskChange,
  exchangeTerms: readonly ExchangeTerm[],
  ref: QueueRef,
): Promise<void> {
  const item = await itemOf(change, ref, exchangeTerms);
  if (!(await releaseTask(change.tx, taskOf(change, ref)))) throw await heldError(change, ref, exchangeTerms);
  await change.audit(audited(item));
}

/**
 * Puts something off until a day, on which it waits again, or brings it back (DESK-12).
 * @param until `null` brings it back
 * @throws OperatorError for a day that cannot be, and where another operator has it; Problem 404 for what
 *   waits no more
 */
export async function snoozeItem(
  change: DeskChange,
  exchangeTerms: readonly ExchangeTerm[],
  ref: QueueRef,
  until: CalendarDate | null,
): Promise<void> {
  const fault = until === null ? undefined : snoozeFault(until, dayInUtc(change.now));
  if (fault !== undefined) throw new OperatorError(fault);
  const item = await itemOf(change, ref, exchangeTerms);
  if (!(await snoozeTask(change.tx, { ...taskOf(change, ref), since: item.since, until })))
    throw await heldError(change, ref, exchangeTerms);
  await change.audit(audited(item));
}

/** Something that waits, as a form names it. */
export interface QueueRef {
  readonly kind: QueueKind;
  readonly uid: string;
}

/** What waits of a thing at this moment; `undefined` when it does not. */
export async function findItem(
  { tx, now }: { readonly tx: Executor; readonly now: Date },
  ref: QueueRef,
  exchangeTerms: readonly ExchangeTerm[] = [],
): Promise<QueueItem | undefined> {
  return findQueueItem(tx, ref, { now, today: dayInUtc(now), exchangeTerms });
}

/** @throws OperatorError that says who has it, where another operator does (DESK-10) */
export async function assertNotHeld(
  looker: Pick<DeskChange, 'now' | 'principal'> & { readonly tx: Executor },
  ref: QueueRef,
): Promise<void> {
  const item = await findItem(looker, ref);
  if (item !== undefined && item.operatorUid !== null && item.operatorUid !== looker.principal.operatorUid)
    throw new OperatorError(`${item.operatorName ?? 'Another operator'} has it. Ask them to release it.`);
}

/**
 * Does something about what waits, unless another operator has it; what waits no more by it, nobody has any
 * more (DESK-10).
 * @throws OperatorError that says who has it
 */
export async function workOn<T>(change: DeskChange, ref: QueueRef, work: () => Promise<T>): Promise<T> {
  const { operatorUid } = change.principal;
  await assertNotHeld(change, ref);
  const value = await work();
  if ((await findItem(change, ref)) === undefined)
    await releaseTask(change.tx, { ...ref, operatorUid, at: change.now });
  return value;
}

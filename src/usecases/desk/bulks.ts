import type { DeskPrincipal } from '../../access/principal';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { bulkFault, bulkTriesMax, type BulkAction, type BulkOutcome } from '../../domain/desk/bulk';
import { notFound, Problem } from '../../domain/problem';
import { clockIn } from '../../domain/time-zones';
import { workflows } from '../../domain/workflows';
import { insertAuditEvent } from '../../store/audit/audit';
import {
  countFailedTry,
  endBulk,
  findBulk,
  insertBulk,
  listBulkItems,
  settleBulkItem,
  type DeskBulk,
  type DeskBulkItem,
} from '../../store/desk/bulks';
import { findOperatorByUid, type DeskOperator } from '../../store/desk/operators';
import type { ExchangeTerm } from '../../store/desk/queue';
import {
  auditRow,
  resource,
  resultOfFault,
  runChange,
  type Act,
  type ChangeParts,
  type DeskChange,
} from '../change';
import { handleEvery } from '../every-item';
import { OperatorError } from '../operator-error';
import type { ExchangeParts } from '../rosters/exchanges';
import { enableAtDesk } from './endpoints';
import { operatorOf } from './operators';
import { rearmAllAtDesk } from './patients';
import {
  auditedKinds,
  findItem,
  releaseItem,
  setSnooze,
  takeItem,
  type QueueRef,
  type QueueSettings,
} from './queue';
import { askForPacketAtDesk } from './requests';
import { makeOneOnce } from '../sent-forms';
import { decideSite } from './sites';

/** A bulk action on queue items. */
export interface BulkInput {
  readonly action: BulkAction;
  /** Without duplicates. */
  readonly items: readonly QueueRef[];
  /** The snooze date; `null` for other actions. */
  readonly until: CalendarDate | null;
}

/**
 * Starts a bulk action on queue items (DESK-29). A workflow applies it to one item after the other, as the
 * requesting operator.
 * @param formKey the key of the form: one that is sent twice starts one action
 * @returns the uid under which the results are shown
 * @throws OperatorError for no items, too many, an action that some don't allow, and an invalid date
 */
export async function startBulk(
  change: DeskChange,
  settings: QueueSettings,
  { formKey, ...input }: BulkInput & { readonly formKey: string },
): Promise<string> {
  return makeOneOnce(change, formKey, () => storeBulk(change, settings, input));
}

async function storeBulk(
  change: DeskChange,
  { exchangeTerms, timeZone }: QueueSettings,
  { action, items, until }: BulkInput,
): Promise<string> {
  const today = clockIn(timeZone, change.now).day;
  const fault = bulkFault({ action, kinds: items.map(({ kind }) => kind), until }, today);
  if (fault !== undefined) throw new OperatorError(fault);
  const { operatorUid } = change.principal;
  const uid = change.newUid();
  const rows: DeskBulkItem[] = [];
  for (const ref of items) {
    const item = await findItem(change, ref, exchangeTerms);
    rows.push({
      bulkUid: uid,
      place: rows.length + 1,
      kind: ref.kind,
      subjectUid: ref.uid,
      companyUid: item?.companyUid ?? null,
      name: item?.name ?? 'no longer in the queue',
      outcome: 'waiting',
      tries: 0,
      reason: null,
      settledAt: null,
    });
  }
  const snoozedUntil = action === 'snooze' ? until : null;
  const bulk = { uid, operatorUid, action, until: snoozedUntil, createdAt: change.now, endedAt: null };
  await insertBulk(change.tx, bulk, rows);
  await change.start(workflows.deskBulk, { bulkUid: uid }, { environment: 'production' });
  await change.audit(undefined, 'bulk.start', { action, items: rows.length });
  return uid;
}

/** A bulk action, with the result of each item. */
export interface ShownBulk {
  readonly bulk: DeskBulk;
  readonly operatorName: string;
  readonly items: readonly DeskBulkItem[];
}

/**
 * Returns the results of a bulk action. Items have customers' names, so the view is audited (DESK-29).
 * @throws Problem 404
 */
export async function showBulk(change: DeskChange, uid: string): Promise<ShownBulk> {
  const bulk = await findBulk(change.tx, uid);
  if (bulk === undefined) throw notFound('there is no bulk action with this UID');
  const operator = await findOperatorByUid(change.tx, bulk.operatorUid);
  await change.auditLook(undefined);
  return { bulk, operatorName: operator?.name ?? '', items: await listBulkItems(change.tx, uid) };
}

/** How many items a step handles, so that none takes long. */
const stepSize = 20;

/** Thrown to roll back an item that another attempt has already settled. */
class ItemSettled extends Error {
  override readonly name = 'ItemSettled';
}

/** The audit name of each action on a single item. */
const events: Readonly<Record<BulkAction, string>> = {
  take: 'queue.take',
  release: 'queue.release',
  snooze: 'queue.snooze',
  preparePacket: 'recordRequest.askForPacket',
  rearm: 'search.rearm',
  verify: 'site.verify',
  enable: 'webhookEndpoint.enable',
};

/** A bulk action, with the requesting operator. */
interface BulkJob {
  readonly bulk: DeskBulk;
  readonly operator: DeskOperator;
  readonly principal: DeskPrincipal;
  readonly exchangeTerms: readonly ExchangeTerm[];
}

/** Applies the action to one item, with the use case for single items. */
async function doTo(
  change: DeskChange,
  { bulk, exchangeTerms }: BulkJob,
  { kind, subjectUid: uid }: DeskBulkItem,
): Promise<unknown> {
  switch (bulk.action) {
    case 'take':
      return takeItem(change, exchangeTerms, { kind, uid });
    case 'release':
      return releaseItem(change, exchangeTerms, { kind, uid });
    case 'snooze':
      return setSnooze(change, exchangeTerms, { kind, uid }, bulk.until);
    case 'preparePacket':
      return askForPacketAtDesk(change, uid);
    case 'rearm':
      return rearmAllAtDesk(change, uid);
    case 'verify':
      return decideSite(change, uid, { kind: 'verify' });
    case 'enable':
      return enableAtDesk(change, uid, 'send');
  }
}

/** Why an item ended without its action. */
interface ItemFailure {
  readonly outcome: 'refused' | 'gone' | 'failed';
  readonly reason: string | null;
  readonly problem: unknown;
}

/** Returns the outcome of a refused item; `undefined` for a fault of ours. */
function refusalOf(error: unknown): ItemFailure | undefined {
  if (error instanceof OperatorError)
    return {
      outcome: 'refused',
      reason: error.sentence,
      problem: new Problem('request.unprocessable', { internal: error.message }),
    };
  if (error instanceof Problem && error.code === 'resource.notFound')
    return { outcome: 'gone', reason: null, problem: error };
  return undefined;
}

/** Records an item that ended without its action, and its audit row, in one transaction. */
async function noteRefused(
  { db, clock }: ChangeParts,
  act: Act,
  { bulkUid, place, kind, subjectUid, companyUid }: DeskBulkItem,
  { outcome, reason, problem }: ItemFailure,
): Promise<void> {
  const at = clock.now();
  await db.transaction(async tx => {
    if (!(await settleBulkItem(tx, { bulkUid, place, outcome, reason, settledAt: at }))) return;
    const named = auditedKinds[kind];
    const subject = named && resource(named, { uid: subjectUid, companyUid });
    await insertAuditEvent(tx, auditRow(act, at, subject, resultOfFault(problem)));
  });
}

const givenUp =
  `This item failed ${bulkTriesMax} times because of a fault of ours. Nothing was changed. ` +
  'Open it and try again there, or tell the engineers on call.';

/**
 * Counts a fault of ours, and gives the item up after so many (DESK-56): without that, one that always fails
 * would keep the action from ending. If the database fails, nothing is counted.
 */
async function noteFault(parts: ChangeParts, act: Act, item: DeskBulkItem, fault: unknown): Promise<void> {
  const tries = await parts.db.transaction(tx => countFailedTry(tx, item));
  if (tries < bulkTriesMax) throw fault;
  await noteRefused(parts, act, item, { outcome: 'failed', reason: givenUp, problem: fault });
}

/** Applies the action to one item and records that, in one transaction: a repeat finds it settled. */
async function workItem(parts: ChangeParts, job: BulkJob, item: DeskBulkItem): Promise<void> {
  const { bulk, operator, principal } = job;
  const { bulkUid, place } = item;
  const act = { principal, requestId: `desk-bulk/${bulk.uid}`, event: events[bulk.action] };
  try {
    await runChange(parts, act, async change => {
      const done = { bulkUid, place, outcome: 'done', reason: null, settledAt: change.now } as const;
      if (!(await settleBulkItem(change.tx, done))) throw new ItemSettled();
      if (operator.deletedAt !== null)
        throw new OperatorError('The person who requested this is no longer an operator.');
      await doTo(change, job, item);
    });
  } catch (error) {
    if (error instanceof ItemSettled) return;
    const refusal = refusalOf(error);
    if (refusal === undefined) await noteFault(parts, act, item, error);
    else await noteRefused(parts, act, item, refusal);
  }
}

/** Number of items by outcome. */
export type BulkProgress = Readonly<Record<BulkOutcome, number>>;

function progressOf(items: readonly DeskBulkItem[]): BulkProgress {
  const count = (outcome: BulkOutcome): number => items.filter(item => item.outcome === outcome).length;
  return {
    waiting: count('waiting'),
    done: count('done'),
    refused: count('refused'),
    failed: count('failed'),
    gone: count('gone'),
  };
}

const none: BulkProgress = { waiting: 0, done: 0, refused: 0, failed: 0, gone: 0 };

/** Returns when partners' answers are overdue. */
function termsOf({ exchanges }: Pick<ExchangeParts, 'exchanges'>): ExchangeTerm[] {
  return [...exchanges.values()].map(({ settings: { name, answerWithinHours } }) => ({
    partner: name,
    answerWithinHours,
  }));
}

/**
 * Applies a bulk action to its next items as the requesting operator, each in its own transaction (DESK-30).
 * A repeat continues where it stopped. An item that hits a fault of ours is tried again after those that
 * failed less often, and is given up after {@link bulkTriesMax} tries.
 * @throws the first such fault, after all items of the step were tried
 */
export async function workBulk(
  parts: ChangeParts & Pick<ExchangeParts, 'exchanges'>,
  { bulkUid }: { readonly bulkUid: string },
): Promise<BulkProgress> {
  const { db, clock } = parts;
  const bulk = await findBulk(db, bulkUid);
  const operator = bulk && (await findOperatorByUid(db, bulk.operatorUid));
  if (bulk === undefined || operator === undefined) return none;
  const principal = operatorOf({ userUid: operator.uid, userEmail: operator.email });
  const job = { bulk, operator, principal, exchangeTerms: termsOf(parts) };
  const waiting = (await listBulkItems(db, bulkUid))
    .filter(({ outcome }) => outcome === 'waiting')
    .toSorted((a, b) => a.tries - b.tries);
  await handleEvery(waiting.slice(0, stepSize), item => workItem(parts, job, item));
  const progress = progressOf(await listBulkItems(db, bulkUid));
  if (progress.waiting === 0) await db.transaction(tx => endBulk(tx, bulkUid, clock.now()));
  return progress;
}

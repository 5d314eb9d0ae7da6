import type { DeskPrincipal } from '../../access/principal';
import { dayInUtc, type CalendarDate } from '../../domain/clinical/calendar-date';
import { bulkFault, type BulkAction, type BulkOutcome } from '../../domain/desk/bulk';
import { notFound, Problem } from '../../domain/problem';
import { workflows } from '../../domain/workflows';
import { insertAuditEvent } from '../../store/audit/audit';
import {
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
import { OperatorError } from '../operator-error';
import type { ExchangeParts } from '../rosters/exchanges';
import { enableAtDesk } from './endpoints';
import { operatorOf } from './operators';
import { rearmAllAtDesk } from './patients';
import { auditedKinds, findItem, releaseItem, snoozeItem, takeItem, type QueueRef } from './queue';
import { askForPacketAtDesk } from './requests';
import { decideSite } from './sites';

/** What an operator does to many things of the queue. */
export interface BulkSaid {
  readonly action: BulkAction;
  /** Each thing once. */
  readonly items: readonly QueueRef[];
  /** Until when they are put off; null for every other act. */
  readonly until: CalendarDate | null;
}

/**
 * Asks for one thing to be done to many that wait (DESK-29). A workflow does it, one after the other, as the
 * operator who asked.
 * @returns the uid under which what became of each is shown
 * @throws OperatorError for nothing, for too many, for what cannot be done to all of them, and for a day
 *   that cannot be
 */
export async function startBulk(
  change: DeskChange,
  exchangeTerms: readonly ExchangeTerm[],
  { action, items, until }: BulkSaid,
): Promise<string> {
  const fault = bulkFault({ action, kinds: items.map(({ kind }) => kind), until }, dayInUtc(change.now));
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
      reason: null,
      settledAt: null,
    });
  }
  const snoozedUntil = action === 'snooze' ? until : null;
  const bulk = { uid, operatorUid, action, until: snoozedUntil, createdAt: change.now, endedAt: null };
  await insertBulk(change.tx, bulk, rows);
  await change.start(workflows.deskBulk, { bulkUid: uid }, { environment: 'production' });
  await change.audit(undefined);
  return uid;
}

/** A bulk action, with what became of each of its things. */
export interface ShownBulk {
  readonly bulk: DeskBulk;
  readonly operatorName: string;
  readonly items: readonly DeskBulkItem[];
}

/**
 * What became of the things of a bulk action; they are called as customers call them, so that the look leaves
 * a row (DESK-29). @throws Problem 404
 */
export async function showBulk(change: DeskChange, uid: string): Promise<ShownBulk> {
  const bulk = await findBulk(change.tx, uid);
  if (bulk === undefined) throw notFound('nothing was done to many under this uid');
  const operator = await findOperatorByUid(change.tx, bulk.operatorUid);
  await change.audit(undefined);
  return { bulk, operatorName: operator?.name ?? '', items: await listBulkItems(change.tx, uid) };
}

/** How many things a step does, so that none takes long. */
const stepSize = 20;

/** Another attempt has settled the thing meanwhile; ours is rolled back. */
class ItemSettled extends Error {
  override readonly name = 'ItemSettled';
}

/** As the audit trail calls it where it is done to one thing. */
const events: Readonly<Record<BulkAction, string>> = {
  take: 'queue.take',
  release: 'queue.release',
  snooze: 'queue.snooze',
  preparePacket: 'recordRequest.askForPacket',
  rearm: 'search.rearm',
  verify: 'site.verify',
  enable: 'webhookEndpoint.enable',
};

/** A bulk action, with who asked for it. */
interface BulkJob {
  readonly bulk: DeskBulk;
  readonly operator: DeskOperator;
  readonly principal: DeskPrincipal;
  readonly exchangeTerms: readonly ExchangeTerm[];
}

/** Does it to one thing, by the use case that does it to one at the desk. */
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
      return snoozeItem(change, exchangeTerms, { kind, uid }, bulk.until);
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

/**
 * What a thing comes to that could not be done; `undefined` for a fault of ours, which is not the thing's.
 */
function refusalOf(
  error: unknown,
):
  | { readonly outcome: 'refused' | 'gone'; readonly reason: string | null; readonly problem: Problem }
  | undefined {
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

/** Notes that a thing could not be done, with its row in the trail, in one transaction. */
async function noteRefused(
  { db, clock }: ChangeParts,
  act: Act,
  { bulkUid, place, kind, subjectUid, companyUid }: DeskBulkItem,
  { outcome, reason, problem }: NonNullable<ReturnType<typeof refusalOf>>,
): Promise<void> {
  const at = clock.now();
  await db.transaction(async tx => {
    if (!(await settleBulkItem(tx, { bulkUid, place, outcome, reason, settledAt: at }))) return;
    const named = auditedKinds[kind];
    const subject = named && resource(named, { uid: subjectUid, companyUid });
    await insertAuditEvent(tx, auditRow(act, at, subject, resultOfFault(problem)));
  });
}

/** Does it to one thing, and notes so, in one transaction: a repeat finds it settled. */
async function workItem(parts: ChangeParts, job: BulkJob, item: DeskBulkItem): Promise<void> {
  const { bulk, operator, principal } = job;
  const { bulkUid, place } = item;
  const act = { principal, requestId: `desk-bulk/${bulk.uid}`, event: events[bulk.action] };
  try {
    await runChange(parts, act, async change => {
      const done = { bulkUid, place, outcome: 'done', reason: null, settledAt: change.now } as const;
      if (!(await settleBulkItem(change.tx, done))) throw new ItemSettled();
      if (operator.deletedAt !== null)
        throw new OperatorError('Whoever asked for it is no operator any more.');
      await doTo(change, job, item);
    });
  } catch (error) {
    if (error instanceof ItemSettled) return;
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    await noteRefused(parts, act, item, refusal);
  }
}

/** How many of the things came to what. */
export type BulkProgress = Readonly<Record<BulkOutcome, number>>;

function progressOf(items: readonly DeskBulkItem[]): BulkProgress {
  const count = (outcome: BulkOutcome): number => items.filter(item => item.outcome === outcome).length;
  return { waiting: count('waiting'), done: count('done'), refused: count('refused'), gone: count('gone') };
}

const none: BulkProgress = { waiting: 0, done: 0, refused: 0, gone: 0 };

/** When the answers of the partners are overdue. */
function termsOf({ exchanges }: Pick<ExchangeParts, 'exchanges'>): ExchangeTerm[] {
  return [...exchanges.values()].map(({ settings: { name, answerWithinHours } }) => ({
    partner: name,
    answerWithinHours,
  }));
}

/**
 * Does the next things of a bulk action, as the operator who asked for it, each in a transaction of its own
 * (DESK-30). A repeat goes on where it was. A thing that meets a fault of ours waits on, and the things after
 * it are done all the same.
 * @throws what the first such thing met, when all of the step were tried
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
  const waiting = (await listBulkItems(db, bulkUid)).filter(({ outcome }) => outcome === 'waiting');
  const faults: unknown[] = [];
  for (const item of waiting.slice(0, stepSize))
    await workItem(parts, job, item).catch((error: unknown) => void faults.push(error));
  if (faults.length > 0) throw faults[0];
  const progress = progressOf(await listBulkItems(db, bulkUid));
  if (progress.waiting === 0) await db.transaction(tx => endBulk(tx, bulkUid, clock.now()));
  return progress;
}

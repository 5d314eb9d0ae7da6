import { bulkFault, type BulkAction } from '../../domain/desk/bulk';
import { dayInUtc, type CalendarDate } from '../../domain/clinical/calendar-date';
import { notFound } from '../../domain/problem';
import { workflows } from '../../domain/workflows';
import type { ExchangeTerm } from '../../store/desk/queue';
import {
  findBulk,
  insertBulk,
  listBulkItems,
  type DeskBulk,
  type DeskBulkItem,
} from '../../store/desk/bulks';
import { findOperatorByUid } from '../../store/desk/operators';
import type { DeskChange } from '../change';
import { OperatorError } from '../operator-error';
import { findItem, type QueueRef } from './hold';

/** What an operator does to many things of the queue. */
export interface BulkSaid {
  readonly action: BulkAction;
  /** Each thing once. */
  readonly items: readonly QueueRef[];
  /** Until when they are put off; null for every other act. */
  readonly until: CalendarDate | null;
}

/**
 * Asks for one thing to be done to many that wait (DESK-29). A workflow does it, one after the other, as the operator who asked.
 * @returns the uid under which what became of each is shown
 * @throws OperatorError for nothing, for too many, for what cannot be done to all of them, and for a day that cannot be
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

/** What became of the things of a bulk action; they are called as customers call them, so that the look leaves a row (DESK-29). @throws Problem 404 */
export async function showBulk(change: DeskChange, uid: string): Promise<ShownBulk> {
  const bulk = await findBulk(change.tx, uid);
  if (bulk === undefined) throw notFound('nothing was done to many under this uid');
  const operator = await findOperatorByUid(change.tx, bulk.operatorUid);
  await change.audit(undefined);
  return { bulk, operatorName: operator?.name ?? '', items: await listBulkItems(change.tx, uid) };
}

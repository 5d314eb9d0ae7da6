import { dayInUtc } from '../../domain/clinical/calendar-date';
import type { QueueItem, QueueKind } from '../../domain/desk/queue';
import { findQueueItem, releaseTask, type ExchangeTerm } from '../../store/desk/queue';
import type { Executor } from '../../store/database';
import type { DeskChange } from '../change';
import { OperatorError } from '../operator-error';

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
 * Does something about what waits, unless another operator has it; what waits no more by it, nobody has any more (DESK-10).
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

import { findSweepPosition, moveSweepPosition } from '../store/periodic-work/sweep-positions';
import type { ChangeParts, FileParts } from './change';
import type { ExchangeParts } from './rosters/exchanges';
import { sweepExchange } from './rosters/notice-exchanged-file';
import { withdrawUnusedOffers } from './record-requests/document-uploads';
import { removeDueObjects } from './record-requests/remove-objects';
import { sweepUploads, type SweepPosition } from './uploads';

/**
 * Sweeps the page after the one that the sweep before has looked at, and notes where the next one begins. After the last
 * page the first one is swept at once: where there is one only, every sweep looks at it.
 */
async function sweepNext(
  { db, clock }: ChangeParts,
  name: string,
  sweepPage: (after: SweepPosition) => Promise<SweepPosition>,
): Promise<void> {
  const after = await findSweepPosition(db, name);
  const next = await sweepPage(after);
  const isOver = next === undefined && after !== undefined;
  await moveSweepPosition(db, name, isOver ? await sweepPage(undefined) : next, clock.now());
}

/**
 * Brings our store and what is on record together: removes the objects of deleted files, looks through the next page for
 * uploads without a notification, and withdraws offers that nobody has used.
 */
export async function sweepNextUploads(parts: FileParts): Promise<void> {
  await removeDueObjects(parts);
  await withdrawUnusedOffers(parts);
  await sweepNext(parts, 'uploads', after => sweepUploads(parts, after));
}

/**
 * Sweeps the next page of each partner's folder for files without a notification. A partner whose store is away keeps no
 * other's from being swept.
 * @throws what the first partner failed with, after all were swept
 */
export async function sweepNextExchanged(
  parts: ChangeParts & Pick<ExchangeParts, 'exchanges'>,
): Promise<void> {
  const sweeps = [...parts.exchanges].map(([partner, { files }]) =>
    sweepNext(parts, `exchange/${partner}`, after => sweepExchange({ ...parts, files }, partner, after)),
  );
  const failed = (await Promise.allSettled(sweeps)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

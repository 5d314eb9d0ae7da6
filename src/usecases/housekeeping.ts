import type { Clock } from '../platform/clock';
import { pruneIdempotencyKeys } from '../store/access/idempotency';
import { pruneChallenges } from '../store/access/passkeys';
import { pruneRateLimits } from '../store/access/rate-limit';
import { pruneSignIns } from '../store/access/sign-ins';
import { pruneSingleSignOns } from '../store/access/single-sign-on';
import { keepApiRequestDays } from '../store/audit/api-requests';
import { ensureAuditPartitions } from '../store/audit/audit';
import type { Executor } from '../store/database';
import { pruneBulks } from '../store/desk/bulks';
import { pruneTasks } from '../store/desk/queue';
import { pruneSentForms } from '../store/access/sent-forms';
import { pruneUploads } from '../store/desk/uploads';
import { pruneOutbox } from '../store/outbox';
import { findSweepPosition, moveSweepPosition } from '../store/periodic-work/sweep-positions';
import { pruneInvitations } from '../store/tenants/invitations';
import { forgetExpiredSecrets } from '../store/webhooks/endpoints';
import { abandonWaitingDeliveries } from '../store/webhooks/open-deliveries';
import { repairQueues } from '../store/webhooks/queue';
import { pruneInboxes } from '../store/webhooks/inbox';
import { dropLogPartitions, ensureLogPartitions } from '../store/webhooks/log';
import { pruneFeeNotices } from '../store/record-requests/fee-notices';
import { pruneNotices } from '../store/webhooks/notices';
import { pruneReplays } from '../store/webhooks/replays';
import type { ChangeParts, FileParts } from './change';
import { PageFailure, takeEvery, type SweepPosition } from './every-item';
import { withdrawUnusedOffers } from './files/document-uploads';
import { removeDueObjects } from './files/file-records';
import { sweepExchange } from './rosters/exchanged-files';
import type { ExchangeParts } from './rosters/exchanges';
import { sweepUploads } from './uploads';

const hourMs = 60 * 60 * 1000;
/** Sent commands are kept for a day, for troubleshooting. */
const commandLifeMs = 24 * hourMs;
/** Far longer than a delivery lives (24 h): a manual retry needs the event. */
const eventLifeMs = 7 * 24 * hourMs;
/** The results of a replay are kept as long as a replay can be made. */
const replayLifeMs = 30 * 24 * hourMs;
/** Longer than any session lasts; what was done in one is in the audit log. */
const signInLifeMs = 31 * 24 * hourMs;
/** Longer than anything waits or is snoozed at the desk. */
const taskLifeMs = 366 * 24 * hourMs;
/** Results are also in the audit log, and uploaded files are removed earlier. */
const deskLifeMs = 31 * 24 * hourMs;
/** Longer than a page with a form is open. */
const sentFormLifeMs = 24 * hourMs;
const monthsAhead = 2;
/** A week, so that nothing is in the default partition if this isn't done for some days. */
const requestLog = { daysAhead: 7, keepDays: 30 } as const;

interface HouseParts {
  readonly db: Executor;
  readonly clock: Clock;
}

/** Removes expired rows. Several processes may run this at once. */
export async function removeExpiredRows({ db, clock }: HouseParts): Promise<void> {
  const now = clock.now();
  await pruneRateLimits(db);
  await pruneIdempotencyKeys(db, now);
  await pruneSentForms(db, new Date(now.getTime() - sentFormLifeMs));
  await forgetExpiredSecrets(db, now);
  await pruneSignIns(db, new Date(now.getTime() - signInLifeMs));
  await pruneChallenges(db, now);
  await pruneSingleSignOns(db, now);
  await pruneInvitations(db, new Date(now.getTime() - signInLifeMs));
  await pruneTasks(db, new Date(now.getTime() - taskLifeMs));
  await pruneBulks(db, new Date(now.getTime() - deskLifeMs));
  await pruneUploads(db, new Date(now.getTime() - deskLifeMs));
  await pruneReplays(db, new Date(now.getTime() - replayLifeMs));
  await keepApiRequestDays(db, requestLog);
  await pruneOutbox(db, {
    commands: new Date(now.getTime() - commandLifeMs),
    events: new Date(now.getTime() - eventLifeMs),
  });
}

/**
 * Abandons the deliveries of all endpoints that waited in the queue for as long as a delivery lives, and
 * repairs the queues: a workflow that was lost loses its place, and is started again.
 */
export async function abandonHeldDeliveries({ db, clock }: HouseParts): Promise<void> {
  await abandonWaitingDeliveries(db, clock.now());
  await repairQueues(db, clock.now());
}

/** The retention of the delivery log. */
export interface LogRetention {
  /** The minimum number of days; months are dropped as a whole. */
  readonly deliveryLogDays: number;
}

/**
 * Creates the delivery log's partitions for this month and the next two, drops the months past their
 * retention, and removes notices and inbox messages of the same age.
 */
export async function keepDeliveryLog({
  db,
  clock,
  deliveryLogDays,
}: HouseParts & LogRetention): Promise<void> {
  await ensureLogPartitions(db, monthsAhead);
  const before = new Date(clock.now().getTime() - deliveryLogDays * 24 * hourMs);
  await dropLogPartitions(db, before);
  await pruneNotices(db, before);
  await pruneFeeNotices(db, before);
  await pruneInboxes(db, before);
}

/**
 * Creates the audit log's partitions for this month and the next two. A row without one goes to the default
 * partition, so nothing is lost if this isn't done for a while.
 */
export async function prepareAuditPartitions({ db }: Pick<HouseParts, 'db'>): Promise<void> {
  await ensureAuditPartitions(db, monthsAhead);
}

/**
 * Sweeps the page after the previous sweep's, and records where the next one starts. After the last page, the
 * first one is swept right away: if there is only one, every sweep checks it.
 * @throws PageFailure after the sweep has moved on: one object must not keep others from being noticed
 */
async function sweepNext(
  { db, clock }: ChangeParts,
  name: string,
  sweepPage: (after: SweepPosition) => Promise<SweepPosition>,
): Promise<void> {
  const failures: PageFailure[] = [];
  const sweep = (from: SweepPosition): Promise<SweepPosition> =>
    sweepPage(from).catch((error: unknown) => {
      if (!(error instanceof PageFailure)) throw error;
      failures.push(error);
      return error.next;
    });
  const after = await findSweepPosition(db, name);
  const next = await sweep(after);
  const isOver = next === undefined && after !== undefined;
  await moveSweepPosition(db, name, isOver ? await sweep(undefined) : next, clock.now());
  if (failures[0] !== undefined) throw failures[0];
}

/**
 * Reconciles our store with the database: removes the objects of deleted files, checks the next page for
 * uploads without a notification, and withdraws unused offers.
 * @throws the first failure, after all of these were tried
 */
export async function sweepNextUploads(parts: FileParts): Promise<void> {
  await takeEvery(
    () => removeDueObjects(parts),
    () => withdrawUnusedOffers(parts),
    () => sweepNext(parts, 'uploads', after => sweepUploads(parts, after)),
  );
}

/**
 * Sweeps the next page of each partner's folder for files without a notification. A partner whose store is
 * down doesn't keep the others from being swept.
 * @throws the first partner's error, after all were swept
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

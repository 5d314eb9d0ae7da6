import type { Clock } from '../platform/clock';
import type { Executor } from '../store/database';
import { ensureAuditPartitions } from '../store/audit';
import { pruneIdempotencyKeys } from '../store/idempotency';
import { pruneOutbox } from '../store/outbox';
import { pruneRateLimits } from '../store/rate-limit';
import { abandonHeldDeliveries } from '../store/webhook-fan-out';

const hourMs = 60 * 60 * 1000;
/** Sent commands are of interest for a day, to see what was sent. */
const commandLifeMs = 24 * hourMs;
/** Far longer than a delivery lives (24 h): a retry by hand needs the event. */
const eventLifeMs = 7 * 24 * hourMs;
const auditMonthsAhead = 2;

/**
 * Removes rows whose time is over, and prepares partitions for those to come. Harmless when several processes
 * do it at once.
 */
export async function keepHouse(db: Executor, clock: Clock): Promise<void> {
  const now = clock.now();
  await ensureAuditPartitions(db, auditMonthsAhead);
  await pruneRateLimits(db);
  await pruneIdempotencyKeys(db, now);
  await abandonHeldDeliveries(db, now);
  await pruneOutbox(db, {
    commands: new Date(now.getTime() - commandLifeMs),
    events: new Date(now.getTime() - eventLifeMs),
  });
}

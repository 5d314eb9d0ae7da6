import { emitEvents } from '../world/emit-events';
import type { WholeService } from '../world/whole-service';

/** Silence after which deliveries are taken for lost. */
const silenceMs = 60_000;

/**
 * Commits events and waits until each has been delivered once.
 * @returns deliveries a second, from the commit to the last byte of the last one
 * @throws when one is missing or came twice
 */
export async function measureDeliveries(
  { services, receiver }: WholeService,
  count: number,
): Promise<number> {
  const before = receiver.receipts.length;
  const committedAt = await emitEvents(services, count);
  let heardAt = Date.now();
  while (receiver.receipts.length < before + count) {
    const missing = before + count - receiver.receipts.length;
    if ((await receiver.listen(missing)).length > 0) heardAt = Date.now();
    else if (Date.now() - heardAt > silenceMs)
      throw new Error(`${receiver.receipts.length - before} of ${count} events were delivered.`);
  }
  const received = receiver.receipts.slice(before);
  if (new Set(received.map(({ id }) => id)).size !== count) throw new Error('A delivery came twice.');
  const lastAt = Math.max(...received.map(({ at }) => at));
  return count / ((lastAt - committedAt) / 1000);
}

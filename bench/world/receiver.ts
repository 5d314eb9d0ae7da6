/** A receiver for every company's webhooks, which measures their rate. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { eventTypes } from '../../src/domain/events/event-types';
import { freePort } from '../../stack/run/ports';
import type { BenchContext } from '../bench';
import { emitEvents, type BenchCompany } from './population';
import { startServer } from './servers';
import type { BenchServices } from './services';

const receiptSchema = z.object({
  id: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  eventType: z.string(),
  resource: z.string(),
  data: z.record(z.string(), z.unknown()),
});
/** A delivery with a valid signature. */
export type Receipt = z.output<typeof receiptSchema>;

/** A receiver that's registered as every company's endpoint for all events. */
export interface Receiver {
  /** The URL of the endpoints. */
  readonly address: string;
  /** The receipts in order of arrival. */
  readonly receipts: readonly Receipt[];
  /**
   * Fetches new receipts once there are enough, or after two seconds. Each fetch takes processor time from
   * what's measured, so measure a rate with few of them.
   */
  readonly listen: (atLeast?: number) => Promise<readonly Receipt[]>;
}

const insertEndpoints = `
  insert into webhook_endpoint (uid, company_uid, owner_membership_uid, owner_user_uid, url, environment,
    event_types,
    has_all_projects, is_tracked_only, secret, created_at, updated_at)
  select uuidv7(), m.company_uid, m.uid, m.user_uid, $1, 'sandbox', $2::text[], true, false, $3::uuid, now(),
    now()
  from membership m`;

/** Starts a receiver and registers it as every company's endpoint. */
export async function startReceiver(
  context: BenchContext,
  services: BenchServices,
  host = '127.0.0.1',
): Promise<Receiver> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const secret = randomUUID();
  await startServer(context, {
    name: 'receiver',
    file: 'bench/servers/receiver.js',
    environment: { PORT: String(port), WEBHOOK_SECRET: secret },
    readyUrl: url,
    folder: services.folder,
  });
  const address = `http://${host}:${port}/webhooks`;
  await services.owner.query(insertEndpoints, [address, eventTypes, secret]);
  const receipts: Receipt[] = [];
  return {
    address,
    receipts,
    listen: async (atLeast = 1) => {
      const response = await fetch(`${url}/receipts?from=${receipts.length}&atLeast=${atLeast}`);
      const fresh = z.array(receiptSchema).parse(await response.json());
      receipts.push(...fresh);
      return fresh;
    },
  };
}

/** The time without deliveries after which the rest counts as lost. */
const silenceMs = 60_000;

/**
 * Commits events, of all companies or of some, and waits until each has been delivered once.
 * @returns deliveries per second, from the commit to the last byte of the last one
 * @throws if one is missing or arrived twice
 */
export async function measureDeliveries(
  { services, receiver }: { readonly services: BenchServices; readonly receiver: Receiver },
  count: number,
  companies?: readonly BenchCompany[],
): Promise<number> {
  const before = receiver.receipts.length;
  const committedAt = await emitEvents(services, count, companies);
  let heardAt = Date.now();
  while (receiver.receipts.length < before + count) {
    const missing = before + count - receiver.receipts.length;
    if ((await receiver.listen(missing)).length > 0) heardAt = Date.now();
    else if (Date.now() - heardAt > silenceMs)
      throw new Error(`${receiver.receipts.length - before} of ${count} events were delivered.`);
  }
  const received = receiver.receipts.slice(before);
  if (new Set(received.map(({ id }) => id)).size !== count) throw new Error('A delivery arrived twice.');
  const lastAt = Math.max(...received.map(({ at }) => at));
  return count / ((lastAt - committedAt) / 1000);
}

import pg from 'pg';
import type { Log } from '../platform/log';

/** A running listener. */
interface Listener {
  readonly stop: () => Promise<void>;
}

const connectTimeoutMs = 2_000;
const reconnectMs = 2_000;

/**
 * Calls `onNotice` for every NOTIFY on the channel, and once after each connection, since a NOTIFY sent
 * meanwhile is lost. A broken connection is reopened; until then the caller relies on polling.
 */
export function listenTo(url: string, channel: string, log: Log, onNotice: () => void): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    if (isStopped) return;
    const candidate = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'recordwell relay',
    });
    let isLost = false;
    const lose = (error?: unknown): void => {
      if (isLost || isStopped) return;
      isLost = true;
      log.warn('The relay lost its database connection and is reconnecting.', { error });
      candidate.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), reconnectMs);
    };
    candidate.on('error', lose);
    candidate.on('end', () => lose());
    candidate.on('notification', onNotice);
    try {
      await candidate.connect();
      await candidate.query(`listen ${candidate.escapeIdentifier(channel)}`);
      client = candidate;
      onNotice();
    } catch (error) {
      lose(error);
    }
  }

  void connect();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

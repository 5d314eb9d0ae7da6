/** Waits for a service to become idle, and handles its deliveries like an operator. */
import { setTimeout as delay } from 'node:timers/promises';
import { configSchema } from '../../src/main/config';
import { loadSecrets } from '../../stack/run/secrets';
import type { StateFolder } from '../../stack/run/state-folder';
import type { Executor } from '../../src/store/database';
import { openTemporal } from '../../src/temporal/client';
import { countUnfinished, readRows, type ServiceRows } from './rows';

const pollMs = 2_000;

/** The rows of a service that has become idle, or hasn't in time. */
export interface Drained {
  readonly rows: ServiceRows;
  readonly unfinished: number;
  /** Deliveries that were retried manually instead of after minutes or hours. */
  readonly retriedByHand: number;
}

/**
 * Waits until nothing is in progress. Deliveries that their receiver refused are retried manually, with the
 * signal `retryNow`, as an operator would.
 */
export async function drain(
  db: Executor,
  folder: StateFolder,
  temporalAddress: string,
  boundMs: number,
): Promise<Drained> {
  const temporal = openTemporal({
    environment: { TEMPORAL_ADDRESS: temporalAddress },
    payloadKeys: configSchema.shape.PAYLOAD_KEYS.parse(loadSecrets(folder).payloadKeys),
  });
  const retried = new Set<string>();
  const deadline = performance.now() + boundMs;
  try {
    for (;;) {
      const rows = await readRows(db);
      const unfinished = countUnfinished(rows);
      if (unfinished === 0 || performance.now() > deadline)
        return { rows, unfinished, retriedByHand: retried.size };
      const refused = rows.deliveries.filter(
        ({ status, attempts }) => status !== 'succeeded' && attempts > 0,
      );
      await Promise.all(
        refused.map(async ({ uid, attempts }) => {
          // Once per failed attempt; a workflow that ended meanwhile needs none.
          if (retried.has(`${uid}/${attempts}`)) return;
          retried.add(`${uid}/${attempts}`);
          const handle = temporal.deliveries.workflow.getHandle(`webhook-delivery/${uid}`);
          await handle.signal('retryNow').catch(() => undefined);
        }),
      );
      await delay(pollMs);
    }
  } finally {
    await temporal.close();
  }
}

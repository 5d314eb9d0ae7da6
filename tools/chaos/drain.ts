/** Waits for a service to become quiet, and does for its deliveries what an operator would. */
import { setTimeout as delay } from 'node:timers/promises';
import { configSchema } from '../../src/main/config';
import { loadSecrets } from '../../stack/run/secrets';
import type { StateFolder } from '../../stack/run/state-folder';
import type { Executor } from '../../src/store/database';
import { openTemporal } from '../../src/temporal/client';
import { countUnfinished, readRows, type ServiceRows } from './rows';

const pollMs = 2_000;

/** The rows of a service that has become quiet, or of one that has not in time. */
export interface Drained {
  readonly rows: ServiceRows;
  readonly unfinished: number;
  /** Deliveries that were retried by hand instead of after minutes or hours. */
  readonly retriedByHand: number;
}

/**
 * Waits until nothing is under way any more. Deliveries whose receiver refused them are retried by hand, with
 * the signal `retryNow`, as an operator does it.
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

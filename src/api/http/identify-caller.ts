import { authenticateKey } from '../../access/authenticate';
import { Problem } from '../../domain/problem';
import { noteKeyUse } from '../../store/queries/keys';
import { takeFromRollingMinute } from '../../store/queries/rate-limit';
import type { Services } from '../services';
import type { ClientAddress } from './client-address';
import type { Step } from './request-state';

const noteEveryMs = 60_000;
const notedMax = 10_000;

/** Notes that keys are used, each at most once a minute, beside the request: nobody waits for it. */
function createKeyUseNotes({ db, clock, log }: Services): (keyUid: string) => void {
  const noted = new Map<string, number>();
  return keyUid => {
    const at = clock.now();
    if (at.getTime() - (noted.get(keyUid) ?? 0) < noteEveryMs) return;
    if (noted.size >= notedMax) noted.clear();
    noted.set(keyUid, at.getTime());
    noteKeyUse(db, keyUid, at).catch((error: unknown) =>
      log.debug('The use of a key could not be noted.', { error }),
    );
  };
}

/**
 * Finds out who calls and counts the call: against the company of a key in force, else against the client's
 * address. An unknown key has no company, so it is counted with those who show none; else guessing keys would be
 * free. The key is looked up on every request: a revocation takes effect with the next one.
 * @throws Problem `rate.limited`
 */
export function identifyCaller(services: Services, clientAddress: ClientAddress): Step {
  const { db, limits, metrics, fingerprintSecret } = services;
  const noteUse = createKeyUseNotes(services);
  return async (context, next) => {
    const principal = await authenticateKey(db, fingerprintSecret, context.req.headers.authorization);
    context.state.principal = principal;
    const wait =
      principal === undefined
        ? await takeFromRollingMinute(
            db,
            `address:${clientAddress(context.req.socket.remoteAddress, context.get('X-Forwarded-For'))}`,
            limits.anonymousPerMinute,
          )
        : await takeFromRollingMinute(db, `company:${principal.companyUid}`, limits.companyPerMinute);
    if (wait !== undefined) {
      metrics.rateLimited.inc({ class: principal === undefined ? 'address' : 'company' });
      throw new Problem('rate.limited', { retryAfterSeconds: wait });
    }
    if (principal !== undefined) noteUse(principal.keyUid);
    await next();
  };
}

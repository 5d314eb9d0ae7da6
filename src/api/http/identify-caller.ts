import { authenticateKey } from '../../access/authenticate';
import { Problem } from '../../domain/problem';
import { takeFromRollingMinute } from '../../store/queries/rate-limit';
import type { Services } from '../services';
import type { ClientAddress } from './client-address';
import type { Step } from './request-state';

/**
 * Finds out who calls and counts the call: against the company of a key in force, else against the client's
 * address. An unknown key has no company, so it is counted with those who show none; else guessing keys would be
 * free. The key is looked up on every request: a revocation takes effect with the next one.
 * @throws Problem `rate.limited`
 */
export function identifyCaller(services: Services, clientAddress: ClientAddress): Step {
  const { db, limits, metrics, fingerprintSecret } = services;
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
    await next();
  };
}

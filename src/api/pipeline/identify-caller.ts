import { admitKey } from '../../access/authenticate';
import { Problem } from '../../domain/problem';
import { noteKeyUse } from '../../store/access/keys';
import { rateWindowMs, type Allowance } from '../../store/access/rate-limit';
import type { Services } from './services';
import type { ClientAddress } from '../../http/client-address';
import { createAddressCount } from '../../http/count-address';
import type { RequestContext, Step } from '../../http/request-state';

const noteEveryMs = 60_000;
const notedMax = 10_000;

/** Records the use of a key, at most once a minute per key. The request doesn't wait for it. */
function createKeyUseNotes({ db, clock, log }: Services): (keyUid: string) => void {
  const noted = new Map<string, number>();
  return keyUid => {
    const at = clock.now();
    if (at.getTime() - (noted.get(keyUid) ?? 0) < noteEveryMs) return;
    if (noted.size >= notedMax) noted.clear();
    noted.set(keyUid, at.getTime());
    noteKeyUse(db, keyUid, at).catch((error: unknown) =>
      log.debug('Could not record the use of a key.', { error }),
    );
  };
}

/** Tells the caller how much of the company's rolling minute is left (docs/decisions/0003). */
function setRateLimitHeaders(
  context: RequestContext,
  limit: number,
  { remaining, resetSeconds }: Allowance,
): void {
  context.set('RateLimit-Policy', `${limit};w=${rateWindowMs / 1_000}`);
  context.set('RateLimit-Limit', String(limit));
  context.set('RateLimit-Remaining', String(remaining));
  context.set('RateLimit-Reset', String(resetSeconds));
}

/**
 * Identifies the caller and counts the request: against the company of an active key, or else against the
 * client address. An unknown key has no company, so it counts like a request without a key; otherwise
 * guessing keys would be free. The key is looked up on every request, so a revocation or an expiry takes
 * effect with the next one.
 * @throws Problem `rate.limited`
 */
export function identifyCaller(services: Services, clientAddress: ClientAddress): Step {
  const { db, clock, limits, metrics, fingerprintSecret } = services;
  const { companyPerMinute } = limits;
  const countAddress = createAddressCount(services, clientAddress);
  const noteUse = createKeyUseNotes(services);
  return async (context, next) => {
    const { authorization } = context.req.headers;
    const settings = { fingerprintSecret, companyPerMinute };
    const admitted = await admitKey(db, settings, authorization, clock.now());
    context.state.principal = admitted?.principal;
    if (admitted !== undefined) setRateLimitHeaders(context, companyPerMinute, admitted.allowance);
    const wait = admitted === undefined ? await countAddress(context) : admitted.waitSeconds;
    if (wait !== undefined) {
      metrics.rateLimited.inc({ class: admitted === undefined ? 'address' : 'company' });
      throw new Problem('rate.limited', { retryAfterSeconds: wait });
    }
    if (admitted !== undefined) noteUse(admitted.principal.keyUid);
    await next();
  };
}

import { takeFromRollingMinute } from '../store/access/rate-limit';
import type { HttpParts } from './parts';
import type { ClientAddress } from './client-address';
import type { RequestContext } from './request-state';

/** The dependencies of counting. */
interface CountParts {
  readonly db: HttpParts['db'];
  readonly limits: Pick<HttpParts['limits'], 'anonymousPerMinute'>;
}

/**
 * Counts a request without valid credentials against its client address.
 * @returns after how many whole seconds the address may call again; `undefined` if it was allowed
 */
export function createAddressCount(
  { db, limits }: CountParts,
  clientAddress: ClientAddress,
): (context: RequestContext) => Promise<number | undefined> {
  return context => {
    const address = clientAddress(context.req.socket.remoteAddress, context.get('X-Forwarded-For'));
    return takeFromRollingMinute(db, `address:${address}`, limits.anonymousPerMinute);
  };
}

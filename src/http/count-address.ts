import { takeFromRollingMinute } from '../store/access/rate-limit';
import type { HttpParts } from './parts';
import type { ClientAddress } from './client-address';
import type { RequestContext } from './request-state';

/** What counting needs. */
interface CountParts {
  readonly db: HttpParts['db'];
  readonly limits: Pick<HttpParts['limits'], 'anonymousPerMinute'>;
}

/**
 * Counts a request that shows no credentials in force against the address it comes from.
 * @returns the whole seconds after which the address may call again; `undefined`: it was let in
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

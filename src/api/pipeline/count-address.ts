import { takeFromRollingMinute } from '../../store/rate-limit';
import type { Services } from './services';
import type { ClientAddress } from './client-address';
import type { RequestContext } from './request-state';

/** What counting needs. */
interface CountParts {
  readonly db: Services['db'];
  readonly limits: Pick<Services['limits'], 'anonymousPerMinute'>;
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

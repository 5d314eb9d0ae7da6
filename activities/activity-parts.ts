import type { ObjectStore } from '../src/files/object-store';
import type { Partners } from '../src/partners/partners';
import type { Clock } from '../src/platform/clock';
import type { Log } from '../src/platform/log';
import type { Executor } from '../src/store/database';
import type { ChangeParts } from '../src/usecases/change';
import type { RosterExchange } from '../src/usecases/rosters/exchange-parts';

/** What activities are built from. */
export interface ActivityParts extends ChangeParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: ObjectStore;
  readonly partners: Partners;
  /** The key of the fingerprints of requests. */
  readonly fingerprintSecret: Buffer;
  /** The exchange with each roster partner, by its name. */
  readonly exchanges: ReadonlyMap<string, RosterExchange>;
}

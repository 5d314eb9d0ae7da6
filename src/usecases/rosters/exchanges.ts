import type { ObjectStore } from '../../files/object-store';
import type { SearchPartnerSettings } from '../../partners/settings';
import type { Executor } from '../../store/database';
import { listRosterFiles } from '../../store/searches/rosters';
import type { ChangeParts } from '../change';
import type { SearchParts } from '../searches/run-search';

/** How a partner's files are exchanged. */
export type RosterSettings = SearchPartnerSettings['rosters'][number];

/** A partner with the store through which its files go. */
export interface RosterExchange {
  readonly settings: RosterSettings;
  /** Ours, or the partner's own. */
  readonly files: ObjectStore;
}

/** What the exchange of rosters is made from. */
export interface ExchangeParts extends ChangeParts, SearchParts {
  /** Our own store, where the replicas lie. */
  readonly files: ObjectStore;
  readonly exchanges: ReadonlyMap<string, RosterExchange>;
}

/** @throws Error when the partner is not, or no longer, configured: its files stay until it is */
export function getExchange(parts: ExchangeParts, partner: string): RosterExchange {
  const exchange = parts.exchanges.get(partner);
  if (exchange === undefined)
    throw new ExchangeMissing('no roster partner of this name is configured (SEARCH_PARTNERS)');
  return exchange;
}

class ExchangeMissing extends Error {
  override readonly name = 'ExchangeMissing';
  readonly isMessageSafe = true;
}

/** The latest files exchanged with a partner, newest first: names, counts and faults, nothing of their content. */
export async function inspectRosterFiles(
  executor: Executor,
  partner: string,
  limit: number,
): ReturnType<typeof listRosterFiles> {
  return listRosterFiles(executor, partner, limit);
}

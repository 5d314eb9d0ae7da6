import { queueKinds, type QueueKind } from '../../../domain/desk/queue';

/** How each kind of thing that waits is called: one, and many. */
export const kindNames: Readonly<Record<QueueKind, { readonly one: string; readonly many: string }>> = {
  authorization: { one: 'Authorization', many: 'Authorizations to review' },
  recordRequest: { one: 'Record request', many: 'Record requests to resolve' },
  search: { one: 'Search', many: 'Searches to move on' },
  site: { one: 'Site', many: 'Sites to verify' },
  exchange: { one: 'Exchange', many: 'Exchanges overdue' },
  endpoint: { one: 'Endpoint', many: 'Endpoints disabled by failures' },
};

const countText = (count: number): string => (count > 1_000 ? '1,000+' : String(count));

/** How much waits, as a page says it: of each kind, and under `all` of every one. */
export function countTexts(
  counts: Readonly<Record<QueueKind, number>>,
): Readonly<Record<QueueKind | 'all', string>> {
  const all = queueKinds.reduce((sum, kind) => sum + counts[kind], 0);
  const { authorization, recordRequest, search, site, exchange, endpoint } = counts;
  return {
    all: countText(all),
    authorization: countText(authorization),
    recordRequest: countText(recordRequest),
    search: countText(search),
    site: countText(site),
    exchange: countText(exchange),
    endpoint: countText(endpoint),
  };
}

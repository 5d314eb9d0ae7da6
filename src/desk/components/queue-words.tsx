import type { QueueKind } from '../../domain/desk/queue';

/** How each kind of thing that waits is called: one, and many. */
export const kindNames: Readonly<Record<QueueKind, { readonly one: string; readonly many: string }>> = {
  authorization: { one: 'Authorization', many: 'Authorizations to review' },
  recordRequest: { one: 'Record request', many: 'Record requests to resolve' },
  search: { one: 'Search', many: 'Searches to move on' },
  site: { one: 'Site', many: 'Sites to verify' },
  exchange: { one: 'Exchange', many: 'Exchanges overdue' },
  endpoint: { one: 'Endpoint', many: 'Endpoints disabled by failures' },
};

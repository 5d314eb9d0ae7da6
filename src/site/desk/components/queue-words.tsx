import { authorizationStatuses } from '../../../domain/authorizations/authorization-status';
import { queueKinds, type QueueItem, type QueueKind } from '../../../domain/desk/queue';
import { recordRequestKinds, recordRequestStatuses } from '../../../domain/record-requests/record-request';
import {
  authorizationStatusLabels,
  recordRequestStatusLabels,
  requestKindLabels,
} from '../../../domain/status-labels';

/** The display names of each kind of item: for one item, and for the list. */
export const kindNames: Readonly<Record<QueueKind, { readonly one: string; readonly many: string }>> = {
  authorization: { one: 'Authorization', many: 'Authorizations to review' },
  chart: { one: 'Held file', many: 'Held files to compare' },
  fee: { one: 'Fee', many: 'Fees to resolve' },
  recordRequest: { one: 'Record request', many: 'Record requests to resolve' },
  search: { one: 'Search', many: 'Blocked searches' },
  site: { one: 'Facility', many: 'Facilities to verify' },
  exchange: { one: 'Exchange', many: 'Exchanges to resolve' },
  endpoint: { one: 'Endpoint', many: 'Disabled endpoints' },
};

const countText = (count: number): string => (count > 1_000 ? '1,000+' : String(count));

/** Returns the counts as a page shows them: of each kind, and of all kinds under `all`. */
export function countTexts(
  counts: Readonly<Record<QueueKind, number>>,
): Readonly<Record<QueueKind | 'all', string>> {
  const all = queueKinds.reduce((sum, kind) => sum + counts[kind], 0);
  const { authorization, chart, fee, recordRequest, search, site, exchange, endpoint } = counts;
  return {
    all: countText(all),
    authorization: countText(authorization),
    chart: countText(chart),
    fee: countText(fee),
    recordRequest: countText(recordRequest),
    search: countText(search),
    site: countText(site),
    exchange: countText(exchange),
    endpoint: countText(endpoint),
  };
}

/** Returns what to know about an item before opening it, with statuses in words; `null` for nothing. */
export function detailOf({ kind, detail }: Pick<QueueItem, 'kind' | 'detail'>): string | null {
  if (detail === null) return null;
  if (kind === 'authorization') {
    const suggested = authorizationStatuses.find(known => known === detail);
    return suggested === undefined ? detail : `Suggested: ${authorizationStatusLabels[suggested]}`;
  }
  if (kind !== 'recordRequest') return detail;
  const [records, status, ...marks] = detail.split(', ');
  const knownRecords = recordRequestKinds.find(known => known === records);
  const knownStatus = recordRequestStatuses.find(known => known === status);
  if (knownRecords === undefined || knownStatus === undefined) return detail;
  const isChannelFaulty = marks.includes('channelFault');
  return (
    `${requestKindLabels[knownRecords]}, ${recordRequestStatusLabels[knownStatus]}` +
    (isChannelFaulty ? ". Its channel can't be asked: open it to see why." : '')
  );
}

/** Whether an item is a rush request. */
export function isRush({ kind, detail }: Pick<QueueItem, 'kind' | 'detail'>): boolean {
  return kind === 'recordRequest' && detail?.split(', ').includes('rush') === true;
}

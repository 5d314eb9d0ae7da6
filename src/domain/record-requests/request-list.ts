/** The views of a company's list of record requests, and the limits of what is done with a list. */
import type { WhoActs } from '../searches/search-progress';
import { categoryOf, openStatuses, recordRequestStatuses, type RecordRequestStatus } from './record-request';

/** The views, in the order of their tabs. */
export const requestViews = ['needsYou', 'mine', 'open', 'overdue', 'completed', 'notFound', 'all'] as const;
/** A view of the list. */
export type RequestView = (typeof requestViews)[number];
/** The view that opens first. */
export const defaultRequestView: RequestView = 'open';

/** The columns that the list can be sorted by. */
export const requestSorts = [
  'requested',
  'facility',
  'status',
  'turn',
  'lastContact',
  'followUp',
  'due',
] as const;
/** A column that the list can be sorted by. */
export type RequestSort = (typeof requestSorts)[number];

/** The order of a list. */
export interface RequestOrder {
  readonly by: RequestSort;
  readonly isDescending: boolean;
}
/** Newest first. */
export const defaultRequestOrder: RequestOrder = { by: 'requested', isDescending: true };

/** Whose turn a record request can be. */
export const requestTurns = ['You', 'Facility', 'Support'] as const satisfies readonly WhoActs[];

/** The assignee of a filter for requests that are assigned to no one. */
export const noAssignee = 'none';

/** The status of a request to a facility that couldn't be found: the customer chooses another one. */
export const siteFaultStatus = 'WrongSiteName' satisfies RecordRequestStatus;

/**
 * The statuses of requests that can wait for the customer without a fee: unsent, denied, wrong facility.
 */
export const feelessTurnStatuses: readonly RecordRequestStatus[] = [
  'Submitted',
  'AuthDenied',
  siteFaultStatus,
];

/** The statuses in which it is someone's turn. */
export const statusesWithTurn: readonly RecordRequestStatus[] = [...openStatuses, siteFaultStatus];

const inCategory = (category: 'completed' | 'recordsNotFound'): readonly RecordRequestStatus[] =>
  recordRequestStatuses.filter(status => categoryOf(status) === category);

/** The statuses that a view may contain. Some views have further conditions. */
export const statusesOfView: Readonly<Record<RequestView, readonly RecordRequestStatus[]>> = {
  // An open request waits for the customer because of its authorization or a fee, another one because its
  // facility is wrong.
  needsYou: statusesWithTurn,
  mine: openStatuses,
  open: openStatuses,
  overdue: openStatuses,
  completed: inCategory('completed'),
  notFound: inCategory('recordsNotFound'),
  all: recordRequestStatuses,
};

/** Whether a view can be grouped by whose turn it is: in the others, it's no one's turn in most requests. */
export function hasTurns(view: RequestView): boolean {
  return statusesOfView[view].every(status => statusesWithTurn.includes(status));
}

/** Returns the order of a view: newest first if it can't be grouped by whose turn it is. */
export function orderIn(view: RequestView, order: RequestOrder): RequestOrder {
  return order.by === 'turn' && !hasTurns(view) ? defaultRequestOrder : order;
}

/** How many requests of a view are grouped by whose turn it is: the newest ones. */
export const groupedMax = 1_000;
/** How many requests of a view are counted; more are shown as this number with a plus sign. */
export const countedMax = 1_000;
/** The most rows of an exported file. */
export const exportRowsMax = 20_000;
/** The most requests of a printed status report. */
export const reportRowsMax = 200;
/** The most requests that are canceled, tagged, or assigned at once. */
export const selectedMax = 100;

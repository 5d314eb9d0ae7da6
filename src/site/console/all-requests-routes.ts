/** The routes of the company's list of record requests. */
import { z } from 'zod';
import { assertPermission } from '../../access/authorize';
import { recordRequestKinds, recordRequestStatuses } from '../../domain/record-requests/record-request';
import {
  defaultRequestOrder,
  defaultRequestView,
  noAssignee,
  orderIn,
  reportRowsMax,
  requestSorts,
  requestTurns,
  requestViews,
} from '../../domain/record-requests/request-list';
import { recordRequestStatusLabels, requestKindLabels } from '../../domain/status-labels';
import { isStorableText } from '../../domain/text';
import { instantText } from '../../domain/time-zones';
import { listPlaceProjects } from '../../usecases/console/places';
import {
  chooseOwnColumns,
  exportSeenRequests,
  listOwnColumns,
  listRequestChoices,
  listSeenRequests,
  type RequestChoices,
  searchSeenRequests,
} from '../../usecases/record-requests/seen-requests';
import { field, FormProblem, formOf, list } from '../forms';
import { messageFor } from '../messages';
import { page, redirect, type Reply } from '../reply';
import type { Refusal } from '../route';
import {
  given,
  pageMax,
  pageSize,
  queryChoice,
  queryDay,
  queryInstant,
  queryOf,
  queryPage,
  queryUid,
} from './list-query';
import { ordersBy, searchTextMax } from './components/list-filters';
import { followedByMe } from './components/follow';
import { reminderFilters } from './components/request-reminder';
import { facilityLabel, type RequestQuery } from './components/request-filters';
import { columnNames, columnSets, requestColumns, type ColumnSet } from './components/request-columns';
import {
  listPath,
  renderAllRequestsPage,
  renderSearchedRequestsPage,
  viewNames,
} from './pages/all-requests-page';
import { renderRequestReportPage } from './pages/request-report-page';
import { actorName } from './components/patient-words';
import { requestFileColumns } from './request-file';
import { fileForm, tableReply } from './table-file';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const all = '/record-requests';

const orders = ordersBy(requestSorts);

const listForm = z.object({
  view: queryChoice(requestViews, 'view'),
  sort: queryChoice([...orders.keys()], 'order'),
  project: field(z.string().trim()),
  kind: queryChoice(recordRequestKinds, 'kind of records'),
  status: queryChoice(recordRequestStatuses, 'status'),
  turn: queryChoice(requestTurns, 'turn'),
  from: queryDay,
  to: queryDay,
  followUp: queryChoice(['due'], 'follow-up filter'),
  due: queryChoice(['due'], 'due date filter'),
  fee: queryChoice(['toApprove'], 'fee filter'),
  following: queryChoice([followedByMe], 'filter'),
  reminder: queryChoice(reminderFilters, 'reminder filter'),
  since: queryInstant,
  before: queryInstant,
  tag: queryUid('tag'),
  facility: queryUid('facility'),
  assignee: queryUid('member', [noAssignee]),
  requester: queryUid('member'),
  columns: list()
    .transform(texts => texts.flatMap(text => text.split('.')).filter(name => name !== ''))
    .pipe(
      z.array(
        z.enum(requestColumns, {
          error: `A list has no such column. Choose from these: ${Object.values(columnNames).join(', ')}.`,
        }),
      ),
    ),
  page: queryPage,
});

/** Returns the list that the query names. @throws FormProblem */
function wantedIn(query: URLSearchParams) {
  const { view: wantedView, sort, page: number, columns, ...filters } = formOf(listForm, query);
  const view = requestViews.find(known => known === wantedView) ?? defaultRequestView;
  return {
    query: filters satisfies RequestQuery,
    view,
    order: orderIn(view, orders.get(sort) ?? defaultRequestOrder),
    page: number,
    columns,
    filter: {
      projectId: given(filters.project),
      kind: recordRequestKinds.find(known => known === filters.kind),
      status: recordRequestStatuses.find(known => known === filters.status),
      turn: requestTurns.find(known => known === filters.turn),
      from: given(filters.from),
      until: given(filters.to),
      isFollowUpDue: filters.followUp === 'due',
      isDue: filters.due === 'due',
      isFeeWaiting: filters.fee === 'toApprove',
      reminder: reminderFilters.find(known => known === filters.reminder),
      movedSince: filters.since === '' ? undefined : new Date(filters.since),
      movedUntil: filters.before === '' ? undefined : new Date(filters.before),
      tagUid: given(filters.tag),
      siteUid: given(filters.facility),
      assignee: given(filters.assignee),
      requesterUid: given(filters.requester),
    },
  };
}

/** Refuses a filter that isn't offered, which a list would show as no filter. @throws FormProblem */
function assertOffered(query: RequestQuery, choices: RequestChoices): void {
  const { tag, facility, assignee, requester } = query;
  const { tags, facilities, members, requesters } = choices;
  if (tag !== '' && !tags.some(({ uid }) => uid === tag))
    throw new FormProblem({ tag: 'No record request has this tag anymore. Choose one from the list.' });
  if (facility !== '' && !facilities.some(({ uid }) => uid === facility))
    throw new FormProblem({ facility: 'No record request is for this facility. Choose one from the list.' });
  const isKnown = assignee === noAssignee || members.some(({ membershipUid }) => membershipUid === assignee);
  const isRequester = requesters.some(({ userUid }) => userUid === requester);
  if ((assignee !== '' && !isKnown) || (requester !== '' && !isRequester))
    throw new FormProblem({ assignee: 'There is no such member. Choose one from the list.' });
}

/**
 * Returns the list that the address names, and what its filters offer. Without columns in the address, it has
 * those that the member chose before. @throws FormProblem
 */
async function wantedBy({ parts, principal }: MemberVisit, query: URLSearchParams) {
  const wanted = wantedIn(query);
  const own = wanted.columns.length > 0 ? [] : await listOwnColumns(parts.db, principal);
  const ownColumns = requestColumns.filter(column => own.includes(column));
  const offered = await listRequestChoices(parts.db, principal, wanted.filter.siteUid);
  assertOffered(wanted.query, offered);
  const followerUid = wanted.query.following === '' ? undefined : principal.userUid;
  return {
    ...wanted,
    filter: { ...wanted.filter, followerUid },
    ownColumns,
    choices: { ...offered, membershipUid: principal.membershipUid },
  };
}

/** Shows the list, with the reason if a form or an address was refused. */
export async function listPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  // A list that the query can't name is replaced by the one that opens first, with the reason.
  const wanted = await wantedBy(visit, refusal === undefined ? queryOf(visit) : new URLSearchParams());
  const { filter, view, order } = wanted;
  const part = { view, order, offset: (wanted.page - 1) * pageSize, limit: pageSize };
  const found = await readFor(visit, 'recordRequest.list', reading =>
    listSeenRequests(reading, filter, part),
  );
  const { projects } = await listPlaceProjects(parts.db, principal);
  const message = messageFor(visit, {}, refusal);
  const shown = { ...wanted, ...found, pageSize, pageMax, projects, message };
  return page(renderAllRequestsPage(viewer, place, shown), refusal?.status);
}

const searchText = z
  .string()
  .trim()
  .refine(text => text.length >= 3 && text.length <= searchTextMax && isStorableText(text));
const searchForm = z.object({
  text: field(searchText, `Enter 3 to ${searchTextMax} characters.`),
  project: field(z.string()),
});

async function searchRequests(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place, form } = visit;
  const { text, project } = formOf(searchForm, form);
  const wanted = { text, projectId: given(project), limit: pageSize + 1 };
  const found = await readFor(visit, 'recordRequest.search', reading => searchSeenRequests(reading, wanted));
  const { projects } = await listPlaceProjects(parts.db, principal);
  const shown = {
    text,
    project,
    projects,
    requests: found.slice(0, pageSize),
    areMore: found.length > pageSize,
  };
  return page(renderSearchedRequestsPage(viewer, place, shown));
}

async function refusedSearch(visit: MemberVisit, { fields, status }: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  assertPermission(principal, 'ViewRecordRequests');
  const { projects } = await listPlaceProjects(parts.db, principal);
  const shown = { text: '', project: '', projects, requests: [], areMore: false, problems: fields };
  return page(renderSearchedRequestsPage(viewer, place, shown), status);
}

/** Returns what a report says about the chosen tag, facility, and members. */
function chosenWords(query: RequestQuery, choices: RequestChoices): string[] {
  const { tag, facility, assignee, requester } = query;
  const { tags, facilities, members, requesters } = choices;
  return [
    ...facilities.filter(({ uid }) => uid === facility).map(facilityLabel),
    ...tags.filter(({ uid }) => uid === tag).map(({ name }) => `Tag ${name}`),
    ...(assignee === noAssignee ? ['Assigned to no one'] : []),
    ...members
      .filter(({ membershipUid }) => membershipUid === assignee)
      .map(({ name }) => `Assigned to ${name}`),
    ...requesters.filter(({ userUid }) => userUid === requester).map(({ name }) => `Requested by ${name}`),
  ];
}

async function showReport(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const { filter, query, view, order, choices, ...wanted } = await wantedBy(visit, queryOf(visit));
  const part = { view, order, offset: 0, limit: reportRowsMax + 1 };
  const found = await readFor(visit, 'recordRequest.showReport', reading =>
    listSeenRequests(reading, filter, part),
  );
  const contains = [
    viewNames[view],
    ...(query.project === '' ? [] : [`Project ${query.project}`]),
    ...(filter.kind === undefined ? [] : [requestKindLabels[filter.kind]]),
    ...(filter.status === undefined ? [] : [recordRequestStatusLabels[filter.status]]),
    ...(filter.turn === undefined ? [] : [`Waiting on ${actorName(filter.turn, place.supportName)}`]),
    ...(filter.isFollowUpDue ? ['Follow-up due'] : []),
    ...(filter.isDue ? ['Due or overdue'] : []),
    ...(filter.isFeeWaiting ? ['With a fee to approve'] : []),
    ...(filter.followerUid === undefined ? [] : ['Followed by you']),
    ...(filter.reminder === undefined
      ? []
      : [filter.reminder === 'due' ? 'Your reminders due' : 'Your reminders']),
    ...(filter.movedSince === undefined
      ? []
      : [`New status since ${instantText(filter.movedSince, place.time)}`]),
    ...(filter.movedUntil === undefined
      ? []
      : [`New status until ${instantText(filter.movedUntil, place.time)}`]),
    ...chosenWords(query, choices),
  ];
  return page(
    renderRequestReportPage(viewer, place, {
      contains,
      from: query.from,
      to: query.to,
      at: parts.clock.now(),
      requests: found.requests.slice(0, reportRowsMax),
      areMore: found.requests.length > reportRowsMax,
      columns: [...wanted.columns, ...wanted.ownColumns],
      isGrouped: order.by === 'turn',
    }),
  );
}

async function exportList(visit: MemberVisit): Promise<Reply> {
  const { filter, view, order } = await wantedBy(visit, queryOf(visit));
  const { as } = formOf(fileForm, queryOf(visit));
  const rows = await visit.change(change => exportSeenRequests(change, filter, { view, order }));
  return tableReply('Record requests', requestFileColumns(visit.place), { rows, as });
}

const columnsForm = z.object({ as: queryChoice(['usual', ...Object.keys(columnSets)], 'choice') });

const isColumnSet = (name: string): name is ColumnSet => Object.hasOwn(columnSets, name);

/** Stores the chosen columns, and shows the list in the same view, with the same filters. */
async function chooseColumns(visit: MemberVisit): Promise<Reply> {
  const { form, place } = visit;
  const { query, view, order, columns } = wantedIn(form);
  const { as } = formOf(columnsForm, form);
  const chosen = as === 'usual' ? [] : isColumnSet(as) ? columnSets[as] : columns;
  if (as === '' && columns.length === 0)
    throw new FormProblem({ columns: 'Select at least one column, or choose the default columns.' });
  await visit.change(change => chooseOwnColumns(change, chosen));
  return redirect(listPath(place, { query, view, order, columns: [] }));
}

/**
 * The pages of the company's record requests. No URL contains patient data: a search and a selection are
 * posted forms (CONSOLE-38).
 */
export const allRequestsRoutes: readonly MemberRoute[] = [
  { ...auditedLook(all, 'recordRequest.list', visit => listPage(visit)), refused: listPage },
  { ...auditedLook(`${all}/report`, 'recordRequest.showReport', showReport), refused: listPage },
  { ...auditedLook(`${all}/export`, 'recordRequest.exportList', exportList), refused: listPage },
  act(`${all}/columns`, 'recordRequest.chooseColumns', chooseColumns, { refused: listPage }),
  act(`${all}/search`, 'recordRequest.search', searchRequests, { refused: refusedSearch }),
];

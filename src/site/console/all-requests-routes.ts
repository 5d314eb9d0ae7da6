/** The routes of the company's list of record requests. */
import { z } from 'zod';
import { assertPermission } from '../../access/authorize';
import { Problem } from '../../domain/problem';
import { recordRequestKinds, recordRequestStatuses } from '../../domain/record-requests/record-request';
import {
  cancelMax,
  defaultRequestOrder,
  defaultRequestView,
  reportRowsMax,
  requestSorts,
  requestViews,
} from '../../domain/record-requests/request-list';
import { recordRequestStatusLabels, requestKindLabels } from '../../domain/status-labels';
import { isStorableText, isUuid } from '../../domain/text';
import { noteRefusal } from '../../usecases/audit-trail';
import { listPlaceProjects } from '../../usecases/console/places';
import { cancelSeenRequest } from '../../usecases/record-requests/member-requests';
import { openRequestsZip } from '../../usecases/record-requests/patient-files';
import {
  exportSeenRequests,
  listSeenRequests,
  searchSeenRequests,
  selectSeenRequests,
} from '../../usecases/record-requests/seen-requests';
import { field, FormProblem, formOf, list } from '../forms';
import { messageFor } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { given, pageMax, pageSize, queryChoice, queryDay, queryOf, queryPage } from './list-query';
import { ordersBy, searchTextMax } from './components/list-filters';
import type { RequestQuery } from './components/request-filters';
import type { ListedRequest } from './components/requests-table';
import { renderAllRequestsPage, renderSearchedRequestsPage, viewNames } from './pages/all-requests-page';
import { renderCanceledPage, renderSelectionPage, type CanceledRequest } from './pages/cancel-requests-page';
import { renderRequestReportPage } from './pages/request-report-page';
import { patientSentences } from './problem-sentences';
import { requestFileOf } from './request-file';
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
  from: queryDay,
  to: queryDay,
  followUp: queryChoice(['due'], 'follow-up filter'),
  due: queryChoice(['due'], 'due date filter'),
  fee: queryChoice(['toApprove'], 'fee filter'),
  page: queryPage,
});

/** Returns the list that the query names. @throws FormProblem */
function wantedIn(query: URLSearchParams) {
  const { view, sort, page: number, ...filters } = formOf(listForm, query);
  return {
    query: filters satisfies RequestQuery,
    view: requestViews.find(known => known === view) ?? defaultRequestView,
    order: orders.get(sort) ?? defaultRequestOrder,
    page: number,
    filter: {
      projectId: given(filters.project),
      kind: recordRequestKinds.find(known => known === filters.kind),
      status: recordRequestStatuses.find(known => known === filters.status),
      from: given(filters.from),
      until: given(filters.to),
      isFollowUpDue: filters.followUp === 'due',
      isDue: filters.due === 'due',
      isFeeWaiting: filters.fee === 'toApprove',
    },
  };
}

async function listPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  // A list that the query can't name is replaced by the one that opens first, with the reason.
  const wanted = wantedIn(refusal === undefined ? queryOf(visit) : new URLSearchParams());
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

async function showReport(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const { filter, query, view, order } = wantedIn(queryOf(visit));
  const part = { view, order, offset: 0, limit: reportRowsMax + 1 };
  const found = await readFor(visit, 'recordRequest.showReport', reading =>
    listSeenRequests(reading, filter, part),
  );
  const contains = [
    viewNames[view],
    ...(query.project === '' ? [] : [`Project ${query.project}`]),
    ...(filter.kind === undefined ? [] : [requestKindLabels[filter.kind]]),
    ...(filter.status === undefined ? [] : [recordRequestStatusLabels[filter.status]]),
    ...(filter.isFollowUpDue ? ['Follow-up due'] : []),
    ...(filter.isDue ? ['Due or overdue'] : []),
    ...(filter.isFeeWaiting ? ['With a fee to approve'] : []),
  ];
  return page(
    renderRequestReportPage(viewer, place, {
      contains,
      from: query.from,
      to: query.to,
      at: parts.clock.now(),
      requests: found.requests.slice(0, reportRowsMax),
      areMore: found.requests.length > reportRowsMax,
    }),
  );
}

async function exportList(visit: MemberVisit): Promise<Reply> {
  const { filter, view, order } = wantedIn(queryOf(visit));
  const rows = await visit.change(change => exportSeenRequests(change, filter, { view, order }));
  return { kind: 'csv', text: requestFileOf(visit.place, rows), fileName: 'Record requests.csv' };
}

const selectionForm = z.object({
  request: list()
    .transform(uids => [...new Set(uids)])
    .pipe(
      z
        .array(z.string().refine(isUuid, "A selected record request doesn't exist. Reload the list."))
        .min(1, 'Select at least one record request.')
        .max(cancelMax, `Select ${cancelMax} record requests at most.`),
    ),
});

async function downloadSelected(visit: MemberVisit, uids: readonly string[]): Promise<Reply> {
  const wanted = { uids, timeZone: visit.place.time.timeZone };
  const content = await readFor(visit, 'document.export', reading =>
    openRequestsZip(visit.parts, reading, wanted),
  );
  if (content === undefined)
    throw new FormProblem({ request: 'The selected record requests have no files.' });
  return { kind: 'zip', content, fileName: 'record-files.zip' };
}

const isZipWanted = ({ form }: MemberVisit): boolean => form.get('as') === 'zip';

async function showSelection(visit: MemberVisit): Promise<Reply> {
  const { viewer, place, form } = visit;
  const { request: uids } = formOf(selectionForm, form);
  if (isZipWanted(visit)) return downloadSelected(visit, uids);
  const requests = await readFor(visit, 'recordRequest.showSelection', reading =>
    selectSeenRequests(reading, uids),
  );
  return page(renderSelectionPage(viewer, place, { requests, message: undefined }));
}

async function refusedSelection(visit: MemberVisit, refusal: Refusal): Promise<Reply> {
  if (isZipWanted(visit)) return listPage(visit, refusal);
  const { viewer, place } = visit;
  assertPermission(visit.principal, 'ManageRecordRequests');
  const shown = { requests: [], message: messageFor(visit, {}, refusal) };
  return page(renderSelectionPage(viewer, place, shown), refusal.status);
}

/** Cancels one request. @returns why it wasn't canceled; `null` if it was */
async function cancelOne(visit: MemberVisit, { uid, patientUid }: ListedRequest): Promise<string | null> {
  const { parts, principal, requestId } = visit;
  const event = 'recordRequest.cancel';
  try {
    await visit.change(change => cancelSeenRequest(change, { patientUid, recordRequestUid: uid }), event);
    return null;
  } catch (thrown) {
    await noteRefusal(parts, { principal, requestId, event }, thrown);
    const sentence = thrown instanceof Problem ? patientSentences(visit)[thrown.code] : undefined;
    if (sentence === undefined) throw thrown;
    return sentence;
  }
}

async function cancelSelected(visit: MemberVisit): Promise<Reply> {
  const { viewer, place, form } = visit;
  const { request: uids } = formOf(selectionForm, form);
  const requests = await readFor(visit, 'recordRequest.showSelection', reading =>
    selectSeenRequests(reading, uids),
  );
  const results: CanceledRequest[] = [];
  for (const request of requests) results.push({ request, refusal: await cancelOne(visit, request) });
  return page(renderCanceledPage(viewer, place, results));
}

/**
 * The pages of the company's record requests. No URL contains patient data: a search and a selection are
 * posted forms (CONSOLE-38).
 */
export const allRequestsRoutes: readonly MemberRoute[] = [
  { ...auditedLook(all, 'recordRequest.list', visit => listPage(visit)), refused: listPage },
  { ...auditedLook(`${all}/report`, 'recordRequest.showReport', showReport), refused: listPage },
  { ...auditedLook(`${all}/export`, 'recordRequest.exportList', exportList), refused: listPage },
  act(`${all}/search`, 'recordRequest.search', searchRequests, { refused: refusedSearch }),
  act(`${all}/selection`, 'recordRequest.showSelection', showSelection, {
    refused: refusedSelection,
    sentences: patientSentences,
  }),
  act(`${all}/cancel`, 'recordRequest.cancelSelected', cancelSelected, { refused: refusedSelection }),
];

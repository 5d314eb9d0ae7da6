/** `…/record-requests`: the record requests of the company. The search is a posted form. */
import {
  countedMax,
  defaultRequestOrder,
  groupedMax,
  hasTurns,
  orderIn,
  requestViews,
  selectedMax,
  type RequestOrder,
  type RequestView,
} from '../../../domain/record-requests/request-list';
import { countText, Empty, MessageNotice, Notice, Pager, Tabs, type Message } from '../../components/display';
import { Form, type FieldProblems } from '../../components/form';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { orderText } from '../components/list-filters';
import { ColumnChoice, shownColumns, type RequestColumn } from '../components/request-columns';
import {
  columnsText,
  RequestFilters,
  RequestSearch,
  type ListedChoices,
  type RequestQuery,
} from '../components/request-filters';
import { RequestsTable, type ListedRequest } from '../components/requests-table';
import { choosingFor } from '../components/patient-filters';
import { pathIn, withQuery } from '../paths';

/** The list that a page shows. */
export interface AllRequestsShown {
  readonly query: RequestQuery;
  readonly view: RequestView;
  readonly order: RequestOrder;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly pageMax: number;
  readonly requests: readonly ListedRequest[];
  /** Of each view that was counted. */
  readonly counts: Readonly<Partial<Record<RequestView, number>>>;
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly message: Message | undefined;
  readonly choices: ListedChoices;
  /** The columns that the address names. */
  readonly columns: readonly RequestColumn[];
  /** Those that the member chose before; none for the usual ones, and if the address names some. */
  readonly ownColumns: readonly RequestColumn[];
}

/** The results of a search. */
export interface SearchedRequestsShown {
  readonly text: string;
  readonly project: string;
  readonly projects: AllRequestsShown['projects'];
  readonly requests: readonly ListedRequest[];
  readonly areMore: boolean;
  readonly problems?: FieldProblems;
}

/** The name of each view. */
export const viewNames: Readonly<Record<RequestView, string>> = {
  needsYou: 'Needs you',
  mine: 'Mine',
  open: 'Open',
  overdue: 'Overdue',
  completed: 'Completed',
  notFound: 'Not found',
  all: 'All',
};

interface PathParts {
  readonly page?: number;
  readonly below?: readonly string[];
  /** The kind of an exported file. */
  readonly as?: 'xlsx';
}

/** Returns the path of a list in a view and an order. */
export function listPath(
  place: ShownPlace,
  { query, view, order: wanted, columns }: Pick<AllRequestsShown, 'query' | 'view' | 'order' | 'columns'>,
  { page, below = [], as }: PathParts = {},
): string {
  const order = orderIn(view, wanted);
  return withQuery(pathIn(place, 'record-requests', ...below), {
    view,
    ...query,
    sort: orderText(order) === orderText(defaultRequestOrder) ? undefined : orderText(order),
    columns: columnsText(columns),
    as,
    page: page === undefined || page === 1 ? undefined : String(page),
  });
}

const chosenIn = ({ columns, ownColumns }: AllRequestsShown): readonly RequestColumn[] =>
  columns.length > 0 ? columns : ownColumns;

/** Whether the member may request records for a patient whom they see. */
const mayRequest = ({ permissions }: ShownPlace): boolean =>
  permissions.has('ManageRecordRequests') && permissions.has('ViewPatients');

function emptyWords(
  place: ShownPlace,
  { query, view, counts }: AllRequestsShown,
): readonly [heading: string, text: string] {
  if (query.following !== '')
    return [
      'No record request that you follow',
      'Follow record requests or patients on their pages, clear a filter, or choose another view.',
    ];
  if (query.reminder !== '')
    return [
      query.reminder === 'due' ? 'No reminders due' : 'No reminders in this view',
      'To set one, open a record request and select Set reminder. Other views and filters may have more.',
    ];
  if (Object.values(query).some(value => value !== ''))
    return ['No matching record requests', 'Clear a filter, or choose another view.'];
  if (counts.all === 0)
    return [
      'No record requests yet',
      mayRequest(place)
        ? 'Choose a patient, and request records from a facility where they were seen.'
        : 'They appear here once someone with the ManageRecordRequests permission requests records.',
    ];
  if (view === 'mine')
    return [
      'Nothing is assigned to you',
      'Assign record requests on their pages, or select several in another view.',
    ];
  if (view === 'needsYou') return ['Nothing needs you', 'No record request is waiting for you.'];
  return ['No record requests in this view', 'Choose another view above.'];
}

function Requests({ place, shown }: { readonly place: ShownPlace; readonly shown: AllRequestsShown }) {
  const { requests, order } = shown;
  if (requests.length === 0) {
    const [heading, text] = emptyWords(place, shown);
    return (
      <Empty>
        <h2>{heading}</h2>
        <p>{text}</p>
        {shown.counts.all === 0 && mayRequest(place) ? (
          <a class="button" href={withQuery(pathIn(place, 'patients'), { for: choosingFor })}>
            Choose patient
          </a>
        ) : null}
      </Empty>
    );
  }
  const sort = {
    order,
    hasTurns: hasTurns(shown.view),
    href: (wanted: RequestOrder) => listPath(place, { ...shown, order: wanted }),
  };
  const isSelectable = place.permissions.has('ManageRecordRequests');
  const isGrouped = order.by === 'turn';
  const table = { place, requests, sort, columns: chosenIn(shown), isGrouped };
  if (!isSelectable) return <RequestsTable {...table} />;
  return (
    <Form
      action={pathIn(place, 'record-requests', 'selection')}
      label="Selected record requests"
      isList={true}
    >
      <fieldset class="bulk">
        <legend class="hidden">Record requests</legend>
        <RequestsTable {...table} isSelectable={true} />
        <p class="bar noprint">
          <label class="choice" hidden>
            <input type="checkbox" data-all />
            <span>Select all on this page</span>
          </label>
          <button type="submit" name="as" value="zip">
            Download files as ZIP
          </button>
          <button type="submit" name="as" value="edit">
            Edit selected…
          </button>
          <button type="submit">Cancel selected…</button>
          <span class="muted small">Up to {selectedMax}. You confirm a cancellation on the next page.</span>
        </p>
      </fieldset>
    </Form>
  );
}

/** The link that groups the list by whose turn it is, or back. */
function Grouping({ place, shown }: { readonly place: ShownPlace; readonly shown: AllRequestsShown }) {
  const { view, order, requests, counts } = shown;
  if (!hasTurns(view) || requests.length === 0) return null;
  if (order.by !== 'turn')
    return (
      <p class="small noprint">
        <a href={listPath(place, { ...shown, order: { by: 'turn', isDescending: false } })}>
          Group by waiting on
        </a>
      </p>
    );
  return (
    <p class="small noprint">
      {(counts[view] ?? 0) > groupedMax
        ? `The ${groupedMax.toLocaleString('en-US')} newest requests are grouped. Narrow the filters to ` +
          'group the rest. '
        : null}
      <a href={listPath(place, { ...shown, order: defaultRequestOrder })}>Show newest first</a>
    </p>
  );
}

function Pages({ place, shown }: { readonly place: ShownPlace; readonly shown: AllRequestsShown }) {
  const { page, pageSize, pageMax, requests, counts, view } = shown;
  const total = counts[view] ?? 0;
  if (requests.length === 0) return null;
  const to = (number: number): string => listPath(place, shown, { page: number });
  const isLast = page * pageSize >= total;
  return (
    <>
      <Pager
        first={(page - 1) * pageSize + 1}
        shown={requests.length}
        total={countText(total, countedMax)}
        previous={page > 1 ? to(page - 1) : undefined}
        next={isLast || page >= pageMax ? undefined : to(page + 1)}
      />
      {!isLast && page >= pageMax ? (
        <p class="muted small">The list ends here. Narrow the filters, or export the list to see the rest.</p>
      ) : null}
    </>
  );
}

const title = 'Record requests';

/** Renders the list of record requests in one view. */
export function renderAllRequestsPage(viewer: Viewer, place: ShownPlace, shown: AllRequestsShown): string {
  const { view, order, query, projects, counts, message } = shown;
  return renderConsolePage({
    title,
    viewer,
    place,
    section: 'requests',
    isWide: true,
    children: (
      <>
        <div class="head">
          <h1>{title}</h1>
          {counts.all === 0 ? null : (
            <p class="aside bar noprint">
              {mayRequest(place) ? (
                <a class="button main" href={withQuery(pathIn(place, 'patients'), { for: choosingFor })}>
                  Request records
                </a>
              ) : null}
              <a class="button" href={listPath(place, shown, { below: ['report'] })}>
                Status report
              </a>
              <a class="button" href={listPath(place, shown, { below: ['export'] })}>
                Export CSV
              </a>
              <a class="button" href={listPath(place, shown, { below: ['export'], as: 'xlsx' })}>
                Export XLSX
              </a>
            </p>
          )}
        </div>
        <MessageNotice message={message} />
        <Tabs
          label="Views"
          tabs={requestViews.map(name => ({
            name: viewNames[name],
            href: listPath(place, { ...shown, view: name }),
            isCurrent: name === view,
            ...(counts[name] === undefined ? {} : { count: countText(counts[name], countedMax) }),
          }))}
        />
        <RequestSearch place={place} text="" project={query.project} projects={projects} />
        <RequestFilters place={place} shown={shown} />
        <ColumnChoice
          path={pathIn(place, 'record-requests', 'columns')}
          shown={shownColumns(chosenIn(shown), shown.requests, order)}
          isUsual={chosenIn(shown).length === 0}
          hidden={{ ...query, view, sort: orderText(order) }}
        />
        <Grouping place={place} shown={shown} />
        <Requests place={place} shown={shown} />
        <Pages place={place} shown={shown} />
      </>
    ),
  });
}

/** Renders the results of a search. */
export function renderSearchedRequestsPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: SearchedRequestsShown,
): string {
  const { requests, areMore, problems } = shown;
  return renderConsolePage({
    title,
    viewer,
    place,
    section: 'requests',
    isWide: true,
    children: (
      <>
        <h1>{title}</h1>
        <RequestSearch place={place} {...shown} />
        <p>
          Search results, newest first.{' '}
          <a href={pathIn(place, 'record-requests')}>Show all record requests</a>
        </p>
        {areMore ? (
          <Notice tone="warning">Not all matches are shown. Enter more letters, or choose a project.</Notice>
        ) : null}
        {problems !== undefined ? null : requests.length === 0 ? (
          <Empty>
            <h2>No matching record requests</h2>
            <p>Check the spelling, or enter another part of the name. The search ignores case and accents.</p>
          </Empty>
        ) : (
          <RequestsTable place={place} requests={requests} />
        )}
      </>
    ),
  });
}

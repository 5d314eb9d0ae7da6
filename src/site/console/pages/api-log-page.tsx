/** `…/api-log`: the company's API requests in an environment. */
import { auditDaysMax } from '../../../domain/desk/audit-period';
import {
  Breakable,
  Empty,
  Instant,
  MessageNotice,
  Pill,
  Table,
  type Message,
} from '../../components/display';
import { ChoiceField } from '../../components/form';
import type { Viewer } from '../../visit';
import { PeriodFields, ShowOlder } from '../components/list-filters';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { pathIn } from '../paths';

/** The filters, as given in the URL. */
export interface RequestFilters {
  readonly from: string;
  readonly until: string;
  readonly key: string;
  readonly status: string;
  readonly path: string;
}

/** A request in the list. */
interface ShownRequest {
  readonly occurredAt: Date;
  readonly method: string;
  readonly path: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly problem: string | null;
  readonly requestId: string;
  readonly keyName: string;
  readonly ownerName: string;
}

/** The content of the page. */
export interface ApiLogShown {
  readonly filters: RequestFilters;
  readonly keys: ReadonlyArray<{
    readonly uid: string;
    readonly name: string;
    readonly lastFour: string;
    readonly ownerName: string;
  }>;
  readonly paths: readonly string[];
  readonly requests: readonly ShownRequest[];
  /** Where the next page starts; `undefined` at the end of the period. */
  readonly moreBefore: string | undefined;
  readonly message: Message | undefined;
}

/** The classes of status, by the first digit. */
export const statusClasses = [
  ['2', '2xx (succeeded)'],
  ['3', '3xx (not changed)'],
  ['4', '4xx (refused)'],
  ['5', '5xx (failed)'],
] as const;

function Filters({ place, shown }: { readonly place: ShownPlace; readonly shown: ApiLogShown }) {
  const { filters, keys, paths } = shown;
  return (
    <form method="get" action={pathIn(place, 'api-log')} role="search" aria-label="Filter API log">
      <div class="line">
        <PeriodFields {...filters} />
        {keys.length === 0 ? null : (
          <ChoiceField
            id="key"
            name="key"
            label="Key"
            value={filters.key}
            options={[
              ['', 'Any'],
              ...keys.map(
                ({ uid, name, lastFour, ownerName }) => [uid, `${name} …${lastFour} (${ownerName})`] as const,
              ),
            ]}
          />
        )}
        <ChoiceField
          id="status"
          name="status"
          label="Status"
          value={filters.status}
          options={[['', 'Any'], ...statusClasses]}
        />
        <ChoiceField
          id="path"
          name="path"
          label="Path"
          value={filters.path}
          options={[['', 'Any'], ...paths.map(path => [path, path] as const)]}
        />
        <button type="submit">Apply filters</button>
        <a href={pathIn(place, 'api-log')}>Clear filters</a>
      </div>
    </form>
  );
}

function Requests({ requests }: { readonly requests: readonly ShownRequest[] }) {
  return (
    <Table
      caption="API requests"
      headings={['Time', 'Request', 'Status', { name: 'ms', isNumber: true }, 'Key', 'Request ID']}
      rows={requests.map(request => [
        <Instant at={request.occurredAt} />,
        <>
          {request.method}{' '}
          <span class="code">
            {request.path === null ? 'Unknown path' : <Breakable text={request.path} after={/(?<=\/)/} />}
          </span>
        </>,
        <>
          {request.status < 400 ? (
            String(request.status)
          ) : (
            <Pill tone={request.status < 500 ? 'warning' : 'failed'}>{String(request.status)}</Pill>
          )}{' '}
          {request.problem === null ? null : (
            <span class="muted small">
              <Breakable text={request.problem} after={/(?<=\.)/} />
            </span>
          )}
        </>,
        request.durationMs.toLocaleString('en-US'),
        <>
          {request.keyName} <span class="muted small">{request.ownerName}</span>
        </>,
        <span class="code">{request.requestId}</span>,
      ])}
    />
  );
}

/** Renders the log. */
export function renderApiLogPage(viewer: Viewer, place: ShownPlace, shown: ApiLogShown): string {
  const { filters, requests, moreBefore, message } = shown;
  return renderConsolePage({
    title: 'API log',
    viewer,
    place,
    section: 'apiLog',
    isWide: true,
    children: (
      <>
        <h1>API log</h1>
        <MessageNotice message={message} />
        <p class="muted">
          Requests to the API with {place.environment} keys of {place.companyName}, for 30 days. A new request
          appears after a second or two. Paths are shown without IDs. A page shows up to {auditDaysMax} days.
        </p>
        <Filters place={place} shown={shown} />
        {requests.length === 0 ? (
          <Empty>
            <h2>{moreBefore === undefined ? 'No requests' : 'No matching requests so far'}</h2>
            <p>
              {moreBefore === undefined
                ? 'Send a request with an API key, clear a filter, or choose other days.'
                : 'The log is long. Continue with older requests.'}
            </p>
          </Empty>
        ) : (
          <Requests requests={requests} />
        )}
        <ShowOlder path={pathIn(place, 'api-log')} filters={{ ...filters }} before={moreBefore} />
      </>
    ),
  });
}

/** `…/record-requests/report`: a status report of record requests, for print. */
import { usDate } from '../../../domain/clinical/calendar-date';
import { reportRowsMax } from '../../../domain/record-requests/request-list';
import { Empty, Facts, Instant, Notice } from '../../components/display';
import type { Viewer } from '../../visit';
import { environmentNames, renderConsolePage, type ShownPlace } from '../components/page';
import { PrintHead } from '../components/print-head';
import type { RequestColumn } from '../components/request-columns';
import { RequestsTable, type ListedRequest } from '../components/requests-table';
import { pathIn } from '../paths';

/** The content of the report. */
export interface RequestReportShown {
  /** What the report contains, such as `Open` or `Imaging`. */
  readonly contains: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly at: Date;
  readonly requests: readonly ListedRequest[];
  readonly areMore: boolean;
  /** The columns that were chosen; none for the usual ones. */
  readonly columns: readonly RequestColumn[];
  /** Whether they are grouped by whose turn it is. */
  readonly isGrouped: boolean;
}

function periodOf({ from, to }: Pick<RequestReportShown, 'from' | 'to'>): string {
  if (from === '' && to === '') return 'Any date';
  if (from === '') return `Through ${usDate(to)}`;
  return to === '' ? `From ${usDate(from)}` : `${usDate(from)} to ${usDate(to)}`;
}

/** Renders the report. */
export function renderRequestReportPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: RequestReportShown,
): string {
  const { contains, at, requests, areMore, columns, isGrouped } = shown;
  const title = 'Record request status report';
  return renderConsolePage({
    title,
    viewer,
    place,
    section: 'requests',
    isWide: true,
    crumbs: [['Record requests', pathIn(place, 'record-requests')]],
    children: (
      <>
        <PrintHead title={title} />
        <Facts
          facts={[
            ['Company', `${place.companyName} (${environmentNames[place.environment]})`],
            ['Record requests', contains.join(', ')],
            ['Requested', periodOf(shown)],
            [
              'Created',
              <>
                <Instant at={at} /> by {viewer.userName}
              </>,
            ],
          ]}
        />
        {areMore ? (
          <Notice tone="warning">
            A report has up to {reportRowsMax} record requests. Narrow the filters to see the rest.
          </Notice>
        ) : null}
        {requests.length === 0 ? (
          <Empty>
            <h2>No matching record requests</h2>
            <p>Choose another view, or clear a filter.</p>
          </Empty>
        ) : (
          <RequestsTable
            place={place}
            requests={requests}
            columns={columns}
            isGrouped={isGrouped}
            isPrinted={true}
          />
        )}
      </>
    ),
  });
}

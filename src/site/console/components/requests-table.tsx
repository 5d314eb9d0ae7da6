/** The table of a company's record requests. */
import { dollarText } from '../../../domain/dollars';
import { usDate } from '../../../domain/clinical/calendar-date';
import {
  isOpen,
  type RecordRequestKind,
  type RecordRequestStatus,
} from '../../../domain/record-requests/record-request';
import type { RequestOrder, RequestSort } from '../../../domain/record-requests/request-list';
import type { WhoActs } from '../../../domain/searches/search-progress';
import { requestKindLabels } from '../../../domain/status-labels';
import { Table, type Heading } from '../../components/display';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';
import { actorName, RequestPill } from './patient-words';

/** A record request in a list. */
export interface ListedRequest {
  readonly uid: string;
  readonly patientUid: string;
  readonly patientId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly reference: string | null;
  readonly patientReference: string | null;
  readonly facility: string;
  readonly kind: RecordRequestKind;
  readonly status: RecordRequestStatus;
  readonly whoActs: WhoActs | null;
  readonly requestedOn: string;
  readonly daysOut: number | null;
  readonly lastContactDate: string | null;
  readonly followUpDate: string | null;
  readonly dueDate: string | null;
  readonly isPastDue: boolean;
  readonly isRush: boolean;
  readonly isOverdue: boolean;
  readonly feeCents: number | null;
  readonly isFeeWaiting: boolean;
  readonly files: number;
  readonly pages: number | null;
}

interface TableParts {
  readonly place: ShownPlace;
  readonly requests: readonly ListedRequest[];
  /** The current order, and the link to another one; absent for a table that can't be sorted. */
  readonly sort?: { readonly order: RequestOrder; readonly href: (order: RequestOrder) => string };
  /** Whether open requests can be selected. */
  readonly isSelectable?: boolean;
  /** Whether the table is for print, so that nothing is a link. */
  readonly isPrinted?: boolean;
}

const none = <span class="muted none">–</span>;
const dateOr = (date: string | null) => (date === null ? none : <span class="number">{usDate(date)}</span>);

/** Returns how a page names the patient of a request: by ID to members who may not see patients. */
export function patientNameOf(
  { permissions }: Pick<ShownPlace, 'permissions'>,
  { firstName, lastName, patientId }: Pick<ListedRequest, 'firstName' | 'lastName' | 'patientId'>,
): string {
  return permissions.has('ViewPatients') ? `${firstName} ${lastName}` : patientId;
}

/**
 * Returns the reference of a request, or else its patient's; `null` without one, and for the patient's if the
 * member may not see patients.
 */
export function referenceOf(
  { permissions }: Pick<ShownPlace, 'permissions'>,
  { reference, patientReference }: Pick<ListedRequest, 'reference' | 'patientReference'>,
): string | null {
  return reference ?? (permissions.has('ViewPatients') ? patientReference : null);
}

function Turn({ place, whoActs }: { readonly place: ShownPlace; readonly whoActs: WhoActs | null }) {
  if (whoActs === null) return none;
  return (
    <span class={`turn ${whoActs === 'You' ? 'warning' : 'neutral'}`}>
      {actorName(whoActs, place.supportName)}
    </span>
  );
}

function Reference({ text }: { readonly text: string | null }) {
  return text === null ? null : <p class="muted small">Ref. {text}</p>;
}

function FeeTotal({ feeCents, isFeeWaiting }: Pick<ListedRequest, 'feeCents' | 'isFeeWaiting'>) {
  if (feeCents === null) return none;
  return (
    <>
      {dollarText(feeCents)}
      {isFeeWaiting ? (
        <p>
          <span class="turn warning small">To approve</span>
        </p>
      ) : null}
    </>
  );
}

function Files({ files, pages }: Pick<ListedRequest, 'files' | 'pages'>) {
  if (files === 0) return none;
  return (
    <>
      {files.toLocaleString('en-US')}
      {pages === null ? null : (
        <p class="muted small">
          {pages.toLocaleString('en-US')} {pages === 1 ? 'page' : 'pages'}
        </p>
      )}
    </>
  );
}

/** The first order of a column: newest or latest first for the request's date, else ascending. */
const startsDescending = (by: RequestSort): boolean => by === 'requested';

function headingOf(sort: TableParts['sort'], name: string, by: RequestSort): string | Heading {
  if (sort === undefined) return name;
  const { order, href } = sort;
  const isCurrent = order.by === by;
  const isDescending = isCurrent ? !order.isDescending : startsDescending(by);
  return {
    name,
    href: href({ by, isDescending }),
    ...(isCurrent ? { sorted: order.isDescending ? 'descending' : 'ascending' } : {}),
  };
}

/** The table: one status per row, whose turn it is, and what is due. */
export function RequestsTable({
  place,
  requests,
  sort,
  isSelectable = false,
  isPrinted = false,
}: TableParts) {
  // A column without any value would only take room.
  const hasDueDates = sort?.order.by === 'due' || requests.some(({ dueDate }) => dueDate !== null);
  const hasFees = requests.some(({ feeCents }) => feeCents !== null);
  const headings = [
    ...(isSelectable ? ['Select'] : []),
    'Patient',
    headingOf(sort, 'Facility', 'facility'),
    'Records',
    headingOf(sort, 'Status', 'status'),
    'Waiting on',
    headingOf(sort, 'Requested', 'requested'),
    { name: 'Days out', isNumber: true },
    headingOf(sort, 'Last contact', 'lastContact'),
    headingOf(sort, 'Next follow-up', 'followUp'),
    ...(hasDueDates ? [headingOf(sort, 'Due', 'due')] : []),
    ...(hasFees ? [{ name: 'Fee', isNumber: true }] : []),
    { name: 'Files', isNumber: true },
  ];
  return (
    <Table
      caption="Record requests"
      headings={headings}
      rows={requests.map(request => {
        const { uid, patientUid, facility, kind, status, whoActs, requestedOn, daysOut } = request;
        const name = patientNameOf(place, request);
        const href = pathIn(place, 'patients', patientUid, 'record-requests', uid);
        return [
          ...(isSelectable
            ? [
                isOpen(status) ? (
                  <input
                    type="checkbox"
                    name="request"
                    value={uid}
                    aria-label={`Select ${facility} for ${name}`}
                  />
                ) : null,
              ]
            : []),
          <>
            {isPrinted ? name : <a href={href}>{name}</a>}
            <Reference text={referenceOf(place, request)} />
          </>,
          facility,
          <>
            {requestKindLabels[kind]}
            {request.isRush ? <span class="turn warning small"> Rush</span> : null}
          </>,
          <RequestPill status={status} />,
          <Turn place={place} whoActs={whoActs} />,
          <span class="number">{usDate(requestedOn)}</span>,
          daysOut === null ? none : daysOut.toLocaleString('en-US'),
          dateOr(request.lastContactDate),
          <>
            {dateOr(request.followUpDate)}
            {request.isOverdue ? <span class="fault small"> Overdue</span> : null}
          </>,
          ...(hasDueDates
            ? [
                <>
                  {dateOr(request.dueDate)}
                  {request.isPastDue ? <span class="fault small"> Overdue</span> : null}
                </>,
              ]
            : []),
          ...(hasFees ? [<FeeTotal {...request} />] : []),
          <Files files={request.files} pages={request.pages} />,
        ];
      })}
    />
  );
}

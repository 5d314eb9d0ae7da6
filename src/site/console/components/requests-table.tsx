/** The table of a company's record requests. */
import { dollarText } from '../../../domain/dollars';
import { usDate } from '../../../domain/clinical/calendar-date';
import type { RecordRequestKind, RecordRequestStatus } from '../../../domain/record-requests/record-request';
import {
  defaultRequestOrder,
  type RequestOrder,
  type RequestSort,
} from '../../../domain/record-requests/request-list';
import type { Tag } from '../../../domain/record-requests/tags';
import type { WhoActs } from '../../../domain/searches/search-progress';
import { requestKindLabels } from '../../../domain/status-labels';
import type { ComponentChildren } from 'preact';
import { Table, type Heading } from '../../components/display';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';
import { actorName, RequestPill } from './patient-words';
import {
  columnNames,
  columnSorts,
  projectNameOf,
  serviceDates,
  shownColumns,
  type RequestColumn,
} from './request-columns';

/** A record request in a list. */
export interface ListedRequest {
  readonly uid: string;
  readonly requestNumber: string;
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
  /** How many of a grouped list wait on the same one. */
  readonly ofTurn?: number;
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
  readonly projectId: string;
  readonly projectName: string;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
  readonly requester: string | null;
  readonly tags: readonly Tag[];
  readonly assignee: string | null;
  /** Whether that member can't see it anymore. */
  readonly isAssigneeFormer: boolean;
  /** The member's own reminder. */
  readonly remindOn: string | null;
  readonly isReminderDue: boolean;
}

interface TableParts {
  readonly place: ShownPlace;
  readonly requests: readonly ListedRequest[];
  /** The current order, and the link to another one; absent for a table that can't be sorted. */
  readonly sort?: {
    readonly order: RequestOrder;
    readonly href: (order: RequestOrder) => string;
    /** Whether it can be sorted by whose turn it is. */
    readonly hasTurns: boolean;
  };
  /** The columns that were chosen; none for the usual ones. */
  readonly columns?: readonly RequestColumn[];
  /** Whether requests can be selected. */
  readonly isSelectable?: boolean;
  /** Whether the rows are grouped by whose turn it is. */
  readonly isGrouped?: boolean;
  /** Whether the table is for print, so that nothing is a link. */
  readonly isPrinted?: boolean;
}

const none = <span class="muted none">–</span>;
/** Renders a date, or a dash for none. */
export const dateOr = (date: string | null) =>
  date === null ? none : <span class="number">{usDate(date)}</span>;

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

function headingOf(sort: TableParts['sort'], name: string, by: RequestSort): Heading {
  if (sort === undefined) return { name };
  const { order, href } = sort;
  const isCurrent = order.by === by;
  const isDescending = isCurrent ? !order.isDescending : startsDescending(by);
  return {
    name,
    href: href({ by, isDescending }),
    ...(isCurrent ? { sorted: order.isDescending ? 'descending' : 'ascending' } : {}),
  };
}

/** The member to whom a request is assigned, also if they can't see it anymore. */
function Assignee({ assignee, isAssigneeFormer }: Pick<ListedRequest, 'assignee' | 'isAssigneeFormer'>) {
  if (assignee === null) return none;
  return isAssigneeFormer ? (
    <>
      {assignee} <span class="muted small">former member</span>
    </>
  ) : (
    assignee
  );
}

function Tags({ tags }: Pick<ListedRequest, 'tags'>) {
  if (tags.length === 0) return none;
  return (
    <ul class="tags">
      {tags.map(({ name }) => (
        <li>{name}</li>
      ))}
    </ul>
  );
}

const Overdue = ({ when }: { readonly when: boolean }) =>
  when ? <span class="fault small"> Overdue</span> : null;

type Cell = (request: ListedRequest, place: ShownPlace) => ComponentChildren;

const cells: Readonly<Record<RequestColumn, Cell>> = {
  number: ({ requestNumber }) => <span class="number">{requestNumber}</span>,
  reference: (request, place) => referenceOf(place, request) ?? none,
  project: (request, place) => projectNameOf(place, request),
  service: request => serviceDates(request) ?? none,
  requester: ({ requester }) => requester ?? none,
  requested: ({ requestedOn }) => <span class="number">{usDate(requestedOn)}</span>,
  daysOut: ({ daysOut }) => (daysOut === null ? none : daysOut.toLocaleString('en-US')),
  lastContact: ({ lastContactDate }) => dateOr(lastContactDate),
  followUp: ({ followUpDate, isOverdue }) => (
    <>
      {dateOr(followUpDate)}
      <Overdue when={isOverdue} />
    </>
  ),
  due: ({ dueDate, isPastDue }) => (
    <>
      {dateOr(dueDate)}
      <Overdue when={isPastDue} />
    </>
  ),
  fee: request => <FeeTotal {...request} />,
  files: request => <Files {...request} />,
  tags: request => <Tags {...request} />,
  assignee: request => <Assignee {...request} />,
};

const numberColumns: ReadonlySet<RequestColumn> = new Set(['daysOut', 'fee', 'files']);

/** What a narrow screen leaves out, unless it was chosen: the page of the request has it. */
const minorColumns: ReadonlySet<RequestColumn> = new Set(['requested', 'lastContact', 'files']);

/** Whether the member chose to sort by a column. */
const isSortedBy = (sort: TableParts['sort'], by: RequestSort | undefined): boolean =>
  sort !== undefined && sort.order.by === by && by !== defaultRequestOrder.by;

function columnHeading(sort: TableParts['sort'], column: RequestColumn, isChosen: boolean): Heading {
  const [name, by] = [columnNames[column], columnSorts[column]];
  return {
    ...(by === undefined ? { name } : headingOf(sort, name, by)),
    isNumber: numberColumns.has(column),
    isMinor: !isChosen && !isSortedBy(sort, by) && minorColumns.has(column),
  };
}

interface RowParts {
  readonly place: ShownPlace;
  readonly request: ListedRequest;
  readonly isPrinted: boolean;
  readonly hasReference: boolean;
}

/** The member's own reminder. A printed list has none, because others read it. */
function ReminderMark({ remindOn, isReminderDue }: Pick<ListedRequest, 'remindOn' | 'isReminderDue'>) {
  if (remindOn === null) return null;
  return (
    <p class="small noprint">
      {isReminderDue ? (
        <span class="turn warning">Reminder due</span>
      ) : (
        <span class="muted">Reminder {usDate(remindOn)}</span>
      )}
    </p>
  );
}

function Patient({ place, request, isPrinted, hasReference }: RowParts) {
  const name = patientNameOf(place, request);
  const href = pathIn(place, 'patients', request.patientUid, 'record-requests', request.uid);
  return (
    <>
      {isPrinted ? name : <a href={href}>{name}</a>}
      {hasReference ? null : <Reference text={referenceOf(place, request)} />}
      {isPrinted ? null : <ReminderMark {...request} />}
    </>
  );
}

/** Returns a heading wherever the turn of the rows changes, with how many there are. */
function groupsOf(place: ShownPlace, requests: readonly ListedRequest[]): ReadonlyMap<number, string> {
  const heads = requests.flatMap(({ whoActs, ofTurn = 0 }, index) => {
    if (index > 0 && requests[index - 1]?.whoActs === whoActs) return [];
    const name = whoActs === null ? 'No one' : actorName(whoActs, place.supportName);
    return [[index, `${name} (${ofTurn.toLocaleString('en-US')})`] as const];
  });
  return new Map(heads);
}

/** The table: one status per row, whose turn it is, and what is due. */
export function RequestsTable({
  place,
  requests,
  sort,
  columns: chosen = [],
  isSelectable = false,
  isGrouped = false,
  isPrinted = false,
}: TableParts) {
  const columns = shownColumns(chosen, requests, sort?.order);
  const hasReference = columns.includes('reference');
  return (
    <Table
      caption="Record requests"
      scrolls={true}
      {...(isGrouped ? { groups: groupsOf(place, requests) } : {})}
      headings={[
        ...(isSelectable ? ['Select'] : []),
        'Patient',
        headingOf(sort, 'Facility', 'facility'),
        'Records',
        headingOf(sort, 'Status', 'status'),
        sort?.hasTurns === true ? headingOf(sort, 'Waiting on', 'turn') : 'Waiting on',
        ...columns.map(column => columnHeading(sort, column, chosen.length > 0)),
      ]}
      rows={requests.map(request => {
        const { uid, facility, kind, status, whoActs } = request;
        const name = patientNameOf(place, request);
        const label = `Select ${requestKindLabels[kind]} from ${facility} for ${name}`;
        return [
          ...(isSelectable ? [<input type="checkbox" name="request" value={uid} aria-label={label} />] : []),
          <Patient place={place} request={request} isPrinted={isPrinted} hasReference={hasReference} />,
          facility,
          <>
            {requestKindLabels[kind]} {request.isRush ? <span class="turn warning small">Rush</span> : null}
          </>,
          <RequestPill status={status} />,
          <Turn place={place} whoActs={whoActs} />,
          ...columns.map(column => cells[column](request, place)),
        ];
      })}
    />
  );
}

/** The record requests that a member sees in all of their projects, with whose turn each is. */
// SQL text: the conditions for whose turn it is, and an order for each column.
import type { ProjectPurpose, ProjectScope } from '../../domain/projects/project';
import {
  openStatuses,
  outreach,
  type RecordRequestKind,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import {
  countedMax,
  feelessTurnStatuses,
  noAssignee,
  requestSorts,
  requestViews,
  statusesOfView,
  type RequestOrder,
  type RequestSort,
  type RequestView,
} from '../../domain/record-requests/request-list';
import type { Executor } from '../database';
import { plannedEachTime, type NamedStatement } from '../named';
import { documentPurposes } from '../patients/authorizations';
import { isVisible, scopeParams } from '../tenants/projects';
import { feeTakingSql, waitingFeesOfCompanySql } from './fees';
import { isAssignedTo, isUnassigned } from './assignments';
import { listedColumns, listedFrom, type SeenRequest } from './listed-requests';
import { companyDay, inStatuses, isOverdueSql, isPastDueSql, waitsForCustomerSql } from './request-turns';

/** The filter of the list; `undefined` filters nothing. */
export interface RequestListFilter {
  /** The customer's id. */
  readonly projectId: string | undefined;
  readonly kind: RecordRequestKind | undefined;
  readonly status: RecordRequestStatus | undefined;
  /** The first and the last day of the requests, in the company's time zone. */
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** Only open ones whose follow-up date is today or in the past. */
  readonly isFollowUpDue: boolean;
  /** Only open ones whose due date is today or in the past. */
  readonly isDue: boolean;
  /** Only ones with a fee that waits for the customer's approval. */
  readonly isFeeWaiting: boolean;
  /** The uid of a tag. */
  readonly tagUid: string | undefined;
  /** The uid of the facility. */
  readonly siteUid: string | undefined;
  /** The uid of the user who requested the records. */
  readonly requesterUid: string | undefined;
  /** The uid of a membership, or `none` for requests that are assigned to no one. */
  readonly assignee: string | undefined;
}

/** The filter that filters nothing. */
export const anyRequest: RequestListFilter = {
  projectId: undefined,
  kind: undefined,
  status: undefined,
  from: undefined,
  until: undefined,
  isFollowUpDue: false,
  isDue: false,
  isFeeWaiting: false,
  tagUid: undefined,
  siteUid: undefined,
  requesterUid: undefined,
  assignee: undefined,
};

/** The instant of a list, and the date in UTC, in which answer dates are counted. */
export interface ListTime {
  readonly now: Date;
  readonly today: string;
}

const viewSql: Readonly<Record<RequestView, string>> = {
  // The first condition leaves few requests, by their status or their key.
  needsYou: `and (r.status ${inStatuses(feelessTurnStatuses)} or r.uid = any(${waitingFeesOfCompanySql}))
    and ${waitsForCustomerSql}`,
  mine: 'and r.assignee_membership_uid = :membershipUid',
  open: '',
  // The first condition is that of an index.
  overdue: `and (r.follow_up_date is not null or r.due_date is not null or r.channel = '${outreach}')
    and (${isOverdueSql} or ${isPastDueSql})`,
  completed: '',
  notFound: '',
  all: '',
};

const wantedSql = `(:kind::text is null or r.kind = :kind::text)
  and (:status::text is null or r.status = :status::text)
  and (:from::date is null or r.created_at >= :from::date::timestamp at time zone c.time_zone)
  and (:until::date is null
    or r.created_at < (:until::date + 1)::timestamp at time zone c.time_zone)
  and (not :isFollowUpDue::boolean
    or r.status ${inStatuses(openStatuses)} and r.follow_up_date is not null
      and r.follow_up_date <= ${companyDay})
  and (not :isDue::boolean
    or r.status ${inStatuses(openStatuses)} and r.due_date is not null and r.due_date <= ${companyDay})
  and (not :isFeeWaiting::boolean or r.status in ${feeTakingSql}
    and r.uid = any(${waitingFeesOfCompanySql}))
  and (:tagUid::uuid is null or r.uid = any(array(select rt.record_request_uid from record_request_tag rt
    where rt.tag_uid = :tagUid::uuid)))
  and (:siteUid::uuid is null or r.site_uid = :siteUid::uuid)
  and (:requesterUid::uuid is null or r.created_by_user_uid = :requesterUid::uuid)
  and (:assigneeUid::uuid is null or ${isAssignedTo(':assigneeUid::uuid')})
  and (not :isUnassigned::boolean or ${isUnassigned})`;

const placesSql = `project j join company c on c.uid = j.company_uid`;
// Not every condition needs the dates and the purposes, but every statement binds them.
const boundSql = `:documentPurposes::text[] is not null and :now::timestamptz is not null
  and :today::date is not null`;
const ofPlaceSql = `${isVisible('j')} and ${boundSql}
  and (:projectId::text is null or j.id = :projectId::text)`;

/** Returns the requests `r` of a place `j`, `c` in a view. Only one view reads their patients. */
function inView(view: RequestView): string {
  const patient = view === 'needsYou' ? 'join patient p on p.uid = r.patient_uid' : '';
  return `from record_request r ${patient}
      where r.project_uid = j.uid and r.status ${inStatuses(statusesOfView[view])}
        and ${wantedSql} ${viewSql[view]}`;
}

const columnOf: Readonly<Record<RequestSort, string>> = {
  requested: 'created_at',
  facility: 'submitted_site_name',
  status: 'status',
  lastContact: 'last_contact_date',
  followUp: 'follow_up_date',
  due: 'due_date',
};

// A status has an index for each of them, which ends with the newest request.
const nullable: ReadonlySet<RequestSort> = new Set(['lastContact', 'followUp', 'due']);

/**
 * Returns the order of a list of `alias`, as an index has it or in reverse, so that one index has both. For
 * rows without a value, whose place differs, see {@link firstOf}.
 */
function indexOrder(alias: string, { by, isDescending }: RequestOrder): string {
  const [onward, back] = isDescending ? ['desc', 'asc'] : ['asc', 'desc'];
  return by === 'requested'
    ? `${alias}.created_at ${onward}, ${alias}.uid ${onward}`
    : `${alias}.${columnOf[by]} ${onward}, ${alias}.created_at ${back}, ${alias}.uid ${back}`;
}

/** Returns the order of a list of `alias`; requests without a value come last. */
function orderOf(alias: string, order: RequestOrder): string {
  const isMissing = nullable.has(order.by) ? `${alias}.${columnOf[order.by]} is null, ` : '';
  return isMissing + indexOrder(alias, order);
}

interface PlaceParams extends ProjectScope {
  readonly projectId: string | null;
}
interface TimeParams extends ListTime {
  readonly documentPurposes: readonly ProjectPurpose[];
}
interface FilterParams extends PlaceParams, TimeParams {
  readonly kind: string | null;
  readonly status: string | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly isFollowUpDue: boolean;
  readonly isDue: boolean;
  readonly isFeeWaiting: boolean;
  readonly tagUid: string | null;
  readonly siteUid: string | null;
  readonly requesterUid: string | null;
  readonly assigneeUid: string | null;
  readonly isUnassigned: boolean;
}
type ListParams = FilterParams & { readonly limit: number; readonly offset: number };

/**
 * Returns the first requests of a place `j`, `c` with a status `s`, in the order of an index. An index that
 * is read in reverse starts with the rows without a value, so these are read apart.
 */
function firstOf(view: RequestView, order: RequestOrder): string {
  const column = columnOf[order.by];
  const first = (condition: string): string => `(
        select r.uid, r.${[...new Set(['created_at', column])].join(', r.')} ${inView(view)}
          and r.status = s.status ${condition}
        order by ${indexOrder('r', order)} limit :limit::int + :offset::int)`;
  if (!nullable.has(order.by) || !order.isDescending) return first('');
  return `${first(`and r.${column} is not null`)} union all ${first(`and r.${column} is null`)}`;
}

const statusRows = (view: RequestView): string =>
  `(values ${statusesOfView[view].map(status => `('${status}')`).join(', ')}) s (status)`;

// The first ones of each project and status, which an index has for each order; then the first of these. What
// a page shows is read last.
function listIn(view: RequestView, order: RequestOrder): NamedStatement<SeenRequest, ListParams> {
  return plannedEachTime(`
    with picked as materialized (
      select q.uid, row_number() over (order by ${orderOf('q', order)}) as place
      from ${placesSql} cross join ${statusRows(view)} cross join lateral (${firstOf(view, order)}) q
      where ${ofPlaceSql} and (:status::text is null or s.status = :status::text)
      order by ${orderOf('q', order)} limit :limit::int offset :offset::int
    )
    select ${listedColumns} from picked ${listedFrom} order by picked.place`);
}

const keyOf = (view: RequestView, { by, isDescending }: RequestOrder): string =>
  `${view} ${by} ${isDescending ? 'desc' : 'asc'}`;
const lists = new Map(
  requestViews.flatMap(view =>
    requestSorts.flatMap(by =>
      [true, false].map(isDescending => {
        const order = { by, isDescending };
        return [keyOf(view, order), listIn(view, order)] as const;
      }),
    ),
  ),
);

function placeParams(scope: ProjectScope, projectId: string | undefined): PlaceParams {
  return { ...scopeParams(scope), projectId: projectId ?? null };
}

const timeParams = ({ now, today }: ListTime): TimeParams => ({ now, today, documentPurposes });

function filterParams(scope: ProjectScope, filter: RequestListFilter, time: ListTime): FilterParams {
  const { projectId, kind, status, from, until, isFollowUpDue, isDue, isFeeWaiting } = filter;
  const { tagUid, siteUid, requesterUid, assignee } = filter;
  return {
    ...placeParams(scope, projectId),
    ...timeParams(time),
    kind: kind ?? null,
    status: status ?? null,
    from: from ?? null,
    until: until ?? null,
    isFollowUpDue,
    isDue,
    isFeeWaiting,
    tagUid: tagUid ?? null,
    siteUid: siteUid ?? null,
    requesterUid: requesterUid ?? null,
    assigneeUid: assignee === undefined || assignee === noAssignee ? null : assignee,
    isUnassigned: assignee === noAssignee,
  };
}

/** A part of the list of a view. */
export interface RequestListPart {
  readonly view: RequestView;
  readonly order: RequestOrder;
  readonly offset: number;
  readonly limit: number;
}

/** Lists a part of the record requests in the projects that a scope sees. */
export async function listSeenRequests(
  executor: Executor,
  scope: ProjectScope,
  filter: RequestListFilter,
  { view, order, offset, limit, now, today }: RequestListPart & ListTime,
): Promise<SeenRequest[]> {
  const statement = lists.get(keyOf(view, order));
  if (statement === undefined) throw new Error('a list has no such view or order');
  return statement.run(executor, { ...filterParams(scope, filter, { now, today }), limit, offset });
}

type Counts = Readonly<Record<RequestView, number>>;
const countSql = (view: RequestView): string => `(select count(*)::int from (select 1 from ${placesSql}
    cross join lateral (select 1 ${inView(view)} limit ${countedMax + 1}) q
    where ${ofPlaceSql} limit ${countedMax + 1}) counted) as "${view}"`;
const countAll = plannedEachTime<Counts, FilterParams>(`select ${requestViews.map(countSql).join(', ')}`);
const countOne = new Map(
  requestViews.map(view => [
    view,
    plannedEachTime<Partial<Counts>, FilterParams>(`select ${countSql(view)}`),
  ]),
);

/** Counts the requests of every view, each up to `countedMax` plus one. */
export async function countSeenRequests(
  executor: Executor,
  scope: ProjectScope,
  filter: RequestListFilter,
  time: ListTime,
): Promise<Counts> {
  const [counts] = await countAll.run(executor, filterParams(scope, filter, time));
  if (counts === undefined) throw new Error('counting returned no row');
  return counts;
}

/** Counts the requests of one view, up to `countedMax` plus one. */
export async function countSeenInView(
  executor: Executor,
  scope: ProjectScope,
  view: RequestView,
  filter: RequestListFilter,
  time: ListTime,
): Promise<number> {
  const rows = await countOne.get(view)?.run(executor, filterParams(scope, filter, time));
  return rows?.[0]?.[view] ?? 0;
}

const visibleProjects = `array(select j.uid from project j where ${ofPlaceSql})`;
const matchesText = "search_text like '%' || browse_pattern(:text::text) || '%'";
// The site that was requested from, or the one that was named before it.
const matchingSites = `array(select s.uid from site s
        where s.company_uid = :companyUid and s.environment = :environment and s.${matchesText})`;
const search = plannedEachTime<
  SeenRequest,
  PlaceParams & TimeParams & { text: string; searchesPatients: boolean; limit: number }
>(`
  with picked as materialized (
    select r.uid, row_number() over (order by r.created_at desc, r.uid desc) as place from record_request r
    where r.project_uid = any(${visibleProjects}) and (
      r.${matchesText} or r.site_uid = any(${matchingSites}) or r.named_site_uid = any(${matchingSites})
      or r.patient_uid = any(array(select p.uid from patient p
        where :searchesPatients::boolean and p.project_uid = any(${visibleProjects})
          and p.${matchesText})))
    order by r.created_at desc, r.uid desc limit :limit::int
  )
  select ${listedColumns} from picked ${listedFrom} order by picked.place`);

/**
 * Lists the requests whose reference or facility's name or address, or whose patient's id, name, or reference
 * contains a text, newest first.
 */
export async function searchSeenRequests(
  executor: Executor,
  scope: ProjectScope,
  wanted: {
    readonly text: string;
    readonly searchesPatients: boolean;
    readonly projectId: string | undefined;
    readonly limit: number;
  },
  time: ListTime,
): Promise<SeenRequest[]> {
  const { text, searchesPatients, projectId, limit } = wanted;
  const params = { ...placeParams(scope, projectId), ...timeParams(time), text, searchesPatients, limit };
  return search.run(executor, params);
}

const byUid = plannedEachTime<SeenRequest, PlaceParams & TimeParams & { uids: readonly string[] }>(`
  with picked as materialized (
    select r.uid, row_number() over (order by r.created_at desc, r.uid desc) as place from record_request r
    where r.uid = any(:uids::uuid[]) and r.project_uid = any(${visibleProjects})
  )
  select ${listedColumns} from picked ${listedFrom} order by picked.place`);

/** Lists the requests with these uids that a scope sees, newest first. */
export async function listSeenByUid(
  executor: Executor,
  scope: ProjectScope,
  uids: readonly string[],
  time: ListTime,
): Promise<SeenRequest[]> {
  return byUid.run(executor, { ...placeParams(scope, undefined), ...timeParams(time), uids });
}

/** The record requests that a member sees in all of their projects, with whose turn each is. */
// SQL text: the conditions for whose turn it is, and an order for each column.
import type { ProjectScope } from '../../domain/projects/project';
import {
  countedMax,
  groupedMax,
  requestTurns,
  requestViews,
  type RequestOrder,
  type RequestSort,
  type RequestView,
} from '../../domain/record-requests/request-list';
import type { Executor } from '../database';
import { turnSql } from './request-turns';
import { plannedEachTime, type NamedStatement } from '../named';
import { listedColumns, listedFrom, type SeenRequest } from './listed-requests';
import {
  anyRequest,
  filterParams,
  inView,
  ofPlaceSql,
  placeParams,
  placesSql,
  shapeOf,
  statusesIn,
  timeParams,
  type FilterParams,
  type ListShape,
  type ListTime,
  type PlaceParams,
  type RequestListFilter,
  type TimeParams,
} from './request-list-filter';

/** A column with an index for its order. */
type ColumnSort = Exclude<RequestSort, 'turn'>;

interface ColumnOrder extends RequestOrder {
  readonly by: ColumnSort;
}

const columnOf: Readonly<Record<ColumnSort, string>> = {
  requested: 'created_at',
  facility: 'submitted_site_name',
  status: 'status',
  lastContact: 'last_contact_date',
  followUp: 'follow_up_date',
  due: 'due_date',
};

// A status has an index for each of them, which ends with the newest request.
const nullable: ReadonlySet<ColumnSort> = new Set(['lastContact', 'followUp', 'due']);

/**
 * Returns the order of a list of `alias`, as an index has it or in reverse, so that one index has both. For
 * rows without a value, whose place differs, see {@link firstOf}.
 */
function indexOrder(alias: string, { by, isDescending }: ColumnOrder): string {
  const [onward, back] = isDescending ? ['desc', 'asc'] : ['asc', 'desc'];
  return by === 'requested'
    ? `${alias}.created_at ${onward}, ${alias}.uid ${onward}`
    : `${alias}.${columnOf[by]} ${onward}, ${alias}.created_at ${back}, ${alias}.uid ${back}`;
}

/** Returns the order of a list of `alias`; requests without a value come last. */
function orderOf(alias: string, order: ColumnOrder): string {
  const isMissing = nullable.has(order.by) ? `${alias}.${columnOf[order.by]} is null, ` : '';
  return isMissing + indexOrder(alias, order);
}

type ListParams = FilterParams & { readonly limit: number; readonly offset: number };

/**
 * Returns the first requests of a place `j`, `c` with a status `s`, in the order of an index. An index that
 * is read in reverse starts with the rows without a value, so these are read apart.
 */
function firstOf(shape: ListShape, order: ColumnOrder, limit: string): string {
  const column = columnOf[order.by];
  const first = (condition: string): string => `(
        select r.uid, r.${[...new Set(['created_at', column])].join(', r.')} ${inView(shape)}
          and r.status = s.status ${condition}
        order by ${indexOrder('r', order)} limit ${limit})`;
  if (!nullable.has(order.by) || !order.isDescending) return first('');
  return `${first(`and r.${column} is not null`)} union all ${first(`and r.${column} is null`)}`;
}

// A list without a status has no row.
const statusRows = (shape: ListShape): string =>
  `(values ${[...statusesIn(shape), 'none'].map(status => `('${status}')`).join(', ')}) s (status)`;

// What a page needs, and no fewer than what is grouped, so that each page has the same groups.
const groupedSql = `greatest(:limit::int + :offset::int, ${groupedMax})`;
const newest: ColumnOrder = { by: 'requested', isDescending: true };
const turnsSql = `array[${requestTurns.map(turn => `'${turn}'`).join(', ')}]`;

// Whose turn it is has no index, so it's worked out for the newest requests only.
function listByTurn(shape: ListShape, isDescending: boolean): NamedStatement<SeenRequest, ListParams> {
  return plannedEachTime(`
    with newest as materialized (
      select q.uid
      from ${placesSql} cross join ${statusRows(shape)}
        cross join lateral (${firstOf(shape, newest, groupedSql)}) q
      where ${ofPlaceSql} and (:status::text is null or s.status = :status::text)
      order by ${orderOf('q', newest)} limit ${groupedSql}
    ), turned as materialized (
      select r.uid, r.created_at, array_position(${turnsSql}, ${turnSql}) as turn
      from newest join record_request r on r.uid = newest.uid join project j on j.uid = r.project_uid
        join company c on c.uid = r.company_uid join patient p on p.uid = r.patient_uid
    ), picked as materialized (
      select q.uid, count(*) over (partition by q.turn)::int as of_turn, row_number() over (
        order by q.turn is null, q.turn ${isDescending ? 'desc' : 'asc'}, ${indexOrder('q', newest)}) as place
      from turned q order by place limit :limit::int offset :offset::int
    )
    select ${listedColumns}, picked.of_turn as "ofTurn" from picked ${listedFrom} order by picked.place`);
}

// The first ones of each project and status, which an index has for each order; then the first of these. What
// a page shows is read last.
function listIn(shape: ListShape, order: ColumnOrder): NamedStatement<SeenRequest, ListParams> {
  return plannedEachTime(`
    with picked as materialized (
      select q.uid, row_number() over (order by ${orderOf('q', order)}) as place
      from ${placesSql} cross join ${statusRows(shape)}
        cross join lateral (${firstOf(shape, order, ':limit::int + :offset::int')}) q
      where ${ofPlaceSql} and (:status::text is null or s.status = :status::text)
      order by ${orderOf('q', order)} limit :limit::int offset :offset::int
    )
    select ${listedColumns} from picked ${listedFrom} order by picked.place`);
}

const lists = new Map<string, NamedStatement<SeenRequest, ListParams>>();

/** Returns the statement of a list, which is made when it is first needed. */
function listOf(shape: ListShape, order: RequestOrder): NamedStatement<SeenRequest, ListParams> {
  const key = JSON.stringify([shape, order.by, order.isDescending]);
  const { by, isDescending } = order;
  const statement =
    lists.get(key) ?? (by === 'turn' ? listByTurn(shape, isDescending) : listIn(shape, { by, isDescending }));
  lists.set(key, statement);
  return statement;
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
  { view, order, offset, limit, now }: RequestListPart & ListTime,
): Promise<SeenRequest[]> {
  const statement = listOf(shapeOf(view, filter), order);
  const params = await filterParams(executor, scope, filter, { now });
  return statement.run(executor, { ...params, limit, offset });
}

type Counts = Readonly<Record<RequestView, number>>;
const countSql = (shape: ListShape): string => `(select count(*)::int from (select 1 from ${placesSql}
    cross join lateral (select 1 ${inView(shape)} limit ${countedMax + 1}) q
    where ${ofPlaceSql} limit ${countedMax + 1}) counted) as "${shape.view}"`;
const countAll = plannedEachTime<Counts, FilterParams>(
  `select ${requestViews.map(view => countSql(shapeOf(view, anyRequest))).join(', ')}`,
);
const countsOfOne = new Map<string, NamedStatement<Partial<Counts>, FilterParams>>();

/** Returns the statement that counts one list, which is made when it is first needed. */
function countOf(shape: ListShape): NamedStatement<Partial<Counts>, FilterParams> {
  const key = JSON.stringify(shape);
  const statement = countsOfOne.get(key) ?? plannedEachTime(`select ${countSql(shape)}`);
  countsOfOne.set(key, statement);
  return statement;
}

/**
 * Counts the requests of every view, each up to `countedMax` plus one. Whose turn it is and who follows them
 * doesn't count.
 */
export async function countSeenRequests(
  executor: Executor,
  scope: ProjectScope,
  filter: RequestListFilter,
  time: ListTime,
): Promise<Counts> {
  const common = { ...filter, turn: undefined, followerUid: undefined };
  const params = await filterParams(executor, scope, common, time);
  const [counts] = await countAll.run(executor, params);
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
  const params = await filterParams(executor, scope, filter, time);
  const rows = await countOf(shapeOf(view, filter)).run(executor, params);
  return rows[0]?.[view] ?? 0;
}

const visibleProjects = `array(select j.uid from project j where ${ofPlaceSql})`;
const matchesText = "search_text like '%' || browse_pattern(:text::text) || '%'";
// The site that was requested from, or the one that was named before it.
const matchingSites = `array(select s.uid from site s
        where s.company_uid = :companyUid and s.environment = :environment and s.${matchesText})`;
const search = plannedEachTime<
  SeenRequest,
  PlaceParams &
    TimeParams & { text: string; requestNumber: string | null; searchesPatients: boolean; limit: number }
>(`
  with picked as materialized (
    select r.uid, row_number() over (order by r.created_at desc, r.uid desc) as place from record_request r
    where r.project_uid = any(${visibleProjects}) and (
      r.request_number = :requestNumber::text or r.${matchesText}
      or r.site_uid = any(${matchingSites}) or r.named_site_uid = any(${matchingSites})
      or r.patient_uid = any(array(select p.uid from patient p
        where :searchesPatients::boolean and p.project_uid = any(${visibleProjects})
          and p.${matchesText})))
    order by r.created_at desc, r.uid desc limit :limit::int
  )
  select ${listedColumns} from picked ${listedFrom} order by picked.place`);

/**
 * Lists the requests that have a number, and those whose reference or facility's name or address, or whose
 * patient's id, name, or reference contains a text, newest first.
 */
export async function searchSeenRequests(
  executor: Executor,
  scope: ProjectScope,
  wanted: {
    readonly text: string;
    readonly requestNumber: string | null;
    readonly searchesPatients: boolean;
    readonly projectId: string | undefined;
    readonly limit: number;
  },
  time: ListTime,
): Promise<SeenRequest[]> {
  const { projectId, ...rest } = wanted;
  const params = { ...placeParams(scope, projectId), ...timeParams(time), ...rest };
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

/** The operators' queue, each kind derived from stored data, with assignments and snoozes. */
// SQL text: each kind joins several tables with its own conditions, and a task is assigned only if it is
// free. Objection: releasing a task and removing old ones.
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { rushTermDays, termDays, type QueueItem, type QueueKind } from '../../domain/desk/queue';
import type { Environment, ProjectPurpose } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { DeskTaskModel } from '../models/desk-task';
import { named } from '../named';
import { nilUid } from '../page';
import { documentPurposes } from '../patients/authorizations';
import { feeTakingSql, feeToClarifySql, feeToPaySql } from '../record-requests/fees';
import { latestPacketJoin, waitsForOperatorSql } from '../record-requests/record-requests';

/** When the answer of each roster partner is overdue. */
export interface ExchangeTerm {
  readonly partner: string;
  readonly answerWithinHours: number;
}

const day = (instant: string): string => `(${instant} at time zone 'UTC')::date`;
const environmentOfProject = `case when j.status = 'Sandbox' then 'sandbox' else 'production' end`;

/** A search that a partner refused too often, or whose answer is about several people. */
const searchWaitsForOperatorSql = `s.is_requested and (s.phase = 'armed' and s.waits_for = 'rearming'
          or s.phase = 'answered' and s.outcome = 'AmbiguousIdentity')`;

interface CoreParams {
  readonly [name: string]: unknown;
}

interface Core {
  readonly sql: string;
  /**
   * Whether each item is made of several rows, so that all are found before the first one is known, whatever
   * is requested.
   */
  readonly isGrouped: boolean;
  /** The values that this kind needs in addition to the common ones. */
  readonly params: (given: Given) => CoreParams;
}

/** The inputs of a queue query. */
interface Given {
  readonly now: Date;
  readonly exchangeTerms: readonly ExchangeTerm[];
}

/** The inputs of a list, with the operators' day. */
interface GivenDay extends Given {
  readonly today: CalendarDate;
}

/** Each kind as rows of one shape; the conditions match those of the supporting indexes. */
const cores: Readonly<Record<QueueKind, Core>> = {
  authorization: {
    isGrouped: false,
    params: () => ({}),
    sql: `select p.uid, c.id as "companyId", p.company_uid as "companyUid", 'production' as environment,
        j.id || ' · ' || p.id as name, k.suggested_status as detail, p.authorization_uploaded_at as since,
        ${day('p.authorization_uploaded_at')} + ${termDays.authorization} as "dueOn"
      from patient p
      join project j on j.uid = p.project_uid and j.status = 'Live'
      join company c on c.uid = p.company_uid
      left join authorization_document d on d.patient_uid = p.uid
      left join auth_check k on k.document_uid = d.uid and k.status <> 'discarded'
      where p.authorization_status = 'NeedsApproval' and p.authorization_etag is not null`,
  },
  recordRequest: {
    isGrouped: false,
    params: ({ now }) => ({ documentPurposes: documentPurposes satisfies readonly ProjectPurpose[], now }),
    sql: `select r.uid, c.id as "companyId", r.company_uid as "companyUid", ${environmentOfProject}
      as environment,
        j.id || ' · ' || r.submitted_site_name as name, r.kind || ', ' || r.status || case
          when r.channel_fault is not null then ', channelFault' else '' end || case
          when r.is_rush then ', rush' else '' end as detail, r.created_at as since,
        coalesce(case r.status when 'Submitted' then k.send_by when 'Processing' then k.answer_by end,
          ${day('r.created_at')} + case when r.is_rush then ${rushTermDays}
            else ${termDays.recordRequest} end) as "dueOn"
      from record_request r
      join project j on j.uid = r.project_uid
      join company c on c.uid = r.company_uid
      join patient p on p.uid = r.patient_uid
      ${latestPacketJoin}
      where ${waitsForOperatorSql}`,
  },
  chart: {
    isGrouped: true,
    params: () => ({}),
    sql: `select r.uid, c.id as "companyId", r.company_uid as "companyUid", ${environmentOfProject}
      as environment,
        j.id || ' · ' || r.submitted_site_name as name,
        'Returned chart names another person' || case when w.files > 1 then ' (' || w.files || ' files)'
          else '' end as detail,
        w.since, ${day('w.since')} + ${termDays.chart} as "dueOn"
      from (
        select f.record_request_uid, count(*) as files, min(k.read_at) as since
        from stored_file f join chart_check k on k.file_uid = f.uid
        where f.area = 'held'
        group by f.record_request_uid
      ) w
      join record_request r on r.uid = w.record_request_uid
      join project j on j.uid = r.project_uid
      join company c on c.uid = r.company_uid`,
  },
  fee: {
    isGrouped: true,
    params: () => ({}),
    sql: `select r.uid, c.id as "companyId", r.company_uid as "companyUid", ${environmentOfProject}
      as environment,
        j.id || ' · ' || r.submitted_site_name as name, w.detail, w.since,
        ${day('w.since')} + ${termDays.fee} as "dueOn"
      from (
        select f.record_request_uid, min(f.updated_at) as since,
          string_agg(distinct case f.status when 'Questioned' then 'Question about a fee'
            when 'Rejected' then 'Fee rejected' else 'Fee to pay' end, ', ') as detail
        from fee f join record_request q on q.uid = f.record_request_uid
        where ${feeToPaySql} or ${feeToClarifySql} and q.status in ${feeTakingSql}
        group by f.record_request_uid
      ) w
      join record_request r on r.uid = w.record_request_uid
      join project j on j.uid = r.project_uid
      join company c on c.uid = r.company_uid`,
  },
  search: {
    isGrouped: true,
    params: () => ({}),
    sql: `select p.uid, c.id as "companyId", p.company_uid as "companyUid", 'production' as environment,
        j.id || ' · ' || p.id as name, w.detail, w.since, ${day('w.since')} + ${termDays.search} as "dueOn"
      from (
        select s.patient_uid, min(coalesce(s.doubted_at, r.answered_at, s.updated_at)) as since,
          string_agg(case s.kind when 'siteSonar' then 'Site Sonar' when 'patientHistories'
            then 'Patient Histories' else 'EHR Search' end
            || case when s.doubted_at is not null then ' accepted someone who is now in doubt'
              when s.phase = 'armed' then ' rejected too often'
              when s.outcome = 'AmbiguousIdentity' then ' found an ambiguous identity'
              else ' found someone who may also be the patient' end,
            ', ' order by s.kind) as detail
        from (
          select s.patient_uid, s.kind, s.phase, s.outcome, s.run_uid, s.updated_at,
            null::timestamptz as doubted_at
          from patient_search s where ${searchWaitsForOperatorSql}
          union all
          select s.patient_uid, s.kind, s.phase, s.outcome, s.run_uid, s.updated_at, min(c.doubted_at)
          from run_candidate c
          join patient_search s on s.patient_uid = c.patient_uid and s.kind = c.kind
          where c.doubted_at is not null group by s.patient_uid, s.kind
          union all
          select distinct s.patient_uid, s.kind, s.phase, s.outcome, s.run_uid, s.updated_at,
            null::timestamptz
          from run_candidate c
          join patient_search s on s.patient_uid = c.patient_uid and s.kind = c.kind and s.run_uid = c.run_uid
          where c.standing = 'held' and s.is_requested and s.phase = 'answered'
            and s.outcome <> 'AmbiguousIdentity'
        ) s left join search_run r on r.uid = s.run_uid
        group by s.patient_uid
      ) w
      join patient p on p.uid = w.patient_uid
      join project j on j.uid = p.project_uid and j.status = 'Live'
      join company c on c.uid = p.company_uid`,
  },
  site: {
    isGrouped: false,
    params: () => ({}),
    sql: `select s.uid, c.id as "companyId", s.company_uid as "companyUid", s.environment, s.name,
        nullif(concat_ws(', ', nullif(s.city, ''), nullif(s.state, '')), '') as detail, s.created_at as since,
        ${day('s.created_at')} + ${termDays.site} as "dueOn"
      from site s join company c on c.uid = s.company_uid
      where s.standing = 'unverified'`,
  },
  exchange: {
    isGrouped: true,
    params: ({ exchangeTerms, now }) => ({
      terms: exchangeTerms.map(({ partner, answerWithinHours }) => ({
        partner,
        before: new Date(now.getTime() - answerWithinHours * 3_600_000),
        hours: answerWithinHours,
      })),
    }),
    sql: `select f.uid, null::text as "companyId", null::uuid as "companyUid", 'production' as environment,
        f.partner || ' · ' || f.file_name as name,
        concat_ws(', ', nullif(e.unread, 0) || ' not understood', nullif(e.waiting, 0) || ' unanswered')
          as detail,
        e.since,
        ${day('(e.since + make_interval(hours => e.hours))')} + ${termDays.exchange} as "dueOn"
      from (
        select e.partner, e.transmission_id, t.hours, min(e.sent_at) as since,
          count(*) filter (where e.state <> 'notUnderstood') as waiting,
          count(*) filter (where e.state = 'notUnderstood') as unread
        from jsonb_to_recordset(:terms::jsonb) as t(partner text, before timestamptz, hours integer)
        join roster_entry e on e.partner = t.partner
          and (e.state in ('sent', 'accepted') and e.sent_at < t.before or e.state = 'notUnderstood')
        group by e.partner, e.transmission_id, t.hours
      ) e
      join roster_file f on f.partner = e.partner and f.transmission_id = e.transmission_id
        and f.direction = 'outbound' and f.kind = 'request'`,
  },
  endpoint: {
    isGrouped: false,
    params: () => ({}),
    sql: `select w.uid, c.id as "companyId", w.company_uid as "companyUid", w.environment,
        coalesce(w.url, 'Sandbox inbox') as name, w.consecutive_failures || ' deliveries failed'
          as detail,
        w.disabled_at as since, ${day('w.disabled_at')} + ${termDays.endpoint} as "dueOn"
      from webhook_endpoint w join company c on c.uid = w.company_uid
      where w.disabled_by = 'failures' and w.deleted_at is null`,
  },
};

/** The filter of the queue. */
export interface QueueFilter {
  readonly companyUid: string | undefined;
  readonly environment: Environment | undefined;
  /** Only items assigned to this operator. */
  readonly operatorUid: string | undefined;
  readonly isOverdue: boolean;
  /** Whether snoozed items are included. */
  readonly showsSnoozed: boolean;
}

interface FilterParams {
  readonly companyUid: string | null;
  readonly environment: Environment | null;
  readonly operatorUid: string | null;
  readonly isOverdue: boolean;
  readonly showsSnoozed: boolean;
  readonly today: CalendarDate;
}

/**
 * An assignment or snooze only counts if it was made during the current wait, and while the operator exists.
 */
const currentTask = (kind: QueueKind): string => `
  left join desk_task t on t.kind = '${kind}' and t.subject_uid = i.uid and t.updated_at >= i.since
  left join desk_operator o on o.uid = t.operator_uid and o.deleted_at is null`;

const item = (kind: QueueKind): string => `
  '${kind}' as kind, i.uid, i."companyId", i."companyUid", i.environment, i.name, i.detail, i.since,
  i."dueOn", o.uid as "operatorUid", o.name as "operatorName",
  case when o.uid is not null then t.taken_at end as "takenAt",
  t.snoozed_until as "snoozedUntil"`;

const filtered = `
  (:companyUid::uuid is null or i."companyUid" = :companyUid::uuid)
  and (:environment::text is null or i.environment = :environment::text)
  and (:operatorUid::uuid is null or o.uid = :operatorUid::uuid)
  and (not :isOverdue::boolean or i."dueOn" < :today::date)
  and (:showsSnoozed::boolean or t.snoozed_until is null or t.snoozed_until <= :today::date)`;

/** The most items of a kind that are counted. */
export const countedMax = 1_000;

interface ListParams extends FilterParams {
  readonly afterSince: Date;
  readonly afterUid: string;
  readonly limit: number;
}

function statementsOf(kind: QueueKind) {
  const from = `from (${cores[kind].sql}) i ${currentTask(kind)}`;
  return {
    list: named<QueueItem, ListParams & CoreParams>(`
      select ${item(kind)} ${from}
      where ${filtered} and (i.since, i.uid) > (:afterSince::timestamptz, :afterUid::uuid)
      order by i.since, i.uid limit :limit`),
    // Grouped items are found only once, for the count as well.
    front: cores[kind].isGrouped
      ? named<QueueItem & { readonly waiting: number }, FilterParams & { limit: number } & CoreParams>(`
      with found as materialized (
        select ${item(kind)} ${from} where ${filtered} order by i.since, i.uid limit ${countedMax + 1})
      select found.*, (select count(*)::int from found) as waiting from found order by since, uid
        limit :limit`)
      : undefined,
    count: named<{ count: number }, FilterParams & CoreParams>(`
      select count(*)::int as count
      from (select 1 ${from} where ${filtered} limit ${countedMax + 1}) counted`),
    find: named<QueueItem, { uid: string } & CoreParams>(
      `select ${item(kind)} ${from} where i.uid = :uid::uuid`,
    ),
  };
}

const statements = {
  authorization: statementsOf('authorization'),
  chart: statementsOf('chart'),
  fee: statementsOf('fee'),
  recordRequest: statementsOf('recordRequest'),
  search: statementsOf('search'),
  site: statementsOf('site'),
  exchange: statementsOf('exchange'),
  endpoint: statementsOf('endpoint'),
} satisfies Readonly<Record<QueueKind, unknown>>;

function paramsOf(
  { companyUid, environment, operatorUid, isOverdue, showsSnoozed }: QueueFilter,
  today: CalendarDate,
): FilterParams {
  return {
    companyUid: companyUid ?? null,
    environment: environment ?? null,
    operatorUid: operatorUid ?? null,
    isOverdue,
    showsSnoozed,
    today,
  };
}

/** The item after which a page of one kind starts. */
export interface QueuePosition {
  readonly since: Date;
  readonly uid: string;
}

/** Before every item. */
export const queueBeginning: QueuePosition = { since: new Date(0), uid: nilUid };

/** Lists the items of a kind, longest wait first. */
export async function listQueue(
  executor: Executor,
  kind: QueueKind,
  filter: QueueFilter,
  page: GivenDay & { readonly after: QueuePosition; readonly limit: number },
): Promise<QueueItem[]> {
  return statements[kind].list.run(executor, {
    ...paramsOf(filter, page.today),
    ...cores[kind].params(page),
    afterSince: page.after.since,
    afterUid: page.after.uid,
    limit: page.limit,
  });
}

/** Counts the items of a kind, up to {@link countedMax} plus one. */
export async function countQueue(
  executor: Executor,
  kind: QueueKind,
  filter: QueueFilter,
  given: GivenDay,
): Promise<number> {
  const params = { ...paramsOf(filter, given.today), ...cores[kind].params(given) };
  return (await statements[kind].count.run(executor, params))[0]?.count ?? 0;
}

/** Returns the longest-waiting items of a kind and their count, up to {@link countedMax} plus one. */
export async function frontOfQueue(
  executor: Executor,
  kind: QueueKind,
  filter: QueueFilter,
  page: GivenDay & { readonly limit: number },
): Promise<{ readonly items: readonly QueueItem[]; readonly waiting: number }> {
  const { front } = statements[kind];
  if (front === undefined) {
    const waiting = await countQueue(executor, kind, filter, page);
    return { items: await listQueue(executor, kind, filter, { ...page, after: queueBeginning }), waiting };
  }
  const rows = await front.run(executor, {
    ...paramsOf(filter, page.today),
    ...cores[kind].params(page),
    limit: page.limit,
  });
  return { items: rows, waiting: rows[0]?.waiting ?? 0 };
}

/** Returns an item; `undefined` once it no longer waits. */
export async function findQueueItem(
  executor: Executor,
  { kind, uid }: Pick<QueueItem, 'kind' | 'uid'>,
  given: Given,
): Promise<QueueItem | undefined> {
  return (await statements[kind].find.run(executor, { uid, ...cores[kind].params(given) }))[0];
}

interface TakeParams {
  readonly kind: QueueKind;
  readonly uid: string;
  readonly operatorUid: string;
  readonly since: Date;
  readonly at: Date;
}

// One row per item: of two concurrent assignments the second waits for the first, and finds the assigned
// operator.
const isFree = `(desk_task.operator_uid is null or desk_task.operator_uid = :operatorUid::uuid
    or desk_task.updated_at < :since
    or exists (select from desk_operator o where o.uid = desk_task.operator_uid
      and o.deleted_at is not null))`;
const take = named<{ kind: QueueKind }, TakeParams>(`
  insert into desk_task (kind, subject_uid, operator_uid, taken_at, updated_at)
  values (:kind, :uid, :operatorUid, :at, :at)
  on conflict on constraint desk_task_pkey do update
  set operator_uid = excluded.operator_uid, taken_at = excluded.taken_at, updated_at = excluded.updated_at,
    snoozed_until = case when desk_task.updated_at < :since then null else desk_task.snoozed_until end
  where ${isFree}
  returning kind
`);

/** Assigns an item to an operator, unless it is assigned to another one. @returns whether it is theirs */
export async function takeTask(tx: Transaction, task: TakeParams): Promise<boolean> {
  return (await take.run(tx, task)).length > 0;
}

/** Releases an item of an operator. @returns whether it was theirs */
export async function releaseTask(tx: Transaction, task: Omit<TakeParams, 'since'>): Promise<boolean> {
  const { kind, uid, operatorUid, at } = task;
  const released = await DeskTaskModel.query(tx)
    .where({ kind, subject_uid: uid, operator_uid: operatorUid })
    .patch({ operatorUid: null, takenAt: null, updatedAt: at });
  return released > 0;
}

const snooze = named<{ kind: QueueKind }, TakeParams & { until: CalendarDate | null }>(`
  insert into desk_task (kind, subject_uid, snoozed_until, updated_at)
  values (:kind, :uid, :until, :at)
  on conflict on constraint desk_task_pkey do update
  set snoozed_until = excluded.snoozed_until, updated_at = excluded.updated_at,
    operator_uid = case when desk_task.updated_at < :since then null else desk_task.operator_uid end,
    taken_at = case when desk_task.updated_at < :since then null else desk_task.taken_at end
  where ${isFree}
  returning kind
`);

/**
 * Snoozes an item until a day, or brings it back, unless it is assigned to another operator.
 * @returns whether it was done
 */
export async function snoozeTask(
  tx: Transaction,
  task: TakeParams & { readonly until: CalendarDate | null },
): Promise<boolean> {
  return (await snooze.run(tx, task)).length > 0;
}

/** Removes assignments and snoozes made before an instant. */
export async function pruneTasks(executor: Executor, before: Date): Promise<void> {
  await DeskTaskModel.query(executor).where('updated_at', '<', before).delete();
}

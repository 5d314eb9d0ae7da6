// SQL text: the conditions of the views and filters of the company's list of record requests.
import type { ProjectPurpose, ProjectScope } from '../../domain/projects/project';
import {
  openStatuses,
  outreach,
  type RecordRequestKind,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import {
  feelessTurnStatuses,
  noAssignee,
  statusesOfView,
  statusesWithTurn,
  type RequestView,
} from '../../domain/record-requests/request-list';
import type { WhoActs } from '../../domain/searches/search-progress';
import type { Executor } from '../database';
import { documentPurposes } from '../patients/authorizations';
import { followParams, followsRequestSql } from '../patients/followed';
import { isVisible, scopeParams } from '../tenants/projects';
import { isAssignedTo, isUnassigned } from './assignments';
import { feeTakingSql, waitingFeesOfCompanySql } from './fees';
import { listReminded } from './reminders';
import {
  companyDay,
  inStatuses,
  isOverdueSql,
  isPastDueSql,
  turnSql,
  waitsForCustomerSql,
} from './request-turns';

/** The filter of the list; `undefined` filters nothing. */
export interface RequestListFilter {
  /** The customer's id. */
  readonly projectId: string | undefined;
  readonly kind: RecordRequestKind | undefined;
  readonly status: RecordRequestStatus | undefined;
  /** The first and the last day of the requests, in the company's time zone. */
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** Whose turn it is. */
  readonly turn: WhoActs | undefined;
  /** Only open ones whose follow-up date is today or in the past. */
  readonly isFollowUpDue: boolean;
  /** Only open ones whose due date is today or in the past. */
  readonly isDue: boolean;
  /** Only ones with a fee that waits for the customer's approval. */
  readonly isFeeWaiting: boolean;
  /** Only ones whose status changed after this instant. */
  readonly movedSince: Date | undefined;
  /** Only ones whose status last changed at this instant or before. */
  readonly movedUntil: Date | undefined;
  /** The uid of a tag. */
  readonly tagUid: string | undefined;
  /** The uid of the facility. */
  readonly siteUid: string | undefined;
  /** The uid of the user who requested the records. */
  readonly requesterUid: string | undefined;
  /** The uid of a membership, or `none` for requests that are assigned to no one. */
  readonly assignee: string | undefined;
  /** The uid of the user who looks, for only those that they follow. */
  readonly followerUid: string | undefined;
  /** Only those about which the member who looks has a reminder: due ones, or any. */
  readonly reminder: 'due' | 'any' | undefined;
}

/** The filter that filters nothing. */
export const anyRequest: RequestListFilter = {
  projectId: undefined,
  kind: undefined,
  status: undefined,
  turn: undefined,
  from: undefined,
  until: undefined,
  isFollowUpDue: false,
  isDue: false,
  isFeeWaiting: false,
  movedSince: undefined,
  movedUntil: undefined,
  tagUid: undefined,
  siteUid: undefined,
  requesterUid: undefined,
  assignee: undefined,
  followerUid: undefined,
  reminder: undefined,
};

/** The instant of a list. */
export interface ListTime {
  readonly now: Date;
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
  and (:movedSince::timestamptz is null or r.updated_at > :movedSince::timestamptz
    and exists (select from record_request_step m where m.record_request_uid = r.uid
      and m.sequence = r.sequence and m.created_at > :movedSince::timestamptz))
  and (:movedUntil::timestamptz is null
    or exists (select from record_request_step m where m.record_request_uid = r.uid
      and m.sequence = r.sequence and m.created_at <= :movedUntil::timestamptz))
  and (:tagUid::uuid is null or r.uid = any(array(select rt.record_request_uid from record_request_tag rt
    where rt.tag_uid = :tagUid::uuid)))
  and (:remindedUids::uuid[] is null or r.uid = any(:remindedUids::uuid[]))
  and (:siteUid::uuid is null or r.site_uid = :siteUid::uuid)
  and (:requesterUid::uuid is null or r.created_by_user_uid = :requesterUid::uuid)
  and (:assigneeUid::uuid is null or ${isAssignedTo(':assigneeUid::uuid')})
  and (not :isUnassigned::boolean or ${isUnassigned})`;

/** The projects `j` and their company `c`. */
export const placesSql = `project j join company c on c.uid = j.company_uid`;
// Not every condition needs the dates and the purposes, but every statement binds them.
const boundSql = `:documentPurposes::text[] is not null and :now::timestamptz is not null`;
/** The condition for the visible projects of {@link placesSql}. */
export const ofPlaceSql = `${isVisible('j')} and ${boundSql}
  and (:projectId::text is null or j.id = :projectId::text)`;

/** What a list reads of each request. */
export interface ListShape {
  readonly view: RequestView;
  /** Whether the filter says whose turn it is: only then it is worked out for each request. */
  readonly hasTurn: boolean;
  /** Whether it has only requests that the user who looks follows. */
  readonly isFollowed: boolean;
}

/** Returns what a list in a view reads under a filter. */
export function shapeOf(view: RequestView, { turn, followerUid }: RequestListFilter): ListShape {
  return { view, hasTurn: turn !== undefined, isFollowed: followerUid !== undefined };
}

// PostgreSQL can't estimate how often it is someone's turn, and would read all patients. `offset 0` keeps the
// look-up for each request apart.
const patientOfEach = `cross join lateral (select a.authorization_status, a.authorization_etag,
        a.authorization_revoked_on, a.authorization_expires_on
      from patient a where a.uid = r.patient_uid offset 0) p`;

/** Returns the statuses of a list: it is someone's turn in few. */
export function statusesIn({
  view,
  hasTurn,
}: Pick<ListShape, 'view' | 'hasTurn'>): readonly RecordRequestStatus[] {
  const statuses = statusesOfView[view];
  return hasTurn ? statuses.filter(status => statusesWithTurn.includes(status)) : statuses;
}

/** Returns the requests `r` of a place `j`, `c` in a view. Few lists read their patients. */
export function inView(shape: ListShape): string {
  const { view, hasTurn, isFollowed } = shape;
  const statuses = statusesIn(shape);
  const patient = hasTurn
    ? patientOfEach
    : view === 'needsYou'
      ? 'join patient p on p.uid = r.patient_uid'
      : '';
  return `from record_request r ${patient}
      where r.project_uid = j.uid and ${statuses.length === 0 ? 'false' : `r.status ${inStatuses(statuses)}`}
        and ${wantedSql} ${viewSql[view]} ${isFollowed ? `and ${followsRequestSql}` : ''}
        ${hasTurn ? `and ${turnSql} = :turn::text` : ''}`;
}

/** The parameters of {@link ofPlaceSql}. */
export interface PlaceParams extends ProjectScope {
  readonly projectId: string | null;
}
/** Those that every statement binds. */
export interface TimeParams extends ListTime {
  readonly documentPurposes: readonly ProjectPurpose[];
}
/** The parameters of {@link inView} in its place. */
export interface FilterParams extends PlaceParams, TimeParams {
  /** Only if the list has it. */
  readonly turn?: WhoActs;
  /** Only if the list has only followed ones, like the next. */
  readonly followerUid?: string;
  readonly candidateUids?: readonly string[] | null;
  readonly kind: string | null;
  readonly status: string | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly isFollowUpDue: boolean;
  readonly isDue: boolean;
  readonly isFeeWaiting: boolean;
  readonly movedSince: Date | null;
  readonly movedUntil: Date | null;
  readonly tagUid: string | null;
  readonly remindedUids: readonly string[] | null;
  readonly siteUid: string | null;
  readonly requesterUid: string | null;
  readonly assigneeUid: string | null;
  readonly isUnassigned: boolean;
}
/** Returns the parameters of {@link ofPlaceSql}. */
export function placeParams(scope: ProjectScope, projectId: string | undefined): PlaceParams {
  return { ...scopeParams(scope), projectId: projectId ?? null };
}

/** Returns those that every statement binds. */
export const timeParams = ({ now }: ListTime): TimeParams => ({ now, documentPurposes });

/** Returns the parameters of a list. */
export async function filterParams(
  executor: Executor,
  scope: ProjectScope,
  filter: RequestListFilter,
  time: ListTime,
): Promise<FilterParams> {
  const { followerUid } = filter;
  const { companyUid } = scope;
  const followed =
    followerUid === undefined
      ? {}
      : await followParams(executor, 'recordRequest', { followerUid, companyUid });
  const { projectId, kind, status, from, until, isFollowUpDue, isDue, isFeeWaiting } = filter;
  const { turn, movedSince, movedUntil, tagUid, siteUid, requesterUid, assignee, reminder } = filter;
  const reminded = { now: time.now, isDue: reminder === 'due' };
  return {
    ...placeParams(scope, projectId),
    ...timeParams(time),
    ...(turn === undefined ? {} : { turn }),
    ...followed,
    kind: kind ?? null,
    status: status ?? null,
    from: from ?? null,
    until: until ?? null,
    isFollowUpDue,
    isDue,
    isFeeWaiting,
    movedSince: movedSince ?? null,
    movedUntil: movedUntil ?? null,
    tagUid: tagUid ?? null,
    remindedUids: reminder === undefined ? null : await listReminded(executor, scope, reminded),
    siteUid: siteUid ?? null,
    requesterUid: requesterUid ?? null,
    assigneeUid: assignee === undefined || assignee === noAssignee ? null : assignee,
    isUnassigned: assignee === noAssignee,
  };
}

/** The patients that a member sees in all of their projects. */
// SQL text: one statement decides which patients a member sees, with an order for each column.
import {
  authorizationStatuses,
  type AuthorizationStatus,
} from '../../domain/authorizations/authorization-status';
import { noticeDays } from '../../domain/authorizations/authorization-term';
import {
  authorizationNeeds,
  patientSorts,
  type AuthorizationNeed,
  type PatientOrder,
} from '../../domain/patients/patient-list';
import type { ProjectPurpose, ProjectScope } from '../../domain/projects/project';
import { openStatuses } from '../../domain/record-requests/record-request';
import { countedMax } from '../../domain/record-requests/request-list';
import type { SearchStatus } from '../../domain/searches/search';
import type { Executor } from '../database';
import { plannedEachTime, type NamedStatement } from '../named';
import { isVisible, scopeParams } from '../tenants/projects';
import { companyDay, inStatuses } from '../record-requests/request-turns';
import { documentPurposes } from './authorizations';
import { followParams, followsPatientSql } from './followed';

/** A patient in the list of a company. */
export interface SeenPatient {
  readonly uid: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastNames: readonly string[];
  readonly dateOfBirth: string;
  readonly reference: string | null;
  readonly projectId: string;
  readonly projectName: string;
  readonly searchStatus: SearchStatus;
  readonly authorizationStatus: AuthorizationStatus;
  /** Whether a document is on file, or none is needed. */
  readonly hasDocument: boolean;
  readonly expiresOn: string | null;
  readonly revokedOn: string | null;
  /** Days until the authorization expires; `null` if it isn't approved, or has no date. */
  readonly daysLeft: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** How many record requests are open, and how many there are. */
  readonly openRequests: number;
  readonly requests: number;
}

/** The filter for patients; `undefined` filters nothing. */
export interface SeenFilter {
  /** The customer's id. */
  readonly projectId: string | undefined;
  readonly searchStatus: SearchStatus | undefined;
  readonly authorizationStatus: AuthorizationStatus | undefined;
  readonly need: AuthorizationNeed | undefined;
  /** The uid of the user who looks, for only those that they follow. */
  readonly followerUid: string | undefined;
}

/** The filter that filters nothing. */
export const anyPatient: SeenFilter = {
  projectId: undefined,
  searchStatus: undefined,
  authorizationStatus: undefined,
  need: undefined,
  followerUid: undefined,
};

interface PlaceParams extends ProjectScope {
  readonly projectId: string | null;
  readonly documentPurposes: readonly ProjectPurpose[];
  readonly now: Date;
}
interface FilterParams extends PlaceParams {
  readonly searchStatus: string | null;
  readonly authorizationStatus: string | null;
  readonly followerUid: string | null;
  readonly candidateUids: readonly string[] | null;
}
type ListParams = FilterParams & { readonly limit: number; readonly offset: number };

const needsDocumentSql = `(j.authorization_method = 'authorizationPdf'
    and j.purpose = any(:documentPurposes::text[]))`;
const faults = authorizationStatuses
  .filter(status => status !== 'Approved' && status !== 'NeedsApproval')
  .map(status => `'${status}'`)
  .join(', ');

/** The conditions of each need on a patient `p` of a project `j` of a company `c`: each has its own index. */
const needSql: Readonly<Record<AuthorizationNeed, readonly string[]>> = {
  noDocument: [
    `p.authorization_status = 'NeedsApproval' and p.authorization_etag is null and ${needsDocumentSql}`,
  ],
  inReview: [
    `p.authorization_status = 'NeedsApproval' and p.authorization_etag is not null and ${needsDocumentSql}`,
  ],
  needsFix: [
    `p.authorization_status in (${faults}) and p.authorization_revoked_on is null
      and (j.status = 'Sandbox' or ${needsDocumentSql})`,
    `p.authorization_revoked_on is not null and (j.status = 'Sandbox' or ${needsDocumentSql})`,
    `p.authorization_status = 'Approved' and p.authorization_revoked_on is null
      and p.authorization_expires_on < ${companyDay} and (j.status = 'Sandbox' or ${needsDocumentSql})`,
  ],
  expiresSoon: [
    `p.authorization_status = 'Approved' and p.authorization_revoked_on is null
      and p.authorization_expires_on between ${companyDay} and ${companyDay} + ${noticeDays[0]}
      and ${needsDocumentSql}`,
  ],
};

const placesSql = 'project j join company c on c.uid = j.company_uid';
// Not every condition needs the instant and the purposes, but every statement binds them.
const boundSql = ':documentPurposes::text[] is not null and :now::timestamptz is not null';
const ofPlaceSql = `${isVisible('j')} and ${boundSql}
  and (:projectId::text is null or j.id = :projectId::text)`;

/** Returns the patients `p` of a place `j`, `c`. */
function inNeed(need: AuthorizationNeed | undefined): string {
  const conditions = need === undefined ? ['true'] : needSql[need];
  const parts = conditions.map(
    condition => `select p.uid, p.created_at, p.first_name, p.last_names from patient p
      where p.project_uid = j.uid
        and (:searchStatus::text is null or p.search_status = :searchStatus::text)
        and (:authorizationStatus::text is null or p.authorization_status = :authorizationStatus::text)
        and (:followerUid::uuid is null or ${followsPatientSql})
        and ${condition}`,
  );
  return parts.length === 1 ? parts.join('') : `select * from (${parts.join(' union all ')}) p`;
}

/** Returns the order of `alias`; `last` is its current last name. */
function orderOf(alias: string, last: string, { by, isDescending }: PatientOrder): string {
  const direction = isDescending ? 'desc' : 'asc';
  const columns = by === 'name' ? [last, `${alias}.first_name`] : [`${alias}.created_at`];
  return [...columns, `${alias}.uid`].map(column => `${column} ${direction}`).join(', ');
}

const detailSql = `p.uid, p.id, p.first_name as "firstName", p.last_names as "lastNames",
    p.date_of_birth as "dateOfBirth", p.reference, j.id as "projectId", j.name as "projectName",
    p.search_status as "searchStatus", p.authorization_status as "authorizationStatus",
    p.authorization_etag is not null or not ${needsDocumentSql} as "hasDocument",
    p.authorization_expires_on as "expiresOn", p.authorization_revoked_on as "revokedOn",
    case when p.authorization_status = 'Approved' and ${needsDocumentSql}
      then p.authorization_expires_on - ${companyDay} end as "daysLeft",
    p.created_at as "createdAt", p.updated_at as "updatedAt", q."openRequests", q.requests`;
const detailFrom = `join patient p on p.uid = picked.uid
    join project j on j.uid = p.project_uid
    join company c on c.uid = p.company_uid
    cross join lateral (select count(*)::int as requests,
        count(*) filter (where r.status ${inStatuses(openStatuses)})::int
          as "openRequests"
      from record_request r where r.patient_uid = p.uid) q`;

// The first ones of each project, which an index has in order; then the first of these. What a page shows is
// read last.
function listIn(
  need: AuthorizationNeed | undefined,
  order: PatientOrder,
): NamedStatement<SeenPatient, ListParams> {
  const outer = orderOf('k', 'k.last_names[1]', order);
  return plannedEachTime(`
    with picked as materialized (
      select k.uid, row_number() over (order by ${outer}) as place
      from ${placesSql} cross join lateral (
        ${inNeed(need)}
        order by ${orderOf('p', 'p.last_names[1]', order)} limit :limit::int + :offset::int
      ) k
      where ${ofPlaceSql}
      order by ${outer} limit :limit::int offset :offset::int
    )
    select ${detailSql} from picked ${detailFrom} order by picked.place`);
}

const needs = [undefined, ...authorizationNeeds];
const keyOf = (need: AuthorizationNeed | undefined, { by, isDescending }: PatientOrder): string =>
  `${need ?? ''} ${by} ${isDescending ? 'desc' : 'asc'}`;
const lists = new Map(
  needs.flatMap(need =>
    patientSorts.flatMap(by =>
      [true, false].map(isDescending => {
        const order = { by, isDescending };
        return [keyOf(need, order), listIn(need, order)] as const;
      }),
    ),
  ),
);
const counts = new Map(
  needs.map(need => [
    need,
    plannedEachTime<{ count: number }, FilterParams>(`select count(*)::int as count from (
      select 1 from ${placesSql} cross join lateral (${inNeed(need)} limit ${countedMax + 1}) k
      where ${ofPlaceSql} limit ${countedMax + 1}) counted`),
  ]),
);

function placeParams(scope: ProjectScope, projectId: string | undefined, now: Date): PlaceParams {
  return { ...scopeParams(scope), projectId: projectId ?? null, documentPurposes, now };
}

async function filterParams(
  executor: Executor,
  scope: ProjectScope,
  filter: SeenFilter,
  now: Date,
): Promise<FilterParams> {
  const { projectId, searchStatus, authorizationStatus, followerUid } = filter;
  const { companyUid } = scope;
  const followed =
    followerUid === undefined
      ? { followerUid: null, candidateUids: null }
      : await followParams(executor, 'patient', { followerUid, companyUid });
  return {
    ...placeParams(scope, projectId, now),
    searchStatus: searchStatus ?? null,
    authorizationStatus: authorizationStatus ?? null,
    ...followed,
  };
}

/** A part of a list at an instant. */
export interface PatientListPart {
  readonly order: PatientOrder;
  readonly offset: number;
  readonly limit: number;
}

/** Lists a part of the patients in the projects that a scope sees. */
export async function listSeenPatients(
  executor: Executor,
  scope: ProjectScope,
  filter: SeenFilter,
  { order, offset, limit, now }: PatientListPart & { readonly now: Date },
): Promise<SeenPatient[]> {
  const statement = lists.get(keyOf(filter.need, order));
  if (statement === undefined) throw new Error('a list has no such order');
  const params = await filterParams(executor, scope, filter, now);
  return statement.run(executor, { ...params, limit, offset });
}

/** Counts the patients in the projects that a scope sees, up to `countedMax` plus one. */
export async function countSeenPatients(
  executor: Executor,
  scope: ProjectScope,
  filter: SeenFilter,
  now: Date,
): Promise<number> {
  const params = await filterParams(executor, scope, filter, now);
  const rows = await counts.get(filter.need)?.run(executor, params);
  return rows?.[0]?.count ?? 0;
}

/** What a text is compared with: the whole id, a part of the id or a name, or the birth date. */
export const textPlaces = ['wholeId', 'partOfIdOrName', 'birthDate'] as const;
/** What a text is compared with. */
export type TextPlace = (typeof textPlaces)[number];

const matchSql: Readonly<Record<TextPlace, string>> = {
  wholeId: 'p.id = :text::text',
  // The texts that a browse searches: the id, first name, current last name, and reference, folded alike.
  partOfIdOrName: "p.search_text like '%' || browse_pattern(:text::text) || '%'",
  birthDate: 'p.date_of_birth = :text::date',
};
type SearchParams = PlaceParams & { readonly text: string; readonly limit: number };
const searches = new Map(
  textPlaces.map(place => [
    place,
    plannedEachTime<SeenPatient, SearchParams>(`
      with picked as materialized (
        select p.uid, row_number() over (order by p.created_at desc, p.uid desc) as place from patient p
        where p.project_uid = any(array(select j.uid from project j where ${ofPlaceSql}))
          and ${matchSql[place]}
        order by p.created_at desc, p.uid desc limit :limit::int
      )
      select ${detailSql} from picked ${detailFrom} order by picked.place`),
  ]),
);

/**
 * Lists the patients of the projects that a scope sees that match a text, newest first; case and accents of a
 * part don't count.
 */
export async function searchSeenPatients(
  executor: Executor,
  scope: ProjectScope,
  wanted: {
    readonly text: string;
    readonly place: TextPlace;
    readonly projectId: string | undefined;
    readonly limit: number;
  },
  now: Date,
): Promise<SeenPatient[]> {
  const { text, place, projectId, limit } = wanted;
  const statement = searches.get(place);
  if (statement === undefined) throw new Error('patients have no such text');
  return statement.run(executor, { ...placeParams(scope, projectId, now), text, limit });
}

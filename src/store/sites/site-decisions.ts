/** What operators read and write about tenants' sites. */
// Objection: sites by key and plain lists. SQL text: everything at a site moves to another in one statement.
import type { SiteStanding } from '../../domain/clinical/site';
import type { Environment } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { VisitModel } from '../models/clinical';
import { openStatuses, type RecordRequest } from '../../domain/record-requests/record-request';
import { RecordRequestModel } from '../models/record-request';
import { SiteModel, type SiteRow } from '../models/site';
import { named } from '../named';
import { inStatuses } from '../record-requests/request-turns';
import { columnsOf, namesWithout } from '../table';

/** A site of a tenant, and its owner. */
export type DecidedSite = Omit<SiteRow, 'keyHash' | 'matchHash'> & { readonly companyId: string };

const siteNames = namesWithout(SiteModel, ['keyHash', 'matchHash']);

// The company's id is a subquery instead of a join, so that a lock only takes the site.
function sites(executor: Executor) {
  return SiteModel.query(executor).select(
    columnsOf(SiteModel, siteNames),
    SiteModel.relatedQuery('company').select('id').as('company_id'),
  );
}

/** Returns the site with this id, of any company; for operators. */
export async function findAnySite(executor: Executor, uid: string): Promise<DecidedSite | undefined> {
  return sites(executor).findById(uid).castTo<DecidedSite | undefined>();
}

/** Like {@link findAnySite}, and locks it: transactions that store something there wait. */
export async function lockAnySite(tx: Transaction, uid: string): Promise<DecidedSite | undefined> {
  return sites(tx).findById(uid).forUpdate().castTo<DecidedSite | undefined>();
}

/**
 * Locks a site that replaces another one so that it isn't replaced itself before the transaction ends.
 * Transactions that store something there don't wait.
 */
export async function holdAnySite(tx: Transaction, uid: string): Promise<DecidedSite | undefined> {
  return sites(tx).findById(uid).forKeyShare().castTo<DecidedSite | undefined>();
}

/** The filter of an operator's list of sites. */
export interface SiteFilter {
  readonly companyUid: string | undefined;
  readonly environment: Environment;
  readonly isUnverified: boolean;
  /** The site after which the list starts. */
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Lists sites of all companies in an environment, oldest first; for operators. */
export async function listSites(
  executor: Executor,
  { companyUid, environment, isUnverified, afterUid, limit }: SiteFilter,
): Promise<DecidedSite[]> {
  const page = sites(executor).where({ environment });
  if (companyUid !== undefined) page.where({ company_uid: companyUid });
  if (isUnverified) page.where({ standing: 'unverified' });
  if (afterUid !== undefined)
    page.whereRaw('(created_at, uid) > (select a.created_at, a.uid from site a where a.uid = ?)', [afterUid]);
  return page.orderBy(['created_at', 'uid']).limit(limit).castTo<DecidedSite[]>();
}

/** How much is stored for a site. */
export interface SiteUse {
  readonly visits: number;
  readonly recordRequests: number;
}

/** Counts what is stored for a company's site. */
export async function countSiteUse(executor: Executor, companyUid: string, uid: string): Promise<SiteUse> {
  const visits = await VisitModel.query(executor)
    .where({ company_uid: companyUid, site_uid: uid })
    .resultSize();
  const recordRequests = await RecordRequestModel.query(executor).where({ site_uid: uid }).resultSize();
  return { visits, recordRequests };
}

/** Lists the sites that this one replaces, oldest first; at most a hundred. */
export async function listSitesStandingFor(executor: Executor, uid: string): Promise<DecidedSite[]> {
  return sites(executor)
    .where({ stands_for_uid: uid })
    .orderBy(['created_at', 'uid'])
    .limit(100)
    .castTo<DecidedSite[]>();
}

/** Records what is known about a site; the caller holds its lock. */
export async function updateStanding(
  tx: Transaction,
  uid: string,
  standing: SiteStanding,
  standsForUid: string | null,
): Promise<void> {
  await SiteModel.query(tx).findById(uid).patch({ standing, standsForUid });
}

interface Move {
  readonly companyUid: string;
  readonly fromUid: string;
  readonly toUid: string;
  readonly at: Date;
}

/** What moved to another site. */
export interface MovedUse extends SiteUse {
  /** The open record requests among them. */
  readonly openRequests: ReadonlyArray<
    Pick<RecordRequest, 'uid' | 'projectUid' | 'patientUid' | 'kind' | 'status'>
  >;
}

const movedSql = `select (select count(*) from visits) as visits,
    (select count(*) from requests) as "recordRequests",
    (select coalesce(jsonb_agg(jsonb_build_object('uid', q.uid, 'projectUid', q.project_uid,
      'patientUid', q.patient_uid, 'kind', q.kind, 'status', q.status) order by q.uid), '[]')
      from requests q where q.status ${inStatuses(openStatuses)}) as "openRequests"`;
const requestColumns = (row: string): string =>
  ['uid', 'project_uid', 'patient_uid', 'kind', 'status'].map(name => `${row}.${name}`).join(', ');
const nothingMoved: MovedUse = { visits: 0, recordRequests: 0, openRequests: [] };

// A record request that shows another site gets a new version. Visits and requests are locked in the order in
// which others lock them: a site can be merged while another one, whose rows are at it, is brought back. An
// array of them is looked up by key, however few rows the planner expects.
const moveAll = named<MovedUse, Move>(`
  with visits as (
    update visit set named_site_uid = coalesce(named_site_uid, site_uid), site_uid = :toUid
    where uid = any(array(
      select v.uid from visit v where v.company_uid = :companyUid and v.site_uid = :fromUid
      order by v.uid for no key update))
    returning 1
  ), requests as (
    update record_request r set named_site_uid = coalesce(named_site_uid, site_uid), site_uid = :toUid,
      version = version + 1, updated_at = greatest(updated_at, :at)
    where uid = any(array(
      select q.uid from record_request q where q.company_uid = :companyUid and q.site_uid = :fromUid
      order by q.uid for no key update))
    returning ${requestColumns('r')}
  )
  ${movedSql}`);

/** Moves everything at a site to another site of its tenant, keeping the originally named site. */
export async function moveToSite(tx: Transaction, move: Move): Promise<MovedUse> {
  const [moved] = await moveAll.run(tx, move);
  return moved ?? nothingMoved;
}

// What was named by a site that this one replaces comes back too.
const bringBack = named<MovedUse, Omit<Move, 'fromUid'>>(`
  with recursive ours as (
    select :toUid::uuid as uid
    union
    select s.uid from site s join ours o on s.stands_for_uid = o.uid
  ), visits as (
    update visit v set site_uid = :toUid::uuid, named_site_uid = nullif(v.named_site_uid, :toUid::uuid)
    where v.uid = any(array(
      select w.uid from visit w join ours o on w.named_site_uid = o.uid
      where w.company_uid = :companyUid order by w.uid for no key update of w))
    returning 1
  ), requests as (
    update record_request r set site_uid = :toUid::uuid, named_site_uid = nullif(r.named_site_uid,
      :toUid::uuid),
      version = r.version + 1, updated_at = greatest(r.updated_at, :at)
    where r.uid = any(array(
      select q.uid from record_request q join ours o on q.named_site_uid = o.uid
      where q.company_uid = :companyUid order by q.uid for no key update of q))
    returning ${requestColumns('r')}
  )
  ${movedSql}`);

/** Moves everything that was named by a site back to it, whenever it arrived. */
export async function bringBackToSite(tx: Transaction, move: Omit<Move, 'fromUid'>): Promise<MovedUse> {
  const [moved] = await bringBack.run(tx, move);
  return moved ?? nothingMoved;
}

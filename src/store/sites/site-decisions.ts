/** What the delivery team reads and writes of tenants' sites. */
import type { SiteStanding } from '../../domain/clinical/site';
import type { Environment } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { SiteModel, type SiteRow } from '../models/site';
import { named } from '../named';
import { namesWithout, selectList } from '../table';

/** A site of a tenant, and whose it is. */
export type DecidedSite = Omit<SiteRow, 'keyHash' | 'matchHash'> & { readonly companyId: string };

const siteNames = namesWithout(SiteModel, ['keyHash', 'matchHash']);
const sites = `select ${selectList(SiteModel, 's', siteNames)}, c.id as "companyId"
  from site s join company c on c.uid = s.company_uid`;

const byUid = named<DecidedSite, { uid: string }>(`${sites} where s.uid = :uid`);
const lockByUid = named<DecidedSite, { uid: string }>(`${sites} where s.uid = :uid for update of s`);

/** The site of this id, whoever has it; for operators. */
export async function findAnySite(executor: Executor, uid: string): Promise<DecidedSite | undefined> {
  return (await byUid.run(executor, { uid }))[0];
}

/** As {@link findAnySite}, locked: whoever stores something there waits. */
export async function lockAnySite(tx: Transaction, uid: string): Promise<DecidedSite | undefined> {
  return (await lockByUid.run(tx, { uid }))[0];
}

interface ListParams {
  readonly companyUid: string | null;
  readonly environment: Environment;
  readonly afterUid: string | null;
  readonly limit: number;
}

function listWhere(condition: string) {
  return named<DecidedSite, ListParams>(`${sites}
    where s.environment = :environment and (:companyUid::uuid is null or s.company_uid = :companyUid::uuid)
      and (:afterUid::uuid is null or (s.created_at, s.uid) > (select a.created_at, a.uid from site a where a.uid = :afterUid::uuid))
      ${condition}
    order by s.created_at, s.uid limit :limit`);
}

const ofAnyStanding = listWhere('');
// The standing as a constant: so the index of the unverified ones serves.
const unverified = listWhere(`and s.standing = 'unverified'`);

/** Which sites an operator lists. */
export interface SiteFilter {
  readonly companyUid: string | undefined;
  readonly environment: Environment;
  readonly isUnverified: boolean;
  /** The site after which it begins. */
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Sites of all companies in an environment, oldest first; for operators. */
export async function listSites(
  executor: Executor,
  { companyUid, environment, isUnverified, afterUid, limit }: SiteFilter,
): Promise<DecidedSite[]> {
  const params = { companyUid: companyUid ?? null, environment, afterUid: afterUid ?? null, limit };
  return (isUnverified ? unverified : ofAnyStanding).run(executor, params);
}

/** How much is stored at a site. */
export interface SiteUse {
  readonly visits: number;
  readonly recordRequests: number;
}

const useOf = named<SiteUse, { companyUid: string; uid: string }>(`
  select (select count(*) from visit v where v.company_uid = :companyUid and v.site_uid = :uid) as visits,
    (select count(*) from record_request r where r.site_uid = :uid) as "recordRequests"`);

/** How much is stored at a site of a company. */
export async function countSiteUse(executor: Executor, companyUid: string, uid: string): Promise<SiteUse> {
  const [use] = await useOf.run(executor, { companyUid, uid });
  return use ?? { visits: 0, recordRequests: 0 };
}

const standingFor = named<DecidedSite, { uid: string }>(
  `${sites} where s.stands_for_uid = :uid order by s.created_at, s.uid limit 100`,
);

/** The sites that stand for this one, oldest first; a hundred at the most. */
export async function listSitesStandingFor(executor: Executor, uid: string): Promise<DecidedSite[]> {
  return standingFor.run(executor, { uid });
}

const setStanding = named<never, { uid: string; standing: SiteStanding; standsForUid: string | null }>(
  `update site set standing = :standing, stands_for_uid = :standsForUid where uid = :uid`,
);

/** Notes what is known of a site; the caller holds its lock. */
export async function updateStanding(
  tx: Transaction,
  uid: string,
  standing: SiteStanding,
  standsForUid: string | null,
): Promise<void> {
  await setStanding.run(tx, { uid, standing, standsForUid });
}

interface Move {
  readonly companyUid: string;
  readonly fromUid: string;
  readonly toUid: string;
  readonly at: Date;
}

// A record request that shows another site is another version of it.
const moveAll = named<SiteUse, Move>(`
  with visits as (
    update visit set named_site_uid = coalesce(named_site_uid, site_uid), site_uid = :toUid
    where company_uid = :companyUid and site_uid = :fromUid returning 1
  ), requests as (
    update record_request set named_site_uid = coalesce(named_site_uid, site_uid), site_uid = :toUid,
      version = version + 1, updated_at = greatest(updated_at, :at)
    where company_uid = :companyUid and site_uid = :fromUid returning 1
  )
  select (select count(*) from visits) as visits, (select count(*) from requests) as "recordRequests"`);

/** Puts all that is at a site at another of its tenant; where each was named is kept. */
export async function moveToSite(tx: Transaction, move: Move): Promise<SiteUse> {
  const [moved] = await moveAll.run(tx, move);
  return moved ?? { visits: 0, recordRequests: 0 };
}

// What was named by a site that stands for this one comes back along with it.
const bringBack = named<SiteUse, Omit<Move, 'fromUid'>>(`
  with recursive ours as (
    select :toUid::uuid as uid
    union
    select s.uid from site s join ours o on s.stands_for_uid = o.uid
  ), visits as (
    update visit v set site_uid = :toUid::uuid, named_site_uid = nullif(v.named_site_uid, :toUid::uuid)
    from ours o where v.company_uid = :companyUid and v.named_site_uid = o.uid returning 1
  ), requests as (
    update record_request r set site_uid = :toUid::uuid, named_site_uid = nullif(r.named_site_uid, :toUid::uuid),
      version = r.version + 1, updated_at = greatest(r.updated_at, :at)
    from ours o where r.company_uid = :companyUid and r.named_site_uid = o.uid returning 1
  )
  select (select count(*) from visits) as visits, (select count(*) from requests) as "recordRequests"`);

/** Brings back to a site all that was named by it, whenever it came. */
export async function bringBackToSite(tx: Transaction, move: Omit<Move, 'fromUid'>): Promise<SiteUse> {
  const [moved] = await bringBack.run(tx, move);
  return moved ?? { visits: 0, recordRequests: 0 };
}

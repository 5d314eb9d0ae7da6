/** What whoever holds a token of the site finder does, as the user who asked for it (EMBED-5). */
import type { MemberPrincipal } from '../../access/principal';
import type { Site } from '../../domain/clinical/site';
import { foundMax, isSearchable, nearby, type SiteSearch } from '../../domain/clinical/site-search';
import type { ZipPlaces } from '../../domain/clinical/zip-places';
import { notFound, Problem } from '../../domain/problem';
import { insertAuditEvent } from '../../store/audit/audit';
import { findFacility, type Facility } from '../../store/sites/directory';
import { searchDirectory } from '../../store/sites/directory-search';
import { findSite, holdSiteOf, resolveSite, type StoredSite } from '../../store/sites/sites';
import { auditRow, resource, type Change, type ChangeParts } from '../change';
import { bill } from '../ledger';

/** A facility, and how far it is. */
export interface NearFacility extends Facility {
  /** Between its ZIP code and the one that was said, in miles; `null` where none was. */
  readonly miles: number | null;
}

/** What a search found. */
export interface FoundFacilities {
  readonly facilities: readonly NearFacility[];
  /** Whether there are more than are listed. */
  readonly areMore: boolean;
}

/**
 * Facilities of the directory like the one that is looked for. The directory holds no persons: of a person's
 * practice none is found. Around a ZIP code that is said as well (`nearby`). Leaves an audit row, and is
 * billed.
 * @throws Problem `request.invalid` unless a ZIP code, or a name and its state, is said
 */
export async function searchSites(
  { db, clock, zipPlaces }: ChangeParts & { readonly zipPlaces: ZipPlaces },
  principal: MemberPrincipal,
  requestId: string,
  { isFacility, ...search }: SiteSearch,
): Promise<FoundFacilities> {
  if (!isSearchable(search)) throw new Problem('request.invalid');
  const zip = search.zip.slice(0, 5);
  const around = zip === '' ? [] : zipPlaces.near(zip, nearby.miles, nearby.zips);
  const zips = around.map(({ zip: near }) => near);
  const found = isFacility ? await searchDirectory(db, principal.environment, search, zips) : [];
  const act = { principal, requestId, event: 'siteFinder.search' };
  const { userUid: uid, companyUid } = principal;
  const success = { outcome: 'success', problem: null } as const;
  const now = clock.now();
  await db.transaction(async tx => {
    await insertAuditEvent(tx, auditRow(act, now, resource('user', { uid, companyUid }), success));
    await bill(tx, principal, 'siteFinder.search', now);
  });
  const facilities = found.slice(0, foundMax).map(facility => {
    const near = around.find(each => each.zip === facility.zip.slice(0, 5));
    return { ...facility, miles: near?.miles ?? null };
  });
  return { facilities, areMore: found.length > foundMax };
}

/** The site, told to the trail. */
async function shown(change: Change<MemberPrincipal>, site: StoredSite): Promise<StoredSite> {
  await change.audit(resource('site', { uid: site.uid, companyUid: change.principal.companyUid }));
  return site;
}

/**
 * The site that a facility of the directory is for the company.
 * @throws Problem 404 for a facility that a search would not find
 */
export async function siteOfFacility(
  { tx, now, principal }: Change<MemberPrincipal>,
  uid: string,
): Promise<StoredSite> {
  const facility = await findFacility(tx, uid);
  const isHidden = facility?.isSynthetic === true && principal.environment !== 'sandbox';
  if (facility === undefined || facility.deactivatedOn !== null || isHidden)
    throw notFound('the directory has no such facility to find');
  return (await holdSiteOf(tx, principal, facility, now)).site;
}

/**
 * The site that was named: one on file, or a facility of the directory for sure, or else a new one, which is
 * billed.
 */
export async function siteNamed(
  { tx, now, principal }: Change<MemberPrincipal>,
  site: Site,
): Promise<StoredSite> {
  const named = await resolveSite(tx, principal, site, now);
  if (named.isNew) await bill(tx, principal, 'siteFinder.create', now, named.site.uid);
  return named.site;
}

/**
 * Takes a facility of the directory: the site that it is for the company, whose id a record request takes. A
 * repeat is the same site.
 * @throws Problem 404 for a facility that a search would not find
 */
export async function chooseFacility(change: Change<MemberPrincipal>, uid: string): Promise<StoredSite> {
  return shown(change, await siteOfFacility(change, uid));
}

/** Takes a site of the company, as a page on it was shown. @throws Problem 404 for one that it has not */
export async function chooseSite(change: Change<MemberPrincipal>, uid: string): Promise<StoredSite> {
  const found = await findSite(change.tx, change.principal, uid);
  if (found === undefined) throw notFound('the company has no such site in the environment');
  return shown(change, found.site);
}

/**
 * Names a site that was not found. One that the company has, or that is a facility of the directory for sure,
 * is that one; else it is new, unverified, billed, and waits for the delivery team. A repeat is the same
 * site.
 */
export async function nameSite(change: Change<MemberPrincipal>, site: Site): Promise<StoredSite> {
  return shown(change, await siteNamed(change, site));
}

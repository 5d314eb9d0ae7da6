/** Actions of a site finder token's holder, on behalf of the user who requested it (EMBED-5). */
import { noDetail } from '../../domain/audit-events';
import type { MemberPrincipal } from '../../access/principal';
import type { Site } from '../../domain/clinical/site';
import { foundMax, isSearchable, nearby, type SiteSearch } from '../../domain/clinical/site-search';
import type { ZipPlaces } from '../../domain/clinical/zip-places';
import { notFound, Problem } from '../../domain/problem';
import { insertAuditEvent } from '../../store/audit/audit';
import { findFacility, type Facility } from '../../store/sites/directory';
import { searchDirectory } from '../../store/sites/directory-search';
import { findSite, holdSiteOf, resolveSite, type StoredSite } from '../../store/sites/sites';
import { eventOf, auditRow, resource, type Change, type ChangeParts } from '../change';
import { bill } from '../ledger';

/** A facility, and its distance. */
export interface NearFacility extends Facility {
  /** Between its ZIP code and the given one, in miles; `null` without one. */
  readonly miles: number | null;
}

/** The results of a search. */
export interface FoundFacilities {
  readonly facilities: readonly NearFacility[];
  /** Whether there are more than listed. */
  readonly areMore: boolean;
}

/**
 * Searches the directory for similar facilities, around a ZIP code if one is given (`nearby`). The directory
 * holds no individuals, so an individual's practice is never found. Writes an audit row, and is billed.
 * @throws Problem `request.invalid` without a ZIP code, or a name and its state
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

/** Returns the site, and writes the audit row. */
async function shown(change: Change<MemberPrincipal>, site: StoredSite): Promise<StoredSite> {
  const event = eventOf(change, ['siteFinder.choose', 'siteFinder.create']);
  const { companyUid } = change.principal;
  await change.audit(resource('site', { uid: site.uid, companyUid }), event, noDetail);
  return site;
}

/**
 * Returns the company's site for a facility of the directory.
 * @throws Problem 404 for a facility that a search wouldn't find
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
 * Returns the named site: one on file, a certain match in the directory, or otherwise a new one, which is
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
 * Selects a facility of the directory: returns the company's site for it, whose id a record request takes.
 * Repeatable.
 * @throws Problem 404 for a facility that a search wouldn't find
 */
export async function chooseFacility(change: Change<MemberPrincipal>, uid: string): Promise<StoredSite> {
  return shown(change, await siteOfFacility(change, uid));
}

/** Selects a site of the company, as its page showed it. @throws Problem 404 for one that it doesn't have */
export async function chooseSite(change: Change<MemberPrincipal>, uid: string): Promise<StoredSite> {
  const found = await findSite(change.tx, change.principal, uid);
  if (found === undefined) throw notFound('the company has no such site in the environment');
  return shown(change, found.site);
}

/**
 * Names a site that wasn't found. If the company has it, or it certainly is a facility of the directory, that
 * one is returned; otherwise it is new, unverified, billed, and waits for operators. Repeatable.
 */
export async function nameSite(change: Change<MemberPrincipal>, site: Site): Promise<StoredSite> {
  return shown(change, await siteNamed(change, site));
}

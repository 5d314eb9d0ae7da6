/**
 * What the delivery team decides of the sites that customers name. Every decision has its undoing and its
 * audit row.
 */
import type { Changes } from '../../domain/changes';
import type { Site, SiteStanding } from '../../domain/clinical/site';
import type { Environment } from '../../domain/projects/project';
import { isUuid } from '../../domain/text';
import {
  findFacility,
  listCandidates,
  listEndpoints,
  type Candidate,
  type Endpoint,
  type Facility,
} from '../../store/sites/directory';
import {
  bringBackToSite,
  countSiteUse,
  findAnySite,
  listSites,
  listSitesStandingFor,
  lockAnySite,
  moveToSite,
  updateStanding,
  type DecidedSite,
  type SiteUse,
} from '../../store/sites/site-decisions';
import { holdSiteOf } from '../../store/sites/sites';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { auditedCompany } from '../operators';

function existing(site: DecidedSite | undefined): DecidedSite {
  if (site === undefined)
    throw new OperatorError('No site of a customer has this id; `site list` shows them.');
  return site;
}

function uidOf(typed: string): string {
  if (!isUuid(typed))
    throw new OperatorError('A site is named by its id, like 01a1fa97-cbfd-72da-9b40-09c034bab473.');
  return typed.toLowerCase();
}

/** @throws OperatorError when no customer has a site of this id */
async function lock(change: OperatorChange, typed: string): Promise<DecidedSite> {
  return existing(await lockAnySite(change.tx, uidOf(typed)));
}

/** Which sites an operator lists. */
export interface SiteListing {
  readonly companyId: string | undefined;
  readonly environment: Environment;
  readonly isUnverified: boolean;
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Sites of customers, oldest first. @throws OperatorError for an unknown company */
export async function inspectSites(
  change: OperatorChange,
  { companyId, ...listing }: SiteListing,
): Promise<DecidedSite[]> {
  const company = await auditedCompany(change.tx, companyId);
  const listed = await listSites(change.tx, { ...listing, companyUid: company?.uid });
  await change.audit(company);
  return listed;
}

/** A site with all that helps to decide on it. */
export interface SiteOverview extends SiteUse {
  readonly site: DecidedSite;
  /** What it stands for, where it is linked or merged. */
  readonly standsFor: DecidedSite | undefined;
  /** The sites that stand for it. */
  readonly standing: readonly DecidedSite[];
  /** Of one that is not decided: what the directory has near it. */
  readonly candidates: readonly Candidate[];
  readonly endpoints: readonly Endpoint[];
}

/** What of a stored site names it. */
function identityOf({ name, addressLine1, city, state, zip, npi }: DecidedSite): Site {
  return { name, addressLine1, city, state, zip, ...(npi === null ? {} : { npi }) };
}

/** A site as an operator sees it. @throws OperatorError when no customer has a site of this id */
export async function inspectSite(change: OperatorChange, typed: string): Promise<SiteOverview> {
  const { tx } = change;
  const site = existing(await findAnySite(tx, uidOf(typed)));
  const { uid, companyUid, environment, standing, standsForUid, npi } = site;
  const isOpen = standing === 'unverified' || standing === 'verified';
  const overview = {
    site,
    standsFor: standsForUid === null ? undefined : await findAnySite(tx, standsForUid),
    standing: await listSitesStandingFor(tx, uid),
    candidates: isOpen ? await listCandidates(tx, environment, identityOf(site)) : [],
    endpoints: npi === null ? [] : await listEndpoints(tx, npi),
    ...(await countSiteUse(tx, companyUid, uid)),
  };
  await change.audit(resource('site', site));
  return overview;
}

/** What an operator looks for in the directory. */
export type FacilityQuery = Pick<Site, 'name' | 'city' | 'state' | 'zip'> & {
  readonly addressLine1: string;
  readonly npi?: string;
};

/** Facilities of the directory like the one that is looked for. */
export async function findFacilities(
  change: OperatorChange,
  environment: Environment,
  query: FacilityQuery,
): Promise<Candidate[]> {
  const found = await listCandidates(change.tx, environment, query);
  await change.audit(undefined);
  return found;
}

function movedTo(from: SiteStanding, to: SiteStanding): Changes {
  return { standing: { from, to } };
}

function assertUnverified({ standing }: DecidedSite): void {
  if (standing === 'unverified') return;
  const way = {
    directory: 'It is the directory’s already.',
    verified: 'It was verified: `site unverify` takes that back first.',
    linked: 'It is linked: `site unlink` takes that back first.',
    merged: 'It is merged: `site unmerge` takes that back first.',
  } as const;
  throw new OperatorError(`Only an unverified site can be decided on. ${way[standing]}`);
}

/** What came of a decision, and how much moved by it. */
export interface SiteDecision extends SiteUse {
  readonly site: DecidedSite;
  /** The site at which everything is now. */
  readonly nowUid: string;
}

async function standFor(
  change: OperatorChange,
  site: DecidedSite,
  standing: 'linked' | 'merged',
  toUid: string,
): Promise<SiteDecision> {
  if (toUid === site.uid) throw new OperatorError('A site cannot stand for itself.');
  const { uid: fromUid, companyUid } = site;
  await updateStanding(change.tx, fromUid, standing, toUid);
  const moved = await moveToSite(change.tx, { companyUid, fromUid, toUid, at: change.now });
  await change.audit(resource('site', site), undefined, movedTo(site.standing, standing));
  return { ...moved, site, nowUid: toUid };
}

/** @throws OperatorError when the directory has no such facility, or it is not to be used */
function assertLinkable(facility: Facility | undefined, environment: Environment): Facility {
  if (facility === undefined)
    throw new OperatorError('The directory has no facility of this id; `site find` shows them.');
  if (facility.deactivatedOn !== null)
    throw new OperatorError(
      `The facility was deactivated on ${facility.deactivatedOn}: find the one that took its place.`,
    );
  if (facility.isSynthetic && environment !== 'sandbox')
    throw new OperatorError('The facility is made up, and the site is of production.');
  return facility;
}

/**
 * Says that a site is a facility of the directory. From now on its customer sees that one: its name, address
 * and numbers, in browse and on record requests, those to come included. What was submitted stays as it was.
 * @throws OperatorError for a site or facility that is not there, one that is decided already, a facility
 *   that is deactivated or made up
 */
export async function linkSite(
  change: OperatorChange,
  typed: string,
  facilityUid: string,
): Promise<SiteDecision> {
  const site = await lock(change, typed);
  assertUnverified(site);
  const facility = assertLinkable(await findFacility(change.tx, uidOf(facilityUid)), site.environment);
  const { site: target } = await holdSiteOf(change.tx, site, facility, change.now);
  return standFor(change, site, 'linked', target.uid);
}

/**
 * Says that two sites of one customer and environment are one. All of the first is at the other from now on.
 * @throws OperatorError for a site that is not there, one that is decided already, two of different
 *   customers or environments, and an other one that stands for a third itself
 */
export async function mergeSites(
  change: OperatorChange,
  typed: string,
  intoTyped: string,
): Promise<SiteDecision> {
  const site = await lock(change, typed);
  assertUnverified(site);
  const into = await lock(change, intoTyped);
  if (into.companyUid !== site.companyUid || into.environment !== site.environment)
    throw new OperatorError('The two are of different customers or environments: those never share a site.');
  if (into.standsForUid !== null)
    throw new OperatorError(`The other one is ${into.standing} itself: merge into ${into.standsForUid}.`);
  return standFor(change, site, 'merged', into.uid);
}

const namesOfStanding = { linked: 'site unlink', merged: 'site unmerge' } as const;

/**
 * Takes back that a site stands for another: all that was named by it is at it again. @throws OperatorError
 */
export async function undoStandingFor(
  change: OperatorChange,
  typed: string,
  standing: 'linked' | 'merged',
): Promise<SiteDecision> {
  const site = await lock(change, typed);
  if (site.standing !== standing) {
    const other = site.standing === 'linked' || site.standing === 'merged' ? site.standing : undefined;
    const way = other === undefined ? '' : ` \`${namesOfStanding[other]}\` is what takes it back.`;
    throw new OperatorError(`The site is ${site.standing}, not ${standing}.${way}`);
  }
  const { uid: toUid, companyUid } = site;
  await updateStanding(change.tx, toUid, 'unverified', null);
  const moved = await bringBackToSite(change.tx, { companyUid, toUid, at: change.now });
  await change.audit(resource('site', site), undefined, movedTo(standing, 'unverified'));
  return { ...moved, site, nowUid: toUid };
}

async function judge(
  change: OperatorChange,
  site: DecidedSite,
  standing: 'verified' | 'unverified',
): Promise<DecidedSite> {
  await updateStanding(change.tx, site.uid, standing, null);
  await change.audit(resource('site', site), undefined, movedTo(site.standing, standing));
  return { ...site, standing };
}

/**
 * Says that a site is real and the directory does not have it. @throws OperatorError for one that is decided
 * already
 */
export async function verifySite(change: OperatorChange, typed: string): Promise<DecidedSite> {
  const site = await lock(change, typed);
  assertUnverified(site);
  return judge(change, site, 'verified');
}

/** Takes it back. @throws OperatorError for a site that was not verified */
export async function unverifySite(change: OperatorChange, typed: string): Promise<DecidedSite> {
  const site = await lock(change, typed);
  if (site.standing !== 'verified')
    throw new OperatorError(`The site is ${site.standing}, not verified: there is nothing to take back.`);
  return judge(change, site, 'unverified');
}

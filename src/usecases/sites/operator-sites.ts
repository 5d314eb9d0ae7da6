/** Operators' decisions on the sites that customers name. Every decision can be undone and is audited. */
import { uidOf as auditedUid } from '../../domain/changes';
import type { Site } from '../../domain/clinical/site';
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
  holdAnySite,
  listSites,
  listSitesStandingFor,
  lockAnySite,
  moveToSite,
  updateStanding,
  type DecidedSite,
  type MovedUse,
  type SiteUse,
} from '../../store/sites/site-decisions';
import { holdSiteOf } from '../../store/sites/sites';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { auditedCompany } from '../operators';
import { signalRecordRequests } from '../record-requests/moves';

function existing(site: DecidedSite | undefined): DecidedSite {
  if (site === undefined)
    throw new OperatorError('No site has this ID.', { hint: 'Run `site list` to see all sites.' });
  return site;
}

function uidOf(typed: string): string {
  if (!isUuid(typed))
    throw new OperatorError(
      'A site ID looks like 01a1fa97-cbfd-72da-9b40-09c034bab473. Run `site list` to see all sites.',
    );
  return typed.toLowerCase();
}

/** @throws OperatorError if no customer has a site with this id */
async function lock(change: OperatorChange, typed: string): Promise<DecidedSite> {
  return existing(await lockAnySite(change.tx, uidOf(typed)));
}

/** The filter of an operator's list of sites. */
export interface SiteListing {
  readonly companyId: string | undefined;
  readonly environment: Environment;
  readonly isUnverified: boolean;
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Lists sites of customers, oldest first. @throws OperatorError for an unknown company */
export async function inspectSites(
  change: OperatorChange,
  { companyId, ...listing }: SiteListing,
): Promise<DecidedSite[]> {
  const company = await auditedCompany(change.tx, companyId);
  const listed = await listSites(change.tx, { ...listing, companyUid: company?.uid });
  await change.auditLook(company);
  return listed;
}

/** A site with what helps to decide on it. */
export interface SiteOverview extends SiteUse {
  readonly site: DecidedSite;
  /** The site that replaces it, if it is linked or merged. */
  readonly standsFor: DecidedSite | undefined;
  /** The sites that it replaces. */
  readonly standing: readonly DecidedSite[];
  /** For an undecided site, facilities of the directory near it. */
  readonly candidates: readonly Candidate[];
  readonly endpoints: readonly Endpoint[];
}

/** Returns the identifying fields of a stored site. */
function identityOf({ name, addressLine1, city, state, zip, npi }: DecidedSite): Site {
  return { name, addressLine1, city, state, zip, ...(npi === null ? {} : { npi }) };
}

/** Returns a site as an operator sees it. @throws OperatorError if no customer has a site with this id */
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
  await change.auditLook(resource('site', site));
  return overview;
}

/** An operator's search of the directory. */
export type FacilityQuery = Pick<Site, 'name' | 'city' | 'state' | 'zip'> & {
  readonly addressLine1: string;
  readonly npi?: string;
};

/** Finds facilities of the directory similar to the query. */
export async function findFacilities(
  change: OperatorChange,
  environment: Environment,
  query: FacilityQuery,
): Promise<Candidate[]> {
  const found = await listCandidates(change.tx, environment, query);
  await change.auditLook(undefined);
  return found;
}

const undoCommands = { verified: 'site unverify', linked: 'site unlink', merged: 'site unmerge' } as const;

function assertUnverified({ standing }: DecidedSite): void {
  if (standing === 'unverified') return;
  const way = {
    directory: 'This one already belongs to the directory.',
    verified: 'This one is verified. Undo that first.',
    linked: 'This one is linked. Undo that first.',
    merged: 'This one is merged. Undo that first.',
  } as const;
  throw new OperatorError(
    `You can only decide on an unverified site. ${way[standing]}`,
    standing === 'directory' ? {} : { hint: `Run \`${undoCommands[standing]}\`.` },
  );
}

/** The result of a decision, and how much was moved. */
export interface SiteDecision extends SiteUse {
  readonly site: DecidedSite;
  /** The site that everything now belongs to. */
  readonly nowUid: string;
}

/** Signals the open requests that moved: a channel may reach the other site, or not reach it anymore. */
async function signalMoved(change: OperatorChange, { openRequests }: MovedUse): Promise<void> {
  const byProject = Map.groupBy(openRequests, ({ projectUid }) => projectUid);
  for (const [projectUid, requests] of byProject)
    await signalRecordRequests(change, await getProjectByUid(change.tx, projectUid), requests);
}

async function standFor(
  change: OperatorChange,
  site: DecidedSite,
  standing: 'linked' | 'merged',
  toUid: string,
): Promise<SiteDecision> {
  if (toUid === site.uid) throw new OperatorError("You can't merge a site into itself.");
  const { uid: fromUid, companyUid } = site;
  await updateStanding(change.tx, fromUid, standing, toUid);
  const moved = await moveToSite(change.tx, { companyUid, fromUid, toUid, at: change.now });
  await signalMoved(change, moved);
  await change.audit(resource('site', site), standing === 'linked' ? 'site.link' : 'site.merge', {
    standing: { from: site.standing, to: standing },
    to: auditedUid(toUid),
  });
  const { visits, recordRequests } = moved;
  return { visits, recordRequests, site, nowUid: toUid };
}

/** @throws OperatorError if the directory has no such facility, or it must not be used */
function assertLinkable(facility: Facility | undefined, environment: Environment): Facility {
  if (facility === undefined)
    throw new OperatorError('The directory has no facility with this ID.', {
      hint: 'Run `site find` to find one.',
    });
  if (facility.deactivatedOn !== null)
    throw new OperatorError(
      `The facility was deactivated on ${facility.deactivatedOn}. Find its replacement.`,
    );
  if (facility.isSynthetic && environment !== 'sandbox')
    throw new OperatorError('This is a made-up facility for the sandbox, but the site is in production.');
  return facility;
}

/**
 * Links a site to a facility of the directory. Its customer now sees the facility's name, address, and
 * numbers, in browse and on current and future record requests. What was submitted stays stored.
 * @throws OperatorError for an unknown site or facility, a site that is already decided, a deactivated or
 * stub facility
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
 * Locks a site that is to be merged, and holds the one that it is merged into. They are locked in the order
 * of their uids, so that two opposite merges wait for each other in turn. A site that is already decided is
 * refused before that: linking holds a site of the directory after the linked one, whatever their uids.
 */
async function lockToMerge(
  { tx }: OperatorChange,
  fromUid: string,
  intoUid: string,
): Promise<{ readonly site: DecidedSite; readonly into: DecidedSite }> {
  assertUnverified(existing(await findAnySite(tx, fromUid)));
  if (fromUid > intoUid) {
    const into = existing(await holdAnySite(tx, intoUid));
    return { into, site: existing(await lockAnySite(tx, fromUid)) };
  }
  const site = existing(await lockAnySite(tx, fromUid));
  return { site, into: existing(await holdAnySite(tx, intoUid)) };
}

/**
 * Merges two sites of one customer and environment: everything of the first one now belongs to the other.
 * @throws OperatorError for an unknown site, one that is already decided, sites of different customers or
 * environments, and a target that is replaced by a third site
 */
export async function mergeSites(
  change: OperatorChange,
  typed: string,
  intoTyped: string,
): Promise<SiteDecision> {
  const { site, into } = await lockToMerge(change, uidOf(typed), uidOf(intoTyped));
  assertUnverified(site);
  if (into.companyUid !== site.companyUid || into.environment !== site.environment)
    throw new OperatorError(
      "The two sites belong to different customers or environments, so you can't merge them.",
    );
  if (into.standsForUid !== null)
    throw new OperatorError(
      `The other site is itself ${into.standing}. Merge into ${into.standsForUid} instead.`,
    );
  return standFor(change, site, 'merged', into.uid);
}

/** Undoes a link or merge: everything that named the site belongs to it again. @throws OperatorError */
export async function undoStandingFor(
  change: OperatorChange,
  typed: string,
  standing: 'linked' | 'merged',
): Promise<SiteDecision> {
  const site = await lock(change, typed);
  if (site.standing !== standing) {
    const other = site.standing === 'linked' || site.standing === 'merged' ? site.standing : undefined;
    throw new OperatorError(
      `The site is ${site.standing}, not ${standing}.`,
      other === undefined ? {} : { hint: `To undo that, run \`${undoCommands[other]}\`.` },
    );
  }
  const { uid: toUid, companyUid } = site;
  await updateStanding(change.tx, toUid, 'unverified', null);
  const moved = await bringBackToSite(change.tx, { companyUid, toUid, at: change.now });
  await signalMoved(change, moved);
  await change.audit(resource('site', site), standing === 'linked' ? 'site.unlink' : 'site.unmerge', {
    standing: { from: standing, to: 'unverified' },
    to: site.standsForUid === null ? null : auditedUid(site.standsForUid),
  });
  const { visits, recordRequests } = moved;
  return { visits, recordRequests, site, nowUid: toUid };
}

async function judge(
  change: OperatorChange,
  site: DecidedSite,
  standing: 'verified' | 'unverified',
): Promise<DecidedSite> {
  await updateStanding(change.tx, site.uid, standing, null);
  await change.audit(resource('site', site), standing === 'verified' ? 'site.verify' : 'site.unverify', {
    standing: { from: site.standing, to: standing },
  });
  return { ...site, standing };
}

/**
 * Verifies that a site exists and isn't in the directory. @throws OperatorError for one that is already
 * decided
 */
export async function verifySite(change: OperatorChange, typed: string): Promise<DecidedSite> {
  const site = await lock(change, typed);
  assertUnverified(site);
  return judge(change, site, 'verified');
}

/** Undoes a verification. @throws OperatorError for a site that wasn't verified */
export async function unverifySite(change: OperatorChange, typed: string): Promise<DecidedSite> {
  const site = await lock(change, typed);
  if (site.standing !== 'verified')
    throw new OperatorError(`The site is ${site.standing}, not verified, so there's nothing to undo.`);
  return judge(change, site, 'unverified');
}

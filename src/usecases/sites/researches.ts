/** Site research: users of the site finder start it (EMBED-5), operators resume and complete it. */
import { noDetail } from '../../domain/audit-events';
import type { MemberPrincipal } from '../../access/principal';
import type { Site } from '../../domain/clinical/site';
import { notFound, Problem } from '../../domain/problem';
import type { Environment } from '../../domain/projects/project';
import { runningResearchesMax } from '../../domain/research/limits';
import type { SiteResearch, SourceAnswer } from '../../domain/research/research';
import { workflows } from '../../domain/workflows';
import { insertAuditEvent } from '../../store/audit/audit';
import {
  findListedResearch,
  findResearch,
  insertResearch,
  listAnswers,
  listResearches,
  lockRunningResearches,
  type ListedResearch,
} from '../../store/sites/researches';
import { findSite, type SiteTenant, type StoredSite } from '../../store/sites/sites';
import { getCompanyId } from '../../store/tenants/tenants';
import {
  auditRow,
  resource,
  type AuditedResource,
  type Change,
  type ChangeParts,
  type OperatorChange,
} from '../change';
import { bill } from '../ledger';
import { OperatorError } from '../operator-error';
import { auditedCompany, getCompany, getMember } from '../operators';
import { siteNamed, siteOfFacility } from './site-finder';

/** Starts a research run, unless the same user has a running one for this site (EMBED-24). */
async function start(change: Change<MemberPrincipal>, { uid: siteUid }: StoredSite): Promise<SiteResearch> {
  const { tx, now: startedAt, principal } = change;
  const { companyUid, environment, userUid: startedByUid } = principal;
  await change.audit(resource('site', { uid: siteUid, companyUid }), 'siteFinder.research', noDetail);
  const running = await lockRunningResearches(tx, principal);
  const same = running.find(each => each.siteUid === siteUid && each.startedByUid === startedByUid);
  if (same !== undefined) return same;
  if (running.length >= runningResearchesMax) throw new Problem('research.tooManyRunning');
  const uid = change.newUid();
  const research = { uid, companyUid, environment, siteUid, startedByUid, startedAt, endedAt: null };
  await insertResearch(tx, research);
  await bill(tx, principal, 'siteFinder.research', startedAt, siteUid);
  const company = await getCompanyId(tx, companyUid);
  const attributes = { company, environment, status: 'Processing' };
  await change.start(workflows.siteResearch, { researchUid: uid }, attributes);
  return research;
}

/**
 * Starts a research run about a facility of the directory. Billed once, however often it is requested while
 * it runs.
 * @throws Problem 404 for a facility that a search wouldn't find, `research.tooManyRunning`
 */
export async function researchFacility(
  change: Change<MemberPrincipal>,
  facilityUid: string,
): Promise<SiteResearch> {
  return start(change, await siteOfFacility(change, facilityUid));
}

/**
 * Starts a research run about a site that wasn't found, named as in `nameSite`. Billed once, however often it
 * is requested while it runs.
 * @throws Problem `research.tooManyRunning`
 */
export async function researchNamedSite(change: Change<MemberPrincipal>, site: Site): Promise<SiteResearch> {
  return start(change, await siteNamed(change, site));
}

/** A research run as shown. */
export interface ResearchView {
  readonly research: SiteResearch;
  readonly site: StoredSite;
  /** The results of the sources so far. */
  readonly answers: readonly SourceAnswer[];
}

/**
 * Returns a research run of the company and environment, no matter who started it. Writes an audit row.
 * @throws Problem 404
 */
export async function viewResearch(
  { db, clock }: ChangeParts,
  principal: MemberPrincipal,
  requestId: string,
  uid: string,
): Promise<ResearchView> {
  const research = await findResearch(db, uid);
  const { companyUid, environment } = principal;
  if (research?.companyUid !== companyUid || research.environment !== environment)
    throw notFound('the company has no such research in the environment');
  const found = await findSite(db, principal, research.siteUid);
  if (found === undefined) throw new Error('a research run references a missing site');
  const answers = await listAnswers(db, uid);
  const act = { principal, requestId, event: 'siteFinder.readResearch' };
  const success = { outcome: 'success', problem: null } as const;
  await insertAuditEvent(
    db,
    auditRow(act, clock.now(), resource('site', { uid: found.site.uid, companyUid }), success),
  );
  return { research, site: found.site, answers };
}

/** A finished research about a site. */
export interface CompletedResearch {
  readonly companyId: string;
  readonly environment: Environment;
  readonly siteUid: string;
  /** The member who started it. */
  readonly startedByEmail: string;
  /** Where the result can be read: https, without credentials. */
  readonly url: string;
  /** Whether an operator started it along with many others: users aren't notified of those (EVENT-47). */
  readonly isBulk: boolean;
}

function readableUrl(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new OperatorError('The URL must start with https:// and must not contain credentials.');
  return url.href;
}

/** The content of the event for a finished research. */
interface ResearchEnd extends SiteTenant {
  readonly siteUid: string;
  readonly starterUid: string;
  readonly url: string;
}

/** Notifies only the endpoints of the user who started a research run that it ended (EVENT-46). */
export async function tellResearchEnded(
  change: Change,
  { companyUid, environment, siteUid, starterUid, url }: ResearchEnd,
): Promise<void> {
  await change.emit({
    eventType: 'aiResearch.completed',
    changed: [],
    searchStatus: null,
    authorizationStatus: null,
    detail: { url },
    companyUid,
    projectUid: null,
    patientUid: null,
    recordKind: 'site',
    recordUid: siteUid,
    trackedByUserUid: starterUid,
    onlyUserUid: starterUid,
    isSandbox: environment === 'sandbox',
  });
}

/**
 * Records that external research about a site ended: only the endpoints of the user who started it are
 * notified, whatever their selected projects (EVENT-46, EVENT-47). A repeat notifies again, because research
 * may be redone.
 * @throws OperatorError if the company has no such site or member in the environment, or the URL is invalid
 */
export async function completeResearch(change: OperatorChange, research: CompletedResearch): Promise<void> {
  const { companyId, environment, siteUid, startedByEmail, isBulk } = research;
  const url = readableUrl(research.url);
  const company = await getCompany(change.tx, companyId);
  const starter = await getMember(change.tx, company, startedByEmail);
  const found = await findSite(change.tx, { companyUid: company.uid, environment }, siteUid);
  if (found === undefined)
    throw new OperatorError(
      `The company has no ${environment} site with this ID. Run \`site list\` to see its sites.`,
    );
  const { site } = found;
  if (!isBulk) {
    const end = { companyUid: company.uid, environment, siteUid: site.uid, starterUid: starter.userUid, url };
    await tellResearchEnded(change, end);
  }
  const subject = resource('site', { uid: site.uid, companyUid: company.uid });
  await change.audit(subject, 'research.complete', { isBulk });
}

/** The filter of an operator's list of researches. */
export interface ResearchListing {
  readonly companyId: string | undefined;
  readonly environment: Environment;
  readonly isRunning: boolean;
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Lists researches of customers, newest first. @throws OperatorError for an unknown company */
export async function inspectResearches(
  change: OperatorChange,
  { companyId, ...listing }: ResearchListing,
): Promise<ListedResearch[]> {
  const company = await auditedCompany(change.tx, companyId);
  await change.auditLook(company);
  return listResearches(change.tx, { ...listing, companyUid: company?.uid });
}

function siteIn({ siteUid: uid, companyUid }: ListedResearch): AuditedResource {
  return resource('site', { uid, companyUid });
}

async function existing(change: OperatorChange, uid: string): Promise<ListedResearch> {
  const research = await findListedResearch(change.tx, uid);
  if (research === undefined)
    throw new OperatorError('No research has this ID. Run `research list` to see all research.');
  return research;
}

/** A research run with the result of each source. */
export interface ResearchOverview {
  readonly research: ListedResearch;
  readonly answers: readonly SourceAnswer[];
}

/** Returns a research run as an operator sees it. @throws OperatorError for an unknown id */
export async function inspectResearch(change: OperatorChange, uid: string): Promise<ResearchOverview> {
  const research = await existing(change, uid);
  await change.auditLook(siteIn(research));
  return { research, answers: await listAnswers(change.tx, uid) };
}

/**
 * Resumes a research run: a pending source is asked again right away, and a terminated workflow is restarted
 * for the unfinished sources.
 * @throws OperatorError for an unknown id, or a research run that has ended
 */
export async function resumeResearch(change: OperatorChange, uid: string): Promise<ListedResearch> {
  const research = await existing(change, uid);
  if (research.endedAt !== null)
    throw new OperatorError('This research has ended. Run `research show` to see its findings.');
  const { companyId: company, environment } = research;
  const attributes = { company, environment, status: 'Processing' };
  await change.signal(workflows.siteResearch, 'askAgain', { researchUid: uid }, attributes);
  await change.audit(siteIn(research), 'research.resume', noDetail);
  return research;
}

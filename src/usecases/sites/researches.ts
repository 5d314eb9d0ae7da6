/**
 * Research about sites: a user of the site finder starts it (EMBED-5), the delivery team resumes and
 * completes it.
 */
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
import { auditRow, resource, type Change, type ChangeParts, type OperatorChange } from '../change';
import { bill } from '../ledger';
import { OperatorError } from '../operator-error';
import { auditedCompany, getCompany, getMember } from '../operators';
import { siteNamed, siteOfFacility } from './site-finder';

/** Starts it, unless the same user has one of this site that runs (EMBED-24). */
async function start(change: Change<MemberPrincipal>, { uid: siteUid }: StoredSite): Promise<SiteResearch> {
  const { tx, now: startedAt, principal } = change;
  const { companyUid, environment, userUid: startedByUid } = principal;
  await change.audit(resource('site', { uid: siteUid, companyUid }));
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
 * Has a facility of the directory researched. Billed, once however often it is asked for while it runs.
 * @throws Problem 404 for a facility that a search would not find, `research.tooManyRunning`
 */
export async function researchFacility(
  change: Change<MemberPrincipal>,
  facilityUid: string,
): Promise<SiteResearch> {
  return start(change, await siteOfFacility(change, facilityUid));
}

/**
 * Has a site researched that was not found; it is named as by `nameSite`. Billed, once however often it is
 * asked for while it runs.
 * @throws Problem `research.tooManyRunning`
 */
export async function researchNamedSite(change: Change<MemberPrincipal>, site: Site): Promise<SiteResearch> {
  return start(change, await siteNamed(change, site));
}

/** A research as it is read. */
export interface ResearchView {
  readonly research: SiteResearch;
  readonly site: StoredSite;
  /** What became of each source so far. */
  readonly answers: readonly SourceAnswer[];
}

/** A research of the company and environment, whoever started it. Leaves an audit row. @throws Problem 404 */
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
  if (found === undefined) throw new Error('a research is about a site that is not there');
  const answers = await listAnswers(db, uid);
  const act = { principal, requestId, event: 'siteFinder.readResearch' };
  const success = { outcome: 'success', problem: null } as const;
  await insertAuditEvent(
    db,
    auditRow(act, clock.now(), resource('site', { uid: found.site.uid, companyUid }), success),
  );
  return { research, site: found.site, answers };
}

/** A research about a site that has ended. */
export interface CompletedResearch {
  readonly companyId: string;
  readonly environment: Environment;
  readonly siteUid: string;
  /** The member who started it. */
  readonly startedByEmail: string;
  /** Where it is read: https, without credentials. */
  readonly url: string;
  /** Whether it was one of many that an operator started: nobody is told of those (EVENT-47). */
  readonly isBulk: boolean;
}

function readableUrl(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new OperatorError('The address of a research is https, without credentials in it.');
  return url.href;
}

/** What is told of a research that has ended. */
interface ToldEnd extends SiteTenant {
  readonly siteUid: string;
  readonly starterUid: string;
  readonly url: string;
}

/** Tells the endpoints of who started a research that it has ended, and nobody else's (EVENT-46). */
export async function tellResearchEnded(
  change: Change,
  { companyUid, environment, siteUid, starterUid, url }: ToldEnd,
): Promise<void> {
  await change.emit({
    eventType: 'aiResearch.completed',
    changed: [],
    searchStatus: null,
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
 * Records that a research about a site, made elsewhere, has ended: the endpoints of who started it are told,
 * whatever projects they picked, and nobody else's (EVENT-46, EVENT-47). A repeat tells again: a research
 * that is done anew ends anew.
 * @throws OperatorError when the company has no such site or member in the environment, or the address is
 *   none
 */
export async function completeResearch(change: OperatorChange, research: CompletedResearch): Promise<void> {
  const { companyId, environment, siteUid, startedByEmail, isBulk } = research;
  const url = readableUrl(research.url);
  const company = await getCompany(change.tx, companyId);
  const starter = await getMember(change.tx, company, startedByEmail);
  const found = await findSite(change.tx, { companyUid: company.uid, environment }, siteUid);
  if (found === undefined)
    throw new OperatorError(`The company has no ${environment} site of this id; \`site list\` shows them.`);
  const { site } = found;
  if (!isBulk) {
    const end = { companyUid: company.uid, environment, siteUid: site.uid, starterUid: starter.userUid, url };
    await tellResearchEnded(change, end);
  }
  await change.audit(resource('site', { uid: site.uid, companyUid: company.uid }));
}

/** Which researches an operator lists. */
export interface ResearchListing {
  readonly companyId: string | undefined;
  readonly environment: Environment;
  readonly isRunning: boolean;
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Researches of customers, newest first. @throws OperatorError for an unknown company */
export async function inspectResearches(
  change: OperatorChange,
  { companyId, ...listing }: ResearchListing,
): Promise<ListedResearch[]> {
  const company = await auditedCompany(change.tx, companyId);
  await change.audit(company);
  return listResearches(change.tx, { ...listing, companyUid: company?.uid });
}

async function existing(change: OperatorChange, uid: string): Promise<ListedResearch> {
  const research = await findListedResearch(change.tx, uid);
  if (research === undefined)
    throw new OperatorError('There is no research of this id; `research list` shows them.');
  await change.audit(resource('site', { uid: research.siteUid, companyUid: research.companyUid }));
  return research;
}

/** A research with what became of each source. */
export interface ResearchOverview {
  readonly research: ListedResearch;
  readonly answers: readonly SourceAnswer[];
}

/** A research as an operator sees it. @throws OperatorError for an id of none */
export async function inspectResearch(change: OperatorChange, uid: string): Promise<ResearchOverview> {
  const research = await existing(change, uid);
  return { research, answers: await listAnswers(change.tx, uid) };
}

/**
 * Gets a research going: a source that is waited for is asked again at once, and a workflow that somebody
 * ended is started anew, for the sources that are not done with.
 * @throws OperatorError for an id of none, or a research that has ended
 */
export async function resumeResearch(change: OperatorChange, uid: string): Promise<ListedResearch> {
  const research = await existing(change, uid);
  if (research.endedAt !== null)
    throw new OperatorError('The research has ended; `research show` tells what was found.');
  const { companyId: company, environment } = research;
  const attributes = { company, environment, status: 'Processing' };
  await change.signal(workflows.siteResearch, 'askAgain', { researchUid: uid }, attributes);
  return research;
}

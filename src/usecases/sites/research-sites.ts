/** What whoever holds a token of the site finder has found out about sites, as the user who asked for it (EMBED-5). */
import type { MemberPrincipal } from '../../access/principal';
import type { Site } from '../../domain/clinical/site';
import { notFound, Problem } from '../../domain/problem';
import { runningResearchesMax } from '../../domain/research/limits';
import type { SiteResearch, SourceAnswer } from '../../domain/research/research';
import { workflows } from '../../domain/workflows';
import { insertAuditEvent } from '../../store/audit/audit';
import {
  findResearch,
  insertResearch,
  listAnswers,
  lockRunningResearches,
} from '../../store/sites/researches';
import { findSite, type StoredSite } from '../../store/sites/sites';
import { getCompanyId } from '../../store/tenants/tenants';
import { auditRow, resource, type Change, type ChangeParts } from '../change';
import { bill } from '../ledger';
import { siteNamed, siteOfFacility } from './find-sites';

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
 * Has a site researched that was not found; it is named as by `nameSite`. Billed, once however often it is asked for while
 * it runs.
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

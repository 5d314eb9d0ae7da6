import type { Environment } from '../../domain/projects/project';
import { findSite, type SiteTenant } from '../../store/sites/sites';
import { resource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';

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
 * Records that a research about a site, made elsewhere, has ended: the endpoints of who started it are told, whatever projects they picked, and
 * nobody else's (EVENT-46, EVENT-47). A repeat tells again: a research that is done anew ends anew.
 * @throws OperatorError when the company has no such site or member in the environment, or the address is none
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
    const told = {
      companyUid: company.uid,
      environment,
      siteUid: site.uid,
      starterUid: starter.userUid,
      url,
    };
    await tellResearchEnded(change, told);
  }
  await change.audit(resource('site', { uid: site.uid, companyUid: company.uid }));
}

/** What the delivery team sees of researches, and how they get one going again. */
import type { Environment } from '../../domain/projects/project';
import type { SourceAnswer } from '../../domain/research/research';
import { workflows } from '../../domain/workflows';
import {
  findListedResearch,
  listAnswers,
  listResearches,
  type ListedResearch,
} from '../../store/sites/researches';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { auditedCompany } from '../operators';

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
 * Gets a research going: a source that is waited for is asked again at once, and a workflow that somebody ended is started
 * anew, for the sources that are not done with.
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

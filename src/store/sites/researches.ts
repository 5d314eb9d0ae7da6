import type { Environment } from '../../domain/projects/project';
import type { SiteResearch, SourceAnswer } from '../../domain/research/research';
import type { Executor, Transaction } from '../database';
import { SiteResearchAnswerModel, SiteResearchModel } from '../models/site-research';
import { named } from '../named';
import type { SiteTenant } from './sites';
import { insert, selectList, valuesOf } from '../table';

const researches = `select ${selectList(SiteResearchModel, 'r')} from site_research r`;

// The company's row is locked first, so that of two callers at once only one can take the last free place, and one
// that asks for the same finds it.
const lockCompany = named<{ uid: string }, { companyUid: string }>(
  'select uid from company where uid = :companyUid for no key update',
);
const running = named<SiteResearch, SiteTenant>(`${researches}
  where r.company_uid = :companyUid and r.environment = :environment and r.ended_at is null`);

/** The researches of a company that run. Until the transaction ends, there can be fewer but no others. */
export async function lockRunningResearches(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
): Promise<SiteResearch[]> {
  await lockCompany.run(tx, { companyUid });
  return running.run(tx, { companyUid, environment });
}

const insertRow = named<never, SiteResearch>(insert(SiteResearchModel));

/** Stores a new research. */
export async function insertResearch(tx: Transaction, research: SiteResearch): Promise<void> {
  await insertRow.run(tx, valuesOf(SiteResearchModel, research));
}

const byUid = named<SiteResearch, { uid: string }>(`${researches} where r.uid = :uid`);

/** The research of this id, whoever has it. */
export async function findResearch(executor: Executor, uid: string): Promise<SiteResearch | undefined> {
  return (await byUid.run(executor, { uid }))[0];
}

const markEnded = named<SiteResearch, { uid: string; at: Date }>(`
  update site_research r set ended_at = :at where r.uid = :uid and r.ended_at is null
  returning ${selectList(SiteResearchModel, 'r')}`);

/** Notes that a research has ended. @returns it, or `undefined` where it had ended before */
export async function endResearchRow(
  tx: Transaction,
  uid: string,
  at: Date,
): Promise<SiteResearch | undefined> {
  return (await markEnded.run(tx, { uid, at }))[0];
}

// The row is held: what has ended gets no answer any more.
const insertAnswerRow = named<never, SourceAnswer>(
  insert(SiteResearchAnswerModel, {
    from: 'site_research r where r.uid = :researchUid and r.ended_at is null for share of r',
    onConflict: 'on conflict do nothing',
  }),
);

/** Stores what became of a source, once: what was stored before stands, and a research that has ended stays as it is. */
export async function insertAnswer(tx: Transaction, answer: SourceAnswer): Promise<void> {
  await insertAnswerRow.run(tx, valuesOf(SiteResearchAnswerModel, answer));
}

const answersOf = named<SourceAnswer, { researchUid: string }>(`
  select ${selectList(SiteResearchAnswerModel, 'a')} from site_research_answer a
  where a.research_uid = :researchUid order by a.answered_at, a.source`);

/** What became of each source so far, in the order in which they were asked. */
export async function listAnswers(executor: Executor, researchUid: string): Promise<SourceAnswer[]> {
  return answersOf.run(executor, { researchUid });
}

/** A research as operators list it. */
export interface ListedResearch extends SiteResearch {
  readonly companyId: string;
  readonly startedByEmail: string;
  readonly siteName: string;
}

interface ListParams {
  readonly companyUid: string | null;
  readonly environment: Environment;
  readonly isRunning: boolean;
  readonly afterUid: string | null;
  readonly limit: number;
}

const listed = `select ${selectList(SiteResearchModel, 'r')}, c.id as "companyId", u.email as "startedByEmail",
    s.name as "siteName"
  from site_research r join company c on c.uid = r.company_uid join app_user u on u.uid = r.started_by_uid
    join site s on s.uid = r.site_uid`;
const page = named<ListedResearch, ListParams>(`${listed}
  where r.environment = :environment and (:companyUid::uuid is null or r.company_uid = :companyUid::uuid)
    and (not :isRunning::boolean or r.ended_at is null)
    and (:afterUid::uuid is null or (r.started_at, r.uid) <
      (select a.started_at, a.uid from site_research a where a.uid = :afterUid::uuid))
  order by r.started_at desc, r.uid desc limit :limit`);

/** Which researches an operator lists. */
export interface ResearchFilter {
  readonly companyUid: string | undefined;
  readonly environment: Environment;
  /** Only those that run. */
  readonly isRunning: boolean;
  /** The research after which it begins. */
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Researches of all companies in an environment, newest first; for operators. */
export async function listResearches(
  executor: Executor,
  { companyUid, environment, isRunning, afterUid, limit }: ResearchFilter,
): Promise<ListedResearch[]> {
  const params = {
    companyUid: companyUid ?? null,
    environment,
    isRunning,
    afterUid: afterUid ?? null,
    limit,
  };
  return page.run(executor, params);
}

const anyByUid = named<ListedResearch, { uid: string }>(`${listed} where r.uid = :uid`);

/** The research of this id with the names that an operator reads, whoever has it. */
export async function findListedResearch(
  executor: Executor,
  uid: string,
): Promise<ListedResearch | undefined> {
  return (await anyByUid.run(executor, { uid }))[0];
}

// Objection: researches by key and plain lists. SQL text: an answer is stored only while its research runs,
// in one statement.
import type { Environment } from '../../domain/projects/project';
import type { SiteResearch, SourceAnswer } from '../../domain/research/research';
import type { Executor, Transaction } from '../database';
import { SiteResearchAnswerModel, SiteResearchModel } from '../models/site-research';
import { CompanyModel } from '../models/tenants';
import { named } from '../named';
import type { SiteTenant } from './sites';
import { columnsOf, insert, valuesOf } from '../table';

/** The researches of a company that run. Until the transaction ends, there can be fewer but no others. */
export async function lockRunningResearches(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
): Promise<SiteResearch[]> {
  // Locked first, so that of two callers at once only one can take the last free place, and one that asks for
  // the same finds it.
  await CompanyModel.query(tx).select('uid').findById(companyUid).forNoKeyUpdate();
  return SiteResearchModel.query(tx).where({ company_uid: companyUid, environment }).whereNull('ended_at');
}

/** Stores a new research. */
export async function insertResearch(tx: Transaction, research: SiteResearch): Promise<void> {
  await SiteResearchModel.query(tx).insert(valuesOf(SiteResearchModel, research));
}

/** The research of this id, whoever has it. */
export async function findResearch(executor: Executor, uid: string): Promise<SiteResearch | undefined> {
  return SiteResearchModel.query(executor).findById(uid);
}

/** Notes that a research has ended. @returns it, or `undefined` where it had ended before */
export async function endResearchRow(
  tx: Transaction,
  uid: string,
  at: Date,
): Promise<SiteResearch | undefined> {
  return SiteResearchModel.query(tx)
    .findById(uid)
    .whereNull('ended_at')
    .patch({ endedAt: at })
    .returning('*')
    .castTo<SiteResearch | undefined>();
}

// The row is held: what has ended gets no answer any more.
const insertAnswerRow = named<never, SourceAnswer>(
  insert(SiteResearchAnswerModel, {
    from: 'site_research r where r.uid = :researchUid and r.ended_at is null for share of r',
    onConflict: 'on conflict do nothing',
  }),
);

/**
 * Stores what became of a source, once: what was stored before stands, and a research that has ended stays as
 * it is.
 */
export async function insertAnswer(tx: Transaction, answer: SourceAnswer): Promise<void> {
  await insertAnswerRow.run(tx, valuesOf(SiteResearchAnswerModel, answer));
}

/** What became of each source so far, in the order in which they were asked. */
export async function listAnswers(executor: Executor, researchUid: string): Promise<SourceAnswer[]> {
  return SiteResearchAnswerModel.query(executor)
    .where({ research_uid: researchUid })
    .orderBy(['answered_at', 'source']);
}

/** A research as operators list it. */
export interface ListedResearch extends SiteResearch {
  readonly companyId: string;
  readonly startedByEmail: string;
  readonly siteName: string;
}

function listed(executor: Executor) {
  return SiteResearchModel.query(executor).select(
    columnsOf(SiteResearchModel),
    SiteResearchModel.relatedQuery('company').select('id').as('company_id'),
    SiteResearchModel.relatedQuery('startedBy').select('email').as('started_by_email'),
    SiteResearchModel.relatedQuery('site').select('name').as('site_name'),
  );
}

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
  const page = listed(executor).where({ environment });
  if (companyUid !== undefined) page.where({ company_uid: companyUid });
  if (isRunning) page.whereNull('ended_at');
  if (afterUid !== undefined)
    page.whereRaw('(started_at, uid) < (select a.started_at, a.uid from site_research a where a.uid = ?)', [
      afterUid,
    ]);
  return page
    .orderBy([
      { column: 'started_at', order: 'desc' },
      { column: 'uid', order: 'desc' },
    ])
    .limit(limit)
    .castTo<ListedResearch[]>();
}

/** The research of this id with the names that an operator reads, whoever has it. */
export async function findListedResearch(
  executor: Executor,
  uid: string,
): Promise<ListedResearch | undefined> {
  return listed(executor).findById(uid).castTo<ListedResearch | undefined>();
}

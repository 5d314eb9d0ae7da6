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

/**
 * Locks the running researches of a company. Until the transaction ends, there can be fewer but no others.
 */
export async function lockRunningResearches(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
): Promise<SiteResearch[]> {
  // Locked first, so that only one of two concurrent callers can take the last free slot, and one that
  // requests the same research finds it.
  await CompanyModel.query(tx).select('uid').findById(companyUid).forNoKeyUpdate();
  return SiteResearchModel.query(tx).where({ company_uid: companyUid, environment }).whereNull('ended_at');
}

/** Stores a new research. */
export async function insertResearch(tx: Transaction, research: SiteResearch): Promise<void> {
  await SiteResearchModel.query(tx).insert(valuesOf(SiteResearchModel, research));
}

/** Returns the research with this id, of any company. */
export async function findResearch(executor: Executor, uid: string): Promise<SiteResearch | undefined> {
  return SiteResearchModel.query(executor).findById(uid);
}

/** Records that a research run ended. @returns it, or `undefined` if it had already ended */
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

// The row is locked, so that a finished research gets no more answers.
const insertAnswerRow = named<never, SourceAnswer>(
  insert(SiteResearchAnswerModel, {
    from: 'site_research r where r.uid = :researchUid and r.ended_at is null for share of r',
    onConflict: 'on conflict do nothing',
  }),
);

/** Stores the result of a source, once: an earlier result stays, and a finished research isn't changed. */
export async function insertAnswer(tx: Transaction, answer: SourceAnswer): Promise<void> {
  await insertAnswerRow.run(tx, valuesOf(SiteResearchAnswerModel, answer));
}

/** Lists the results so far, in the order in which the sources were asked. */
export async function listAnswers(executor: Executor, researchUid: string): Promise<SourceAnswer[]> {
  return SiteResearchAnswerModel.query(executor)
    .where({ research_uid: researchUid })
    .orderBy(['answered_at', 'source']);
}

/** A research run in an operator's list. */
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

/** The filter of an operator's list of researches. */
export interface ResearchFilter {
  readonly companyUid: string | undefined;
  readonly environment: Environment;
  /** Only running ones. */
  readonly isRunning: boolean;
  /** The research after which the list starts. */
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Lists researches of all companies in an environment, newest first; for operators. */
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

/** Returns the research with this id with names for operators, of any company. */
export async function findListedResearch(
  executor: Executor,
  uid: string,
): Promise<ListedResearch | undefined> {
  return listed(executor).findById(uid).castTo<ListedResearch | undefined>();
}

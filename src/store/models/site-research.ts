import type { RelationMappings } from 'objection';
import type { SiteResearch, SourceAnswer } from '../../domain/research/research';
import { fixed, type Columns } from '../columns';
import { belongsTo, rows } from './base';
import { SiteModel } from './site';
import { CompanyModel, UserModel } from './tenants';

/** A research run about a site. */
export class SiteResearchModel extends rows<SiteResearch>() {
  static override tableName = 'site_research';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    environment: fixed('text'),
    siteUid: fixed('uuid'),
    startedByUid: fixed('uuid'),
    startedAt: fixed('timestamptz'),
    endedAt: 'timestamptz | null',
  } satisfies Columns<SiteResearch>;
  static override relationMappings = (): RelationMappings => ({
    company: belongsTo(CompanyModel, 'site_research.company_uid'),
    startedBy: belongsTo(UserModel, 'site_research.started_by_uid'),
    site: belongsTo(SiteModel, 'site_research.site_uid'),
  });
  declare readonly company?: CompanyModel;
  declare readonly startedBy?: UserModel;
  declare readonly site?: SiteModel;
}

/** The result of one source of a research run; never changed. */
export class SiteResearchAnswerModel extends rows<SourceAnswer>() {
  static override tableName = 'site_research_answer';
  static override idColumn = ['research_uid', 'source'];
  static override readonly columns = {
    researchUid: fixed('uuid'),
    source: fixed('text'),
    outcome: fixed('text'),
    findings: fixed('jsonb'),
    answeredAt: fixed('timestamptz'),
  } satisfies Columns<SourceAnswer>;
}

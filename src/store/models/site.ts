import type { RelationMappings } from 'objection';
import type { Site, SiteStanding } from '../../domain/clinical/site';
import type { Environment } from '../../domain/projects/project';
import { fixed, hex, type Columns } from '../columns';
import { belongsTo, rows } from './base';
import type { Stored } from './clinical';
import { CompanyModel } from './tenants';

/** A site of a company and environment, as named or as in the directory. */
export interface SiteRow extends Stored<Site> {
  readonly uid: string;
  readonly companyUid: string;
  readonly environment: Environment;
  /** The hash of the natural key as named, in hex; `null` for a row created from the directory. */
  readonly keyHash: string | null;
  /** The hash of the normalized name and address, in hex; `null` if an NPI identifies the site. */
  readonly matchHash: string | null;
  readonly standing: SiteStanding;
  /** The site of the same tenant that replaces this one; only if it is linked or merged. */
  readonly standsForUid: string | null;
  /** The facility of the directory that it is. */
  readonly directorySiteUid: string | null;
  readonly createdAt: Date;
}

/** A facility as a tenant knows it. */
export class SiteModel extends rows<SiteRow>() {
  static override tableName = 'site';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    environment: fixed('text'),
    keyHash: fixed(hex('bytea | null')),
    matchHash: fixed(hex('bytea | null')),
    standing: 'text',
    standsForUid: 'uuid | null',
    directorySiteUid: fixed('uuid | null'),
    name: 'text',
    systemName: 'text | null',
    npi: 'text | null',
    addressLine1: 'text',
    addressLine2: 'text | null',
    city: 'text',
    state: 'text',
    zip: 'text',
    phone: 'text | null',
    fax: 'text | null',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<SiteRow>;
  static override relationMappings = (): RelationMappings => ({
    company: belongsTo(CompanyModel, 'site.company_uid'),
  });
  declare readonly company?: CompanyModel;
}

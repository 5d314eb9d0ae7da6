import { fixed, hex, type Columns } from '../columns';
import { rows } from './base';

/** A location of an organization, as in a file of the directory. */
export interface StagedFacility {
  readonly npi: string;
  /** Empty for the main practice location; otherwise what identifies a secondary one. */
  readonly place: string;
  readonly isSynthetic: boolean;
  readonly name: string;
  readonly matchName: string;
  readonly systemName: string | null;
  readonly addressLine1: string;
  readonly matchLine: string;
  readonly addressLine2: string | null;
  readonly city: string;
  readonly matchCity: string;
  readonly state: string;
  readonly zip: string;
  readonly zip5: string;
  readonly phone: string | null;
  readonly fax: string | null;
  readonly updatedOn: string | null;
}

/** A facility of the directory. */
export interface DirectorySiteRow extends StagedFacility {
  readonly uid: string;
  readonly deactivatedOn: string | null;
}

const ofFacility = {
  npi: fixed('text'),
  place: fixed('text'),
  isSynthetic: 'boolean',
  name: 'text',
  matchName: 'text',
  systemName: 'text | null',
  addressLine1: 'text',
  matchLine: 'text',
  addressLine2: 'text | null',
  city: 'text',
  matchCity: 'text',
  state: 'text',
  zip: 'text',
  zip5: 'text',
  phone: 'text | null',
  fax: 'text | null',
  updatedOn: 'date | null',
} as const satisfies Columns<StagedFacility>;

/** A facility of the directory. */
export class DirectorySiteModel extends rows<DirectorySiteRow>() {
  static override tableName = 'directory_site';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    ...ofFacility,
    deactivatedOn: 'date | null',
  } satisfies Columns<DirectorySiteRow>;
}

/** A facility to be merged into the directory. */
export class DirectoryStagingModel extends rows<StagedFacility>() {
  static override tableName = 'directory_staging';
  static override idColumn = ['npi', 'place'];
  static override readonly columns = ofFacility satisfies Columns<StagedFacility>;
}

/** Another name of an organization. */
export interface DirectoryNameRow {
  readonly npi: string;
  readonly matchName: string;
  readonly name: string;
}

/** Another name of an organization: a trade name or a former name. */
export class DirectoryNameModel extends rows<DirectoryNameRow>() {
  static override tableName = 'directory_name';
  static override idColumn = ['npi', 'match_name'];
  static override readonly columns = {
    npi: fixed('text'),
    matchName: fixed('text'),
    name: 'text',
  } satisfies Columns<DirectoryNameRow>;
}

/** An electronic address of an organization. */
export interface DirectoryEndpointRow {
  readonly npi: string;
  /** The hash of kind and address, in hex. */
  readonly keyHash: string;
  /** As in NPPES: `DIRECT`, `FHIR`, `CONNECT` … */
  readonly kind: string;
  readonly address: string;
  readonly use: string | null;
  readonly content: string | null;
}

export class DirectoryEndpointModel extends rows<DirectoryEndpointRow>() {
  static override tableName = 'directory_endpoint';
  static override idColumn = ['npi', 'key_hash'];
  static override readonly columns = {
    npi: fixed('text'),
    keyHash: fixed(hex('bytea')),
    kind: 'text',
    address: 'text',
    use: 'text | null',
    content: 'text | null',
  } satisfies Columns<DirectoryEndpointRow>;
}

/** The kinds of content of an organization whose files have no dates. */
export type DirectoryListingKind = 'location' | 'name' | 'endpoint';

/** How new the other locations, names, or endpoints of an organization are. */
export interface DirectoryListingRow {
  readonly npi: string;
  readonly kind: DirectoryListingKind;
  /** The date of the newest file that listed them; null if it has none. */
  readonly listedOn: string | null;
  /** The import of that file; null for one from before this was kept. */
  readonly importUid: string | null;
}

/** How new the other locations, names, or endpoints of an organization are. */
export class DirectoryListingModel extends rows<DirectoryListingRow>() {
  static override tableName = 'directory_listing';
  static override idColumn = ['npi', 'kind'];
  static override readonly columns = {
    npi: fixed('text'),
    kind: fixed('text'),
    listedOn: 'date | null',
    importUid: 'uuid | null',
  } satisfies Columns<DirectoryListingRow>;
}

/** An NPI that was deactivated before the directory had it. */
export interface DirectoryDeactivationRow {
  readonly npi: string;
  readonly deactivatedOn: string;
}

/** An NPI that was deactivated before the directory had it. */
export class DirectoryDeactivationModel extends rows<DirectoryDeactivationRow>() {
  static override tableName = 'directory_deactivation';
  static override idColumn = 'npi';
  static override readonly columns = {
    npi: fixed('text'),
    deactivatedOn: 'date',
  } satisfies Columns<DirectoryDeactivationRow>;
}

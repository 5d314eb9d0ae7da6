import type { ProjectPurpose } from '../../domain/projects/project';
import type { PurposeCode, RequestBasis } from '../../domain/purposes/purpose-of-use';
import type { RecordRequestKind } from '../../domain/record-requests/record-request';
import type { SearchKind } from '../../domain/searches/search';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A disclosure of a patient's details to an outside party. */
export interface Disclosure {
  readonly uid: string;
  readonly companyUid: string;
  readonly patientUid: string;
  /** The partner or channel, by its name in the configuration; `operator` for a manual request. */
  readonly recipient: string;
  /**
   * The requested site, with its name and address at the time; `null` for a search, whose recipient is its
   * partner.
   */
  readonly facility: string | null;
  readonly asked: SearchKind | RecordRequestKind;
  /** The run of the search, or the record request. */
  readonly subjectUid: string;
  readonly purpose: ProjectPurpose;
  readonly purposeCode: PurposeCode;
  readonly basis: RequestBasis;
  /** The authorization on file; `null` if there was none. */
  readonly documentEtag: string | null;
  readonly disclosedAt: Date;
}

/** A disclosure; never changed. */
export class DisclosureModel extends rows<Disclosure>() {
  static override tableName = 'disclosure';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    patientUid: fixed('uuid'),
    recipient: fixed('text'),
    facility: fixed('text | null'),
    asked: fixed('text'),
    subjectUid: fixed('uuid'),
    purpose: fixed('text'),
    purposeCode: fixed('text'),
    basis: fixed('text'),
    documentEtag: fixed('text | null'),
    disclosedAt: fixed('timestamptz'),
  } satisfies Columns<Disclosure>;
}

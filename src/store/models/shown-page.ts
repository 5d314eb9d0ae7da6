import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A page of one version of an authorization that a session at the desk was shown. */
export interface ShownPage {
  readonly sessionUid: string;
  readonly patientUid: string;
  /** The version of the document. */
  readonly etag: string;
  /** From 1; 0 for a document that can't be displayed at all. */
  readonly page: number;
  /** False if the page couldn't be drawn. */
  readonly isShown: boolean;
  readonly shownAt: Date;
}

/** A page of an authorization that a session at the desk was shown. */
export class ShownPageModel extends rows<ShownPage>() {
  static override tableName = 'shown_page';
  static override idColumn = ['session_uid', 'patient_uid', 'etag', 'page'];
  static override readonly columns = {
    sessionUid: fixed('uuid'),
    patientUid: fixed('uuid'),
    etag: fixed('text'),
    page: fixed('integer'),
    isShown: 'boolean',
    shownAt: 'timestamptz',
  } satisfies Columns<ShownPage>;
}

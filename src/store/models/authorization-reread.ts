import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** An approved authorization that was read again with a newer reader. */
export interface AuthorizationRereadRow {
  readonly patientUid: string;
  readonly etag: string;
  readonly engineVersion: string;
  readonly startedAt: Date;
  readonly decidedAt: Date | null;
}

/** The approved authorizations that were read again. */
export class AuthorizationRereadModel extends rows<AuthorizationRereadRow>() {
  static override tableName = 'authorization_reread';
  static override idColumn = 'patient_uid';
  static override readonly columns = {
    patientUid: fixed('uuid'),
    etag: 'text',
    engineVersion: 'text',
    startedAt: 'timestamptz',
    decidedAt: 'timestamptz | null',
  } satisfies Columns<AuthorizationRereadRow>;
}

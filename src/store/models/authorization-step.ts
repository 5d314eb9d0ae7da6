import type { AuthorizationStep } from '../../domain/authorizations/authorization-history';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** What happened to an upload of a patient's authorization. */
export class AuthorizationStepModel extends rows<AuthorizationStep>() {
  static override tableName = 'authorization_step';
  static override idColumn = ['patient_uid', 'upload', 'step'];
  static override readonly columns = {
    patientUid: fixed('uuid'),
    upload: fixed('integer'),
    step: fixed('integer'),
    kind: fixed('text'),
    at: fixed('timestamptz'),
    etag: fixed('text | null'),
    actor: fixed('jsonb | null'),
    status: fixed('text | null'),
    reason: fixed('text | null'),
    failed: fixed('jsonb | null'),
    day: fixed('date | null'),
  } satisfies Columns<AuthorizationStep>;
}

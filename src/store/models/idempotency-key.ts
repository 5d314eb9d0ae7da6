import type { Environment } from '../../domain/projects/project';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A claim of a key, with the answer once it is given. */
export interface IdempotencyKeyRow {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly key: string;
  readonly requestHash: Buffer;
  readonly claimedAt: Date;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: Buffer | null;
}

/** A key that makes a request safe to repeat. */
export class IdempotencyKeyModel extends rows<IdempotencyKeyRow>() {
  static override tableName = 'idempotency_key';
  static override idColumn = ['company_uid', 'environment', 'key'];
  static override readonly columns = {
    companyUid: fixed('uuid'),
    environment: fixed('text'),
    key: fixed('text'),
    requestHash: 'bytea',
    claimedAt: 'timestamptz',
    responseStatus: 'integer | null',
    responseHeaders: 'jsonb | null',
    responseBody: 'bytea | null',
  } satisfies Columns<IdempotencyKeyRow>;
}

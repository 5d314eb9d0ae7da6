import type { Environment } from '../../domain/projects/project';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A member's claim of a key, and what the request created once it is done. */
export interface IdempotencyClaimRow {
  readonly membershipUid: string;
  readonly environment: Environment;
  readonly key: string;
  readonly requestHash: Buffer;
  readonly claimedAt: Date;
  readonly resourceUids: readonly string[] | null;
}

/** A key that makes a request safe to repeat. */
export class IdempotencyClaimModel extends rows<IdempotencyClaimRow>() {
  static override tableName = 'idempotency_claim';
  static override idColumn = ['membership_uid', 'environment', 'key'];
  static override readonly columns = {
    membershipUid: fixed('uuid'),
    environment: fixed('text'),
    key: fixed('text'),
    requestHash: 'bytea',
    claimedAt: 'timestamptz',
    resourceUids: 'uuid[] | null',
  } satisfies Columns<IdempotencyClaimRow>;
}

import type { Environment } from '../../domain/projects/project';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A member's choice to get an e-mail when a fee waits for approval. */
export interface FeeMailChoice {
  readonly membershipUid: string;
  readonly environment: Environment;
  readonly createdAt: Date;
}

/** A member's choice to get an e-mail when a fee waits for approval. */
export class FeeMailChoiceModel extends rows<FeeMailChoice>() {
  static override tableName = 'fee_mail_choice';
  static override idColumn = ['membership_uid', 'environment'];
  static override readonly columns = {
    membershipUid: fixed('uuid'),
    environment: fixed('text'),
    createdAt: fixed('timestamptz'),
  } satisfies Columns<FeeMailChoice>;
}

/** An e-mail to a member about a fee. */
export interface FeeNotice {
  readonly uid: string;
  readonly membershipUid: string;
  readonly feeUid: string;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

/** An e-mail to a member about a fee. */
export class FeeNoticeModel extends rows<FeeNotice>() {
  static override tableName = 'fee_notice';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    membershipUid: fixed('uuid'),
    feeUid: fixed('uuid'),
    createdAt: fixed('timestamptz'),
    sentAt: 'timestamptz | null',
  } satisfies Columns<FeeNotice>;
}

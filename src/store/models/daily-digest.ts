import type { Environment } from '../../domain/projects/project';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A member's choice to get a daily digest by e-mail. */
export interface DailyDigest {
  readonly uid: string;
  readonly membershipUid: string;
  readonly environment: Environment;
  /** The id of the next e-mail: one that is sent again keeps it. */
  readonly mailUid: string;
  /** The day of the last digest, in the time zone of the company; `null` for none. */
  readonly sentOn: string | null;
  /** The next digest tells what came after this instant. */
  readonly toldUntil: Date;
  readonly createdAt: Date;
}

/** A member's choice to get a daily digest by e-mail. */
export class DailyDigestModel extends rows<DailyDigest>() {
  static override tableName = 'daily_digest';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    membershipUid: fixed('uuid'),
    environment: fixed('text'),
    mailUid: 'uuid',
    sentOn: 'date | null',
    toldUntil: 'timestamptz',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<DailyDigest>;
}

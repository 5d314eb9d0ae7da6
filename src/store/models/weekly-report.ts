import type { Environment } from '../../domain/projects/project';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A member's choice to get a weekly report by e-mail. */
export interface WeeklyReport {
  readonly uid: string;
  readonly membershipUid: string;
  readonly environment: Environment;
  /** The id of the next e-mail: one that is sent again keeps it. */
  readonly mailUid: string;
  /** The Monday of the last report, in the time zone of the company; `null` for none. */
  readonly sentOn: string | null;
  readonly createdAt: Date;
}

/** A member's choice to get a weekly report by e-mail. */
export class WeeklyReportModel extends rows<WeeklyReport>() {
  static override tableName = 'weekly_report';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    membershipUid: fixed('uuid'),
    environment: fixed('text'),
    mailUid: 'uuid',
    sentOn: 'date | null',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<WeeklyReport>;
}

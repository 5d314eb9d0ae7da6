import type { ChartVerdict, OtherPerson } from '../../domain/record-requests/chart-identity';
import type { Actor } from '../../domain/actor';
import type { RecordRequestStatus } from '../../domain/record-requests/record-request';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** How a returned file compares with the patient. */
export interface ChartCheck {
  readonly fileUid: string;
  readonly verdict: ChartVerdict;
  /** Whom it names instead; without names and birth dates once it is released. */
  readonly others: readonly OtherPerson[];
  readonly readAt: Date;
  /** When an operator released a file that names another person. */
  readonly releasedAt: Date | null;
}

export class ChartCheckModel extends rows<ChartCheck>() {
  static override tableName = 'chart_check';
  static override idColumn = 'file_uid';
  static override readonly columns = {
    fileUid: fixed('uuid'),
    verdict: 'text',
    others: 'jsonb',
    readAt: 'timestamptz',
    releasedAt: 'timestamptz | null',
  } satisfies Columns<ChartCheck>;
}

/** The status of a request that takes effect once its files are checked. */
export interface ReturnedAnswer {
  readonly recordRequestUid: string;
  /** The request's number of moves; after another one the answer is void. */
  readonly sequence: number;
  readonly status: RecordRequestStatus;
  /** Shown to the customer. */
  readonly reason: string | null;
  readonly actor: Actor;
  readonly createdAt: Date;
}

export class ReturnedAnswerModel extends rows<ReturnedAnswer>() {
  static override tableName = 'returned_answer';
  static override idColumn = 'record_request_uid';
  static override readonly columns = {
    recordRequestUid: fixed('uuid'),
    sequence: 'integer',
    status: 'text',
    reason: 'text | null',
    actor: 'jsonb',
    createdAt: 'timestamptz',
  } satisfies Columns<ReturnedAnswer>;
}

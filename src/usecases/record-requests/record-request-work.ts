import type { Partners } from '../../partners/partners';
import type { FileParts } from '../change';
import type { RecordRequestProgress } from './read-standing';

/** What record requests are worked with beside the database. */
export type WorkParts = FileParts & { readonly partners: Partners };

/** Where a request stands, and how often it had been moved when it was looked at. */
export interface SentRecordRequest {
  readonly progress: RecordRequestProgress;
  readonly sequence: number;
}

/** A request that its facility is to be asked for again. */
export interface AskedAgain {
  readonly progress: RecordRequestProgress;
  readonly askAgainAfterMs: number;
}

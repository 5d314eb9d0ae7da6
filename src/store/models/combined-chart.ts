import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** What a combined chart was made from; the chart itself is a file. */
export interface CombinedChartRow {
  readonly fileUid: string;
  /** Fingerprint of the deliverables that it was made from. */
  readonly madeFrom: string;
  readonly pages: number;
}

/** What a combined chart was made from. */
export class CombinedChartModel extends rows<CombinedChartRow>() {
  static override tableName = 'combined_chart';
  static override idColumn = 'file_uid';
  static override readonly columns = {
    fileUid: fixed('uuid'),
    madeFrom: fixed('text'),
    pages: fixed('integer'),
  } satisfies Columns<CombinedChartRow>;
}

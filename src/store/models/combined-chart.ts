import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** The source of a combined chart; the chart itself is a file. */
export interface CombinedChartRow {
  readonly fileUid: string;
  /** Fingerprint of its deliverables. */
  readonly madeFrom: string;
  readonly pages: number;
}

export class CombinedChartModel extends rows<CombinedChartRow>() {
  static override tableName = 'combined_chart';
  static override idColumn = 'file_uid';
  static override readonly columns = {
    fileUid: fixed('uuid'),
    madeFrom: fixed('text'),
    pages: fixed('integer'),
  } satisfies Columns<CombinedChartRow>;
}

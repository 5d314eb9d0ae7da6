import type { Columns } from '../columns';
import { rows } from './base';

/** Where a sweep of the object store continues. */
export interface SweepPositionRow {
  readonly sweep: string;
  /** The last checked key; `null` starts over. */
  readonly afterKey: string | null;
  readonly movedAt: Date;
}

export class SweepPositionModel extends rows<SweepPositionRow>() {
  static override tableName = 'sweep_position';
  static override idColumn = 'sweep';
  static override readonly columns = {
    sweep: 'text',
    afterKey: 'text | null',
    movedAt: 'timestamptz',
  } satisfies Columns<SweepPositionRow>;
}

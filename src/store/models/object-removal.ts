import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** An object that is to be removed from the store: nothing on record points at it any more. */
export interface ObjectRemovalRow {
  readonly storageKey: string;
  readonly dueAt: Date;
}

/** An object that is to be removed. */
export class ObjectRemovalModel extends rows<ObjectRemovalRow>() {
  static override tableName = 'object_removal';
  static override idColumn = ['storage_key', 'due_at'];
  static override readonly columns = {
    storageKey: fixed('text'),
    dueAt: fixed('timestamptz'),
  } satisfies Columns<ObjectRemovalRow>;
}

import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** An object to remove from the store, because no record refers to it anymore. */
export interface ObjectRemovalRow {
  readonly storageKey: string;
  readonly dueAt: Date;
}

export class ObjectRemovalModel extends rows<ObjectRemovalRow>() {
  static override tableName = 'object_removal';
  static override idColumn = ['storage_key', 'due_at'];
  static override readonly columns = {
    storageKey: fixed('text'),
    dueAt: fixed('timestamptz'),
  } satisfies Columns<ObjectRemovalRow>;
}

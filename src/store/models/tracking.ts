import type { Tracking } from '../../domain/tracking/tracking';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A user's choice about tracking a record. */
export class TrackingModel extends rows<Tracking>() {
  static override tableName = 'tracking';
  static override idColumn = ['user_uid', 'record_uid'];
  static override readonly columns = {
    userUid: fixed('uuid'),
    recordUid: fixed('uuid'),
    recordKind: fixed('text'),
    companyUid: fixed('uuid'),
    isTracked: 'boolean',
    updatedAt: 'timestamptz',
  } satisfies Columns<Tracking>;
}

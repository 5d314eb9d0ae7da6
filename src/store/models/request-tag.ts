import type { Environment } from '../../domain/projects/project';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A tag of a company. */
export interface RequestTag {
  readonly uid: string;
  readonly companyUid: string;
  readonly environment: Environment;
  readonly name: string;
  readonly key: string;
  readonly createdAt: Date;
}

/** A tag that record requests of a company have. */
export class RequestTagModel extends rows<RequestTag>() {
  static override tableName = 'request_tag';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    environment: fixed('text'),
    name: fixed('text'),
    key: fixed('text'),
    createdAt: fixed('timestamptz'),
  } satisfies Columns<RequestTag>;
}

/** That a record request has a tag. */
export interface RecordRequestTag {
  readonly recordRequestUid: string;
  readonly tagUid: string;
  readonly projectUid: string;
}

/** A tag of a record request. */
export class RecordRequestTagModel extends rows<RecordRequestTag>() {
  static override tableName = 'record_request_tag';
  static override idColumn = ['record_request_uid', 'tag_uid'];
  static override readonly columns = {
    recordRequestUid: fixed('uuid'),
    tagUid: fixed('uuid'),
    projectUid: fixed('uuid'),
  } satisfies Columns<RecordRequestTag>;
}

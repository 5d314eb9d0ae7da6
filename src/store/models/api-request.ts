import type { Environment } from '../../domain/projects/project';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A request to the API with an active key: no address, no body, and no id of a record. */
export interface ApiRequest {
  readonly uid: string;
  readonly occurredAt: Date;
  readonly companyUid: string;
  readonly environment: Environment;
  readonly keyUid: string;
  readonly method: string;
  /** The path's template; `null` for a path without an operation. */
  readonly path: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** The code of the error; `null` without one. */
  readonly problem: string | null;
  readonly requestId: string;
}

/** A row of the log of API requests; never changed. */
export class ApiRequestModel extends rows<ApiRequest>() {
  static override tableName = 'api_request';
  static override idColumn = ['occurred_at', 'uid'];
  static override readonly columns = {
    uid: fixed('uuid'),
    occurredAt: fixed('timestamptz'),
    companyUid: fixed('uuid'),
    environment: fixed('text'),
    keyUid: fixed('uuid'),
    method: fixed('text'),
    path: fixed('text | null'),
    status: fixed('integer'),
    durationMs: fixed('integer'),
    problem: fixed('text | null'),
    requestId: fixed('text'),
  } satisfies Columns<ApiRequest>;
}

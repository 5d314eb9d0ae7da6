/** How many record requests got their result since an instant. */
import type { ProjectScope } from '../../domain/projects/project';
import { countedMax } from '../../domain/record-requests/request-list';
import type { RecordRequestStatus } from '../../domain/record-requests/record-request';
import type { Executor } from '../database';
import { plannedEachTime } from '../named';
import { isVisible, scopeParams } from '../tenants/projects';

interface Params extends ProjectScope {
  readonly statuses: readonly RecordRequestStatus[];
  readonly since: Date;
}

// The first condition on the time leaves few requests, whose current step says when they moved.
const count = plannedEachTime<{ total: number }, Params>(`
  select count(*)::int as total from (
    select 1 from project j join record_request r on r.project_uid = j.uid
    where ${isVisible('j')} and r.status = any(:statuses::text[]) and r.updated_at > :since
      and exists (select from record_request_step s
        where s.record_request_uid = r.uid and s.sequence = r.sequence and s.created_at > :since)
    limit ${countedMax + 1}
  ) counted
`);

/**
 * Counts the requests that a scope sees and that got one of these statuses after an instant, up to
 * `countedMax` plus one.
 */
export async function countMovedSince(
  executor: Executor,
  scope: ProjectScope,
  statuses: readonly RecordRequestStatus[],
  since: Date,
): Promise<number> {
  const [row] = await count.run(executor, { ...scopeParams(scope), statuses, since });
  return row?.total ?? 0;
}

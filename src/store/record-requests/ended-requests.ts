/** How many record requests got their result in a period. */
import type { ProjectScope } from '../../domain/projects/project';
import { countedMax } from '../../domain/record-requests/request-list';
import type { RecordRequestStatus } from '../../domain/record-requests/record-request';
import type { Executor } from '../database';
import { plannedEachTime } from '../named';
import { isVisible, scopeParams } from '../tenants/projects';

interface Params extends ProjectScope {
  readonly statuses: readonly RecordRequestStatus[];
  readonly after: Date;
  readonly until: Date;
}

// The first condition on the time leaves few requests, whose current step says when they moved.
const count = plannedEachTime<{ total: number }, Params>(`
  select count(*)::int as total from (
    select 1 from project j join record_request r on r.project_uid = j.uid
    where ${isVisible('j')} and r.status = any(:statuses::text[]) and r.updated_at > :after
      and exists (select from record_request_step s
        where s.record_request_uid = r.uid and s.sequence = r.sequence and s.created_at > :after
          and s.created_at <= :until)
    limit ${countedMax + 1}
  ) counted
`);

/**
 * Counts the requests that a scope sees and that got one of these statuses in a period, its start excluded,
 * up to `countedMax` plus one.
 */
export async function countMovedIn(
  executor: Executor,
  scope: ProjectScope,
  statuses: readonly RecordRequestStatus[],
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<number> {
  const [row] = await count.run(executor, { ...scopeParams(scope), statuses, after, until });
  return row?.total ?? 0;
}

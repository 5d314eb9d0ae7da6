// SQL text: the newest answered requests of several facilities are read from their index at once.
import type { ProjectScope } from '../../domain/projects/project';
import {
  answeredStatuses,
  turnaroundDays,
  turnaroundMin,
  turnaroundNewest,
  type Turnaround,
} from '../../domain/record-requests/turnaround';
import type { Executor } from '../database';
import { plannedEachTime } from '../named';
import { isVisible, scopeParams } from '../tenants/projects';
import { inStatuses } from './request-turns';

interface TurnaroundRow extends Turnaround {
  readonly siteUid: string;
}

type Params = ProjectScope & { readonly siteUids: readonly string[]; readonly now: Date };

/**
 * The statement, for the test of its plan. A request counts from when it was first sent: one that was
 * answered without being sent doesn't.
 */
export const turnaroundStatement = plannedEachTime<TurnaroundRow, Params>(`
  select f.site_uid as "siteUid", count(*)::int as requests,
    percentile_disc(0.5) within group (order by q.days)::int as "medianDays"
  from unnest(:siteUids::uuid[]) f(site_uid) cross join lateral (
    select (t.answered_at at time zone c.time_zone)::date - (t.sent_at at time zone c.time_zone)::date as days
    from (
      select r.uid, r.sequence, r.company_uid from record_request r
      where r.site_uid = f.site_uid and r.status ${inStatuses(answeredStatuses)}
        and r.project_uid = any(array(select j.uid from project j where ${isVisible('j')}))
      order by r.created_at desc limit ${turnaroundNewest}
    ) r
    join company c on c.uid = r.company_uid
    cross join lateral (
      select min(s.created_at) filter (where s.status = 'Processing') as sent_at,
        max(s.created_at) filter (where s.sequence = r.sequence) as answered_at
      from record_request_step s where s.record_request_uid = r.uid
    ) t
    where t.sent_at is not null
      and t.answered_at > :now::timestamptz - interval '${turnaroundDays} days'
  ) q
  group by f.site_uid having count(*) >= ${turnaroundMin}
`);

/**
 * Returns the turnaround of facilities by their uid: of the requests that a scope sees, and no others. A
 * facility with too few isn't returned.
 */
export async function readTurnarounds(
  executor: Executor,
  scope: ProjectScope,
  siteUids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Turnaround>> {
  if (siteUids.length === 0) return new Map();
  const rows = await turnaroundStatement.run(executor, { ...scopeParams(scope), siteUids, now });
  return new Map(rows.map(({ siteUid, medianDays, requests }) => [siteUid, { medianDays, requests }]));
}

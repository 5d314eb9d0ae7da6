// SQL text: when requests were sent, and whose turn they are, by what the list says.
import type { AskedRequest } from '../../domain/record-requests/asked';
import { outreach } from '../../domain/record-requests/record-request';
import type { Executor } from '../database';
import { plannedEachTime } from '../named';
import { daysOutSql } from './listed-requests';
import { latestPacketJoin } from './record-requests';
import { timeParams, type ListTime, type TimeParams } from './request-list-filter';
import { whoActsSql } from './request-turns';

interface AskedRow extends AskedRequest {
  readonly uid: string;
}

const list = plannedEachTime<AskedRow, TimeParams & { readonly uids: readonly string[] }>(`
  select r.uid, (r.created_at at time zone c.time_zone)::date as "requestedOn",
    (select (max(s.created_at) at time zone c.time_zone)::date from record_request_step s
      where s.record_request_uid = r.uid and s.status = 'Processing') as "sentOn",
    case when r.channel = '${outreach}' then k.answer_by end as "answerBy",
    ${daysOutSql} as "daysOut", ${whoActsSql} as "whoActs"
  from record_request r
    join project j on j.uid = r.project_uid
    join company c on c.uid = r.company_uid
    join patient p on p.uid = r.patient_uid
    ${latestPacketJoin}
  where r.uid = any(:uids::uuid[])
`);

/** Returns when requests that the caller may see were made and sent, and whom each waits for, by uid. */
export async function readAsked(
  executor: Executor,
  uids: readonly string[],
  time: ListTime,
): Promise<ReadonlyMap<string, AskedRequest>> {
  if (uids.length === 0) return new Map();
  const rows = await list.run(executor, { ...timeParams(time), uids });
  return new Map(rows.map(({ uid, ...asked }) => [uid, asked]));
}

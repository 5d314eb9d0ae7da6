// SQL text: rows of all patients are counted, with the audit log of the time in which they were shown.
import type { WithdrawalReason } from '../../domain/clinical/withdrawal';
import type { Executor } from '../database';
import { named } from '../named';

/** The rows of a patient that were withdrawn at once, and who may have seen them. */
export interface WithdrawnOfPatient {
  readonly companyId: string;
  readonly projectId: string;
  readonly patientId: string;
  readonly patientUid: string;
  readonly reason: WithdrawalReason;
  readonly rows: number;
  readonly shownFrom: Date;
  readonly withdrawnAt: Date;
  /** Who looked at clinical data of the patient, project, or company meanwhile: name and event. */
  readonly seenBy: readonly string[];
}

/** Rows of a patient that were withdrawn at once. */
export type WithdrawnAtOnce = Pick<WithdrawnOfPatient, 'reason' | 'rows' | 'shownFrom' | 'withdrawnAt'>;

const ofPatient = named<WithdrawnAtOnce, { patientUid: string; limit: number }>(`
  select w.reason, count(*)::int as rows, min(w.created_at) as "shownFrom", w.withdrawn_at as "withdrawnAt"
  from withdrawn_row w where w.patient_uid = :patientUid
  group by w.reason, w.withdrawn_at order by w.withdrawn_at desc, w.reason limit :limit
`);

/** Lists the rows of a patient that were withdrawn and haven't returned, newest first. */
export async function listWithdrawnOf(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<WithdrawnAtOnce[]> {
  return ofPatient.run(executor, { patientUid, limit });
}

const report = named<WithdrawnOfPatient, { from: Date; until: Date; limit: number }>(`
  select c.id as "companyId", j.id as "projectId", p.id as "patientId", w.patient_uid as "patientUid",
    w.reason, w.rows, w.shown_from as "shownFrom", w.withdrawn_at as "withdrawnAt",
    array(select distinct coalesce(u.email, a.actor_name, a.actor_kind) || ': ' || a.event
      from audit_event a left join app_user u on u.uid = a.actor_uid
      where a.occurred_at >= w.shown_from and a.occurred_at <= w.withdrawn_at and a.outcome = 'success'
        and a.company_uid = p.company_uid and a.resource_uid in (p.uid, p.project_uid, p.company_uid)
        and (a.event like '%.browse' or a.event in ('site.list', 'patient.timeline'))
      order by 1) as "seenBy"
  from (
    select patient_uid, reason, withdrawn_at, count(*)::int as rows, min(created_at) as shown_from
    from withdrawn_row where withdrawn_at >= :from and withdrawn_at < :until
    group by patient_uid, reason, withdrawn_at
  ) w
  join patient p on p.uid = w.patient_uid
  join project j on j.uid = p.project_uid
  join company c on c.uid = p.company_uid
  order by w.withdrawn_at, w.patient_uid limit :limit
`);

/** Lists whose rows were withdrawn in a period and are still, oldest first, with who may have seen them. */
export async function listWithdrawn(
  executor: Executor,
  period: { readonly from: Date; readonly until: Date; readonly limit: number },
): Promise<WithdrawnOfPatient[]> {
  return report.run(executor, period);
}

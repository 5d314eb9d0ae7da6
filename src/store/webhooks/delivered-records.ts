// SQL text: one statement decides which records of deliveries a member sees.
import type { ProjectScope } from '../../domain/projects/project';
import type { Executor } from '../database';
import { named } from '../named';
import { isVisible, scopeParams } from '../tenants/projects';

/** The record that a delivery is about, as a page links to it. */
export interface DeliveredRecord {
  /** The record of the event: a patient, a record request, or a note. */
  readonly recordUid: string;
  readonly patientUid: string;
  /** The customer's own id of the patient. */
  readonly patientId: string;
  /** The record request that the event is about, also if it is about a note on it. */
  readonly recordRequestUid: string | null;
}

// Each kind of record is looked up by its key, so the log stays as fast as its page is short.
const find = named<DeliveredRecord, ProjectScope & { uids: readonly string[] }>(`
  select r.record_uid as "recordUid", r.patient_uid as "patientUid", p.id as "patientId",
    r.record_request_uid as "recordRequestUid"
  from (
    select uid as record_uid, uid as patient_uid, null::uuid as record_request_uid
      from patient where uid = any(:uids::uuid[])
    union all
    select uid, patient_uid, uid from record_request where uid = any(:uids::uuid[])
    union all
    select uid, patient_uid, record_request_uid from note where uid = any(:uids::uuid[])
  ) r
  join patient p on p.uid = r.patient_uid
  join project j on j.uid = p.project_uid
  where ${isVisible('j')}
`);

/** Returns the records among the given ones that a scope sees and that belong to a patient, in no order. */
export async function findDeliveredRecords(
  executor: Executor,
  scope: ProjectScope,
  uids: readonly string[],
): Promise<DeliveredRecord[]> {
  return find.run(executor, { ...scopeParams(scope), uids: [...new Set(uids)] });
}

import type { BenchServices } from './services';

// What differs between any two patients is left out; of the stored answer its size.
const written = `
  select
    (select to_jsonb(x) - array['uid', 'id', 'created_at', 'updated_at'] from patient x where x.uid = p.uid) as patient,
    (select jsonb_agg(to_jsonb(s) - array['patient_uid', 'updated_at'] order by s.kind) from patient_search s
      where s.patient_uid = p.uid) as searches,
    (select jsonb_agg(to_jsonb(e) - array['id', 'uid', 'patient_uid', 'record_uid', 'emitted_at', 'fanned_out_at'])
      from outbox_event e where e.record_uid = p.uid) as events,
    (select jsonb_agg(to_jsonb(a) - array['uid', 'occurred_at', 'resource_uid', 'request_id']) from audit_event a
      where a.resource_uid = p.uid) as audit,
    (select jsonb_agg(jsonb_build_array(i.environment, i.response_status, i.response_headers, length(i.response_body)))
      from idempotency_key i where i.response_body is not null
        and convert_from(i.response_body, 'UTF8')::jsonb #>> '{patient,id}' = p.id) as answers
  from patient p where p.id = $1`;

/** Every row that registering a patient has left, without what no two have in common. */
export async function writtenFor({ owner }: BenchServices, patientId: string): Promise<unknown> {
  const { rows } = await owner.query<Record<string, unknown>>(written, [patientId]);
  return rows;
}

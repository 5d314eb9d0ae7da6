/** Fills the pages: items in the operators' work queue, and the logs and lists of members. */
import { vacuumFilled } from '../world/population';
import type { BenchServices } from '../world/services';

/** One in this many patients has a document that needs review. */
const onePatientInReview = 20;

// All of them get the analysis of the one analyzed document, because the measured page shows it.
const insertReviews = `
  with waiting as (
    update patient set authorization_status = 'NeedsApproval',
      authorization_uploaded_at = now() - n * interval '1 minute'
    from (select uid as place_uid, row_number() over (order by uid) as n from patient) placed
    where uid = place_uid and n % $1 = 0
      and not exists (select from authorization_document d where d.patient_uid = uid)
    returning uid, company_uid, authorization_etag
  ), documents as (
    insert into authorization_document (uid, company_uid, owner_kind, patient_uid, storage_key, created_at)
    select uuidv7(), company_uid, 'patient', uid, 'bench/' || uid, now() from waiting
    returning uid, patient_uid
  )
  insert into auth_check (document_uid, run, status, etag, engine_version, extraction, verdicts,
    verdict_counts, suggested_status,
    started_at, read_at, judged_at)
  select d.uid, 1, k.status, w.authorization_etag, k.engine_version, k.extraction, k.verdicts,
    k.verdict_counts,
    k.suggested_status, now(), now(), now()
  from documents d join waiting w on w.uid = d.patient_uid, (select * from auth_check where status = 'judged'
    limit 1) k`;

// A fifth of the patients have three requests; two of ten requests wait for someone. Two thirds have a last
// contact, half a follow-up date, and a quarter a due date, so that each order of the list has both kinds.
const insertRequests = `
  with sites as (select uid, name, row_number() over (order by uid) - 1 as place, count(*) over () as sites
    from site where environment = 'production')
  insert into record_request (uid, company_uid, project_uid, patient_uid, site_uid, kind, status,
    submitted_site_name, last_contact_date, follow_up_date, due_date, created_at, updated_at)
  select uuidv7(), p.company_uid, p.project_uid, p.uid, s.uid, 'medicalRecord',
    (array['Completed', 'Completed', 'Completed', 'Completed', 'Partial', 'NoRecordFound', 'PatientNotFound',
      'Canceled',
      'Processing', 'NeedToReviewResults'])[1 + (p.n / 5 + v.n) % 10], s.name,
    case when (p.n / 5 + v.n) % 3 > 0 then (now() - p.n * interval '1 minute')::date + 3 end,
    case when (p.n / 5 + v.n) % 4 > 1 then (now() - p.n * interval '1 minute')::date + 30 end,
    case when (p.n / 5 + v.n) % 7 < 2 then (now() - p.n * interval '1 minute')::date + 60 end,
    now() - p.n * interval '1 minute', now()
  from (select *, row_number() over (order by uid) as n from patient) p
  join (select *, row_number() over (partition by patient_uid order by uid) as n from visit) v
    on v.patient_uid = p.uid
  join sites s on s.place = (p.n / 5 * 7 + v.n * 31) % s.sites
  where p.n % 5 = 0`;

// Half of the requests are assigned, by turns to each member.
const assignRequests = `
  with members as (select uid, row_number() over (order by uid) - 1 as place, count(*) over () as members
    from membership)
  update record_request r set assignee_membership_uid = m.uid
  from (select uid, row_number() over (order by uid) as n from record_request) q
  join members m on m.place = q.n / 2 % m.members
  where r.uid = q.uid and q.n % 2 = 0`;

const insertTags = `
  with tags as (
    insert into request_tag (uid, company_uid, environment, name, key, created_at)
    select uuidv7(), uid, 'production', 'Tag ' || n, 'tag ' || n, now()
    from company, generate_series(0, 39) as n
    returning uid, key
  )
  insert into record_request_tag (record_request_uid, tag_uid, project_uid)
  select r.uid, t.uid, r.project_uid
  from (select uid, project_uid, row_number() over (order by uid) as n from record_request) r
  join tags t on t.key in ('tag ' || r.n % 40, 'tag ' || (r.n + 1) % 40)
  where r.n % 3 = 0`;

const insertSteps = `
  insert into record_request_step (uid, record_request_uid, sequence, status, actor, created_at)
  select uuidv7(), r.uid, n, case n when 1 then 'Submitted' else r.status end, '{"kind": "service"}', now()
  from record_request r, generate_series(1, 2) as n`;

const insertFiles = `
  insert into stored_file (uid, company_uid, record_request_uid, area, storage_key, file_name, content_type,
    size_bytes, etag,
    last_modified_at, created_at)
  select uuidv7(), r.company_uid, r.uid, 'deliverables', 'bench/' || r.uid || '/' || n,
    'file-' || n || '.pdf', 'application/pdf',
    100000, '"e"', now(), now()
  from record_request r, generate_series(1, 10) as n where r.status = 'Completed' and r.uid::text like '%0'`;

const refuseSearches = `
  update patient_search set phase = 'armed', waits_for = 'rearming', outcome = null, refusals = 4
  where kind = 'ehrSearch' and patient_uid in (
    select uid from (select uid, row_number() over (order by uid) as n from patient) placed
      where n % 100 = 7)`;

const insertPeople = `
  with people as (
    insert into app_user (uid, email, name, created_at)
    select uuidv7(), 'member-' || n || '@firm.example', 'Member ' || n, now() from generate_series(1, $1::int)
      as n returning uid
  )
  insert into membership (uid, company_uid, user_uid, role_uid, sees_all_projects, created_at)
  select uuidv7(), c.uid, u.uid, (select uid from role where company_uid is null and name = 'Administrator'),
    true, now()
  from people u, company c where c.id = $2`;

const insertOperators = `
  insert into desk_operator (uid, email, name, created_at)
  select uuidv7(), 'operator-' || n || '@recordwell.example', 'Operator ' || n, now() from generate_series(1,
    $1::int) as n`;

const insertEndpoints = `
  insert into webhook_endpoint (uid, company_uid, owner_membership_uid, owner_user_uid, url, environment,
    event_types,
    has_all_projects, is_tracked_only, secret, consecutive_failures, disabled_at, disabled_by, channel,
      created_at, updated_at)
  select uuidv7(), m.company_uid, m.uid, m.user_uid, case when n > 0
    then 'https://receiver.example/hooks/' || n end,
    case when n > 0 then 'production' else 'sandbox' end,
      '{patient.created,recordRequest.completed}', true, false,
      gen_random_uuid(),
    case when n % 4 = 1 then 20 else 0 end, case when n % 4 = 1 then now() end, case when n % 4 = 1
      then 'failures' end,
    case when n > 0 then 'webhook' else 'inbox' end, now(), now()
  from (select * from membership order by created_at limit 1) m, generate_series(0, 20) as n`;

const insertDeliveries = `
  with made as (
    insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid, record_uid,
      status,
      is_released, body, attempts, last_http_status, created_at, updated_at)
    select uuidv7(), e.uid, n, gen_random_uuid(), 'patient.created', e.company_uid, gen_random_uuid(),
      case when n % 50 = 0 then 'failed' else 'succeeded' end, true,
        '{"eventType": "patient.created", "data": {"id": "case-1"}}'::bytea,
      1, case when n % 50 = 0 then 503 else 200 end, now(), now()
    from (select * from webhook_endpoint where channel = 'webhook') e, generate_series(1, $1::int) as n
    returning uid, last_http_status
  )
  insert into webhook_attempt (delivery_uid, number, started_at, ended_at, http_status, duration_ms,
    response_headers, response_body)
  select uid, 1, now(), now(), last_http_status, 41, '{"content-type": "text/plain"}', 'ok' from made`;

const insertInbox = `
  insert into webhook_inbox (company_uid, endpoint_uid, delivery_uid, event_type, received_at, headers, body)
  select company_uid, uid, gen_random_uuid(), 'patient.created', now(), '{}',
    '{"eventType": "patient.created"}'::bytea
  from webhook_endpoint, generate_series(1, 500) where channel = 'inbox'`;

// As if each patient was read and changed, with a request each minute for weeks.
const insertTrail = `
  insert into audit_event (uid, occurred_at, company_uid, actor_kind, event, resource_kind, resource_uid,
    outcome, request_id)
  select uuidv7(), now() - n * interval '1 day' - interval '1 second', company_uid, 'key',
    case when n % 5 = 0 then 'patient.update' else 'patient.read' end, 'patient', uid, 'success', 'r-' || n
  from patient, generate_series(0, 9) as n`;

const insertImports = `
  with imports as (
    insert into bulk_import (uid, company_uid, project_uid, key_uid, is_dry_run, status, row_count,
      created_count, failed_count,
      has_result, uploaded_at, finished_at, created_at, updated_at)
    select uuidv7(), p.company_uid, p.uid, (select uid from api_key limit 1), false, 'Completed', 1000, 900,
      100, true,
      now(), now(), now(), now()
    from project p, generate_series(1, 100) returning uid
  )
  insert into bulk_import_row (import_uid, row_number, patient_id, outcome, errors, warnings)
  select uid, n, 'case-' || n, case when n % 10 = 0 then 'failed' else 'created' end, '[]', '[]'
  from imports, generate_series(1, 1000) as n`;

const insertExchanges = `
  with runs as (
    insert into search_run (uid, patient_uid, kind, number, partner, request_hash, started_at)
    select uuidv7(), uid, 'siteSonar', 900, 'claimsnet', '\\x00', now() - interval '30 days'
    from (select uid, row_number() over (order by uid) as n from patient) placed where n % 50 = 3
    returning uid, patient_uid
  ), placed as (
    select *, 'T' || lpad((row_number() over (order by uid) % 20)::text, 9, '0') as transmission_id from runs
  ), entries as (
    insert into roster_entry (run_uid, partner, kind, patient_uid, details, transmission_id, state, queued_at,
      sent_at, purpose)
    select uid, 'claimsnet', 'siteSonar', patient_uid, '{}', transmission_id, 'sent',
      now() - interval '30 days',
      now() - interval '30 days', 'Legal' from placed
  )
  insert into roster_file (uid, partner, direction, kind, transmission_id, file_name, storage_key, etag,
    state, created_at)
  select uuidv7(), 'claimsnet', 'outbound', 'request', transmission_id, transmission_id || '.txt',
    'bench/' || transmission_id,
    'e', 'sent', now() - interval '30 days'
  from (select distinct transmission_id from placed) files`;

const insertBulks = `
  with bulks as (
    insert into desk_bulk (uid, operator_uid, action, created_at, ended_at)
    select uuidv7(), uid, 'verify', now(), now() from desk_operator returning uid
  )
  insert into desk_bulk_item (bulk_uid, place, kind, subject_uid, company_uid, name, outcome, settled_at)
  select b.uid, s.n, 'site', s.uid, s.company_uid, s.name, 'done', now()
  from bulks b, (select *, row_number() over (order by uid) as n from site) s where s.n <= 200`;

/** The number of people who take turns, so that no one gets near the limit per minute. */
export const people = { members: 200, operators: 60 } as const;

/**
 * Adds the records on the pages of a company: for 100,000 patients, 5,000 documents to review, 60,000 record
 * requests with their steps, 1,000 refused searches, and 1,000,000 audit rows; also twenty endpoints with
 * that many deliveries each, and 100 imports of 1,000 rows. One document must have been analyzed before.
 */
export async function addWorkload(
  { owner }: BenchServices,
  companyId: string,
  { deliveriesEach, tell }: { readonly deliveriesEach: number; readonly tell: (line: string) => void },
): Promise<void> {
  const steps: ReadonlyArray<readonly [statement: string, params?: readonly unknown[]]> = [
    [insertReviews, [onePatientInReview]],
    [insertRequests],
    [insertSteps],
    [insertFiles],
    [refuseSearches],
    [insertPeople, [people.members, companyId]],
    [assignRequests],
    [insertTags],
    [insertOperators, [people.operators]],
    [insertEndpoints],
    [insertDeliveries, [deliveriesEach]],
    [insertInbox],
    [insertTrail],
    [insertImports],
    [insertExchanges],
    [insertBulks],
  ];
  for (const [statement, params] of steps) {
    const { rowCount } = await owner.query(statement, params === undefined ? [] : [...params]);
    tell(
      `added ${rowCount ?? 0} rows of ${/insert into (\w+)[^;]*$/.exec(statement)?.[1] ?? 'patient_search'}`,
    );
  }
  await vacuumFilled(owner);
}

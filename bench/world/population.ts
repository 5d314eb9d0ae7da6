/**
 * Fills the database with customers, patients, and events; enough of them that no bench keeps using the same
 * one.
 */
import { fingerprintOf, makeApiKey } from '../../src/access/api-key';
import type { ProjectStatus } from '../../src/domain/projects/project';
import type pg from 'pg';
import type { BenchServices } from './services';

/** A company with one project and an administrator's key. */
export interface BenchCompany {
  readonly id: string;
  readonly key: string;
}

/** An existing patient, and a key that can see it. */
export interface BenchPatient {
  readonly id: string;
  readonly company: BenchCompany;
}

/** The ID of each company's project. */
export const projectId = 'matter-1';

/** Returns the path of a company's patients. */
export function patientsPath(company: BenchCompany): string {
  return `/v0/companies/${company.id}/projects/${projectId}/patients`;
}

/** Returns the headers with a company's key. */
export function credentials(company: BenchCompany): { readonly authorization: string } {
  return { authorization: `Bearer ${company.key}` };
}

const insertCompanies = `
  with given as (
    select id, fingerprint, last_four, uuidv7() as company_uid, uuidv7() as user_uid, uuidv7()
      as membership_uid
    from unnest($1::text[], $2::bytea[], $3::text[]) as given(id, fingerprint, last_four)
  ), companies as (
    insert into company (uid, id, name, created_at) select company_uid, id, 'Company ' || id, now() from given
    returning uid
  ), features as (
    insert into company_feature (company_uid, feature, approved_at)
    select company_uid, feature, now() from given,
      unnest(array['ehrSearch', 'patientHistories', 'authorizationPdf', 'ial2Tokens']) as feature
  ), users as (
    insert into app_user (uid, email, name, created_at)
    select user_uid, 'admin@' || id || '.example', 'Administrator', now() from given
  ), memberships as (
    insert into membership (uid, company_uid, user_uid, role_uid, sees_all_projects, created_at)
    select membership_uid, company_uid, user_uid,
      (select uid from role where company_uid is null and name = 'Administrator'), true, now() from given
  ), keys as (
    insert into api_key (uid, membership_uid, environment, fingerprint, last_four, created_at)
    select uuidv7(), membership_uid, case when $4 = 'Sandbox' then 'sandbox' else 'production' end,
      fingerprint, last_four, now()
    from given
  )
  insert into project (uid, company_uid, id, name, status, purpose, authorization_method, created_at,
    updated_at)
  select uuidv7(), company_uid, $5, 'Matter 1', $4, 'Legal', 'authorizationPdf', now(), now() from given`;

const insertPatients = `
  insert into patient (uid, company_uid, project_uid, id, first_name, last_names, date_of_birth, sex,
    zip_codes, city, state,
    mobile, email, authorization_status, search_status, authorization_etag, authorization_uploaded_at,
      created_by_user_uid,
    version, created_at, updated_at)
  select uuidv7(), p.company_uid, p.uid, 'case-' || n, 'Jordan', array['Sample', 'Example'],
    date '1950-01-01' + n,
    'Female', array['02139', '10001'], 'Cambridge', 'MA', '+16175550100', 'jordan@example.com', 'Approved',
      'Completed',
    '"' || md5(n::text) || '"', now(), m.user_uid, 3, now(), now()
  from project p join membership m on m.company_uid = p.company_uid, generate_series(1, $1::int) as n`;

const insertSearches = `
  insert into patient_search (patient_uid, kind, is_requested, phase, outcome, run, run_uid, sequence,
    updated_at)
  select p.uid, kind, true, 'answered', 'Completed', 1, uuidv7(), 2, now()
  from patient p, unnest(array['siteSonar', 'patientHistories', 'ehrSearch']) as kind`;

const insertSites = `
  insert into site (uid, company_uid, environment, key_hash, name, address_line_1, city, state, zip,
    created_at)
  select uuidv7(), p.company_uid, p.environment, sha256(n::text::bytea), 'Hospital ' || n,
    n || ' Main Street',
    'Cambridge', 'MA', '02139', now()
  from (select distinct company_uid, environment from project) as p, generate_series(1, 500) as n`;

const placedSites = `
  (select uid, company_uid, row_number() over (partition by company_uid order by uid) as place from site)`;

const insertVisits = `
  insert into visit (uid, company_uid, project_uid, patient_uid, site_uid, key_hash, ref, kind,
    earliest_service_date,
    latest_service_date, charge_amount, created_at)
  select uuidv7(), p.company_uid, p.project_uid, p.uid, s.uid, sha256(n::text::bytea), 'C-' || n, 'medical',
    date '2020-01-01' + n * 30, date '2020-01-01' + n * 30, 100 + n, now()
  from patient p cross join generate_series(1, 3) as n
  join ${placedSites} s on s.company_uid = p.company_uid and s.place = 1 + (n * 7919) % 500`;

// Companies that have been busy for an hour: the limiter has a full ring for each.
const fillLimiter = `
  with counted as (
    insert into rate_limit (key, taken, slots, last_taken_at_us)
    select 'company:' || uid, $1::int, $1::int, 0 from company returning id
  )
  insert into rate_limit_place (rate_limit_id, slot, number, taken_at_us)
  select id, n % $1::int, n, 0 from counted, generate_series(1, $1::int) as n`;

const filledTables = `
  select string_agg(format('%I', c.relname), ', ') as "tables" from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > 0`;

/**
 * Vacuums and analyzes every table with rows. PostgreSQL would plan an analyzed empty table as empty, and a
 * prepared statement would scan it from end to end while it fills.
 */
export async function vacuumFilled(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ tables: string }>(filledTables);
  for (const { tables } of rows) await owner.query(`vacuum analyze ${tables}`);
}

/**
 * Creates companies with a project, a key, and patients with answered searches, three visits, and a document
 * on file. The limiter's log looks as if the companies have been busy.
 */
export async function populate(
  { owner, secrets }: BenchServices,
  size: { readonly companies: number; readonly patientsEach: number; readonly status: ProjectStatus },
): Promise<readonly BenchCompany[]> {
  const environment = size.status === 'Sandbox' ? 'sandbox' : 'production';
  const companies = Array.from({ length: size.companies }, (_none, index) => ({
    id: `firm-${index + 1}`,
    key: makeApiKey(environment),
  }));
  const secret = Buffer.from(secrets.keyFingerprintSecret, 'base64');
  await owner.query(insertCompanies, [
    companies.map(({ id }) => id),
    companies.map(({ key }) => fingerprintOf(key, secret)),
    companies.map(({ key }) => key.slice(-4)),
    size.status,
    projectId,
  ]);
  await owner.query(insertPatients, [size.patientsEach]);
  await owner.query(insertSearches);
  await owner.query(insertSites);
  await owner.query(insertVisits);
  await owner.query(fillLimiter, [600]);
  await vacuumFilled(owner);
  return companies;
}

const insertMorePatients = `
  insert into patient (uid, company_uid, project_uid, id, first_name, last_names, date_of_birth, sex,
    zip_codes, authorization_status, search_status, created_by_user_uid, version, created_at, updated_at)
  select uuidv7(), p.company_uid, p.uid, 'more-' || n, 'Jordan', array['Sample'],
    date '1950-01-01' + n % 9000,
    'Female', '{}', 'Approved', 'Completed', m.user_uid, 3, now(), now()
  from project p join company c on c.uid = p.company_uid join membership m on m.company_uid = c.uid,
    generate_series(1, $2::int) as n
  where c.id = any($1::text[])`;

/** Creates this many more patients in each of these companies, without searches and visits. */
export async function addPatients(
  { owner }: BenchServices,
  companies: readonly BenchCompany[],
  countEach: number,
): Promise<void> {
  await owner.query(insertMorePatients, [companies.map(({ id }) => id), countEach]);
  await owner.query('vacuum analyze patient');
}

const insertMoreVisits = `
  insert into visit (uid, company_uid, project_uid, patient_uid, site_uid, key_hash, ref, kind,
    earliest_service_date,
    latest_service_date, reason, charge_amount, created_at)
  select uuidv7(), p.company_uid, p.project_uid, p.uid, s.uid, sha256(('more-' || n)::bytea), 'M-' || n,
    'Office',
    date '2000-01-01' + n % 9000, date '2000-01-01' + n % 9000, 'Follow-up ' || md5(n::text), n % 5000, now()
  from generate_series(1, $2::int) as n
  join (select p.*, row_number() over (order by p.uid) - 1 as place, count(*) over () as of_all
    from patient p join company c on c.uid = p.company_uid where c.id = $1) p on p.place = n % p.of_all
  join ${placedSites} s on s.company_uid = p.company_uid and s.place = 1 + (n * 7919) % 500`;

/** Adds this many visits to a company, distributed over its patients. */
export async function addVisits(
  { owner }: BenchServices,
  { id }: BenchCompany,
  count: number,
): Promise<void> {
  await owner.query(insertMoreVisits, [id, count]);
  await owner.query('vacuum analyze visit');
}

/** Returns random patients, each equally likely. */
export async function samplePatients(
  { owner }: BenchServices,
  companies: readonly BenchCompany[],
  count: number,
): Promise<readonly BenchPatient[]> {
  const { rows } = await owner.query<{ id: string; companyId: string }>(
    'select p.id, c.id as "companyId" from patient p join company c on c.uid = p.company_uid order ' +
      'by random() limit $1',
    [count],
  );
  const byId = new Map(companies.map(company => [company.id, company]));
  return rows.flatMap(({ id, companyId }) => {
    const company = byId.get(companyId);
    return company === undefined ? [] : [{ id, company }];
  });
}

// As the product writes it: the rows, and the NOTIFY to the relays at commit.
const insertEvents = `
  insert into outbox_event (uid, event_type, company_uid, project_uid, patient_uid, record_kind, record_uid,
    tracked_by_user_uid, is_sandbox, changed, emitted_at)
  select uuidv7(), 'patient.updated', p.company_uid, p.project_uid, p.uid, 'patient', p.uid, null, true,
    array['mobile'], now()
  from patient p join company c on c.uid = p.company_uid
  where $2::text[] is null or c.id = any($2::text[]) order by random() limit $1`;

/**
 * Commits events about this many different patients, of all companies or of some, so that none waits for a
 * previous delivery.
 * @returns the time of the commit in Unix milliseconds
 */
export async function emitEvents(
  { owner }: BenchServices,
  count: number,
  companies?: readonly BenchCompany[],
): Promise<number> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(insertEvents, [count, companies?.map(({ id }) => id) ?? null]);
    await client.query("select pg_notify('recordwell_outbox', '')");
    await client.query('commit');
    return Date.now();
  } finally {
    client.release();
  }
}

// Without what differs between any two patients.
const selectWritten = `
  select
    (select to_jsonb(x) - array['uid', 'id', 'created_at', 'updated_at']
      || jsonb_build_object('search_text', replace(x.search_text, x.id, '')) from patient x
        where x.uid = p.uid) as patient,
    (select jsonb_agg(to_jsonb(s) - array['patient_uid', 'updated_at'] order by s.kind) from patient_search s
      where s.patient_uid = p.uid) as searches,
    (select jsonb_agg(to_jsonb(e) - array['id', 'uid', 'patient_uid', 'record_uid', 'emitted_at',
      'fanned_out_at'])
      from outbox_event e where e.record_uid = p.uid) as events,
    (select jsonb_agg(to_jsonb(a) - array['uid', 'occurred_at', 'resource_uid', 'request_id'])
      from audit_event a
      where a.resource_uid = p.uid) as audit,
    (select jsonb_agg(jsonb_build_array(i.environment, cardinality(i.resource_uids)))
      from idempotency_claim i where p.uid = any (i.resource_uids)) as claims
  from patient p where p.id = $1`;

/** Returns every row that registering a patient created, without what always differs. */
export async function writtenFor({ owner }: BenchServices, patientId: string): Promise<unknown> {
  const { rows } = await owner.query<Record<string, unknown>>(selectWritten, [patientId]);
  return rows;
}

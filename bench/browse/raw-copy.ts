/** The best case for an export in PostgreSQL: COPY of the same JSON, which is read and discarded. */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

// The columns of each block, in the order of the response.
const visitBlock = `select visit.uid as id, visit.ref, visit.kind, visit.earliest_service_date
  as "earliestServiceDate",
  visit.latest_service_date as "latestServiceDate", visit.reason, visit.charge_amount::text as "chargeAmount",
  to_char(visit.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;
const patientBlock = `select patient.id, patient.first_name as "firstName", patient.last_names[1]
  as "lastName",
  patient.date_of_birth as "dateOfBirth", patient.sex`;
const siteBlock = `select site.uid as id, site.name, site.system_name as "systemName", site.npi,
  site.address_line_1 as "addressLine1", site.address_line_2 as "addressLine2", site.city, site.state,
    site.zip,
  site.phone, site.fax`;
const payorBlock = 'select payor.uid as id, payor.name, payor.kind';
const companyBlock = 'select company.id, company.name';
const projectBlock = 'select project.id, project.name, project.status';

// Converting a record to JSON costs half of json_build_object.
const blocksOfVisits = `cross join lateral (${visitBlock}) as v
  cross join lateral (${patientBlock}) as p cross join lateral (${siteBlock}) as s
  cross join lateral (${payorBlock}) as y cross join lateral (${companyBlock}) as c
  cross join lateral (${projectBlock}) as j`;
const joinsOfVisits = `join patient on patient.uid = visit.patient_uid join site on site.uid = visit.site_uid
  left join payor on payor.uid = visit.payor_uid join company on company.uid = visit.company_uid
  join project on project.uid = visit.project_uid`;
/** Builds `whole`, the record for a row of the response. */
const visitRow = `${joinsOfVisits} ${blocksOfVisits}
  cross join lateral (select v as visit, p as patient, s as site, y as payor, c as company, j as project)
    as whole`;

// COPY takes no parameters, so the only one is a session setting.
const statement = `copy (
  select row_to_json(whole) from visit ${visitRow}
  where visit.company_uid = current_setting('bench.company')::uuid and project.environment = 'production'
  order by visit.created_at, visit.uid) to stdout`;

/** Copies every visit of a company out. @returns their number and the time */
export async function copyVisits(
  browseUrl: string,
  companyUid: string,
): Promise<{ readonly rows: number; readonly ms: number }> {
  const client = new pg.Client({
    connectionString: browseUrl,
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
  });
  await client.connect();
  try {
    await client.query("select set_config('bench.company', $1, false)", [companyUid]);
    const startedAt = performance.now();
    const copy = client.query(copyTo(statement));
    await pipeline(copy, new Writable({ write: (_chunk, _encoding, done) => done() }));
    return { rows: copy.rowCount, ms: performance.now() - startedAt };
  } finally {
    await client.end();
  }
}

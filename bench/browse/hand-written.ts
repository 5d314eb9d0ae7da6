/**
 * The SQL that somebody careful would write by hand for one query alone: one statement, prepared, whose one value is the
 * JSON text of the whole answer. Each tests what the caller may see, by company, environment and projects, as
 * `isVisible` of `src/store/tenants/projects.ts` does; $1 to $4 are the scope.
 */

// The columns of each block, in the order of the answer.
const visitBlock = `select visit.uid as id, visit.ref, visit.kind, visit.earliest_service_date as "earliestServiceDate",
  visit.latest_service_date as "latestServiceDate", visit.reason, visit.charge_amount::text as "chargeAmount",
  to_char(visit.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;
const patientBlock = `select patient.id, patient.first_name as "firstName", patient.last_names[1] as "lastName",
  patient.date_of_birth as "dateOfBirth", patient.sex`;
const siteBlock = `select site.uid as id, site.name, site.system_name as "systemName", site.npi,
  site.address_line_1 as "addressLine1", site.address_line_2 as "addressLine2", site.city, site.state, site.zip,
  site.phone, site.fax`;
const payorBlock = 'select payor.uid as id, payor.name, payor.kind';
const companyBlock = 'select company.id, company.name';
const projectBlock = 'select project.id, project.name, project.status';
const procedureBlock = `select procedure.uid as id, procedure.code_system as "codeSystem", procedure.code,
  procedure.description, procedure.performed_on as "performedOn", procedure.units,
  procedure.charge_amount::text as "chargeAmount",
  to_char(procedure.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;
const diagnosisBlock = `select diagnosis.uid as id, diagnosis.code_system as "codeSystem", diagnosis.code,
  diagnosis.description, diagnosis.diagnosed_on as "diagnosedOn", diagnosis.is_primary as "isPrimary",
  to_char(diagnosis.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

// A record becomes JSON at half the cost of json_build_object.
const blocksOfVisits = `cross join lateral (${visitBlock}) as v
  cross join lateral (${patientBlock}) as p cross join lateral (${siteBlock}) as s
  cross join lateral (${payorBlock}) as y cross join lateral (${companyBlock}) as c
  cross join lateral (${projectBlock}) as j`;
const joinsOfVisits = `join patient on patient.uid = visit.patient_uid join site on site.uid = visit.site_uid
  left join payor on payor.uid = visit.payor_uid join company on company.uid = visit.company_uid
  join project on project.uid = visit.project_uid`;
/** What makes `whole` of a visit: the record that is a row of the answer. */
export const visitRow = `${joinsOfVisits} ${blocksOfVisits}
  cross join lateral (select v as visit, p as patient, s as site, y as payor, c as company, j as project) as whole`;
const procedureRow = `join visit on visit.uid = procedure.visit_uid ${joinsOfVisits}
  cross join lateral (${procedureBlock}) as r ${blocksOfVisits} cross join lateral (
    select r as procedure, v as visit, p as patient, s as site, y as payor, c as company, j as project) as whole`;
const diagnosisRow = `join visit on visit.uid = diagnosis.visit_uid ${joinsOfVisits}
  cross join lateral (${diagnosisBlock}) as r ${blocksOfVisits} cross join lateral (
    select r as diagnosis, v as visit, p as patient, s as site, y as payor, c as company, j as project) as whole`;

const visibleProjects = `select project.uid from project
  where project.company_uid = $1::uuid and project.environment = $2 and ($3::boolean or exists (
    select from membership_project mp where mp.membership_uid = $4::uuid and mp.project_uid = project.uid))`;
const seesVisit = `visit.company_uid = $1::uuid and visit.project_uid = any(array(${visibleProjects}))`;

/** Rows that are found, counted and shown in an order. */
interface Shown {
  /** The row's own table. */
  readonly table: 'visit' | 'procedure' | 'diagnosis';
  readonly row: string;
  readonly where: string;
  /** The column of the order, or none but the uid. */
  readonly by: string;
  readonly isDescending?: boolean;
  readonly take: number;
  readonly skip?: number;
  /** What is joined for the condition. */
  readonly joins?: string;
}

/** A page whose rows are found by their keys first, so that nothing is joined that is not shown, and all of them counted. */
function page({ table, row, where, by, isDescending = false, take, skip = 0, joins = '' }: Shown): string {
  const way = isDescending ? 'desc' : 'asc';
  return `with page as materialized (
      select ${table}.uid, ${table}.${by} as key from ${table} ${joins} where ${where}
      order by ${table}.${by} ${way}, ${table}.uid limit ${take} offset ${skip})
    select '{"table":[' || coalesce((
        select string_agg(row_to_json(whole)::text, ',' order by page.key ${way}, page.uid)
        from page join ${table} on ${table}.uid = page.uid ${row}), '')
      || '],"aggregate":{},"total":' || (select count(*) from ${table} ${joins} where ${where}) || '}'`;
}

const ofPatient = `visit.patient_uid = (
  select patient.uid from patient where patient.id = $5 and patient.project_uid = (
    ${visibleProjects} and project.id = $6))`;
const oneProject = `visit.company_uid = $1::uuid and visit.project_uid = (${visibleProjects} and project.id = $5)`;

/** A count and a sum over all visits that match. */
function sums(where: string): string {
  return `select '{"table":[],"aggregate":{"visit":{"count":' || count(*)
      || ',"sum":{"chargeAmount":' || coalesce('"' || sum(visit.charge_amount) || '"', 'null') || '}}},"total":' || count(*) || '}'
    from visit where ${where}`;
}

/** The statements, by the name of their query. */
export const handWritten = {
  'patient by date': page({
    table: 'visit',
    row: visitRow,
    where: ofPatient,
    by: 'earliest_service_date',
    take: 25,
  }),
  'first page of a company': page({
    table: 'visit',
    row: visitRow,
    where: seesVisit,
    by: 'created_at',
    take: 25,
  }),
  'third page of a project': page({
    table: 'visit',
    row: visitRow,
    where: oneProject,
    by: 'created_at',
    take: 50,
    skip: 100,
  }),
  'by site': page({
    table: 'visit',
    row: visitRow,
    where: `${seesVisit} and visit.site_uid = $5::uuid`,
    by: 'earliest_service_date',
    isDescending: true,
    take: 25,
  }),
  'by payor kind and dates': page({
    table: 'visit',
    row: visitRow,
    by: 'earliest_service_date',
    take: 25,
    where: `${seesVisit} and visit.payor_uid = any(array(select payor.uid from payor where payor.kind = $5))
      and visit.earliest_service_date >= $6::date and visit.earliest_service_date < $7::date`,
  }),
  'by visit ref': page({
    table: 'visit',
    row: visitRow,
    where: `${seesVisit} and visit.ref = $5`,
    by: 'created_at',
    take: 10,
  }),
  'by diagnosis code': page({
    table: 'diagnosis',
    row: diagnosisRow,
    by: 'diagnosed_on',
    isDescending: true,
    take: 25,
    where: `diagnosis.company_uid = $1::uuid and diagnosis.project_uid = any(array(${visibleProjects}))
      and diagnosis.code = $5`,
  }),
  'procedures of a visit': page({
    table: 'procedure',
    row: procedureRow,
    by: 'created_at',
    take: 100,
    where: `procedure.visit_uid = $5::uuid and procedure.company_uid = $1::uuid
      and procedure.project_uid = any(array(${visibleProjects}))`,
  }),
  'ten patients': page({
    table: 'visit',
    row: visitRow,
    by: 'earliest_service_date',
    take: 50,
    where: `visit.patient_uid = any(array(
      select patient.uid from patient where patient.id = any($5::text[]) and patient.project_uid = (
        ${visibleProjects} and project.id = $6)))`,
  }),
  'sum of a patient': sums(ofPatient),
  'sum of a project': sums(oneProject),
  'word of a site': page({
    table: 'visit',
    row: visitRow,
    by: 'created_at',
    take: 25,
    where: `${seesVisit} and (visit.search_text like '%' || browse_pattern($5) || '%'
      or visit.site_uid = any(array(select site.uid from site where site.company_uid = $1::uuid and site.environment = $2
        and site.search_text like '%' || browse_pattern($5) || '%'))
      or visit.payor_uid = any(array(select payor.uid from payor where payor.search_text like '%' || browse_pattern($5) || '%'))
      or visit.patient_uid = any(array(select patient.uid from patient
        where patient.project_uid = any(array(${visibleProjects}))
          and patient.search_text like '%' || browse_pattern($5) || '%')))`,
  }),
} as const;

/** A query that has a statement. */
export type QueryName = keyof typeof handWritten;

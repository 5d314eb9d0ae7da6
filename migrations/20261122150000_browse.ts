import type { Knex } from 'knex';

/** The tables of clinical rows: name, searched texts, and the row's date. */
const clinical = [
  ['visit', ['ref', 'reason'], 'earliest_service_date'],
  ['procedure', ['code', 'description'], 'performed_on'],
  ['diagnosis', ['code', 'description'], 'diagnosed_on'],
  ['prescription_fill', ['ndc', 'rx_norm_code', 'drug_name', 'prescriber_name'], 'filled_on'],
  ['lab_result', ['loinc_code', 'name', 'value'], 'collected_on'],
] as const;

const others = [
  ['patient', ['id', 'first_name', 'last_names[1]']],
  ['site', ['name', 'system_name', 'npi', 'address_line_1', 'address_line_2', 'city', 'state', 'zip']],
  ['payor', ['name']],
] as const;

/** The columns that the browse role reads: the catalog's, and those for joins and the tenant's predicate. */
const readable = {
  company: 'uid, id, name',
  project: 'uid, company_uid, environment, id, name, status',
  membership_project: 'membership_uid, project_uid',
  patient: 'uid, project_uid, id, first_name, last_names, date_of_birth, sex, search_text',
  site: 'uid, name, system_name, npi, address_line_1, address_line_2, city, state, zip, phone, fax, search_text',
  payor: 'uid, name, kind, search_text',
  visit:
    'uid, company_uid, project_uid, patient_uid, site_uid, payor_uid, ref, kind, earliest_service_date, latest_service_date, reason, charge_amount, created_at, search_text',
  procedure:
    'uid, company_uid, project_uid, patient_uid, visit_uid, code_system, code, description, performed_on, units, charge_amount, created_at, search_text',
  diagnosis:
    'uid, company_uid, project_uid, patient_uid, visit_uid, code_system, code, description, diagnosed_on, is_primary, created_at, search_text',
  prescription_fill:
    'uid, company_uid, project_uid, patient_uid, visit_uid, ndc, rx_norm_code, drug_name, quantity, quantity_unit, days_supply, refill_number, filled_on, prescriber_name, created_at, search_text',
  lab_result:
    'uid, company_uid, project_uid, patient_uid, visit_uid, loinc_code, name, value, numeric_value, unit, reference_range, abnormal_flag, collected_on, created_at, search_text',
} as const;

// No searched text contains this character, so matches never span two columns.
const separator = String.raw`E'\x1E'`;

function searchText(table: string, columns: readonly string[]): string {
  const joined = columns.map(column => `coalesce(${column}, '')`).join(` || ${separator} || `);
  return `alter table ${table} add column search_text text not null generated always as (browse_fold(${joined})) stored;
    create index ${table}_search_text_idx on ${table} using gin (search_text gin_trgm_ops);`;
}

/** Returns an index for each query that docs/guides/browse.md promises to be fast. */
function accessPaths(table: string, day: string): string {
  return `
    create index ${table}_company_discovered_idx on ${table} (company_uid, created_at, uid) include (project_uid);
    create index ${table}_project_discovered_idx on ${table} (project_uid, created_at, uid);
    create index ${table}_patient_day_idx on ${table} (patient_uid, ${day}, uid);
    create index ${table}_company_day_idx on ${table} (company_uid, ${day}, uid) include (project_uid);`;
}

/** Creates the search, the indexes for browse, and a role that can only read its tables. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'recordwell_browse') then
        raise exception 'the role recordwell_browse does not exist; create it first: create role recordwell_browse login password ''…''';
      end if;
    end $$;
    create extension if not exists pg_trgm;
    create extension if not exists unaccent;

    create function browse_unaccent(value text) returns text language plpgsql immutable strict parallel safe
      as $$ begin return public.unaccent('public.unaccent'::regdictionary, value); end $$;
    comment on function browse_unaccent is 'immutable, since its rules change with PostgreSQL alone: after a change of them the indexes on search_text are made anew';
    create function browse_fold(value text) returns text language sql immutable parallel safe
      as $$ select case when octet_length(value) = length(value) then lower(value) else lower(browse_unaccent(value)) end $$;
    comment on function browse_fold is 'a text without capitals and accents; most have none, and are told by their length';
    create function browse_pattern(part text) returns text language sql immutable parallel safe
      as $$ select replace(replace(replace(browse_fold(part), E'\\\\', E'\\\\\\\\'), '%', E'\\\\%'), '_', E'\\\\_') $$;
    comment on function browse_pattern is 'a part of a text for like: folded, its wildcards standing for themselves';

    drop index visit_company_created_at_idx, visit_project_idx, visit_patient_service_date_idx, visit_site_idx,
      procedure_company_created_at_idx, diagnosis_company_created_at_idx, prescription_fill_company_created_at_idx,
      lab_result_company_created_at_idx;
    ${clinical.map(([table, texts, day]) => searchText(table, texts) + accessPaths(table, day)).join('\n')}
    ${others.map(([table, texts]) => searchText(table, texts)).join('\n')}
    create index visit_company_site_idx on visit (company_uid, site_uid);
    create index visit_company_payor_idx on visit (company_uid, payor_uid);
    create index visit_company_ref_idx on visit (company_uid, ref);
    create index procedure_company_code_idx on procedure (company_uid, code);
    create index diagnosis_company_code_idx on diagnosis (company_uid, code);
    create index prescription_fill_company_drug_idx on prescription_fill (company_uid, rx_norm_code);
    create index lab_result_company_loinc_idx on lab_result (company_uid, loinc_code);

    grant usage on schema public to recordwell_browse;
    ${Object.entries(readable)
      .map(([table, columns]) => `grant select (${columns}) on ${table} to recordwell_browse;`)
      .join('\n')}
  `);
}

/** Reverts everything. */
export async function down(knex: Knex): Promise<void> {
  const dropped = [
    ...clinical.flatMap(([table]) =>
      ['company_discovered', 'project_discovered', 'patient_day', 'company_day'].map(
        path => `${table}_${path}_idx`,
      ),
    ),
    'visit_company_site_idx',
    'visit_company_payor_idx',
    'visit_company_ref_idx',
    'procedure_company_code_idx',
    'diagnosis_company_code_idx',
    'prescription_fill_company_drug_idx',
    'lab_result_company_loinc_idx',
  ];
  await knex.raw(`
    ${Object.entries(readable)
      .map(([table, columns]) => `revoke select (${columns}) on ${table} from recordwell_browse;`)
      .join('\n')}
    revoke usage on schema public from recordwell_browse;
    drop index ${dropped.join(', ')};
    ${[...clinical, ...others].map(([table]) => `alter table ${table} drop column search_text;`).join('\n')}
    drop function browse_pattern, browse_fold, browse_unaccent;
    drop extension unaccent, pg_trgm;
    ${['visit', 'procedure', 'diagnosis', 'prescription_fill', 'lab_result']
      .map(
        table => `create index ${table}_company_created_at_idx on ${table} (company_uid, created_at, uid);`,
      )
      .join('\n')}
    create index visit_project_idx on visit (project_uid, earliest_service_date);
    create index visit_patient_service_date_idx on visit (patient_uid, earliest_service_date);
    create index visit_site_idx on visit (site_uid);
  `);
}

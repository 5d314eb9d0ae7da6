/** Fills a database with visits and their related records in one transaction. */
import type { ClientBase } from 'pg';
import { diagnosisRows, fillRows, labResultRows, procedureRows, visitRows } from './clinical-rows';
import { copyRows, type Filled } from './copy-rows';
import type { World } from './histories';
import { makePayors, type SeededPayor } from './payors';
import { patientRows, patientSearchRows } from './patient-rows';
import { calendarOf, type SeedPlan } from './plan';
import type { Progress } from './progress';
import { withoutSecondaryIndexes } from './secondary-indexes';
import { makeSites, tenantSites } from './sites';
import { makeTenants, tenantRows } from './tenants';

/** Why a database can't be filled. */
export class SeedRefusal extends Error {}

const ofPatient = ['uid', 'company_uid', 'project_uid', 'patient_uid'] as const;
const tenantColumns = {
  company: ['uid', 'id', 'name', 'created_at'],
  company_feature: ['company_uid', 'feature', 'approved_at'],
  app_user: ['uid', 'email', 'name', 'created_at'],
  membership: ['uid', 'company_uid', 'user_uid', 'role_uid', 'sees_all_projects', 'created_at'],
  project: [
    ...['uid', 'company_uid', 'id', 'name', 'status', 'purpose', 'authorization_method', 'version'],
    ...['created_at', 'updated_at'],
  ],
  membership_project: ['membership_uid', 'project_uid'],
} as const satisfies Record<keyof ReturnType<typeof tenantRows>, readonly string[]>;

/** The small tables of a plan, in an order that satisfies foreign keys. */
function smallTables(world: World): Filled[] {
  const rows = tenantRows(world.tenants, world.calendar);
  const tables = [
    'company',
    'company_feature',
    'app_user',
    'membership',
    'project',
    'membership_project',
  ] as const;
  return tables.map(table => ({ table, columns: tenantColumns[table], rows: rows[table] }));
}

/** The sites of all generated visits. */
function siteTable({ tenantSites: { rows } }: World): Filled {
  const columns = [
    ...['uid', 'company_uid', 'environment', 'key_hash', 'standing', 'name', 'system_name', 'npi'],
    ...['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'phone', 'fax', 'created_at'],
  ];
  return { table: 'site', columns, rows: rows() };
}

/** The tables of patients. */
function patientTables(world: World): Filled[] {
  return [
    {
      table: 'patient',
      columns: [
        ...['uid', 'company_uid', 'project_uid', 'id', 'first_name', 'last_names', 'date_of_birth', 'sex'],
        ...['zip_codes', 'city', 'state', 'mobile', 'email', 'date_of_death', 'authorization_status'],
        ...['search_status', 'created_by_user_uid', 'version', 'created_at', 'updated_at'],
      ],
      rows: patientRows(world),
    },
    {
      table: 'patient_search',
      columns: [
        ...['patient_uid', 'kind', 'is_requested', 'phase', 'outcome', 'run', 'run_uid', 'sequence'],
        'updated_at',
      ],
      rows: patientSearchRows(world),
    },
  ];
}

/** The tables of search results. */
function clinicalTables(world: World): Filled[] {
  return [
    {
      table: 'visit',
      columns: [
        ...[...ofPatient, 'site_uid', 'payor_uid', 'key_hash', 'ref', 'kind', 'earliest_service_date'],
        ...['latest_service_date', 'reason', 'charge_amount', 'created_at'],
      ],
      rows: visitRows(world),
    },
    {
      table: 'procedure',
      columns: [
        ...[...ofPatient, 'visit_uid', 'key_hash', 'code_system', 'code', 'description', 'performed_on'],
        ...['units', 'charge_amount', 'created_at'],
      ],
      rows: procedureRows(world),
    },
    {
      table: 'diagnosis',
      columns: [
        ...[...ofPatient, 'visit_uid', 'key_hash', 'code_system', 'code', 'description', 'diagnosed_on'],
        ...['is_primary', 'created_at'],
      ],
      rows: diagnosisRows(world),
    },
    {
      table: 'prescription_fill',
      columns: [
        ...[...ofPatient, 'visit_uid', 'key_hash', 'ndc', 'rx_norm_code', 'drug_name', 'quantity'],
        ...['quantity_unit', 'days_supply', 'refill_number', 'filled_on', 'prescriber_name', 'created_at'],
      ],
      rows: fillRows(world),
    },
    {
      table: 'lab_result',
      columns: [
        ...[...ofPatient, 'visit_uid', 'key_hash', 'loinc_code', 'name', 'value', 'numeric_value', 'unit'],
        ...['reference_range', 'abnormal_flag', 'collected_on', 'created_at'],
      ],
      rows: labResultRows(world),
    },
  ];
}

// Payors are identified by name, and the sandbox may already have some of them.
const insertPayors = `
  insert into payor (uid, key_hash, name, kind, created_at)
  select uid, sha256(convert_to(key, 'UTF8')), name, kind, created_at
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) as given(uid, key, name,
    kind, created_at)
  on conflict on constraint payor_key_hash_key do nothing`;
const selectPayors = `
  select uid, key from unnest($1::text[]) as key join payor on key_hash = sha256(convert_to(key, 'UTF8'))`;

async function storePayors(
  client: ClientBase,
  payors: readonly SeededPayor[],
): Promise<readonly SeededPayor[]> {
  const keys = payors.map(({ key }) => key);
  await client.query(insertPayors, [
    payors.map(({ uid }) => uid),
    keys,
    payors.map(({ name }) => name),
    payors.map(({ kind }) => kind),
    payors.map(({ createdAtMs }) => new Date(createdAtMs)),
  ]);
  const { rows } = await client.query<{ uid: string; key: string }>(selectPayors, [keys]);
  const uids = new Map(rows.map(({ uid, key }) => [key, uid]));
  return payors.map(payor => ({ ...payor, uid: uids.get(payor.key) ?? payor.uid }));
}

/** Whether the database has any search results. */
async function hasClinicalRows(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`
    select exists (select from visit) or exists (select from procedure) or exists (select from diagnosis)
      or exists (select from prescription_fill) or exists (select from lab_result) as found`);
  return rows[0]?.found === true;
}

const clinicalNames = ['visit', 'procedure', 'diagnosis', 'prescription_fill', 'lab_result'] as const;
const largeNames = ['patient', 'patient_search', ...clinicalNames] as const;

async function fill(
  client: ClientBase,
  plan: SeedPlan,
  progress: Progress,
  isAdding: boolean,
): Promise<void> {
  // Otherwise, the server would finish the current index before it notices that the client is gone.
  await client.query("set local client_connection_check_interval = '2s'");
  const calendar = calendarOf(plan);
  const payors = await storePayors(client, makePayors(plan, calendar));
  const world: World = {
    plan,
    calendar,
    payors,
    tenants: makeTenants(plan, calendar),
    sites: makeSites(plan),
    tenantSites: tenantSites(plan, calendar),
  };
  // The trigger looks up sites, which are inserted last. Each one belongs to the environment of the project
  // that it was generated for.
  await client.query('alter table visit disable trigger user');
  const remakeIndexes = await withoutSecondaryIndexes(client, largeNames, progress.reach);
  // The tables are empty, so this only allows frozen rows, whose space a rollback frees immediately.
  if (!isAdding) await client.query('truncate visit, procedure, diagnosis, prescription_fill, lab_result');
  for (const filled of smallTables(world)) await copyRows(client, filled, () => undefined);
  for (const filled of patientTables(world)) {
    progress.begin(filled.table);
    await copyRows(client, filled, progress.add);
  }
  const wanted = clinicalTables(world).filter(({ table }) => table === 'visit' || plan.children > 0);
  for (const filled of wanted) {
    progress.begin(filled.table);
    await copyRows(client, filled, progress.add, !isAdding);
  }
  await client.query('alter table visit enable trigger user');
  // Sites are known now, and their foreign keys don't exist yet.
  await copyRows(client, siteTable(world), () => undefined);
  progress.tell('rows are loaded; creating indexes and keys');
  await remakeIndexes();
}

/**
 * Fills a migrated database by a plan, as its owner, in one transaction: it inserts everything or nothing.
 * No one else can use the tables until it ends.
 * @param client the owner's connection, without an open transaction
 * @param canAdd whether to add to existing visits
 * @throws SeedRefusal if there already are visits, or rows of the same seed
 */
export async function seedDatabase(
  client: ClientBase,
  plan: SeedPlan,
  progress: Progress,
  canAdd = false,
): Promise<void> {
  const isAdding = await hasClinicalRows(client);
  if (isAdding && !canAdd)
    throw new SeedRefusal('The database already has visits. Use another one, or add to them with --force.');
  await client.query('begin');
  try {
    await fill(client, plan, progress, isAdding);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if (error instanceof Error && Reflect.get(error, 'code') === '23505')
      throw new SeedRefusal('The database already has rows of this seed. Use another --seed.', {
        cause: error,
      });
    throw error;
  }
  progress.tell('vacuum analyze');
  await client.query(
    'vacuum analyze company, company_feature, app_user, membership, membership_project, project, site, payor',
  );
  await client.query(
    'vacuum analyze patient, patient_search, visit, procedure, diagnosis, prescription_fill, lab_result',
  );
}

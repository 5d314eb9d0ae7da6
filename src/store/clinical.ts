import { createHash } from 'node:crypto';
import type { ClinicalContent } from '../domain/clinical/clinical-content';
import { diagnosisKey } from '../domain/clinical/diagnosis';
import { labResultKey } from '../domain/clinical/lab-result';
import { payorKey } from '../domain/clinical/payor';
import { prescriptionFillKey } from '../domain/clinical/prescription-fill';
import { procedureKey } from '../domain/clinical/procedure';
import { siteKey } from '../domain/clinical/site';
import { visitKey } from '../domain/clinical/visit';
import type { SearchKind } from '../domain/searches/search';
import type { Transaction } from './database';
import { named, type NamedStatement } from './named';

/** Whose content it is, and which run of which search brought it. */
export interface ContentOrigin {
  readonly companyUid: string;
  readonly projectUid: string;
  readonly patientUid: string;
  readonly source: SearchKind;
  readonly runUid: string;
}

/** What a run brought that its source had not brought before, by kind. */
export interface NetNewCounts {
  readonly newVisits: number;
  readonly newProcedures: number;
  readonly newDiagnoses: number;
  readonly newPrescriptionFills: number;
  readonly newLabResults: number;
}

// Natural keys hold dates and codes and may be long; what is indexed is their hash.
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function optionalHash(key: string | undefined): string | null {
  return key === undefined ? null : hashOf(key);
}

const insertSites = named(`
  insert into site (uid, key_hash, name, system_name, npi, address_line_1, address_line_2, city, state, zip, phone, fax, created_at)
  select uuidv7(), decode(r."keyHash", 'hex'), r.name, r."systemName", r.npi, r."addressLine1", r."addressLine2", r.city,
    r.state, r.zip, r.phone, r.fax, ?
  from jsonb_to_recordset(?::jsonb) as r("keyHash" text, name text, "systemName" text, npi text, "addressLine1" text,
    "addressLine2" text, city text, state text, zip text, phone text, fax text)
  order by 2
  on conflict on constraint site_key_hash_key do nothing
`);

const insertPayors = named(`
  insert into payor (uid, key_hash, name, kind, created_at)
  select uuidv7(), decode(r."keyHash", 'hex'), r.name, r.kind, ?
  from jsonb_to_recordset(?::jsonb) as r("keyHash" text, name text, kind text)
  order by 2
  on conflict on constraint payor_key_hash_key do nothing
`);

// A source that knows less may come first (EHR Search knows no charges): who comes later fills what is blank, and
// changes nothing that is there.
const insertVisits = named(`
  insert into visit (uid, company_uid, project_uid, patient_uid, created_at, site_uid, payor_uid, key_hash, ref, kind,
    earliest_service_date, latest_service_date, reason, charge_amount)
  select uuidv7(), ?, ?, ?, ?, s.uid, p.uid, decode(r."keyHash", 'hex'), r.ref, r.kind, r."earliestServiceDate",
    r."latestServiceDate", r.reason, r."chargeAmount"
  from jsonb_to_recordset(?::jsonb) as r("keyHash" text, "siteHash" text, "payorHash" text, ref text, kind text,
    "earliestServiceDate" date, "latestServiceDate" date, reason text, "chargeAmount" numeric)
  join site s on s.key_hash = decode(r."siteHash", 'hex')
  left join payor p on p.key_hash = decode(r."payorHash", 'hex')
  on conflict on constraint visit_patient_key_hash_key do update
    set payor_uid = coalesce(visit.payor_uid, excluded.payor_uid),
      reason = coalesce(visit.reason, excluded.reason),
      charge_amount = coalesce(visit.charge_amount, excluded.charge_amount)
    where (visit.payor_uid is null and excluded.payor_uid is not null)
      or (visit.reason is null and excluded.reason is not null)
      or (visit.charge_amount is null and excluded.charge_amount is not null)
`);

const insertProcedures = named(`
  insert into procedure (uid, company_uid, project_uid, patient_uid, created_at, visit_uid, key_hash, code_system, code,
    description, performed_on, units, charge_amount)
  select uuidv7(), ?, ?, v.patient_uid, ?, v.uid, decode(r."keyHash", 'hex'), r."codeSystem", r.code, r.description,
    r."performedOn", r.units, r."chargeAmount"
  from jsonb_to_recordset(?::jsonb) as r("keyHash" text, "visitHash" text, "codeSystem" text, code text, description text,
    "performedOn" date, units integer, "chargeAmount" numeric)
  join visit v on v.patient_uid = ? and v.key_hash = decode(r."visitHash", 'hex')
  on conflict on constraint procedure_patient_key_hash_key do update
    set charge_amount = coalesce(procedure.charge_amount, excluded.charge_amount)
    where (procedure.charge_amount is null and excluded.charge_amount is not null)
`);

const insertDiagnoses = named(`
  insert into diagnosis (uid, company_uid, project_uid, patient_uid, created_at, visit_uid, key_hash, code_system, code,
    description, diagnosed_on, is_primary)
  select uuidv7(), ?, ?, v.patient_uid, ?, v.uid, decode(r."keyHash", 'hex'), r."codeSystem", r.code, r.description,
    r."diagnosedOn", r."isPrimary"
  from jsonb_to_recordset(?::jsonb) as r("keyHash" text, "visitHash" text, "codeSystem" text, code text, description text,
    "diagnosedOn" date, "isPrimary" boolean)
  join visit v on v.patient_uid = ? and v.key_hash = decode(r."visitHash", 'hex')
  on conflict on constraint diagnosis_patient_key_hash_key do nothing
`);

const insertFills = named(`
  insert into prescription_fill (uid, company_uid, project_uid, patient_uid, created_at, visit_uid, key_hash, ndc,
    rx_norm_code, drug_name, quantity, quantity_unit, days_supply, refill_number, filled_on, prescriber_name)
  select uuidv7(), ?, ?, ?::uuid, ?, v.uid, decode(r."keyHash", 'hex'), r.ndc, r."rxNormCode", r."drugName", r.quantity,
    r."quantityUnit", r."daysSupply", r."refillNumber", r."filledOn", r."prescriberName"
  from jsonb_to_recordset(?::jsonb) as r("keyHash" text, "visitHash" text, ndc text, "rxNormCode" text, "drugName" text,
    quantity numeric, "quantityUnit" text, "daysSupply" integer, "refillNumber" integer, "filledOn" date, "prescriberName" text)
  left join visit v on v.patient_uid = ? and v.key_hash = decode(r."visitHash", 'hex')
  on conflict on constraint prescription_fill_patient_key_hash_key do update
    set visit_uid = coalesce(prescription_fill.visit_uid, excluded.visit_uid),
      ndc = coalesce(prescription_fill.ndc, excluded.ndc),
      rx_norm_code = coalesce(prescription_fill.rx_norm_code, excluded.rx_norm_code),
      prescriber_name = coalesce(prescription_fill.prescriber_name, excluded.prescriber_name)
    where (prescription_fill.visit_uid is null and excluded.visit_uid is not null)
      or (prescription_fill.ndc is null and excluded.ndc is not null)
      or (prescription_fill.rx_norm_code is null and excluded.rx_norm_code is not null)
      or (prescription_fill.prescriber_name is null and excluded.prescriber_name is not null)
`);

const insertLabs = named(`
  insert into lab_result (uid, company_uid, project_uid, patient_uid, created_at, visit_uid, key_hash, loinc_code, name,
    value, numeric_value, unit, reference_range, abnormal_flag, collected_on)
  select uuidv7(), ?, ?, ?::uuid, ?, v.uid, decode(r."keyHash", 'hex'), r."loincCode", r.name, r.value, r."numericValue",
    r.unit, r."referenceRange", r."abnormalFlag", r."collectedOn"
  from jsonb_to_recordset(?::jsonb) as r("keyHash" text, "visitHash" text, "loincCode" text, name text, value text,
    "numericValue" numeric, unit text, "referenceRange" text, "abnormalFlag" text, "collectedOn" date)
  left join visit v on v.patient_uid = ? and v.key_hash = decode(r."visitHash", 'hex')
  on conflict on constraint lab_result_patient_key_hash_key do update
    set visit_uid = coalesce(lab_result.visit_uid, excluded.visit_uid),
      loinc_code = coalesce(lab_result.loinc_code, excluded.loinc_code),
      numeric_value = coalesce(lab_result.numeric_value, excluded.numeric_value),
      unit = coalesce(lab_result.unit, excluded.unit),
      reference_range = coalesce(lab_result.reference_range, excluded.reference_range),
      abnormal_flag = coalesce(lab_result.abnormal_flag, excluded.abnormal_flag)
    where (lab_result.visit_uid is null and excluded.visit_uid is not null)
      or (lab_result.loinc_code is null and excluded.loinc_code is not null)
      or (lab_result.numeric_value is null and excluded.numeric_value is not null)
      or (lab_result.unit is null and excluded.unit is not null)
      or (lab_result.reference_range is null and excluded.reference_range is not null)
      or (lab_result.abnormal_flag is null and excluded.abnormal_flag is not null)
`);

// A row that another search brought before is new to this one: counts are per source.
function noteSource(table: string, rowKind: string): NamedStatement<{ uid: string }> {
  return named(`
    insert into clinical_source (row_uid, source, row_kind, patient_uid, run_uid, created_at)
    select c.uid, ?, '${rowKind}', c.patient_uid, ?, ?
    from ${table} c
    where c.patient_uid = ?
      and c.key_hash in (select decode(h, 'hex') from jsonb_array_elements_text(?::jsonb) as h)
    on conflict on constraint clinical_source_pkey do nothing
    returning row_uid as uid
  `);
}

const sources = {
  visits: noteSource('visit', 'visit'),
  procedures: noteSource('procedure', 'procedure'),
  diagnoses: noteSource('diagnosis', 'diagnosis'),
  prescriptionFills: noteSource('prescription_fill', 'prescriptionFill'),
  labResults: noteSource('lab_result', 'labResult'),
} as const;

/**
 * Stores what a run brought: of rows whose natural key the patient has already only the blanks are filled, so that a
 * repeated or overlapping run adds only what is new. A row that was filled up is not a new one.
 * @returns what was new to the source
 */
export async function storeClinicalContent(
  tx: Transaction,
  origin: ContentOrigin,
  content: ClinicalContent,
  at: Date,
): Promise<NetNewCounts> {
  const { companyUid, projectUid, patientUid } = origin;
  const sites = content.sites.map(site => ({ ...site, keyHash: hashOf(siteKey(site)) }));
  const payors = content.payors.map(payor => ({ ...payor, keyHash: hashOf(payorKey(payor)) }));
  const visits = content.visits.map(visit => ({
    ...visit,
    keyHash: hashOf(visitKey(visit)),
    siteHash: hashOf(visit.siteKey),
    payorHash: optionalHash(visit.payorKey),
  }));
  const ofVisit = <Row extends { readonly visitKey?: string }>(
    rows: readonly Row[],
    keyOf: (row: Row) => string,
  ) => rows.map(row => ({ ...row, keyHash: hashOf(keyOf(row)), visitHash: optionalHash(row.visitKey) }));
  const procedures = ofVisit(content.procedures, procedureKey);
  const diagnoses = ofVisit(content.diagnoses, diagnosisKey);
  const fills = ofVisit(content.prescriptionFills, prescriptionFillKey);
  const labs = ofVisit(content.labResults, labResultKey);

  await insertSites.run(tx, [at, JSON.stringify(sites)]);
  await insertPayors.run(tx, [at, JSON.stringify(payors)]);
  await insertVisits.run(tx, [companyUid, projectUid, patientUid, at, JSON.stringify(visits)]);
  await insertProcedures.run(tx, [companyUid, projectUid, at, JSON.stringify(procedures), patientUid]);
  await insertDiagnoses.run(tx, [companyUid, projectUid, at, JSON.stringify(diagnoses), patientUid]);
  await insertFills.run(tx, [companyUid, projectUid, patientUid, at, JSON.stringify(fills), patientUid]);
  await insertLabs.run(tx, [companyUid, projectUid, patientUid, at, JSON.stringify(labs), patientUid]);

  const countNew = async (
    kind: keyof typeof sources,
    rows: ReadonlyArray<{ readonly keyHash: string }>,
  ): Promise<number> => {
    const hashes = JSON.stringify(rows.map(({ keyHash }) => keyHash));
    return (await sources[kind].run(tx, [origin.source, origin.runUid, at, patientUid, hashes])).length;
  };
  return {
    newVisits: await countNew('visits', visits),
    newProcedures: await countNew('procedures', procedures),
    newDiagnoses: await countNew('diagnoses', diagnoses),
    newPrescriptionFills: await countNew('prescriptionFills', fills),
    newLabResults: await countNew('labResults', labs),
  };
}

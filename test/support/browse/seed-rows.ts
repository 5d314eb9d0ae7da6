/** The rows of the oracle's test, as stored in the tables. */
import {
  amounts,
  births,
  codes,
  days,
  instants,
  mark,
  names,
  nastyTexts,
  numbers,
  wholes,
} from './seed-values';
import { drawsOf, type Draws } from './seed-draws';

/** A row of a table, by its columns. */
export type TableRow = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/** Rows by table, each after those that it refers to. */
export type SeedTables = Readonly<Record<string, readonly TableRow[]>>;

/** A project, and its number of rows. */
export interface SeededProject {
  readonly uid: string;
  readonly companyUid: string;
  /** Projects with the same number get the same rows, with different ids. */
  readonly number: number;
  /** Whether every free text has the mark. */
  readonly isMarked: boolean;
  readonly count: Readonly<Record<'visits' | 'procedures' | 'diagnoses' | 'fills' | 'labs', number>>;
}

const uidOf = ({ uid }: TableRow): string => String(uid);
const bytes = (name: string): string => `\\x${Buffer.from(name).toString('hex')}`;
const many = (count: number, make: (index: number) => TableRow): TableRow[] =>
  Array.from({ length: count }, (_none, index) => make(index));

/** Returns the sites of a company in one environment: the same in each except for the mark and the ids. */
export function siteRows(tenant: {
  readonly companyUid: string;
  readonly environment: 'production' | 'sandbox';
  readonly isMarked: boolean;
}): SeedTables {
  const { companyUid, environment, isMarked } = tenant;
  const draw = drawsOf(7);
  const ids = drawsOf(2_000 + (environment === 'sandbox' ? 1 : 0) + (isMarked ? 500 : 0));
  const text = (): string => draw.one(nastyTexts);
  return {
    site: many(24, index => ({
      uid: ids.uuid(),
      company_uid: companyUid,
      environment,
      key_hash: bytes(`site ${index}`),
      name: `${text()}${isMarked ? mark : ''}`,
      system_name: draw.maybe(nastyTexts),
      npi: draw.maybe(['1234567893', '1003000126', '1003000134']),
      address_line_1: text(),
      address_line_2: draw.maybe(nastyTexts),
      city: draw.one(['Salem', 'SALEM', 'Cañon City', 'Canon City', 'Coeur d’Alene', 'San José']),
      state: draw.one(['MA', 'CA', 'CO', 'ma']),
      zip: draw.one(['01970', '02139', '02139-1234']),
      phone: draw.maybe(['+16175550100', '+16175550101']),
      fax: draw.maybe(['+16175550102', '+16175550103']),
      created_at: draw.one(instants),
    })),
  };
}

/** Returns payors, which both companies share. */
export function payorRows(): SeedTables {
  const draw = drawsOf(8);
  const text = (): string => draw.one(nastyTexts);
  return {
    payor: many(9, index => ({
      uid: draw.uuid(),
      key_hash: bytes(`payor ${index}`),
      name: text(),
      kind: draw.one(['Medicare', 'Medicaid', 'DualEligible', 'Commercial', 'Other']),
      created_at: draw.one(instants),
    })),
  };
}

/** Creates the content of a project's row, without its ids. */
interface Maker {
  readonly draw: Draws;
  readonly ids: Draws;
  readonly text: (from?: readonly string[]) => string;
  readonly maybeText: (from?: readonly string[]) => string | null;
  readonly owned: (index: number, patient: TableRow) => TableRow;
}

function makerOf({ uid, companyUid, number, isMarked }: SeededProject): Maker {
  const draw = drawsOf(number);
  // Separate ids, drawn independently so that everything else is equal.
  const ids = drawsOf(1_000 + number + (isMarked ? 500 : 0));
  const marked = (text: string): string => (isMarked ? `${text}${mark}` : text);
  return {
    draw,
    ids,
    text: (from = nastyTexts) => marked(draw.one(from)),
    maybeText: (from = nastyTexts) => {
      const text = draw.maybe(from);
      return text === null ? null : marked(text);
    },
    owned: (index, patient) => ({
      uid: ids.uuid(),
      company_uid: companyUid,
      project_uid: uid,
      patient_uid: uidOf(patient),
      key_hash: bytes(`row ${index}`),
      created_at: draw.one(instants),
    }),
  };
}

function patientRows({ uid, companyUid }: SeededProject, { draw, ids, text, maybeText }: Maker): TableRow[] {
  return ['p1', 'P1', 'p.1', 'p_1', 'p~1-x'].map(id => ({
    uid: ids.uuid(),
    company_uid: companyUid,
    project_uid: uid,
    id,
    first_name: text(names),
    last_names: [text(names), text(names)],
    date_of_birth: draw.one(births),
    sex: draw.maybe(['Male', 'Female', 'Other', 'Unknown']),
    reference: maybeText(names),
    zip_codes: [],
    authorization_status: 'Approved',
    search_status: 'Completed',
    created_at: draw.one(instants),
    updated_at: draw.one(instants),
  }));
}

/** Returns the rows of a project; what belongs to a visit belongs to one of the same patient. */
export function projectRows(project: SeededProject, shared: SeedTables): SeedTables {
  const maker = makerOf(project);
  const { draw, text, maybeText, owned } = maker;
  const patients = patientRows(project, maker);
  const visit = many(project.count.visits, index => ({
    ...owned(index, draw.one(patients)),
    site_uid: uidOf(draw.one(shared['site'] ?? [])),
    payor_uid: draw.maybe((shared['payor'] ?? []).map(uidOf)),
    ref: text(),
    kind: draw.one([
      'Inpatient',
      'Emergency',
      'Outpatient',
      'UrgentCare',
      'Office',
      'Wellness',
      'Telehealth',
    ]),
    earliest_service_date: draw.one(days),
    latest_service_date: draw.one(days),
    reason: maybeText(),
    charge_amount: draw.maybe(amounts),
  }));
  const ofVisit = (index: number): TableRow => {
    const { uid, patient_uid } = draw.one(visit);
    return { ...owned(index, { uid: patient_uid ?? null }), visit_uid: uid ?? null };
  };
  const ofVisitIfAny = (index: number): TableRow =>
    draw.below(3) === 0 ? { ...owned(index, draw.one(patients)), visit_uid: null } : ofVisit(index);
  const { count } = project;
  return {
    patient: patients,
    visit,
    procedure: many(count.procedures, index => ({
      ...ofVisit(index),
      code_system: draw.one(['CPT', 'HCPCS', 'ICD10PCS', 'SNOMED']),
      code: draw.one(codes),
      description: text(),
      performed_on: draw.one(days),
      units: draw.one(wholes),
      charge_amount: draw.maybe(amounts),
    })),
    diagnosis: many(count.diagnoses, index => ({
      ...ofVisit(index),
      code_system: draw.one(['ICD10CM', 'SNOMED']),
      code: draw.one(codes),
      description: text(),
      diagnosed_on: draw.one(days),
      is_primary: draw.one([true, false]),
    })),
    prescription_fill: many(count.fills, index => ({
      ...ofVisitIfAny(index),
      ndc: draw.maybe(['00093101401', '00093101402']),
      rx_norm_code: draw.maybe(['860975', '860976', '86097']),
      drug_name: text(),
      quantity: draw.one(numbers),
      quantity_unit: draw.one(['tablet', 'mL', 'ml', 'g', 'µg']),
      days_supply: draw.one(wholes),
      refill_number: draw.one(wholes),
      filled_on: draw.one(days),
      prescriber_name: maybeText(names),
    })),
    lab_result: many(count.labs, index => ({
      ...ofVisitIfAny(index),
      loinc_code: draw.maybe(['4548-4', '2345-7', '45484']),
      name: text(),
      value: text(),
      numeric_value: draw.maybe(numbers),
      unit: draw.maybe(['%', 'mg/dL', 'µg/dL', '10*3/uL']),
      reference_range: maybeText(['3.5 - 5.1', '<5', '3,5 – 5,1']),
      abnormal_flag: draw.maybe(['Normal', 'Low', 'High', 'CriticalLow', 'CriticalHigh', 'Abnormal']),
      collected_on: draw.one(days),
    })),
  };
}

import type { Permission } from '../../domain/access/permissions';
import {
  boolean,
  date,
  datetime,
  decimal,
  integer,
  nullable,
  searched,
  text,
  uuid,
  type Columns,
} from './column';

/** A part of a row: a table with its columns, and who may see them. */
export interface Entity {
  /** What it is, for the document. */
  readonly description: string;
  /** The table, and its alias in every statement. */
  readonly table: string;
  readonly columns: Columns;
  /** The permission required in addition to the route's, to see the entity or to filter and sort by it. */
  readonly permission?: Permission;
}

const searchedOrNull = { ...searched, ...nullable };

/** The patient of a row. */
export const patient: Entity = {
  description: 'The patient.',
  table: 'patient',
  permission: 'ViewPatients',
  columns: {
    id: text('patient.id', 'ID of the patient.', searched),
    firstName: text('patient.first_name', 'Given name.', searched),
    lastName: text('patient.last_names[1]', 'Current last name.', searched),
    dateOfBirth: date('patient.date_of_birth', 'Date of birth.'),
    sex: text('patient.sex', '`Male`, `Female`, `Other`, or `Unknown`.', nullable),
    reference: text(
      'patient.reference',
      "The patient's `reference`: a matter or claim number.",
      searchedOrNull,
    ),
  },
};

/**
 * The facility of a visit. Like visits, sites belong to one company and environment; foreign keys ensure
 * it.
 */
export const site: Entity = {
  description: 'The facility where the patient was seen.',
  table: 'site',
  columns: {
    id: uuid('site.uid', 'ID of the facility. Use it as the `siteId` of a record request.'),
    name: text('site.name', 'Name of the facility.', searched),
    systemName: text('site.system_name', 'Health system that the facility belongs to.', searchedOrNull),
    npi: text('site.npi', 'National Provider Identifier, 10 digits.', searchedOrNull),
    addressLine1: text('site.address_line_1', 'Street address.', searched),
    addressLine2: text('site.address_line_2', 'Suite, floor, or building.', searchedOrNull),
    city: text('site.city', 'City of the facility.', searched),
    state: text('site.state', 'Two-letter USPS state code.', searched),
    zip: text('site.zip', 'ZIP code, `12345` or `12345-6789`.', searched),
    phone: text('site.phone', 'Phone number in E.164.', searchedOrNull),
    fax: text('site.fax', 'Fax number in E.164.', searchedOrNull),
  },
};

/** The payor of a visit. Payors are the same for all customers. */
export const payor: Entity = {
  description: 'Who paid for the visit.',
  table: 'payor',
  columns: {
    id: uuid('payor.uid', 'ID of the payor.'),
    name: text('payor.name', 'Name of the payor.', searched),
    kind: text('payor.kind', '`Medicare`, `Medicaid`, `DualEligible`, `Commercial`, or `Other`.', searched),
  },
};

/** The company of a row. */
export const company: Entity = {
  description: 'The company that the project belongs to.',
  table: 'company',
  columns: {
    id: text('company.id', 'ID of the company.'),
    name: text('company.name', 'Name of the company.'),
  },
};

/** The project of a row. */
export const project: Entity = {
  description: 'The project of the patient.',
  table: 'project',
  permission: 'ViewProjects',
  columns: {
    id: text('project.id', 'ID of the project.'),
    name: text('project.name', 'Display name of the project.'),
    status: text('project.status', '`Sandbox`, `Live`, or `Closed`.'),
  },
};

const visitKind =
  '`Inpatient`, `Emergency`, `Outpatient`, `UrgentCare`, `Office`, `Wellness`, or `Telehealth`.';

/** A stay or an appointment. */
export const visit: Entity = {
  description: 'The visit: a stay or an appointment.',
  table: 'visit',
  columns: {
    id: uuid('visit.uid', 'ID of the visit.'),
    ref: text('visit.ref', 'Claim or encounter number at the source.', searched),
    kind: text('visit.kind', visitKind, searched),
    earliestServiceDate: date('visit.earliest_service_date', 'First day of service.', searched),
    latestServiceDate: date('visit.latest_service_date', 'Last day of service.', searched),
    reason: text('visit.reason', 'Reason for the visit.', searchedOrNull),
    chargeAmount: decimal('visit.charge_amount', 'Amount charged, in US dollars.', searchedOrNull),
    createdAt: datetime('visit.created_at', 'When we found the visit (UTC).'),
  },
};

/** A procedure that was done at a visit. */
export const procedure: Entity = {
  description: 'The procedure: something that was done at a visit.',
  table: 'procedure',
  columns: {
    id: uuid('procedure.uid', 'ID of the procedure.'),
    codeSystem: text('procedure.code_system', '`CPT`, `HCPCS`, `ICD10PCS`, or `SNOMED`.', searched),
    code: text('procedure.code', 'Code in `codeSystem`.', searched),
    description: text('procedure.description', 'What was done, in words.', searched),
    performedOn: date('procedure.performed_on', 'Day it was done.', searched),
    units: integer('procedure.units', 'How many times it was done, at least 1.', searched),
    chargeAmount: decimal(
      'procedure.charge_amount',
      'Amount charged for all units, in US dollars. From claims only.',
      searchedOrNull,
    ),
    createdAt: datetime('procedure.created_at', 'When we found the procedure (UTC).'),
  },
};

/** A condition that was found or treated at a visit. */
export const diagnosis: Entity = {
  description: 'The diagnosis: a condition that was found or treated at a visit.',
  table: 'diagnosis',
  columns: {
    id: uuid('diagnosis.uid', 'ID of the diagnosis.'),
    codeSystem: text('diagnosis.code_system', '`ICD10CM` or `SNOMED`.', searched),
    code: text('diagnosis.code', 'Code in `codeSystem`.', searched),
    description: text('diagnosis.description', 'The condition, in words.', searched),
    diagnosedOn: date('diagnosis.diagnosed_on', 'Day of the diagnosis.', searched),
    isPrimary: boolean(
      'diagnosis.is_primary',
      'Whether it is the first diagnosis of its visit in its code system.',
      searched,
    ),
    createdAt: datetime('diagnosis.created_at', 'When we found the diagnosis (UTC).'),
  },
};

/** A drug that a pharmacy dispensed. */
export const prescriptionFill: Entity = {
  description: 'The prescription fill: a drug that a pharmacy dispensed.',
  table: 'prescription_fill',
  columns: {
    id: uuid('prescription_fill.uid', 'ID of the prescription fill.'),
    ndc: text('prescription_fill.ndc', 'National Drug Code, 11 digits without hyphens.', searchedOrNull),
    rxNormCode: text('prescription_fill.rx_norm_code', 'RxNorm code of the drug.', searchedOrNull),
    drugName: text('prescription_fill.drug_name', 'Name of the drug.', searched),
    quantity: decimal('prescription_fill.quantity', 'Quantity dispensed, in `quantityUnit`.', searched),
    quantityUnit: text(
      'prescription_fill.quantity_unit',
      'Unit of `quantity`: `tablet`, `mL`, `g`.',
      searched,
    ),
    daysSupply: integer('prescription_fill.days_supply', 'Number of days the supply lasts.', searched),
    refillNumber: integer(
      'prescription_fill.refill_number',
      '0 for the first fill of a prescription.',
      searched,
    ),
    filledOn: date('prescription_fill.filled_on', 'Day the drug was dispensed.', searched),
    prescriberName: text('prescription_fill.prescriber_name', 'Name of the prescriber.', searchedOrNull),
    createdAt: datetime('prescription_fill.created_at', 'When we found the prescription fill (UTC).'),
  },
};

/** A lab result. */
export const labResult: Entity = {
  description: 'The lab result: a value that was measured.',
  table: 'lab_result',
  columns: {
    id: uuid('lab_result.uid', 'ID of the lab result.'),
    loincCode: text('lab_result.loinc_code', 'LOINC code of the test.', searchedOrNull),
    name: text('lab_result.name', 'What was measured.', searched),
    value: text('lab_result.value', 'The result as reported. It can be text.', searched),
    numericValue: decimal('lab_result.numeric_value', 'The result, if it is a plain number.', searchedOrNull),
    unit: text('lab_result.unit', 'Unit of the result, in UCUM.', searchedOrNull),
    referenceRange: text(
      'lab_result.reference_range',
      'Normal range as reported: `3.5 - 5.1`.',
      searchedOrNull,
    ),
    abnormalFlag: text(
      'lab_result.abnormal_flag',
      '`Normal`, `Low`, `High`, `CriticalLow`, `CriticalHigh`, or `Abnormal`.',
      searchedOrNull,
    ),
    collectedOn: date('lab_result.collected_on', 'Day the specimen was collected.', searched),
    createdAt: datetime('lab_result.created_at', 'When we found the lab result (UTC).'),
  },
};

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

/** What a row is nested by: a table with its columns, and who may see them. */
export interface Entity {
  /** The table, and its alias in every statement. */
  readonly table: string;
  readonly columns: Columns;
  /** What a role must hold beside the permission of the route, to see it and to ask by it. */
  readonly permission?: Permission;
}

const searchedOrNull = { ...searched, ...nullable };

/** Whose row it is. */
export const patient: Entity = {
  table: 'patient',
  permission: 'ViewPatients',
  columns: {
    id: text('patient.id', 'The patient’s id, as you gave it.', searched),
    firstName: text('patient.first_name', 'Given name.', searched),
    lastName: text('patient.last_names[1]', 'Current last name.', searched),
    dateOfBirth: date('patient.date_of_birth', 'Birth date.'),
    sex: text('patient.sex', 'Male, Female, Other or Unknown, as stated.', nullable),
  },
};

/**
 * Where the patient was seen. Sites are of one company and environment, as visits are, which the keys of the
 * tables hold.
 */
export const site: Entity = {
  table: 'site',
  columns: {
    id: uuid('site.uid', 'The site’s id; goes into `siteId` of a record request.'),
    name: text('site.name', 'Name of the facility.', searched),
    systemName: text('site.system_name', 'The health system it belongs to.', searchedOrNull),
    npi: text('site.npi', 'National Provider Identifier, ten digits.', searchedOrNull),
    addressLine1: text('site.address_line_1', 'First line of the address.', searched),
    addressLine2: text('site.address_line_2', 'Second line of the address.', searchedOrNull),
    city: text('site.city', 'City.', searched),
    state: text('site.state', 'USPS code.', searched),
    zip: text('site.zip', 'ZIP code, `12345` or `12345-6789`.', searched),
    phone: text('site.phone', 'E.164.', nullable),
    fax: text('site.fax', 'E.164.', nullable),
  },
};

/** Who paid. Payors are the same for all customers. */
export const payor: Entity = {
  table: 'payor',
  columns: {
    id: uuid('payor.uid', 'The payor’s id.'),
    name: text('payor.name', 'Name.', searched),
    kind: text('payor.kind', 'Medicare, Medicaid, DualEligible, Commercial or Other.'),
  },
};

/** Whose project it is. */
export const company: Entity = {
  table: 'company',
  columns: { id: text('company.id', 'The company’s id.'), name: text('company.name', 'Name.') },
};

/** The project that the patient is in. */
export const project: Entity = {
  table: 'project',
  permission: 'ViewProjects',
  columns: {
    id: text('project.id', 'The project’s id.'),
    name: text('project.name', 'Name.'),
    status: text('project.status', 'Sandbox, Live or Closed.'),
  },
};

const visitKind = 'Inpatient, Emergency, Outpatient, UrgentCare, Office, Wellness or Telehealth.';

/** A stay or an appointment. */
export const visit: Entity = {
  table: 'visit',
  columns: {
    id: uuid('visit.uid', 'The visit’s id.'),
    ref: text('visit.ref', 'What the source calls the visit: a claim or encounter number.', searched),
    kind: text('visit.kind', visitKind),
    earliestServiceDate: date('visit.earliest_service_date', 'First day of service.'),
    latestServiceDate: date('visit.latest_service_date', 'Last day of service.'),
    reason: text('visit.reason', 'Why the patient came, in words.', searchedOrNull),
    chargeAmount: decimal('visit.charge_amount', 'What was charged, US dollars.', nullable),
    createdAt: datetime('visit.created_at', 'When the visit was discovered.'),
  },
};

/** Something done during a visit. */
export const procedure: Entity = {
  table: 'procedure',
  columns: {
    id: uuid('procedure.uid', 'The procedure’s id.'),
    codeSystem: text('procedure.code_system', 'CPT, HCPCS, ICD10PCS or SNOMED.'),
    code: text('procedure.code', 'The code in its system.', searched),
    description: text('procedure.description', 'What was done, in words.', searched),
    performedOn: date('procedure.performed_on', 'The day it was done.'),
    units: integer('procedure.units', 'How many times, at least 1.'),
    chargeAmount: decimal(
      'procedure.charge_amount',
      'What was charged for all units, US dollars; from claims only.',
      nullable,
    ),
    createdAt: datetime('procedure.created_at', 'When the procedure was discovered.'),
  },
};

/** A condition that was found or treated at a visit. */
export const diagnosis: Entity = {
  table: 'diagnosis',
  columns: {
    id: uuid('diagnosis.uid', 'The diagnosis’s id.'),
    codeSystem: text('diagnosis.code_system', 'ICD10CM or SNOMED.'),
    code: text('diagnosis.code', 'The code in its system.', searched),
    description: text('diagnosis.description', 'What was found, in words.', searched),
    diagnosedOn: date('diagnosis.diagnosed_on', 'The day it was found.'),
    isPrimary: boolean('diagnosis.is_primary', 'Whether it is the first of its visit in its code system.'),
    createdAt: datetime('diagnosis.created_at', 'When the diagnosis was discovered.'),
  },
};

/** A medicine that a pharmacy handed out. */
export const prescriptionFill: Entity = {
  table: 'prescription_fill',
  columns: {
    id: uuid('prescription_fill.uid', 'The fill’s id.'),
    ndc: text('prescription_fill.ndc', 'National Drug Code, eleven digits without hyphens.', searchedOrNull),
    rxNormCode: text('prescription_fill.rx_norm_code', 'RxNorm code.', searchedOrNull),
    drugName: text('prescription_fill.drug_name', 'Name of the medicine.', searched),
    quantity: decimal('prescription_fill.quantity', 'How much was handed out.'),
    quantityUnit: text('prescription_fill.quantity_unit', 'What `quantity` counts: tablet, mL, g.'),
    daysSupply: integer('prescription_fill.days_supply', 'For how many days it is.'),
    refillNumber: integer('prescription_fill.refill_number', '0 for the first fill of a prescription.'),
    filledOn: date('prescription_fill.filled_on', 'The day it was handed out.'),
    prescriberName: text('prescription_fill.prescriber_name', 'Who prescribed it.', searchedOrNull),
    createdAt: datetime('prescription_fill.created_at', 'When the fill was discovered.'),
  },
};

/** A measured value. */
export const labResult: Entity = {
  table: 'lab_result',
  columns: {
    id: uuid('lab_result.uid', 'The result’s id.'),
    loincCode: text('lab_result.loinc_code', 'LOINC code.', searchedOrNull),
    name: text('lab_result.name', 'What was measured.', searched),
    value: text('lab_result.value', 'The result as reported, which need not be a number.', searched),
    numericValue: decimal('lab_result.numeric_value', 'The result where it is a plain number.', nullable),
    unit: text('lab_result.unit', 'UCUM.', nullable),
    referenceRange: text('lab_result.reference_range', 'As reported: `3.5 - 5.1`.', nullable),
    abnormalFlag: text(
      'lab_result.abnormal_flag',
      'Normal, Low, High, CriticalLow, CriticalHigh or Abnormal.',
      nullable,
    ),
    collectedOn: date('lab_result.collected_on', 'The day the specimen was taken.'),
    createdAt: datetime('lab_result.created_at', 'When the result was discovered.'),
  },
};

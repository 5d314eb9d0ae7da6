/**
 * What the page of a patient's clinical data shows for each kind of row. It names nothing about the patient,
 * the company, or the project.
 */
import { diagnosisCodeSystems } from '../clinical/diagnosis';
import { abnormalFlags } from '../clinical/lab-result';
import { procedureCodeSystems } from '../clinical/procedure';
import { visitKinds } from '../clinical/visit';

/** The kinds of rows, as named in URLs (EMBED-6). */
export const clinicalTabNames = [
  'visits',
  'procedures',
  'diagnoses',
  'prescription-fills',
  'lab-results',
] as const;

/** A kind of row. */
export type ClinicalTabName = (typeof clinicalTabNames)[number];

/** The entities with visible columns. */
type ShownEntity = 'visit' | 'procedure' | 'diagnosis' | 'prescriptionFill' | 'labResult' | 'site' | 'payor';

/** A column of a table. A test holds it to the catalog of browse. */
export interface ClinicalColumn {
  readonly entity: ShownEntity;
  readonly field: string;
  readonly label: string;
  /** How a value is written. All but texts are short and stay on one line. */
  readonly writes: 'text' | 'code' | 'day' | 'dollars' | 'number' | 'yesNo';
  /** How rows are filtered by it: by a part of the text, or by one of these values; absent if not at all. */
  readonly narrows?: 'part' | readonly string[];
}

/** Returns a value of a closed list in words: `UrgentCare` is urgent care. Codes such as `ICD10CM` stay. */
export function wordsOfChoice(value: string): string {
  return value.replaceAll(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
}

/** A kind of row and its table. */
export interface ClinicalTab {
  readonly name: ClinicalTabName;
  /** The entity of a row, as in the message to the framing page (EMBED-8). */
  readonly entity: ShownEntity;
  readonly label: string;
  /** The kind's name for one row in a sentence. */
  readonly singular: string;
  /** Never empty: the first column is the date by which rows are sorted and filtered. */
  readonly columns: readonly [ClinicalColumn, ...ClinicalColumn[]];
}

const siteName: ClinicalColumn = {
  entity: 'site',
  field: 'name',
  label: 'Facility',
  writes: 'text',
  narrows: 'part',
};
const siteCity: ClinicalColumn = { entity: 'site', field: 'city', label: 'City', writes: 'text' };
const siteState: ClinicalColumn = { entity: 'site', field: 'state', label: 'State', writes: 'code' };

/** Returns the columns of one entity, each with its field, its label, and how it is written. */
function columnsOf(entity: ShownEntity) {
  return (
    field: string,
    label: string,
    writes: ClinicalColumn['writes'],
    narrows?: ClinicalColumn['narrows'],
  ): ClinicalColumn => ({ entity, field, label, writes, ...(narrows === undefined ? {} : { narrows }) });
}

const visit = columnsOf('visit');
const procedure = columnsOf('procedure');
const diagnosis = columnsOf('diagnosis');
const fill = columnsOf('prescriptionFill');
const result = columnsOf('labResult');

const tabs: Readonly<Record<ClinicalTabName, ClinicalTab>> = {
  visits: {
    name: 'visits',
    entity: 'visit',
    label: 'Visits',
    singular: 'visit',
    columns: [
      visit('earliestServiceDate', 'Start date', 'day'),
      visit('latestServiceDate', 'End date', 'day'),
      visit('kind', 'Type', 'code', visitKinds),
      visit('reason', 'Reason', 'text', 'part'),
      siteName,
      siteCity,
      siteState,
      columnsOf('payor')('name', 'Payor', 'text', 'part'),
      visit('chargeAmount', 'Charge', 'dollars'),
      visit('ref', 'Reference', 'text'),
    ],
  },
  procedures: {
    name: 'procedures',
    entity: 'procedure',
    label: 'Procedures',
    singular: 'procedure',
    columns: [
      procedure('performedOn', 'Date', 'day'),
      procedure('codeSystem', 'Code system', 'code', procedureCodeSystems),
      procedure('code', 'Code', 'text', 'part'),
      procedure('description', 'Description', 'text', 'part'),
      procedure('units', 'Units', 'number'),
      procedure('chargeAmount', 'Charge', 'dollars'),
      siteName,
      siteState,
    ],
  },
  diagnoses: {
    name: 'diagnoses',
    entity: 'diagnosis',
    label: 'Diagnoses',
    singular: 'diagnosis',
    columns: [
      diagnosis('diagnosedOn', 'Date', 'day'),
      diagnosis('codeSystem', 'Code system', 'code', diagnosisCodeSystems),
      diagnosis('code', 'Code', 'text', 'part'),
      diagnosis('description', 'Description', 'text', 'part'),
      diagnosis('isPrimary', 'Primary', 'yesNo'),
      siteName,
      siteState,
    ],
  },
  'prescription-fills': {
    name: 'prescription-fills',
    entity: 'prescriptionFill',
    label: 'Prescription fills',
    singular: 'prescription fill',
    columns: [
      fill('filledOn', 'Date', 'day'),
      fill('drugName', 'Drug', 'text', 'part'),
      fill('quantity', 'Quantity', 'number'),
      fill('quantityUnit', 'Unit', 'text'),
      fill('daysSupply', 'Days supply', 'number'),
      fill('refillNumber', 'Refill', 'number'),
      fill('prescriberName', 'Prescriber', 'text', 'part'),
      fill('ndc', 'NDC', 'text', 'part'),
    ],
  },
  'lab-results': {
    name: 'lab-results',
    entity: 'labResult',
    label: 'Lab results',
    singular: 'lab result',
    columns: [
      result('collectedOn', 'Date', 'day'),
      result('name', 'Test', 'text', 'part'),
      result('value', 'Value', 'text'),
      result('unit', 'Unit', 'text'),
      result('referenceRange', 'Reference range', 'text'),
      result('abnormalFlag', 'Flag', 'code', abnormalFlags),
      result('loincCode', 'LOINC', 'text', 'part'),
      siteName,
    ],
  },
};

/** The default kind of row. */
export const firstClinicalTab = tabs.visits;

/** Every kind of row, in page order. */
export const clinicalTabs: readonly ClinicalTab[] = clinicalTabNames.map(name => tabs[name]);

/** Returns the kind of row of this name; `undefined` for another text. */
export function findClinicalTab(name: unknown): ClinicalTab | undefined {
  return clinicalTabs.find(tab => tab.name === name);
}

/** A value of a row, as browse returns it. */
export type ClinicalCell = string | number | boolean | null;

/** A row as browse returns it: entity, then column. */
export type ClinicalRow = Readonly<Partial<Record<string, Readonly<Partial<Record<string, ClinicalCell>>>>>>;

/** Returns a column's full name: `visit.kind`. */
export function nameOfColumn({ entity, field }: Pick<ClinicalColumn, 'entity' | 'field'>): string {
  return `${entity}.${field}`;
}

import { diagnosisKey, type Diagnosis } from './diagnosis';
import { labResultKey, type LabResult } from './lab-result';
import { payorKey, type Payor } from './payor';
import { prescriptionFillKey, type PrescriptionFill } from './prescription-fill';
import { procedureKey, type Procedure } from './procedure';
import { siteKey, type Site } from './site';
import { visitKey, type Visit } from './visit';

/**
 * The content that one run of a search returns for one patient: flat rows that refer to each other by natural
 * key, so that each kind is stored with one set-based statement. Every referenced key is the key of a row in
 * the same content, and no kind holds two rows with one key. The diagnoses of a visit are those that refer to
 * it.
 *
 * Sites are shared by the patients of a company and environment, payors by everyone. The other kinds belong
 * to the patient, and their keys are unique per patient only.
 */
export interface ClinicalContent {
  readonly sites: readonly Site[];
  readonly payors: readonly Payor[];
  readonly visits: readonly Visit[];
  readonly procedures: readonly Procedure[];
  readonly diagnoses: readonly Diagnosis[];
  readonly prescriptionFills: readonly PrescriptionFill[];
  readonly labResults: readonly LabResult[];
}

/** Content without rows. */
export const noContent: ClinicalContent = {
  sites: [],
  payors: [],
  visits: [],
  procedures: [],
  diagnoses: [],
  prescriptionFills: [],
  labResults: [],
};

/** Returns how many rows about the patient the content has; sites and payors alone aren't patient data. */
export function countRows(content: ClinicalContent): number {
  const { visits, procedures, diagnoses, prescriptionFills, labResults } = content;
  const kinds = [visits, procedures, diagnoses, prescriptionFills, labResults];
  return kinds.reduce((count, rows) => count + rows.length, 0);
}

/** Whether the content has nothing about the patient. */
export function isEmptyContent(content: ClinicalContent): boolean {
  return countRows(content) === 0;
}

/** Keeps one row of a kind per natural key. */
export function unique<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map(row => [keyOf(row), row])).values()];
}

/** Returns the content of several records about one person as one. */
export function mergeContent(contents: readonly ClinicalContent[]): ClinicalContent {
  const [only] = contents;
  if (only !== undefined && contents.length === 1) return only;
  const all = <Kind extends keyof ClinicalContent>(kind: Kind): Array<ClinicalContent[Kind][number]> =>
    contents.flatMap(content => [...content[kind]]);
  return {
    sites: unique(all('sites'), siteKey),
    payors: unique(all('payors'), payorKey),
    visits: unique(all('visits'), visitKey),
    procedures: unique(all('procedures'), procedureKey),
    diagnoses: unique(all('diagnoses'), diagnosisKey),
    prescriptionFills: unique(all('prescriptionFills'), prescriptionFillKey),
    labResults: unique(all('labResults'), labResultKey),
  };
}

import type { Diagnosis } from './diagnosis';
import type { LabResult } from './lab-result';
import type { Payor } from './payor';
import type { PrescriptionFill } from './prescription-fill';
import type { Procedure } from './procedure';
import type { Site } from './site';
import type { Visit } from './visit';

/**
 * What one run of a search brings for one patient: flat rows that point at each other by natural key, so that
 * each kind goes into its table in one set-based statement. Every key that a row points at is the key of a
 * row in the same content, and no kind holds two rows of one key. The diagnoses of a visit are those that
 * point at it.
 *
 * Sites are shared by the patients of a company and environment, payors by all; the other kinds are the
 * patient's, and their keys are unique per patient only.
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

/** Content without a row. */
export const noContent: ClinicalContent = {
  sites: [],
  payors: [],
  visits: [],
  procedures: [],
  diagnoses: [],
  prescriptionFills: [],
  labResults: [],
};

/** Whether there is nothing in it of the patient; sites and payors alone are nobody's. */
export function isEmptyContent(content: ClinicalContent): boolean {
  const { visits, procedures, diagnoses, prescriptionFills, labResults } = content;
  return [visits, procedures, diagnoses, prescriptionFills, labResults].every(rows => rows.length === 0);
}

import type { CalendarDate } from './calendar-date';
import { keyText, naturalKey } from './natural-key';

/** The code systems of diagnoses. */
export const diagnosisCodeSystems = ['ICD10CM', 'SNOMED'] as const;

/** The code system of a diagnosis. */
export type DiagnosisCodeSystem = (typeof diagnosisCodeSystems)[number];

/** A condition found or treated during a visit. */
export interface Diagnosis {
  readonly visitKey: string;
  readonly codeSystem: DiagnosisCodeSystem;
  readonly code: string;
  readonly description: string;
  readonly diagnosedOn: CalendarDate;
  /** Whether it is the first-listed diagnosis of the visit in its code system. */
  readonly isPrimary: boolean;
}

/** Returns the natural key of a diagnosis: a code occurs once per visit. */
export function diagnosisKey(diagnosis: Diagnosis): string {
  return naturalKey('diagnosis', diagnosis.visitKey, diagnosis.codeSystem, keyText(diagnosis.code));
}

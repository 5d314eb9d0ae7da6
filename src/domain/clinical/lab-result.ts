import type { CalendarDate } from './calendar-date';
import { keyText, naturalKey } from './natural-key';

/** The position of a result relative to its reference range. */
export const abnormalFlags = ['Normal', 'Low', 'High', 'CriticalLow', 'CriticalHigh', 'Abnormal'] as const;

/** The position of a result relative to its reference range. */
export type AbnormalFlag = (typeof abnormalFlags)[number];

/** One measured value. */
export interface LabResult {
  /** The visit at which the specimen was taken, if the source says so. */
  readonly visitKey?: string;
  readonly loincCode?: string;
  readonly name: string;
  /** The result as reported, which need not be a number (`<5`, `Negative`). */
  readonly value: string;
  /** The result as a decimal, if it is a plain number. */
  readonly numericValue?: string;
  /** UCUM. */
  readonly unit?: string;
  /** As reported: `3.5 - 5.1`. */
  readonly referenceRange?: string;
  readonly abnormalFlag?: AbnormalFlag;
  readonly collectedOn: CalendarDate;
}

/**
 * Returns the natural key of a result: which test, when, and the value (a test may be repeated within a day).
 */
export function labResultKey(result: LabResult): string {
  return naturalKey(
    'lab',
    result.loincCode ?? keyText(result.name),
    result.collectedOn,
    keyText(result.value),
    result.unit === undefined ? undefined : keyText(result.unit),
  );
}

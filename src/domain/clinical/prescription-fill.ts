import type { CalendarDate } from './calendar-date';
import { keyText, naturalKey } from './natural-key';

/** A medicine handed out by a pharmacy. */
export interface PrescriptionFill {
  /** The visit at which it was prescribed, where the source says so. */
  readonly visitKey?: string;
  /** National Drug Code, eleven digits without hyphens. */
  readonly ndc?: string;
  readonly rxNormCode?: string;
  readonly drugName: string;
  /** How much was handed out, a decimal. */
  readonly quantity: string;
  /** What `quantity` counts: `tablet`, `mL`, `g`. */
  readonly quantityUnit: string;
  readonly daysSupply: number;
  /** 0 for the first fill of a prescription. */
  readonly refillNumber: number;
  readonly filledOn: CalendarDate;
  readonly prescriberName?: string;
}

/**
 * The natural key of a fill: what, how much and when. The visit is no part of it, since pharmacies do not
 * know it.
 */
export function prescriptionFillKey(fill: PrescriptionFill): string {
  return naturalKey(
    'fill',
    fill.rxNormCode ?? fill.ndc ?? keyText(fill.drugName),
    fill.filledOn,
    fill.quantity,
    fill.daysSupply,
  );
}

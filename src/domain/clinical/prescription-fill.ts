import type { CalendarDate } from './calendar-date';
import { keyText, naturalKey } from './natural-key';

/** A medicine dispensed by a pharmacy. */
export interface PrescriptionFill {
  /** The visit at which it was prescribed, if the source says so. */
  readonly visitKey?: string;
  /** National Drug Code, eleven digits without hyphens. */
  readonly ndc?: string;
  readonly rxNormCode?: string;
  readonly drugName: string;
  /** The dispensed quantity, a decimal. */
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
 * Returns the natural key of a fill: what, how much, and when. The visit isn't part of it, since pharmacies
 * don't know it.
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

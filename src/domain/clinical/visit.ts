import type { CalendarDate } from './calendar-date';
import { keyText, naturalKey } from './natural-key';

/** How a patient was seen, from a claim's place of service or an encounter class. */
export const visitKinds = [
  'Inpatient',
  'Emergency',
  'Outpatient',
  'UrgentCare',
  'Office',
  'Wellness',
  'Telehealth',
] as const;

/** How a patient was seen. */
export type VisitKind = (typeof visitKinds)[number];

/** One stay or appointment of a patient at a site. Its procedures and diagnoses refer to it by its key. */
export interface Visit {
  /** The natural key of the site. */
  readonly siteKey: string;
  /** The natural key of the payor; absent if nobody was billed or the source doesn't say. */
  readonly payorKey?: string;
  /** What the source calls the visit: a claim or encounter number. */
  readonly ref: string;
  readonly kind: VisitKind;
  readonly earliestServiceDate: CalendarDate;
  /** Never before `earliestServiceDate`; the same day unless the patient stayed. */
  readonly latestServiceDate: CalendarDate;
  /** Why the patient came, in words. */
  readonly reason?: string;
  /** The total charge in US dollars, a decimal with two places (`1714.89`); absent outside of claims. */
  readonly chargeAmount?: string;
}

/** Returns the natural key of a visit: where, when, how, and under which number. */
export function visitKey(visit: Visit): string {
  return naturalKey(
    'visit',
    visit.siteKey,
    visit.earliestServiceDate,
    visit.latestServiceDate,
    visit.kind,
    keyText(visit.ref),
  );
}

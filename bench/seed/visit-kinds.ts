/** The usual properties of each kind of visit, based on Synthea's encounter classes. */
import type { VisitKind } from '../../src/domain/clinical/visit';
import type { Draw } from './draw';
import { pickByWeight } from './weighted';

/** The usual properties of a kind of visit. */
export interface Usual {
  readonly kind: VisitKind;
  readonly weight: number;
  /** The probability that a visit has a reason. */
  readonly reasonOdds: number;
  /** The median charge in US dollars, and its spread (lognormal). */
  readonly charge: { readonly median: number; readonly deviation: number };
  /** The probability of more than a day, and the usual nights then. */
  readonly stay: { readonly odds: number; readonly nights: number };
}

const usual: readonly Usual[] = [
  {
    kind: 'Office',
    weight: 55,
    reasonOdds: 0.97,
    charge: { median: 620, deviation: 1.2 },
    stay: { odds: 0.01, nights: 1 },
  },
  {
    kind: 'Wellness',
    weight: 22,
    reasonOdds: 0.03,
    charge: { median: 778.78, deviation: 0.35 },
    stay: { odds: 0, nights: 0 },
  },
  {
    kind: 'Emergency',
    weight: 10,
    reasonOdds: 1,
    charge: { median: 1_150, deviation: 1.3 },
    stay: { odds: 0.12, nights: 1 },
  },
  {
    kind: 'Outpatient',
    weight: 6,
    reasonOdds: 0.4,
    charge: { median: 1_380, deviation: 1.1 },
    stay: { odds: 0.02, nights: 1 },
  },
  {
    kind: 'Inpatient',
    weight: 3.5,
    reasonOdds: 1,
    charge: { median: 6_434, deviation: 1.1 },
    stay: { odds: 0.97, nights: 3 },
  },
  {
    kind: 'UrgentCare',
    weight: 2,
    reasonOdds: 0.6,
    charge: { median: 420, deviation: 0.6 },
    stay: { odds: 0, nights: 0 },
  },
  {
    kind: 'Telehealth',
    weight: 1.5,
    reasonOdds: 1,
    charge: { median: 118, deviation: 0.4 },
    stay: { odds: 0, nights: 0 },
  },
];

const centsMax = 99_999_999;
const nightsMax = 60;

/** Draws a kind of visit by frequency. */
export const pickUsual = pickByWeight(usual, ({ weight }) => weight);

/** Draws the nights of a visit. */
export function drawNights({ stay }: Usual, draw: Draw): number {
  if (!draw.chance(stay.odds)) return 0;
  return Math.min(nightsMax, 1 + Math.floor(-Math.log(1 - draw.next()) * (stay.nights - 1)));
}

/** Draws the charge of a visit in cents. */
export function drawCents({ charge }: Usual, draw: Draw): number {
  const dollars = charge.median * Math.exp(charge.deviation * draw.normal());
  return Math.min(centsMax, Math.max(500, Math.round(dollars * 100)));
}

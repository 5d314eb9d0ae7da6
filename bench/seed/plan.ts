/**
 * How much of what there is, and when it came about; all of it follows from the seed and the number of
 * visits.
 */
import { createDraw, type Draw } from './draw';

/** What the streams of a subject are for; each has its own. */
export const purposes = {
  history: 1,
  profile: 2,
  tenant: 3,
  site: 4,
  payor: 5,
  search: 6,
  procedure: 7,
  diagnosis: 8,
  fill: 9,
  labResult: 10,
  visit: 11,
} as const;

// Fixed: a clock would make other rows of the same seed.
const beginsAtMs = Date.UTC(2023, 10, 1);
const endsAtMs = Date.UTC(2026, 9, 31);
/** Of a run after the one with which a patient comes; as shares of all patients that come in between. */
const laterRuns = [0.02, 0.25] as const;
const betweenRunsMaxMs = 3_600_000;

// A lognormal distribution: half of the patients have at most twelve visits, a twentieth more than sixty;
// twenty on average.
const visitsMedian = 12;
const visitsDeviation = 1;
const visitsMax = 500;
const visitsPerSite = 50;
const sitesMax = 20_000;
const sitesMin = 30;

/** What is made. */
export interface SeedPlan {
  readonly seed: number;
  readonly visits: number;
  /** Scales what hangs on visits: 1 is as usual, 0 none. */
  readonly children: number;
  readonly patients: number;
  readonly sites: number;
  /** How many companies share the visits: twenty unless said. */
  readonly companies?: number;
}

/** How many visits a patient has who is not the last one. */
function visitsOf(draw: Draw, patient: number): number {
  draw.restart(patient, purposes.history, 0);
  const drawn = Math.round(visitsMedian * Math.exp(visitsDeviation * draw.normal()));
  return Math.min(visitsMax, Math.max(1, drawn));
}

/** Plans so many visits: as many patients as they are enough for. */
export function planSeed(seed: number, visits: number, children: number): SeedPlan {
  const draw = createDraw(seed);
  let patients = 0;
  for (let left = visits; left > 0; patients += 1) left -= visitsOf(draw, patients);
  const sites = Math.max(sitesMin, Math.min(sitesMax, Math.ceil(visits / visitsPerSite)));
  return { seed, visits, children, patients, sites };
}

/** When what. */
export interface Calendar {
  /** When the history of the tenants begins, before all patients. */
  readonly beginsAtMs: number;
  /** When a patient is registered. Patients come one after another. */
  readonly registeredAtMs: (patient: number) => number;
  /** When a run of searches for a patient answers, from 0; ascending in the order of {@link runs}. */
  readonly answeredAtMs: (patient: number, run: number) => number;
  /** Every run that a patient may have, in the order of their answers. */
  readonly runs: () => Generator<{ readonly patient: number; readonly run: number }>;
}

/** The most runs a patient has. */
export const runsMax = 1 + laterRuns.length;

/** Places the patients of a plan and their runs in three years. */
export function calendarOf({ patients }: Pick<SeedPlan, 'patients'>): Calendar {
  const lags = [0, ...laterRuns.map(share => Math.ceil(share * patients))];
  const steps = patients + Math.max(...lags);
  const stepMs = (endsAtMs - beginsAtMs) / (steps + 1);
  const stepAtMs = (step: number): number => beginsAtMs + Math.floor((step + 1) * stepMs);
  const runMs = Math.min(stepMs, betweenRunsMaxMs) / (lags.length + 1);
  return {
    beginsAtMs,
    registeredAtMs: stepAtMs,
    answeredAtMs: (patient, run) => stepAtMs(patient + (lags[run] ?? 0)) + Math.floor((run + 1) * runMs),
    *runs() {
      for (let step = 0; step < steps; step += 1) {
        for (const [run, lag] of lags.entries()) {
          const patient = step - lag;
          if (patient >= 0 && patient < patients) yield { patient, run };
        }
      }
    },
  };
}

/** Counts the visits of each patient; the last one has those that are left. */
export function visitCounter(plan: SeedPlan): (patient: number) => number {
  const draw = createDraw(plan.seed);
  let beforeLast = 0;
  for (let patient = 0; patient < plan.patients - 1; patient += 1) beforeLast += visitsOf(draw, patient);
  return patient => (patient === plan.patients - 1 ? plan.visits - beforeLast : visitsOf(draw, patient));
}

/** The number of records and their times, which all follow from the seed and the number of visits. */
import { createDraw, type Draw } from './draw';

/** The purposes of a subject's streams; each has its own. */
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

// Fixed: with a clock, the same seed would create different rows.
const beginsAtMs = Date.UTC(2023, 10, 1);
const endsAtMs = Date.UTC(2026, 9, 31);
/** The delay of later runs, as a share of the patients registered in between. */
const laterRuns = [0.02, 0.25] as const;
const betweenRunsMaxMs = 3_600_000;

// A lognormal distribution: half of the patients have at most twelve visits, one in twenty has more than
// sixty, and the average is twenty.
const visitsMedian = 12;
const visitsDeviation = 1;
const visitsMax = 500;
const visitsPerSite = 50;
const sitesMax = 20_000;
const sitesMin = 30;

/** The parameters of a seed. */
export interface SeedPlan {
  readonly seed: number;
  readonly visits: number;
  /** Scales the child records of visits: 1 is usual, 0 is none. */
  readonly children: number;
  readonly patients: number;
  readonly sites: number;
  /** How many companies share the visits; by default twenty. */
  readonly companies?: number;
}

/** The number of visits of each patient except the last one. */
function visitsOf(draw: Draw, patient: number): number {
  draw.restart(patient, purposes.history, 0);
  const drawn = Math.round(visitsMedian * Math.exp(visitsDeviation * draw.normal()));
  return Math.min(visitsMax, Math.max(1, drawn));
}

/** Plans this many visits, and the patients for them. */
export function planSeed(seed: number, visits: number, children: number): SeedPlan {
  const draw = createDraw(seed);
  let patients = 0;
  for (let left = visits; left > 0; patients += 1) left -= visitsOf(draw, patients);
  const sites = Math.max(sitesMin, Math.min(sitesMax, Math.ceil(visits / visitsPerSite)));
  return { seed, visits, children, patients, sites };
}

/** The times of everything. */
export interface Calendar {
  /** When the history of the tenants starts, before all patients. */
  readonly beginsAtMs: number;
  /** When a patient is registered. Patients are registered one after another. */
  readonly registeredAtMs: (patient: number) => number;
  /** When a patient's search run is answered, from 0; ascending in the order of {@link runs}. */
  readonly answeredAtMs: (patient: number, run: number) => number;
  /** Every search run, in order of the responses. */
  readonly runs: () => Generator<{ readonly patient: number; readonly run: number }>;
}

/** The maximum number of runs of a patient. */
export const runsMax = 1 + laterRuns.length;

/** Distributes the patients of a plan and their runs over three years. */
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

/** Returns the number of visits of each patient; the last one gets the remaining ones. */
export function visitCounter(plan: SeedPlan): (patient: number) => number {
  const draw = createDraw(plan.seed);
  let beforeLast = 0;
  for (let patient = 0; patient < plan.patients - 1; patient += 1) beforeLast += visitsOf(draw, patient);
  return patient => (patient === plan.patients - 1 ? plan.visits - beforeLast : visitsOf(draw, patient));
}

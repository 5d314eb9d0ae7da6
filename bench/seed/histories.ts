/**
 * Patients with their visits. Everything about a patient is drawn again whenever it's needed, so nothing is
 * kept in memory.
 */
import { completedYears, type CalendarDate } from '../../src/domain/clinical/calendar-date';
import { decimalOfCents } from '../../src/domain/clinical/money';
import { visitKey, visitKinds, type VisitKind } from '../../src/domain/clinical/visit';
import { dateOf } from './copy-row';
import { createDraw, type Draw } from './draw';
import { material, type Condition, type Place } from './material';
import { pickerOfPeople, type PatientSex } from './of-people';
import { orderedUuid } from './ordered-uuid';
import type { SeededPayor } from './payors';
import { purposes, runsMax, visitCounter, type Calendar, type SeedPlan } from './plan';
import { pickPlace, type SeededSite, type Sites, type TenantSites } from './sites';
import type { SeededCompany, SeededProject, Tenants } from './tenants';
import { drawCents, drawNights, pickUsual, type Usual } from './visit-kinds';
import { pickByWeight, type Picker } from './weighted';

/** A stored visit. */
export interface SeededVisit {
  readonly uid: string;
  /**
   * Its index among the patient's visits, where 0 is the last one. It selects the stream for the child
   * records.
   */
  readonly index: number;
  readonly site: SeededSite;
  readonly payor: SeededPayor | undefined;
  /** Its natural key. */
  readonly key: string;
  readonly ref: string;
  readonly kind: VisitKind;
  readonly earliestServiceDate: CalendarDate;
  readonly latestServiceDate: CalendarDate;
  readonly reason: string | undefined;
  readonly chargeAmount: string | undefined;
  readonly earliestDay: number;
  readonly latestDay: number;
  /** The day before the patient's next visit, or before the registration. */
  readonly quietUntilDay: number;
  /** The patient's age. */
  readonly age: number;
  /** The condition that it was about. */
  readonly condition: Condition;
  /** The search run that found it, from 0. */
  readonly run: number;
}

/** The dates and the kind of a visit. The rest is drawn when it's written. */
interface OutlinedVisit extends Pick<SeededVisit, 'earliestDay' | 'latestDay' | 'quietUntilDay' | 'run'> {
  readonly usual: Usual;
}

/** A patient of a project, with every visit before the registration. */
export interface SeededPatient {
  readonly index: number;
  readonly uid: string;
  readonly company: SeededCompany;
  readonly project: SeededProject;
  readonly place: Place;
  readonly sex: PatientSex;
  readonly birthDay: number;
  readonly registeredAtMs: number;
  /** The number of search runs. */
  readonly runs: number;
  readonly payor: SeededPayor | undefined;
  /** Selects the patient's usual sites among those nearby, from 0 to 1. */
  readonly usually: number;
  /** Last one first. */
  readonly outlines: readonly OutlinedVisit[];
}

/** What patients are generated from. */
export interface World {
  readonly plan: SeedPlan;
  readonly calendar: Calendar;
  readonly tenants: Tenants;
  readonly sites: Sites;
  readonly tenantSites: TenantSites;
  readonly payors: readonly SeededPayor[];
}

/** The last run is an EHR search: charts have no charges, and use SNOMED codes. */
export const chartRun = runsMax - 1;

const dayMs = 86_400_000;
/** A history of many visits is dense; one of few reaches about as far back. */
const usualHistoryDays = 4_500;
const gapMeanMax = 180;
const ageMax = 104;
const chargeOdds = 0.94;
const payorOdds = 0.9;
/** How often a patient returns to their usual site for such visits. */
const usualSiteOdds = 0.8;
const kindsMostOften = 25;

const pickSex = pickByWeight<{ readonly sex: PatientSex; readonly weight: number }>(
  [
    { sex: 'Female', weight: 53 },
    { sex: 'Male', weight: 45 },
    { sex: 'Other', weight: 0.5 },
    { sex: 'Unknown', weight: 0.5 },
    { sex: null, weight: 1 },
  ],
  ({ weight }) => weight,
);
const pickRuns = pickByWeight([1, 2, 3], runs => ({ 1: 40, 2: 25, 3: 35 })[runs] ?? 0);
const pickRun = [1, 2, 3].map(runs =>
  pickByWeight(
    Array.from({ length: runs }, (_none, run) => run),
    run => [55, 25, 20][run] ?? 0,
  ),
);

// A condition with certain kinds of visits appears only there, and is the most frequent one there.
const conditionsOf = new Map(
  visitKinds.map(kind => [
    kind,
    pickerOfPeople(material.conditions, ({ kinds, weight }) =>
      kinds === undefined ? weight : kinds.includes(kind) ? weight * kindsMostOften : 0,
    ),
  ]),
);
const anyCondition = material.conditions.find(({ icd10cm }) => icd10cm === 'B34.9');

/** Draws a condition that fits the patient and the kind of visit. */
export function drawCondition(kind: VisitKind, sex: PatientSex, age: number, draw: Draw): Condition {
  const condition = conditionsOf.get(kind)?.(sex, age)?.(draw.next()) ?? anyCondition;
  if (condition === undefined) throw new Error('there are no conditions');
  return condition;
}

/**
 * Draws the outlines of the visits, last one first. No two overlap, because the day is part of a row's
 * identity.
 */
function drawOutlines(draw: Draw, count: number, runs: number, registeredDay: number): OutlinedVisit[] {
  const gapMean = Math.min(gapMeanMax, usualHistoryDays / count);
  const pick = pickRun[runs - 1];
  const outlines: OutlinedVisit[] = [];
  let free = registeredDay - 1;
  for (let left = count; left > 0; left -= 1) {
    const usual = pickUsual(draw.next());
    const latestDay = free - Math.floor(-Math.log(1 - draw.next()) * gapMean);
    const earliestDay = latestDay - drawNights(usual, draw);
    outlines.push({ usual, earliestDay, latestDay, quietUntilDay: free, run: pick?.(draw.next()) ?? 0 });
    free = earliestDay - 1;
  }
  return outlines;
}

/** Draws an age that's old enough for the history, and usual for patients: mostly above forty. */
function drawBirthDay(draw: Draw, firstDay: number, registeredDay: number): number {
  const years = ageMax * (1 - Math.sqrt(draw.next() * draw.next()));
  return Math.min(firstDay, registeredDay - Math.floor(years * 365.2425));
}

/** Creates a generator of patients by number. */
export function patientMaker({ plan, calendar, tenants, payors }: World): {
  readonly runsOf: (patient: number) => number;
  readonly patient: (patient: number) => SeededPatient;
} {
  const draw = createDraw(plan.seed);
  const countVisits = visitCounter(plan);
  const pickPayor: Picker<SeededPayor> = pickByWeight(payors, ({ weight }) => weight);
  const runsOf = (patient: number): number => {
    draw.restart(patient, purposes.history, 1);
    return pickRuns(draw.next());
  };
  const patient = (index: number): SeededPatient => {
    const count = countVisits(index);
    const runs = runsOf(index);
    const registeredAtMs = calendar.registeredAtMs(index);
    const registeredDay = Math.floor(registeredAtMs / dayMs);
    const uid = orderedUuid(registeredAtMs, index, draw);
    // The first patients are assigned to each company in turn, so that none is empty.
    const company = tenants.companies[index] ?? tenants.pickCompany(draw.next());
    const project = company.pickProject(draw.next());
    const place = pickPlace(draw.next());
    const { sex } = pickSex(draw.next());
    const payor = draw.chance(payorOdds) ? pickPayor(draw.next()) : undefined;
    const usually = draw.next();
    const outlines = drawOutlines(draw, count, runs, registeredDay);
    const birthDay = drawBirthDay(draw, outlines.at(-1)?.earliestDay ?? registeredDay, registeredDay);
    return {
      index,
      uid,
      company,
      project,
      place,
      sex,
      birthDay,
      registeredAtMs,
      runs,
      payor,
      usually,
      outlines,
    };
  };
  return { runsOf, patient };
}

function drawVisit(
  { sites }: World,
  patient: SeededPatient,
  { usual, earliestDay, latestDay, quietUntilDay, run }: OutlinedVisit,
  index: number,
  answeredAtMs: number,
  draw: Draw,
): SeededVisit {
  const { kind } = usual;
  draw.restart(patient.index, purposes.visit, index);
  const uid = orderedUuid(answeredAtMs, index, draw);
  const earliestServiceDate = dateOf(earliestDay);
  const age = completedYears(dateOf(patient.birthDay), earliestServiceDate);
  const condition = drawCondition(kind, patient.sex, age, draw);
  const site = sites.near(patient.place, kind, draw.chance(usualSiteOdds) ? patient.usually : draw.next());
  const payor = draw.chance(payorOdds) ? patient.payor : undefined;
  const cents = drawCents(usual, draw);
  const isCharged = draw.chance(chargeOdds) && run !== chartRun;
  const number = String(draw.below(1e10)).padStart(10, '0');
  const ref = `${run === chartRun ? 'E' : 'C'}${earliestServiceDate.slice(2, 4)}${number}`;
  const latestServiceDate = dateOf(latestDay);
  return {
    uid,
    index,
    site,
    payor,
    key: visitKey({ siteKey: site.key, ref, kind, earliestServiceDate, latestServiceDate }),
    ref,
    kind,
    earliestServiceDate,
    latestServiceDate,
    reason: draw.chance(usual.reasonOdds)
      ? (condition.snomedDescription ?? condition.description)
      : undefined,
    chargeAmount: isCharged ? decimalOfCents(cents) : undefined,
    earliestDay,
    latestDay,
    quietUntilDay,
    age,
    condition,
    run,
  };
}

/** What a search run found for a patient. */
export interface SeededRun {
  readonly patient: SeededPatient;
  readonly answeredAtMs: number;
  readonly visits: readonly SeededVisit[];
}

/** Iterates over every search run in order of the responses. Patients are regenerated for each. */
export function* histories(world: World): Generator<SeededRun> {
  const { runsOf, patient: make } = patientMaker(world);
  const draw = createDraw(world.plan.seed);
  for (const { patient: number, run } of world.calendar.runs()) {
    if (run >= runsOf(number)) continue;
    const patient = make(number);
    const answeredAtMs = world.calendar.answeredAtMs(number, run);
    const visits: SeededVisit[] = [];
    for (let index = patient.outlines.length - 1; index >= 0; index -= 1) {
      const outline = patient.outlines[index];
      if (outline?.run === run) visits.push(drawVisit(world, patient, outline, index, answeredAtMs, draw));
    }
    yield { patient, answeredAtMs, visits };
  }
}

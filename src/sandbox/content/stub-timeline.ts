/**
 * When a stub patient was seen, and for what. The timeline runs forward from its start, so that a later end
 * adds visits after the others and changes none of them: a search repeated months later returns the old
 * visits and a few new ones.
 */
import {
  addDays,
  completedYears,
  dateOfDayNumber,
  dayNumber,
  type CalendarDate,
} from '../../domain/clinical/calendar-date';
import { randomStream } from '../random-stream';
import { stubMaterial } from './stub-material';
import type { VisitTemplate } from './stub-material-schema';
import { stubIdentity, type StubPatient } from './stub-patient';

/** No clinical data is older: searches for patients who died before 2016 are declined. */
export const earliestClinicalDate: CalendarDate = '2016-01-01';
/** The last day of stub content; fixed, so that a patient's content is always the same. */
export const stubContentUntil: CalendarDate = '2026-06-30';
/** The date up to which visits are counted; constant, since a moving one would move every visit. */
const referenceDate: CalendarDate = '2026-01-01';
/** The fewest and the most visits of a patient whose life has room for one. */
export const visitsMin = 3;
export const visitsMax = 25;

/** A visit before its rows are made. */
export interface PlannedVisit {
  readonly index: number;
  readonly template: VisitTemplate;
  readonly earliestServiceDate: CalendarDate;
  readonly latestServiceDate: CalendarDate;
  /** The patient's chronic conditions at the time, as SNOMED codes. */
  readonly chronicConditions: readonly string[];
}

/**
 * Returns the visits of a patient that had ended by `until`, earliest first; none if the patient was born
 * after it.
 */
export function stubTimeline(patient: StubPatient, until: CalendarDate): readonly PlannedVisit[] {
  const start = patient.dateOfBirth > earliestClinicalDate ? patient.dateOfBirth : earliestClinicalDate;
  if (start > until) return [];
  const all = planVisits(patient, walkDates(patient, start, until), Number.POSITIVE_INFINITY);
  const unended = all.findIndex(visit => visit.latestServiceDate > until);
  const walked = unended === -1 ? all : all.slice(0, unended);
  if (walked.length >= visitsMin) return walked;
  const span = dayNumber(until) - dayNumber(start);
  const spread = Array.from({ length: visitsMin }, (_, index) =>
    addDays(start, Math.floor((span * (index + 1)) / (visitsMin + 1))),
  );
  return planVisits(patient, spread, 0);
}

function walkDates(patient: StubPatient, start: CalendarDate, until: CalendarDate): CalendarDate[] {
  const stream = randomStream(...stubIdentity(patient), 'dates');
  const days = Math.max(120, dayNumber(referenceDate) - dayNumber(start));
  const meanGapDays = days / stream.int(visitsMin + 1, visitsMax);
  let day = dayNumber(start) + meanGapDays * stream.next();
  const dates: CalendarDate[] = [];
  while (dates.length < visitsMax && day < dayNumber(until) + 1) {
    dates.push(dateOfDayNumber(Math.floor(day)));
    day += Math.max(1, meanGapDays * (0.3 + 1.4 * stream.next()));
  }
  return dates;
}

function planVisits(
  patient: StubPatient,
  dates: readonly CalendarDate[],
  stayDaysMax: number,
): PlannedVisit[] {
  const chronic = chronicTemplates(patient);
  const times = new Map<VisitTemplate, number>();
  return dates.map((date, index) => {
    const age = completedYears(patient.dateOfBirth, date);
    const fits = (template: VisitTemplate): boolean =>
      age >= template.ageMin && age <= template.ageMax && (times.get(template) ?? 0) < template.timesMax;
    const stream = randomStream(...stubIdentity(patient), 'plan', String(index));
    const forAnyone = stubMaterial.templates.filter(
      template =>
        template.sex === undefined && fits(template) && (!template.isChronic || chronic.includes(template)),
    );
    const forOneSex = stubMaterial.templates.filter(
      template => template.sex !== undefined && template.sex === patient.sex && fits(template),
    );
    // A visit specific to one sex replaces another, which still counts, so a patient whose sex is filled in
    // later keeps all others.
    const other = stream.pick(forAnyone, template => template.weight * (template.isChronic ? 2 : 1));
    const takesPlace = stream.chance(0.15);
    const template = takesPlace && forOneSex.length > 0 ? stream.pick(forOneSex, one => one.weight) : other;
    for (const counted of new Set([other, template])) times.set(counted, (times.get(counted) ?? 0) + 1);
    const stayDays = template.stayDaysMax === 0 ? 0 : stream.int(1, template.stayDaysMax);
    return {
      index,
      template,
      earliestServiceDate: date,
      latestServiceDate: addDays(date, Math.min(stayDays, stayDaysMax)),
      chronicConditions: chronic
        .filter(fits)
        .flatMap(one => one.conditions.slice(0, 1).map(({ code }) => code)),
    };
  });
}

/** Returns the patient's chronic conditions: more with age. They appear from the template's age on. */
function chronicTemplates(patient: StubPatient): readonly VisitTemplate[] {
  const stream = randomStream(...stubIdentity(patient), 'chronic');
  const age = completedYears(patient.dateOfBirth, referenceDate);
  const left = stubMaterial.templates.filter(template => template.isChronic && template.ageMin <= age);
  const wanted = stream.int(0, age < 40 ? 1 : age < 65 ? 2 : 4);
  const chosen: VisitTemplate[] = [];
  while (chosen.length < wanted && left.length > 0) {
    const template = stream.pick(left, one => one.weight);
    chosen.push(template);
    left.splice(left.indexOf(template), 1);
  }
  return chosen;
}

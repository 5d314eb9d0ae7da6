/**
 * What a search returns on sandbox: the same patient's life, seen by three partners who each know a part of
 * it. Their parts overlap in visits with the same natural keys, as real ones do.
 */
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { ClinicalContent } from '../../domain/clinical/clinical-content';
import { labResultKey } from '../../domain/clinical/lab-result';
import { payorKey } from '../../domain/clinical/payor';
import { prescriptionFillKey } from '../../domain/clinical/prescription-fill';
import type { Procedure } from '../../domain/clinical/procedure';
import { siteKey } from '../../domain/clinical/site';
import { randomStream } from '../random-stream';
import { stubIdentity, type StubPatient } from './stub-patient';
import { stubTimeline, visitsMin } from './stub-timeline';
import { stubVisit, type StubVisit } from './stub-visit';

/** The three searches. */
export type StubSearch = 'siteSonar' | 'patientHistories' | 'ehrSearch';

/** What one search knows about a visit; undefined if it doesn't know the visit at all. */
type View = (visit: StubVisit, isKnown: (odds: number) => boolean) => StubVisit | undefined;

const views: Readonly<Record<StubSearch, View>> = {
  // Claims: what a payor paid for, in billing codes, with charges. Nothing from pharmacies or laboratories.
  siteSonar: visit =>
    visit.payor && {
      ...visit,
      diagnoses: visit.diagnoses.filter(({ codeSystem }) => codeSystem === 'ICD10CM'),
      prescriptionFills: [],
      labResults: [],
    },
  // Diagnoses and treatments, without the money.
  patientHistories: (visit, isKnown) =>
    isKnown(0.8)
      ? {
          ...withoutMoney(visit),
          diagnoses: visit.diagnoses.filter(({ codeSystem }) => codeSystem === 'ICD10CM'),
        }
      : undefined,
  // Charts: clinical codes, results, and prescriptions, that is, first fills.
  ehrSearch: (visit, isKnown) =>
    isKnown(0.65)
      ? {
          ...withoutMoney(visit),
          diagnoses: visit.diagnoses.filter(({ codeSystem }) => codeSystem === 'SNOMED'),
          procedures: [],
          prescriptionFills: visit.prescriptionFills.filter(fill => fill.refillNumber === 0),
        }
      : undefined,
};

/**
 * Returns the content of one search for one patient, up to and including the day `until`. Pure: the same
 * patient (first name, current last name, and birth date, ignoring case and accents) and `until` give the
 * same rows, and a later `until` adds to them.
 *
 * 3 to 25 visits, none before birth or 2016 or after `until`; none at all if the patient was born after it.
 */
export function stubClinicalContent(input: {
  readonly patient: StubPatient;
  readonly search: StubSearch;
  readonly until: CalendarDate;
}): ClinicalContent {
  const { patient, search, until } = input;
  const seen = stubTimeline(patient, until).flatMap(plan => {
    const stream = randomStream(...stubIdentity(patient), search, String(plan.index));
    // Every search knows the first visits, so they always overlap, and none returns without a visit.
    return (
      views[search](stubVisit(patient, plan), odds => plan.index < visitsMin || stream.chance(odds)) ?? []
    );
  });
  return {
    sites: distinct(
      seen.map(visit => visit.site),
      siteKey,
    ),
    payors: distinct(
      seen.flatMap(visit => visit.payor ?? []),
      payorKey,
    ),
    visits: seen.map(({ visit }) => visit),
    procedures: seen.flatMap(visit => visit.procedures),
    diagnoses: seen.flatMap(visit => visit.diagnoses),
    prescriptionFills: distinct(
      seen.flatMap(visit => visit.prescriptionFills).filter(fill => fill.filledOn <= until),
      prescriptionFillKey,
    ),
    labResults: distinct(
      seen.flatMap(visit => visit.labResults),
      labResultKey,
    ),
  };
}

function withoutMoney(visit: StubVisit): StubVisit {
  const { payorKey: _payorKey, chargeAmount: _chargeAmount, ...header } = visit.visit;
  return { ...visit, payor: undefined, visit: header, procedures: visit.procedures.map(withoutCharge) };
}

function withoutCharge(procedure: Procedure): Procedure {
  const { chargeAmount: _chargeAmount, ...rest } = procedure;
  return rest;
}

/** Returns the first row of each key. */
function distinct<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  const byKey = new Map<string, T>();
  for (const row of rows) if (!byKey.has(keyOf(row))) byKey.set(keyOf(row), row);
  return [...byKey.values()];
}

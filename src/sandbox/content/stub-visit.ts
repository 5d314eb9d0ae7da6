/** The rows of one planned visit: where it was, who pays, what was found and done. */
import { addDays, completedYears, dayNumber, type CalendarDate } from '../../domain/clinical/calendar-date';
import type { Diagnosis } from '../../domain/clinical/diagnosis';
import type { AbnormalFlag, LabResult } from '../../domain/clinical/lab-result';
import { payorKey, type Payor } from '../../domain/clinical/payor';
import type { PrescriptionFill } from '../../domain/clinical/prescription-fill';
import type { Procedure } from '../../domain/clinical/procedure';
import { siteKey, type Site } from '../../domain/clinical/site';
import { visitKey, type Visit } from '../../domain/clinical/visit';
import { decimalOfCents, centsOfDecimal } from '../../domain/clinical/money';
import { randomStream, type RandomStream } from '../random-stream';
import { stubMaterial } from './stub-material';
import type { StubSite } from './stub-material-schema';
import { stubIdentity, type StubPatient } from './stub-patient';
import { visitsMin, type PlannedVisit } from './stub-timeline';

/** Everything about one visit; a search sees a part of it. */
export interface StubVisit {
  readonly index: number;
  readonly site: Site;
  readonly payor: Payor | undefined;
  readonly visit: Visit;
  readonly diagnoses: readonly Diagnosis[];
  readonly procedures: readonly Procedure[];
  readonly prescriptionFills: readonly PrescriptionFill[];
  readonly labResults: readonly LabResult[];
}

/** Creates the rows of a planned visit. */
export function stubVisit(patient: StubPatient, plan: PlannedVisit): StubVisit {
  const stream = randomStream(...stubIdentity(patient), 'visit', String(plan.index));
  const { setting: _, ...site } = chooseSite(patient, plan, stream);
  const payor = choosePayor(patient, plan, stream);
  const header: Visit = {
    siteKey: siteKey(site),
    ...(payor === undefined ? {} : { payorKey: payorKey(payor) }),
    ref: `ENC-${stream.int(10_000_000, 99_999_999)}`,
    kind: plan.template.kind,
    earliestServiceDate: plan.earliestServiceDate,
    latestServiceDate: plan.latestServiceDate,
    reason: plan.template.reason,
  };
  const key = visitKey(header);
  const codes = plan.template.procedures.filter(entry => stream.chance(entry.odds)).map(entry => entry.code);
  const procedures = codes.map(code => makeProcedure(code, key, plan, stream));
  const charge = procedures.reduce(
    (sum, procedure) => sum + centsOfDecimal(procedure.chargeAmount ?? '0.00'),
    0,
  );
  return {
    index: plan.index,
    site,
    payor,
    visit: { ...header, chargeAmount: decimalOfCents(charge) },
    diagnoses: makeDiagnoses(key, plan, stream),
    procedures,
    prescriptionFills: plan.template.medicines
      .filter(entry => stream.chance(entry.odds))
      .flatMap(entry => makeFills(entry.code, key, plan, stream)),
    labResults: codes
      .flatMap(code => entryOf(stubMaterial.procedures, code).labTests)
      .map(loinc => makeLabResult(loinc, key, plan, stream)),
  };
}

/** Returns the entry that a template refers to. */
function entryOf<T>(table: Readonly<Record<string, T>>, code: string): T {
  const entry = table[code];
  if (entry === undefined) throw new Error(`the stub material has no entry ${code}`);
  return entry;
}

function chooseSite(patient: StubPatient, plan: PlannedVisit, stream: RandomStream): StubSite {
  const home = randomStream(...stubIdentity(patient), 'home');
  const states = [...new Set(stubMaterial.sites.map(site => site.state))];
  const former = home.pick(states);
  const moves = home.chance(0.3);
  const movedOn: CalendarDate = `${home.int(2018, 2024)}-07-01`;
  const present = home.pick(states);
  const state = moves && plan.earliestServiceDate >= movedOn ? present : former;
  const fitting = stubMaterial.sites.filter(
    site => site.state === state && site.setting === plan.template.setting,
  );
  const usual = randomStream(...stubIdentity(patient), 'site', state, plan.template.setting).pick(fitting);
  return stream.chance(0.8) ? usual : stream.pick(fitting);
}

function choosePayor(patient: StubPatient, plan: PlannedVisit, stream: RandomStream): Payor | undefined {
  const insured = randomStream(...stubIdentity(patient), 'payor');
  const isPoor = insured.chance(0.22);
  const commercial = insured.pick(stubMaterial.payors.filter(payor => payor.kind === 'Commercial'));
  const isSelfPaid = stream.chance(0.08);
  if (isSelfPaid && plan.index >= visitsMin) return undefined;
  const isOld = completedYears(patient.dateOfBirth, plan.earliestServiceDate) >= 65;
  const kind = isOld ? (isPoor ? 'DualEligible' : 'Medicare') : isPoor ? 'Medicaid' : 'Commercial';
  return kind === 'Commercial' ? commercial : stubMaterial.payors.find(payor => payor.kind === kind);
}

function makeDiagnoses(key: string, plan: PlannedVisit, stream: RandomStream): Diagnosis[] {
  const own = plan.template.conditions.filter(entry => stream.chance(entry.odds)).map(entry => entry.code);
  const mentioned = plan.chronicConditions.filter(() => stream.chance(0.35));
  return [...new Set([...own, ...mentioned])].flatMap((condition, index) =>
    entryOf(stubMaterial.conditions, condition).codes.map(({ codeSystem, code, description }) => ({
      visitKey: key,
      codeSystem,
      code,
      description,
      diagnosedOn: plan.earliestServiceDate,
      isPrimary: index === 0,
    })),
  );
}

function makeProcedure(code: string, key: string, plan: PlannedVisit, stream: RandomStream): Procedure {
  const { charge, labTests: _, ...coded } = entryOf(stubMaterial.procedures, code);
  const stayDays = dayNumber(plan.latestServiceDate) - dayNumber(plan.earliestServiceDate);
  // Care on the days after admission: a day is a unit.
  const isLaterCare = coded.code === '99232' && stayDays > 0;
  const units = isLaterCare ? stayDays : 1;
  const cents = Math.round(centsOfDecimal(charge) * (0.9 + 0.25 * stream.next())) * units;
  return {
    visitKey: key,
    ...coded,
    performedOn: isLaterCare ? addDays(plan.earliestServiceDate, 1) : plan.earliestServiceDate,
    units,
    chargeAmount: decimalOfCents(cents),
  };
}

function makeFills(
  rxNormCode: string,
  key: string,
  plan: PlannedVisit,
  stream: RandomStream,
): PrescriptionFill[] {
  const { refillsMax, ...medicine } = entryOf(stubMaterial.medicines, rxNormCode);
  const prescriberName = stream.pick(stubMaterial.prescriberNames);
  let filledOn = addDays(plan.latestServiceDate, stream.int(0, 2));
  return Array.from({ length: 1 + stream.int(0, refillsMax) }, (_, refillNumber) => {
    const fill = { visitKey: key, rxNormCode, ...medicine, refillNumber, filledOn, prescriberName };
    filledOn = addDays(filledOn, medicine.daysSupply + stream.int(-2, 3));
    return fill;
  });
}

function makeLabResult(loincCode: string, key: string, plan: PlannedVisit, stream: RandomStream): LabResult {
  const test = entryOf(stubMaterial.labTests, loincCode);
  // The sum of two draws: most results near the typical one.
  const drawn = test.typical + test.spread * (stream.next() + stream.next() - 1);
  const value = Math.max(0, drawn).toFixed(test.decimals);
  const range = [test.referenceLow, test.referenceHigh] as const;
  return {
    visitKey: key,
    loincCode,
    name: test.name,
    value,
    numericValue: value,
    unit: test.unit,
    referenceRange: rangeText(...range),
    abnormalFlag: flagOf(Number(value), ...range),
    collectedOn: plan.earliestServiceDate,
  };
}

function rangeText(low: number | undefined, high: number | undefined): string {
  if (low === undefined) return `<= ${high}`;
  return high === undefined ? `>= ${low}` : `${low} - ${high}`;
}

function flagOf(
  value: number,
  low = Number.NEGATIVE_INFINITY,
  high = Number.POSITIVE_INFINITY,
): AbnormalFlag {
  if (value < low) return value < low * 0.6 ? 'CriticalLow' : 'Low';
  if (value > high) return value > high * 2 ? 'CriticalHigh' : 'High';
  return 'Normal';
}

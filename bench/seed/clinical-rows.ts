/**
 * The rows of visits and their child records. Each table is generated separately, from the same regenerated
 * visits.
 */
import { diagnosisKey, type Diagnosis } from '../../src/domain/clinical/diagnosis';
import { labResultKey, type AbnormalFlag, type LabResult } from '../../src/domain/clinical/lab-result';
import { centsOfDecimal, decimalOfCents } from '../../src/domain/clinical/money';
import { prescriptionFillKey, type PrescriptionFill } from '../../src/domain/clinical/prescription-fill';
import { procedureKey, type Procedure } from '../../src/domain/clinical/procedure';
import { visitKinds } from '../../src/domain/clinical/visit';
import { dateOf, instant, keyHash, row, text } from './copy-row';
import { createDraw, type Draw } from './draw';
import {
  chartRun,
  drawCondition,
  histories,
  type SeededPatient,
  type SeededVisit,
  type World,
} from './histories';
import { material, type OfPeople } from './material';
import { pickerOfPeople } from './of-people';
import { orderedUuid } from './ordered-uuid';
import { purposes } from './plan';
import { pickEvenly, type Picker } from './weighted';

/** The average number of each child record per visit, at the usual scale. */
const perVisit = { procedures: 1.2, diagnoses: 1.5, fills: 0.5, labResults: 1 } as const;
/** Only some visits have lab specimens, and then for several tests. */
const specimenOdds = 0.25;
const unlinkedFillOdds = 0.3;
const unlinkedLabOdds = 0.1;

/** Returns the first columns of a patient's row. */
function owned(uid: string, { company, project, uid: patientUid }: SeededPatient): string {
  return `${uid}	${company.uid}	${project.uid}	${patientUid}`;
}

/** Generates the rows of `visit`. */
export function* visitRows(world: World): Generator<string> {
  for (const { patient, visits, answeredAtMs } of histories(world)) {
    const createdAt = instant(answeredAtMs);
    for (const visit of visits) {
      yield row(
        owned(visit.uid, patient),
        world.tenantSites.uidOf(patient.company.uid, patient.project.status, visit.site),
        text(visit.payor?.uid),
        keyHash(visit.key),
        visit.ref,
        visit.kind,
        visit.earliestServiceDate,
        visit.latestServiceDate,
        text(visit.reason),
        text(visit.chargeAmount),
        createdAt,
      );
    }
  }
}

/** What's drawn for one visit. */
interface AtVisit {
  readonly patient: SeededPatient;
  readonly visit: SeededVisit;
  readonly draw: Draw;
  readonly uid: () => string;
}

/** Iterates over the visits in order of discovery, each with its own stream. */
function* rowsAtVisits(
  world: World,
  purpose: number,
  rowsAt: (at: AtVisit, createdAt: string) => readonly string[],
): Generator<string> {
  const draw = createDraw(world.plan.seed);
  for (const { patient, visits, answeredAtMs } of histories(world)) {
    const createdAt = instant(answeredAtMs);
    let number = 0;
    const uid = (): string => {
      number += 1;
      return orderedUuid(answeredAtMs, number, draw);
    };
    for (const visit of visits) {
      draw.restart(patient.index, purpose, visit.index);
      yield* rowsAt({ patient, visit, draw, uid }, createdAt);
    }
  }
}

/** Draws this many different items; fewer if there aren't enough, or the same one is drawn too often. */
function drawDifferent<T>(pick: Picker<T> | undefined, count: number, draw: Draw): Set<T> {
  const drawn = new Set<T>();
  if (pick !== undefined)
    for (let tries = 2 * count; tries > 0 && drawn.size < count; tries -= 1) drawn.add(pick(draw.next()));
  return drawn;
}

type ProcedureMaterial = (typeof material.procedures)[number];
const isOfCharts = ({ codeSystem }: ProcedureMaterial): boolean => codeSystem === 'SNOMED';
const proceduresOf = (wantsChart: boolean) =>
  new Map(
    visitKinds.map(kind => [
      kind,
      pickerOfPeople(material.procedures, procedure =>
        procedure.kinds.includes(kind) && isOfCharts(procedure) === wantsChart ? procedure.weight : 0,
      ),
    ]),
  );
const procedures = { ofClaims: proceduresOf(false), ofCharts: proceduresOf(true) };

function dayWithin({ earliestDay, latestDay }: SeededVisit, draw: Draw): string {
  return dateOf(earliestDay + draw.below(latestDay - earliestDay + 1));
}

function drawProcedure({ visit, draw }: AtVisit, material: ProcedureMaterial): Procedure {
  const { codeSystem, code, description, charge } = material;
  const units = /^(?:97|J)/.test(code) ? 1 + draw.below(4) : 1;
  // Prices differ between sites by a third or more.
  const factor = 0.7 + 0.7 * draw.next();
  const cents = charge === undefined ? undefined : Math.round(centsOfDecimal(charge) * factor) * units;
  return {
    visitKey: visit.key,
    codeSystem,
    code,
    description,
    units,
    performedOn: dayWithin(visit, draw),
    ...(cents === undefined || visit.run === chartRun ? {} : { chargeAmount: decimalOfCents(cents) }),
  };
}

/** Generates the rows of `procedure`. */
export function procedureRows(world: World): Generator<string> {
  return rowsAtVisits(world, purposes.procedure, (at, createdAt) => {
    const { visit, patient, draw, uid } = at;
    const count = draw.count(perVisit.procedures * world.plan.children);
    const pickers = visit.run === chartRun ? procedures.ofCharts : procedures.ofClaims;
    const pick = pickers.get(visit.kind)?.(patient.sex, visit.age);
    return [...drawDifferent(pick, count, draw)].map(drawn => {
      const procedure = drawProcedure(at, drawn);
      const { codeSystem, code, description, performedOn, units, chargeAmount } = procedure;
      return row(
        owned(uid(), patient),
        visit.uid,
        keyHash(procedureKey(procedure)),
        codeSystem,
        code,
        text(description),
        performedOn,
        String(units),
        text(chargeAmount),
        createdAt,
      );
    });
  });
}

/** Generates the rows of `diagnosis`: the visit's main condition first, in the code system of its source. */
export function diagnosisRows(world: World): Generator<string> {
  return rowsAtVisits(world, purposes.diagnosis, ({ visit, patient, draw, uid }, createdAt) => {
    const count = draw.count(perVisit.diagnoses * world.plan.children);
    const pick: Picker<SeededVisit['condition']> = () =>
      drawCondition(visit.kind, patient.sex, visit.age, draw);
    const conditions =
      count === 0 ? [] : [...new Set([visit.condition, ...drawDifferent(pick, count, draw)])].slice(0, count);
    const isFirst = new Set<string>();
    return conditions.map(({ icd10cm, description, snomed, snomedDescription }) => {
      const isChart = visit.run === chartRun && snomed !== undefined;
      const codeSystem = isChart ? 'SNOMED' : 'ICD10CM';
      const diagnosis: Diagnosis = {
        visitKey: visit.key,
        codeSystem,
        code: isChart ? snomed : icd10cm,
        description: isChart ? (snomedDescription ?? description) : description,
        diagnosedOn: visit.earliestServiceDate,
        isPrimary: !isFirst.has(codeSystem),
      };
      isFirst.add(codeSystem);
      return row(
        owned(uid(), patient),
        visit.uid,
        keyHash(diagnosisKey(diagnosis)),
        codeSystem,
        diagnosis.code,
        text(diagnosis.description),
        diagnosis.diagnosedOn,
        diagnosis.isPrimary ? 't' : 'f',
        createdAt,
      );
    });
  });
}

const pickMedicine = pickerOfPeople(material.medicines);
const pickPrescriber = pickEvenly(material.prescribers);
const ndcs = new Map(
  // An unassigned labeler code, as in the sandbox: packages change, but RxNorm codes stay.
  material.medicines.map((medicine, index) => [medicine, `99999${String(2_000 + index)}30`]),
);

function drawFill({ visit, draw }: AtVisit, medicine: (typeof material.medicines)[number]): PrescriptionFill {
  const { rxNormCode, drugName, quantity, quantityUnit, daysSupply, refillsMax } = medicine;
  const isUnlinked = draw.chance(unlinkedFillOdds);
  // Before the next visit: two fills on the same day would be one.
  const afterDays = draw.below(Math.min(14, visit.quietUntilDay - visit.latestDay + 1));
  const ndc = ndcs.get(medicine);
  return {
    ...(isUnlinked ? {} : { visitKey: visit.key }),
    ...(draw.chance(0.75) && ndc !== undefined ? { ndc } : {}),
    rxNormCode,
    drugName,
    quantity,
    quantityUnit,
    daysSupply,
    refillNumber: draw.below(refillsMax + 1),
    filledOn: dateOf(visit.latestDay + afterDays),
    ...(draw.chance(0.9) ? { prescriberName: pickPrescriber(draw.next()) } : {}),
  };
}

/**
 * Generates the rows of `prescription_fill`. A third of them have no visit, because pharmacies don't know it.
 */
export function fillRows(world: World): Generator<string> {
  return rowsAtVisits(world, purposes.fill, (at, createdAt) => {
    const { visit, patient, draw, uid } = at;
    const count = draw.count(perVisit.fills * world.plan.children);
    const medicines = drawDifferent(pickMedicine(patient.sex, visit.age), count, draw);
    return [...medicines].map(medicine => {
      const fill = drawFill(at, medicine);
      return row(
        owned(uid(), patient),
        text(fill.visitKey === undefined ? null : visit.uid),
        keyHash(prescriptionFillKey(fill)),
        text(fill.ndc),
        text(fill.rxNormCode),
        text(fill.drugName),
        fill.quantity,
        fill.quantityUnit,
        String(fill.daysSupply),
        String(fill.refillNumber),
        fill.filledOn,
        text(fill.prescriberName),
        createdAt,
      );
    });
  });
}

type LabTest = OfPeople & { readonly draw: (draw: Draw) => Omit<LabResult, 'collectedOn' | 'visitKey'> };

/** A value is critical if it's outside the range by more than half of the range. */
function flagOf(value: number, low: number | undefined, high: number | undefined): AbnormalFlag {
  const span = low === undefined || high === undefined ? (high ?? low ?? 0) : high - low;
  if (low !== undefined && value < low) return value < low - span / 2 ? 'CriticalLow' : 'Low';
  if (high !== undefined && value > high) return value > high + span / 2 ? 'CriticalHigh' : 'High';
  return 'Normal';
}

function rangeOf(low: string | undefined, high: string | undefined): string | undefined {
  if (low !== undefined && high !== undefined) return `${low} - ${high}`;
  if (low !== undefined) return `>=${low}`;
  return high === undefined ? undefined : `<=${high}`;
}

const labTests: readonly LabTest[] = [
  ...material.measuredLabTests.map(({ typical, spread, decimals, ...test }): LabTest => {
    const { loincCode, name, unit, referenceLow, referenceHigh } = test;
    const [low, high] = [referenceLow, referenceHigh].map(limit =>
      limit === undefined ? undefined : Number(limit),
    );
    const referenceRange = rangeOf(referenceLow, referenceHigh);
    return {
      ...test,
      draw: draw => {
        // No concentration is below zero; the smallest one that a test reports is one in its last digit.
        const measured = Math.max(10 ** -decimals, typical + spread * draw.normal());
        const value = measured.toFixed(decimals);
        return {
          loincCode,
          name,
          value,
          numericValue: value,
          ...(unit === undefined ? {} : { unit }),
          ...(referenceRange === undefined ? {} : { referenceRange }),
          abnormalFlag: flagOf(Number(value), low, high),
        };
      },
    };
  }),
  ...material.codedLabTests.map(({ abnormal, normal, abnormalOdds, ...test }): LabTest => {
    const { loincCode, name } = test;
    return {
      ...test,
      draw: draw => {
        const isAbnormal = draw.chance(abnormalOdds);
        const value = isAbnormal ? abnormal : normal;
        return {
          loincCode,
          name,
          value,
          referenceRange: normal,
          abnormalFlag: isAbnormal ? 'Abnormal' : 'Normal',
        };
      },
    };
  }),
];
const pickLabTest = pickerOfPeople(labTests);

/** Generates the rows of `lab_result`. */
export function labResultRows(world: World): Generator<string> {
  return rowsAtVisits(world, purposes.labResult, ({ visit, patient, draw, uid }, createdAt) => {
    const mean = (perVisit.labResults * world.plan.children) / specimenOdds;
    if (!draw.chance(specimenOdds)) return [];
    const tests = drawDifferent(pickLabTest(patient.sex, visit.age), draw.count(mean), draw);
    return [...tests].map(test => {
      const isUnlinked = draw.chance(unlinkedLabOdds);
      const result: LabResult = {
        ...test.draw(draw),
        ...(isUnlinked ? {} : { visitKey: visit.key }),
        collectedOn: dayWithin(visit, draw),
      };
      return row(
        owned(uid(), patient),
        text(isUnlinked ? null : visit.uid),
        keyHash(labResultKey(result)),
        text(result.loincCode),
        text(result.name),
        text(result.value),
        text(result.numericValue),
        text(result.unit),
        text(result.referenceRange),
        text(result.abnormalFlag),
        result.collectedOn,
        createdAt,
      );
    });
  });
}

import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { AbnormalFlag, LabResult } from '../../domain/clinical/lab-result';
import { visitKey, type Visit } from '../../domain/clinical/visit';
import type { FhirOf } from './fhir-resource';
import { codeIn, dayOf, systems, wordsOf, type Concept } from './fhir-values';

type Observation = FhirOf<'Observation'>;
/** What an observation and each of its components says. */
type Measured = Pick<
  Observation,
  | 'code'
  | 'valueQuantity'
  | 'valueString'
  | 'valueCodeableConcept'
  | 'valueInteger'
  | 'valueBoolean'
  | 'valueRange'
  | 'valueRatio'
  | 'interpretation'
  | 'referenceRange'
>;
type Quantity = NonNullable<Measured['valueQuantity']>;

const flags: Readonly<Record<string, AbnormalFlag>> = {
  N: 'Normal',
  L: 'Low',
  H: 'High',
  LL: 'CriticalLow',
  HH: 'CriticalHigh',
  A: 'Abnormal',
};

/** Observations that are answers to questions, not measurements. */
const asked: ReadonlySet<string> = new Set(['survey', 'social-history']);

/** Whether an observation measures something. What a patient only answered isn't a lab result. */
export function isMeasurement({ category = [] }: Observation): boolean {
  return !category.some(({ coding = [] }) => coding.some(({ code = '' }) => asked.has(code)));
}

/** A value as it is reported. */
interface Value {
  readonly text: string;
  readonly number?: number;
  readonly unit?: string | undefined;
}

const withUnit = ({ value, unit }: Quantity): string =>
  value === undefined ? '' : [String(value), unit].filter(Boolean).join(' ');

/** Two ends, or the one that is known: `3.5 - 5.1`, `>= 3.5`, `<= 5.1`. */
function rangeText(low: Quantity | undefined, high: Quantity | undefined): string {
  const [from, to] = [low?.value, high?.value];
  const unit = high?.unit ?? low?.unit;
  const numbers = [
    from === undefined || to === undefined ? undefined : `${from} - ${to}`,
    from === undefined ? undefined : `>= ${from}`,
    to === undefined ? undefined : `<= ${to}`,
  ].find(text => text !== undefined);
  return numbers === undefined ? '' : [numbers, unit].filter(Boolean).join(' ');
}

function quantityOf({ value, comparator = '', unit }: Quantity): Value | undefined {
  if (value === undefined) return undefined;
  // `< 5` is not the number 5.
  return comparator === ''
    ? { text: String(value), number: value, unit }
    : { text: `${comparator}${value}`, unit };
}

function valueOf(measured: Measured): Value | undefined {
  const { valueQuantity, valueString, valueCodeableConcept, valueInteger, valueBoolean } = measured;
  const { valueRange, valueRatio } = measured;
  if (valueQuantity !== undefined) return quantityOf(valueQuantity);
  if (valueInteger !== undefined) return { text: String(valueInteger), number: valueInteger };
  if (valueBoolean !== undefined) return { text: valueBoolean ? 'Yes' : 'No' };
  if (valueRange !== undefined) return { text: rangeText(valueRange.low, valueRange.high) };
  if (valueRatio !== undefined) {
    const { numerator = {}, denominator = {} } = valueRatio;
    return { text: [withUnit(numerator), withUnit(denominator)].filter(Boolean).join(' : ') };
  }
  return { text: valueString ?? wordsOf(valueCodeableConcept, '') };
}

function referenceRangeOf({ referenceRange }: Measured): string | undefined {
  const [range] = referenceRange ?? [];
  const text = range?.text ?? rangeText(range?.low, range?.high);
  return text === '' ? undefined : text;
}

function flagOf({ interpretation = [] }: Measured): AbnormalFlag | undefined {
  const codes = interpretation.flatMap(({ coding = [] }) => coding.map(({ code = '' }) => flags[code]));
  return codes.find(flag => flag !== undefined);
}

/** The day of an observation: of its effective time, or of its visit. */
function collectedOnOf(observation: Observation, visit: Visit | undefined): CalendarDate | undefined {
  const { effectiveDateTime, effectiveInstant, effectivePeriod } = observation;
  const time = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start ?? effectivePeriod?.end;
  return (
    dayOf(time, visit?.earliestServiceDate) ?? (time === undefined ? visit?.earliestServiceDate : undefined)
  );
}

/** Returns the name of a value: a component whose code has no words gets the name of its observation. */
function nameOf(code: Concept, panel: Concept): string {
  return wordsOf(code, wordsOf(panel, ''));
}

/**
 * Returns the lab results of an observation: its own value, and one for each component that has one; none
 * without a date, a name, or a value.
 */
export function labResultsOf(observation: Observation, visit: Visit | undefined): LabResult[] {
  const collectedOn = collectedOnOf(observation, visit);
  if (collectedOn === undefined) return [];
  return [observation, ...(observation.component ?? [])].flatMap(measured => {
    const value = valueOf(measured);
    const name = nameOf(measured.code, observation.code);
    if (value === undefined || value.text === '' || name === '') return [];
    const loincCode = codeIn(measured.code, systems.loinc);
    const referenceRange = referenceRangeOf(measured);
    const flag = flagOf(measured);
    return [
      {
        ...(visit === undefined ? {} : { visitKey: visitKey(visit) }),
        ...(loincCode === undefined ? {} : { loincCode }),
        name,
        value: value.text,
        ...(value.number === undefined ? {} : { numericValue: String(value.number) }),
        ...(value.unit === undefined ? {} : { unit: value.unit }),
        ...(referenceRange === undefined ? {} : { referenceRange }),
        ...(flag === undefined ? {} : { abnormalFlag: flag }),
        collectedOn,
      },
    ];
  });
}

import { isRealDate, type CalendarDate } from '../../domain/clinical/calendar-date';
import { decimalOfCents } from '../../domain/clinical/money';
import type { FhirOf } from './fhir-resource';

/** The code systems that are read, by their URI in FHIR. */
export const systems = {
  npi: 'http://hl7.org/fhir/sid/us-npi',
  icd10cm: 'http://hl7.org/fhir/sid/icd-10-cm',
  snomed: 'http://snomed.info/sct',
  cpt: 'http://www.ama-assn.org/go/cpt',
  hcpcs: 'http://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets',
  icd10pcs: 'http://www.cms.gov/Medicare/Coding/ICD10',
  loinc: 'http://loinc.org',
  ndc: 'http://hl7.org/fhir/sid/ndc',
  rxNorm: 'http://www.nlm.nih.gov/research/umls/rxnorm',
} as const;

/** Something coded in one or more systems, or said in words. */
export type Concept = FhirOf<'Condition'>['code'];

/** No patient of ours has a visit before, and no file one after. */
const [firstDay, lastDay] = ['1850-01-01', '2199-12-31'];

/**
 * The calendar day of a FHIR date or instant, as the partner wrote it; no time zone moves it. 1850 to 2199.
 */
export function dayOf(text: string | undefined): CalendarDate | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
  if (day === undefined || day < firstDay || day > lastDay) return undefined;
  return isRealDate(day) ? day : undefined;
}

/** The code of a concept in one system. */
export function codeIn(concept: Concept, system: string): string | undefined {
  return concept?.coding?.find(coding => coding.system === system)?.code;
}

/** The words of a concept: its text, else what one of its codings displays, else `fallback`. */
export function wordsOf(concept: Concept, fallback: string): string {
  return concept?.text ?? concept?.coding?.find(({ display }) => display !== undefined)?.display ?? fallback;
}

/** The code of a concept in the first of the wanted systems that has one, with our name of the system. */
export function codeOf<S extends string>(
  concept: Concept,
  wanted: ReadonlyArray<readonly [system: string, name: S]>,
): { readonly codeSystem: S; readonly code: string } | undefined {
  for (const [system, codeSystem] of wanted) {
    const code = codeIn(concept, system);
    if (code !== undefined && code !== '') return { codeSystem, code };
  }
  return undefined;
}

/** An amount in dollars as a decimal with cents; none beyond a thousand million. */
export function money(value: number | undefined): string | undefined {
  return value === undefined || Math.abs(value) > 1e9 ? undefined : decimalOfCents(Math.round(value * 100));
}

/** A whole number from `min` to 9,999, the nearest to what was said; `min` where nothing was. */
export function count(value: number | undefined, min: 0 | 1): number {
  return Math.max(min, Math.min(9_999, Math.round(value ?? min)));
}

import { endOfMonth, isRealDate, type CalendarDate } from '../../domain/clinical/calendar-date';
import { decimalOfCents } from '../../domain/clinical/money';
import type { FhirOf, FhirResource } from './fhir-resource';

/** The supported code systems, by their URI in FHIR. */
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

/** Something coded in one or more systems, or described in words. */
export type Concept = FhirOf<'Condition'>['code'];

/** No patient of ours has a visit before, and no file one after. */
const [firstDay, lastDay] = ['1850-01-01', '2199-12-31'];

/** The days that a FHIR date means: one, a month, or a year. */
export interface Span {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/**
 * Returns the days that a FHIR date or instant means, as the partner wrote it; no time zone shifts it. A year
 * or a month alone is all of its days. 1850 to 2199.
 */
export function spanOf(text: string | undefined): Span | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?![\d-])/.exec(text?.trim() ?? '') ?? [];
  if (year === undefined) return undefined;
  const isMonth = month !== undefined && day === undefined;
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`;
  if (first < firstDay || first > lastDay || !isRealDate(first)) return undefined;
  if (day !== undefined) return { first, last: first };
  return { first, last: isMonth ? endOfMonth(`${year}-${month}`) : `${year}-12-31` };
}

/**
 * Returns the day that a FHIR date means. Of a month or a year it is the visit's day if that falls in it,
 * otherwise the first day.
 */
export function dayOf(text: string | undefined, visitDay?: CalendarDate): CalendarDate | undefined {
  const span = spanOf(text);
  if (span === undefined) return undefined;
  return visitDay !== undefined && visitDay >= span.first && visitDay <= span.last ? visitDay : span.first;
}

/**
 * Returns the id in a reference to a resource of this type: relative, absolute, with a version, or a URN.
 */
export function idIn(reference: string | undefined, type: FhirResource['resourceType']): string | undefined {
  if (reference === undefined) return undefined;
  const [, urn] = /^urn:(?:uuid|oid):(.+)$/i.exec(reference) ?? [];
  if (urn !== undefined) return urn;
  const [place = ''] = reference.split('/_history/');
  const [id, named] = place.split('/').toReversed();
  return named === type && id !== '' ? id : undefined;
}

/** Returns the code of a concept in one system. */
export function codeIn(concept: Concept, system: string): string | undefined {
  return concept?.coding?.find(coding => coding.system === system)?.code;
}

/** Returns the words of a concept: its text, otherwise a coding's display, otherwise `fallback`. */
export function wordsOf(concept: Concept, fallback: string): string {
  return concept?.text ?? concept?.coding?.find(({ display }) => display !== undefined)?.display ?? fallback;
}

/** Returns the code of a concept in the first of the systems that has one, with our name of the system. */
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

/** Returns a dollar amount as a decimal with cents; none above a thousand million. */
export function money(value: number | undefined): string | undefined {
  return value === undefined || Math.abs(value) > 1e9 ? undefined : decimalOfCents(Math.round(value * 100));
}

/** Returns a whole number from `min` to 9,999, the nearest to the given one; `min` without one. */
export function count(value: number | undefined, min: 0 | 1): number {
  return Math.max(min, Math.min(9_999, Math.round(value ?? min)));
}

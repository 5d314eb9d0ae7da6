import type { Candidate } from '../../domain/matching/match-person';
import type { PersonNumber } from '../../domain/matching/person';
import type { Sex } from '../../domain/patients/details';
import { phoneNumber } from '../../forms/contact';
import type { FhirOf } from './fhir-resource';

/** FHIR's codes, and how older systems write them. */
const sexes: ReadonlyMap<string, Sex> = new Map([
  ['male', 'Male'],
  ['m', 'Male'],
  ['female', 'Female'],
  ['f', 'Female'],
  ['other', 'Other'],
  ['o', 'Other'],
]);

/** Identifiers that one issuer gives to one person only. */
const personIssuers = new Set(['http://hl7.org/fhir/sid/us-ssn', 'http://hl7.org/fhir/sid/us-mbi']);

type Name = NonNullable<FhirOf<'Patient'>['name']>[number];

function texts(values: ReadonlyArray<string | null | undefined>): string[] {
  return values.filter(value => value !== undefined && value !== null && value.trim() !== '').map(String);
}

/** A name in parts; one that is only a text is divided at its comma, or before its last word. */
function partsOf({ text, family, given, suffix }: Name): {
  given: string;
  family: string;
  suffixes: string[];
} {
  const suffixes = texts(suffix ?? []);
  if (family !== undefined || given !== undefined || text === undefined)
    return { given: texts(given ?? []).join(' '), family: family ?? '', suffixes };
  const [last = '', first] = text.split(',', 2);
  if (first !== undefined) return { given: first, family: last, suffixes };
  const words = text.trim().split(/\s+/u);
  return { given: words.slice(0, -1).join(' '), family: words.at(-1) ?? '', suffixes };
}

/** Returns the ZIP codes of postal codes; nine digits may come without a hyphen. */
function zipOf(postalCode: string): string {
  return /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(postalCode)?.[1] ?? '';
}

function numbersOf({ identifier = [] }: FhirOf<'Patient'>): PersonNumber[] {
  return identifier.flatMap(({ system = '', value = '' }) =>
    personIssuers.has(system) && value !== ''
      ? [{ issuer: system, value: value.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase() }]
      : [],
  );
}

/** Returns a `Patient` of a partner's answer in the form that matching needs. */
export function candidateOf(patient: FhirOf<'Patient'>): Candidate {
  const { id, name = [], birthDate, gender, address = [], telecom = [] } = patient;
  const { multipleBirthBoolean, multipleBirthInteger } = patient;
  const names = name.map(partsOf);
  const contacts = (system: string): string[] =>
    texts(telecom.filter(contact => contact.system === system).map(({ value }) => value));
  const phones = [...contacts('phone'), ...contacts('sms')].map(text => phoneNumber.safeParse(text).data);
  return {
    id,
    firstNames: texts(names.map(({ given }) => given)),
    lastNames: texts(names.map(({ family }) => family)),
    suffixes: names.flatMap(({ suffixes }) => suffixes),
    birthDate: /^\d{4}(?:-\d{2}(?:-\d{2})?)?/.exec(birthDate ?? '')?.[0] ?? null,
    sex: sexes.get(gender?.toLowerCase() ?? '') ?? null,
    zipCodes: texts(address.map(({ postalCode }) => zipOf(postalCode ?? ''))),
    places: address.flatMap(({ city, state }) =>
      city === undefined || state === undefined ? [] : [`${city}, ${state}`],
    ),
    phones: phones.filter(phone => phone !== undefined),
    emails: contacts('email'),
    numbers: numbersOf(patient),
    isOfMultipleBirth: multipleBirthBoolean === true || multipleBirthInteger !== undefined,
  };
}

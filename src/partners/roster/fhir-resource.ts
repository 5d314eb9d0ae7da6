import { z } from 'zod';
import { isStorableText } from '../../domain/text';

/**
 * The part of FHIR R4 that is read from results; other fields of a resource are ignored. Texts and numbers
 * are limited, so that every field can be stored. Usual slips are read as what is meant: a number where a
 * text belongs, and one entry where a list belongs.
 */
const text = z.preprocess(
  value => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value),
  z.string().max(2_000).refine(isStorableText),
);
const many = 200;
/** A list; one entry may come without brackets. */
const list = <Entry extends z.ZodType>(entry: Entry, max = many) =>
  z.preprocess(
    value => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(entry).max(max).optional(),
  );
const reference = z.object({ reference: text.optional(), display: text.optional() });
const coding = z.object({ system: text.optional(), code: text.optional(), display: text.optional() });
const concept = z.object({ coding: list(coding), text: text.optional() });
const identifier = z.object({ system: text.optional(), value: text.optional() });
const period = z.object({ start: text.optional(), end: text.optional() });
const numberMax = 1e12;
const amount = z.object({
  value: z
    .preprocess(
      value => (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value),
      z.number().min(-numberMax).max(numberMax),
    )
    .optional(),
  unit: text.optional(),
  comparator: text.optional(),
});
const range = z.object({ low: amount.optional(), high: amount.optional() });
const ratio = z.object({ numerator: amount.optional(), denominator: amount.optional() });
/** Only whether there is one counts. */
const modifierExtension = list(z.unknown());
const address = z.object({
  line: list(text),
  city: text.optional(),
  state: text.optional(),
  postalCode: text.optional(),
});
const contact = z.object({ system: text.optional(), value: text.optional() });

const patient = z.object({
  resourceType: z.literal('Patient'),
  id: text,
  name: list(
    z.object({ text: text.optional(), family: text.optional(), given: list(text), suffix: list(text) }),
  ),
  identifier: list(identifier),
  birthDate: text.optional(),
  gender: text.optional(),
  multipleBirthBoolean: z.boolean().optional(),
  multipleBirthInteger: z.number().optional(),
  address: list(address),
  telecom: list(contact),
});
const organization = z.object({
  resourceType: z.literal('Organization'),
  id: text,
  name: text.optional(),
  identifier: list(identifier),
  address: list(address),
  telecom: list(contact),
  partOf: reference.optional(),
});
const location = z.object({
  resourceType: z.literal('Location'),
  id: text,
  name: text.optional(),
  address: address.optional(),
  telecom: list(contact),
  managingOrganization: reference.optional(),
});
const encounter = z.object({
  resourceType: z.literal('Encounter'),
  id: text,
  identifier: list(identifier),
  status: text.optional(),
  class: coding.optional(),
  subject: reference,
  period: period.optional(),
  reasonCode: list(concept),
  serviceProvider: reference.optional(),
  location: list(z.object({ location: reference.optional() })),
  modifierExtension,
});
const condition = z.object({
  resourceType: z.literal('Condition'),
  verificationStatus: concept.optional(),
  code: concept.optional(),
  subject: reference,
  encounter: reference.optional(),
  onsetDateTime: text.optional(),
  onsetPeriod: period.optional(),
  recordedDate: text.optional(),
  modifierExtension,
});
const procedure = z.object({
  resourceType: z.literal('Procedure'),
  status: text.optional(),
  code: concept.optional(),
  subject: reference,
  encounter: reference.optional(),
  performedDateTime: text.optional(),
  performedPeriod: period.optional(),
  modifierExtension,
});
const dispense = z.object({
  resourceType: z.literal('MedicationDispense'),
  status: text.optional(),
  medicationCodeableConcept: concept.optional(),
  medicationReference: reference.optional(),
  subject: reference,
  context: reference.optional(),
  quantity: amount.optional(),
  daysSupply: amount.optional(),
  whenHandedOver: text.optional(),
  modifierExtension,
});
const medication = z.object({ resourceType: z.literal('Medication'), id: text, code: concept.optional() });
const measured = {
  code: concept.optional(),
  valueQuantity: amount.optional(),
  valueString: text.optional(),
  valueCodeableConcept: concept.optional(),
  valueInteger: z.number().min(-numberMax).max(numberMax).optional(),
  valueBoolean: z.boolean().optional(),
  valueRange: range.optional(),
  valueRatio: ratio.optional(),
  interpretation: list(concept),
  referenceRange: list(range.extend({ text: text.optional() })),
};
const observation = z.object({
  resourceType: z.literal('Observation'),
  status: text.optional(),
  category: list(concept),
  subject: reference,
  encounter: reference.optional(),
  effectiveDateTime: text.optional(),
  effectiveInstant: text.optional(),
  effectivePeriod: period.optional(),
  ...measured,
  component: list(z.object(measured)),
  modifierExtension,
});
const benefit = z.object({
  resourceType: z.literal('ExplanationOfBenefit'),
  status: text.optional(),
  use: text.optional(),
  patient: reference,
  insurer: reference.optional(),
  total: list(z.object({ category: concept.optional(), amount: amount.optional() })),
  item: list(
    z.object({
      productOrService: concept.optional(),
      servicedDate: text.optional(),
      quantity: amount.optional(),
      net: amount.optional(),
      encounter: list(reference),
    }),
    1_000,
  ),
  modifierExtension,
});
/** The last line of each patient in a file (docs/partners/roster.md, Results). */
const task = z.object({
  resourceType: z.literal('Task'),
  identifier: list(identifier, 10),
  status: z.enum(['completed', 'rejected']),
  statusReason: concept.optional(),
});

/** A supported resource. */
export const fhirResource = z.discriminatedUnion('resourceType', [
  patient,
  organization,
  location,
  encounter,
  condition,
  procedure,
  dispense,
  medication,
  observation,
  benefit,
  task,
]);

/** A supported resource. */
export type FhirResource = z.output<typeof fhirResource>;

/** A resource of one type. */
export type FhirOf<T extends FhirResource['resourceType']> = Extract<FhirResource, { resourceType: T }>;

/**
 * Counts the slips in a resource that were read as what is meant. @param json the resource as it was written
 */
export function countRepairs(json: unknown, read: unknown): number {
  if (Array.isArray(read)) {
    const written: readonly unknown[] = Array.isArray(json) ? json : [json];
    const slips = read.map((entry, index) => countRepairs(written[index], entry));
    return slips.reduce((sum, count) => sum + count, Array.isArray(json) ? 0 : 1);
  }
  if (typeof read === 'object' && read !== null) {
    const written = typeof json === 'object' && json !== null ? new Map(Object.entries(json)) : new Map();
    return Object.entries(read).reduce(
      (sum, [name, value]) => sum + (value === undefined ? 0 : countRepairs(written.get(name), value)),
      0,
    );
  }
  return typeof json === typeof read ? 0 : 1;
}

/** The supported types; lines of any other are skipped. */
export const readTypes: ReadonlySet<string> = new Set(
  fhirResource.options.map(option => option.shape.resourceType.value),
);

/** Returns the resources of one type. */
export function ofType<T extends FhirResource['resourceType']>(
  resources: readonly FhirResource[],
  type: T,
): Array<FhirOf<T>> {
  return resources.filter((resource): resource is FhirOf<T> => resource.resourceType === type);
}

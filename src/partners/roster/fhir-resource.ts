import { z } from 'zod';
import { isStorableText } from '../../domain/text';

/**
 * The part of FHIR R4 that is read from results; other fields of a resource are ignored. Texts and numbers
 * are limited, so that every field can be stored.
 */
const text = z.string().max(2_000).refine(isStorableText);
const reference = z.object({ reference: text.optional(), display: text.optional() });
const coding = z.object({ system: text.optional(), code: text.optional(), display: text.optional() });
const concept = z.object({ coding: z.array(coding).max(50).optional(), text: text.optional() });
const identifier = z.object({ system: text.optional(), value: text.optional() });
const period = z.object({ start: text.optional(), end: text.optional() });
const numberMax = 1e12;
const amount = z.object({
  value: z.number().min(-numberMax).max(numberMax).optional(),
  unit: text.optional(),
});
const address = z.object({
  line: z.array(text).max(10).optional(),
  city: text.optional(),
  state: text.optional(),
  postalCode: text.optional(),
});
const contact = z.object({ system: text.optional(), value: text.optional() });
const many = 200;

const patient = z.object({
  resourceType: z.literal('Patient'),
  id: text,
  name: z
    .array(
      z.object({
        text: text.optional(),
        family: text.optional(),
        given: z.array(text.nullable()).max(20).optional(),
        suffix: z.array(text.nullable()).max(20).optional(),
      }),
    )
    .max(50)
    .optional(),
  identifier: z.array(identifier).max(many).optional(),
  birthDate: text.optional(),
  gender: text.optional(),
  multipleBirthBoolean: z.boolean().optional(),
  multipleBirthInteger: z.number().optional(),
  address: z.array(address).max(50).optional(),
  telecom: z.array(contact).max(50).optional(),
});
const organization = z.object({
  resourceType: z.literal('Organization'),
  id: text,
  name: text.optional(),
  identifier: z.array(identifier).max(many).optional(),
  address: z.array(address).max(50).optional(),
  telecom: z.array(contact).max(50).optional(),
  partOf: reference.optional(),
});
const encounter = z.object({
  resourceType: z.literal('Encounter'),
  id: text,
  identifier: z.array(identifier).max(many).optional(),
  class: coding.optional(),
  subject: reference,
  period: period.optional(),
  reasonCode: z.array(concept).max(many).optional(),
  serviceProvider: reference.optional(),
});
const condition = z.object({
  resourceType: z.literal('Condition'),
  code: concept.optional(),
  subject: reference,
  encounter: reference.optional(),
  onsetDateTime: text.optional(),
  recordedDate: text.optional(),
});
const procedure = z.object({
  resourceType: z.literal('Procedure'),
  code: concept.optional(),
  subject: reference,
  encounter: reference.optional(),
  performedDateTime: text.optional(),
  performedPeriod: period.optional(),
});
const dispense = z.object({
  resourceType: z.literal('MedicationDispense'),
  medicationCodeableConcept: concept.optional(),
  subject: reference,
  context: reference.optional(),
  quantity: amount.optional(),
  daysSupply: amount.optional(),
  whenHandedOver: text.optional(),
});
const observation = z.object({
  resourceType: z.literal('Observation'),
  code: concept.optional(),
  subject: reference,
  encounter: reference.optional(),
  effectiveDateTime: text.optional(),
  valueQuantity: amount.optional(),
  valueString: text.optional(),
  valueCodeableConcept: concept.optional(),
  interpretation: z.array(concept).max(20).optional(),
  referenceRange: z
    .array(z.object({ text: text.optional() }))
    .max(20)
    .optional(),
});
const benefit = z.object({
  resourceType: z.literal('ExplanationOfBenefit'),
  patient: reference,
  insurer: reference.optional(),
  total: z
    .array(z.object({ category: concept.optional(), amount: amount.optional() }))
    .max(20)
    .optional(),
  item: z
    .array(
      z.object({
        productOrService: concept.optional(),
        servicedDate: text.optional(),
        quantity: amount.optional(),
        net: amount.optional(),
        encounter: z.array(reference).max(many).optional(),
      }),
    )
    .max(1_000)
    .optional(),
});
/** The last line of each patient in a file (docs/partners/roster.md, Results). */
const task = z.object({
  resourceType: z.literal('Task'),
  identifier: z.array(identifier).min(1).max(10),
  status: z.enum(['completed', 'rejected']),
  statusReason: concept.optional(),
});

/** A supported resource. */
export const fhirResource = z.discriminatedUnion('resourceType', [
  patient,
  organization,
  encounter,
  condition,
  procedure,
  dispense,
  observation,
  benefit,
  task,
]);

/** A supported resource. */
export type FhirResource = z.output<typeof fhirResource>;

/** A resource of one type. */
export type FhirOf<T extends FhirResource['resourceType']> = Extract<FhirResource, { resourceType: T }>;

/** The supported types; lines of any other are skipped. */
export const readTypes: ReadonlySet<string> = new Set(
  fhirResource.options.map(option => option.shape.resourceType.value),
);

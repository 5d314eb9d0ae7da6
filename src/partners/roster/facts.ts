import type { FhirOf, FhirResource } from './fhir-resource';

/**
 * The states of something that didn't happen: it was planned, canceled, refuted, or entered in error (FHIR
 * R4, the `status` and `verificationStatus` of each resource).
 */
const withdrawn: Readonly<Partial<Record<FhirResource['resourceType'], ReadonlySet<string>>>> = {
  Encounter: new Set(['planned', 'cancelled', 'entered-in-error']),
  Condition: new Set(['refuted', 'entered-in-error']),
  Procedure: new Set(['preparation', 'not-done', 'entered-in-error']),
  MedicationDispense: new Set(['preparation', 'cancelled', 'declined', 'entered-in-error']),
  Observation: new Set(['registered', 'cancelled', 'entered-in-error']),
  ExplanationOfBenefit: new Set(['draft', 'cancelled', 'entered-in-error']),
};

/** How sure a diagnosis is, if it isn't confirmed. */
const doubts: ReadonlySet<string> = new Set(['unconfirmed', 'provisional', 'differential']);

function verificationOf({ verificationStatus }: FhirOf<'Condition'>): string {
  return verificationStatus?.coding?.find(({ code }) => code !== undefined)?.code ?? '';
}

function stateOf(resource: FhirResource): string {
  if (resource.resourceType === 'Condition') return verificationOf(resource);
  return 'status' in resource ? (resource.status ?? '') : '';
}

/**
 * Whether a resource is about something that happened. What a payor was only asked about beforehand (`use`
 * other than `claim`) didn't.
 */
export function isFact(resource: FhirResource): boolean {
  if (withdrawn[resource.resourceType]?.has(stateOf(resource)) === true) return false;
  return resource.resourceType !== 'ExplanationOfBenefit' || (resource.use ?? 'claim') === 'claim';
}

/** Returns the doubt about a diagnosis in FHIR's words, such as `provisional`; none if it's confirmed. */
export function doubtOf(condition: FhirOf<'Condition'>): string | undefined {
  const state = verificationOf(condition);
  return doubts.has(state) ? state : undefined;
}

/**
 * Whether a resource may be read: it has no modifier extension, which could turn its meaning around and which
 * a reader that doesn't know it must not ignore (FHIR R4, 2.4.0.1).
 */
export function isUnmodified(resource: FhirResource): boolean {
  return !('modifierExtension' in resource) || (resource.modifierExtension ?? []).length === 0;
}

import { isEmptyContent, noContent } from '../../domain/clinical/clinical-content';
import { clusterPeople, matchPerson } from '../../domain/matching/match-person';
import type { Person } from '../../domain/matching/person';
import type { PatientDetails, Sex } from '../../domain/patients/details';
import type { SearchAnswer } from '../../domain/searches/runs';
import { readContent } from './fhir-content';
import type { FhirOf, FhirResource } from './fhir-resource';
import type { PatientResults } from './results-file';

const sexes = { male: 'Male', female: 'Female', other: 'Other', unknown: 'Unknown' } as const;

function texts(values: ReadonlyArray<string | undefined>): string[] {
  return values.filter(value => value !== undefined && value !== '').map(String);
}

interface Candidate extends Person {
  readonly id: string;
}

function toPerson(patient: FhirOf<'Patient'>): Candidate {
  const { id, name = [], birthDate, gender, address = [], telecom = [] } = patient;
  const contacts = (system: string): string[] =>
    texts(telecom.filter(contact => contact.system === system).map(({ value }) => value));
  return {
    id,
    firstNames: texts(name.map(({ given }) => given?.[0])),
    lastNames: texts(name.map(({ family }) => family)),
    birthDate: birthDate ?? null,
    sex: gender === undefined || gender === 'unknown' ? null : sexes[gender],
    zipCodes: texts(address.map(({ postalCode }) => postalCode)),
    phones: contacts('phone'),
    emails: contacts('email'),
  };
}

/** Returns our patient in the form that matching needs. */
export function personOf(details: PatientDetails): Person {
  const { firstName, lastNames, dateOfBirth, sex, zipCodes, mobile, email } = details;
  return {
    firstNames: [firstName],
    lastNames,
    birthDate: dateOfBirth,
    sex: sex === 'Unknown' ? null : sex,
    zipCodes,
    phones: texts([mobile ?? undefined]),
    emails: texts([email ?? undefined]),
  };
}

function sexOf(cluster: readonly Person[]): Sex | null {
  return cluster.find(({ sex }) => sex !== null)?.sex ?? null;
}

/**
 * Returns the answer in a patient's results: a refusal, nothing, the records of the person who is the
 * patient, or separately those of several who could be. It includes an explanation: the rules and points of
 * each candidate, without any value.
 */
export function readAnswer(results: PatientResults, ours: Person): SearchAnswer {
  const { task, resources } = results;
  if (task.status === 'rejected') {
    const [coding] = task.statusReason?.coding ?? [];
    return {
      outcome: 'RequestRejected',
      code: coding?.code ?? 'REJECTED',
      text: task.statusReason?.text ?? coding?.display ?? '',
    };
  }
  const candidates = resources
    .filter((resource: FhirResource) => resource.resourceType === 'Patient')
    .map(toPerson)
    .map(person => ({ person, match: matchPerson(ours, person) }));
  const accepted = candidates.filter(({ match }) => match.isAccepted).map(({ person }) => person);
  const clusters = clusterPeople(accepted);
  const contents = clusters.map(cluster => readContent(resources, new Set(cluster.map(({ id }) => id))));
  const matching = {
    candidates: candidates.map(({ person, match }, index) => ({
      candidate: index + 1,
      ...match,
      identity: clusters.findIndex(cluster => cluster.includes(person)) + 1 || null,
    })),
    passedOver: contents.map(({ passedOver }) => passedOver),
  };
  if (contents.length > 1)
    return {
      outcome: 'AmbiguousIdentity',
      identities: contents.map(({ content }, index) => ({ sex: sexOf(clusters[index] ?? []), content })),
      matching,
    };
  const content = contents[0]?.content ?? noContent;
  return { outcome: isEmptyContent(content) ? 'NoHit' : 'Completed', content, matching };
}

import { isEmptyContent, noContent } from '../../domain/clinical/clinical-content';
import { judgePeople, type Candidate } from '../../domain/matching/match-person';
import { matchingTables } from '../../domain/matching/name-words';
import type { Person } from '../../domain/matching/person';
import type { FoundPerson } from '../../domain/searches/identities';
import type { SearchAnswer } from '../../domain/searches/runs';
import { candidateOf } from './candidate';
import { countStrays, readContent } from './fhir-content';
import type { FhirResource } from './fhir-resource';
import { resultsLimits, type PatientResults } from './results-file';

/** Results that say something about the patient that we couldn't read. They are read again after a fix. */
export interface NotUnderstood {
  readonly outcome: 'NotUnderstood';
  readonly matching: unknown;
}

/** Returns the people of an answer; one who is listed twice in the same words is one. */
function candidatesOf(
  { resources, isIncomplete }: PatientResults,
  anchored: ReadonlySet<string>,
): Candidate[] {
  const patients = resources
    .filter((resource: FhirResource) => resource.resourceType === 'Patient')
    .map(candidateOf);
  return [...new Map(patients.map(patient => [JSON.stringify(patient), patient])).values()].map(
    candidate => ({
      ...candidate,
      isAnchored: anchored.has(candidate.id),
      isOfIncompleteAnswer: isIncomplete,
    }),
  );
}

/** Whether two different people have one ID, so it isn't known whose the records are. */
function haveOneId(candidates: readonly Candidate[]): boolean {
  return new Set(candidates.map(({ id }) => id)).size < candidates.length;
}

/**
 * Returns the answer in a patient's results: a refusal, nothing, the records of the person who is the
 * patient, or separately those of each person who could be. Nothing was found only if the partner said so.
 * It includes an explanation: the rule and grades of each candidate, and what was skipped, without any value.
 * @param anchored the partner's IDs of people whom it returned before, and who were accepted
 */
export function readAnswer(
  results: PatientResults,
  ours: Person,
  anchored: ReadonlySet<string> = new Set(),
): SearchAnswer | NotUnderstood {
  const { task, resources, faults, isIncomplete, isDamaged, repairs } = results;
  if (task.status === 'rejected') {
    const [coding] = task.statusReason?.coding ?? [];
    return {
      outcome: 'RequestRejected',
      code: coding?.code ?? 'REJECTED',
      text: task.statusReason?.text ?? coding?.display ?? '',
    };
  }
  const candidates = candidatesOf(results, anchored);
  if (isDamaged || haveOneId(candidates) || candidates.length > resultsLimits.peoplePerPatientMax)
    return {
      outcome: 'NotUnderstood',
      matching: { tables: matchingTables, faults, people: candidates.length },
    };
  const { judged, identities, isOfMultipleBirth } = judgePeople(ours, candidates);
  const contentOf = (people: readonly Candidate[]) =>
    readContent(resources, new Set(people.map(({ id }) => id)));
  const strays = countStrays(resources, new Set(candidates.map(({ id }) => id)));
  const matching = {
    tables: matchingTables,
    faults,
    repairs,
    strays,
    candidates: judged.map(({ candidate, match: { verdict, rule, grades } }, index) => ({
      candidate: index + 1,
      verdict,
      rule,
      grades,
      identity: identities.findIndex(group => group.includes(candidate)) + 1 || null,
    })),
  };
  const found = (people: readonly Candidate[]): FoundPerson[] =>
    people.map(person => ({
      sex: person.sex,
      content: contentOf([person]).content,
      // Judged again later, a person still counts as one of this whole answer.
      person: { ...person, isOfMultipleBirth },
    }));
  const held = judged.filter(({ match }) => match.verdict === 'hold').map(({ candidate }) => candidate);
  const [identity, ...others] = identities;
  if (others.length > 0) return { outcome: 'AmbiguousIdentity', people: found(identities.flat()), matching };
  if (identity === undefined) {
    if (held.length > 0) return { outcome: 'AmbiguousIdentity', people: found(held), matching };
    if (isIncomplete || strays + faults.length > 0) return { outcome: 'NotUnderstood', matching };
    return { outcome: 'NoHit', content: noContent, matching };
  }
  const { content, passedOver } = contentOf(identity);
  const explained = { ...matching, passedOver };
  const people = found([...identity, ...held]);
  if (!isEmptyContent(content)) return { outcome: 'Completed', content, people, matching: explained };
  return passedOver + strays + faults.length > 0
    ? { outcome: 'NotUnderstood', matching: explained }
    : { outcome: 'NoHit', content, people, matching: explained };
}

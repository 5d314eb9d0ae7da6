import { isEmptyContent, noContent } from '../../domain/clinical/clinical-content';
import { judgePeople, type Candidate } from '../../domain/matching/match-person';
import { matchingTables } from '../../domain/matching/name-words';
import type { Person } from '../../domain/matching/person';
import type { FoundPerson } from '../../domain/searches/identities';
import type { SearchAnswer } from '../../domain/searches/runs';
import { candidateOf } from './candidate';
import { readContent } from './fhir-content';
import type { FhirResource } from './fhir-resource';
import type { PatientResults } from './results-file';

/**
 * Returns the answer in a patient's results: a refusal, nothing, the records of the person who is the
 * patient, or separately those of each person who could be. It includes an explanation: the rule and grades
 * of each candidate, without any value.
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
    .map(candidateOf);
  const { judged, identities } = judgePeople(ours, candidates);
  const contentOf = (people: readonly Candidate[]) =>
    readContent(resources, new Set(people.map(({ id }) => id)));
  const matching = {
    tables: matchingTables,
    candidates: judged.map(({ candidate, match: { verdict, rule, grades } }, index) => ({
      candidate: index + 1,
      verdict,
      rule,
      grades,
      identity: identities.findIndex(group => group.includes(candidate)) + 1 || null,
    })),
  };
  const found = (people: readonly Candidate[]): FoundPerson[] =>
    people.map(person => ({ sex: person.sex, content: contentOf([person]).content, person }));
  const held = judged.filter(({ match }) => match.verdict === 'hold').map(({ candidate }) => candidate);
  const [identity, ...others] = identities;
  if (others.length > 0) return { outcome: 'AmbiguousIdentity', people: found(identities.flat()), matching };
  if (identity === undefined)
    return held.length > 0
      ? { outcome: 'AmbiguousIdentity', people: found(held), matching }
      : { outcome: 'NoHit', content: noContent, matching };
  const { content, passedOver } = contentOf(identity);
  return {
    outcome: isEmptyContent(content) ? 'NoHit' : 'Completed',
    content,
    matching: { ...matching, passedOver },
  };
}

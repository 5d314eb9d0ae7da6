import { isEmptyContent, noContent } from '../../domain/clinical/clinical-content';
import { judgePeople, type Candidate } from '../../domain/matching/match-person';
import { matchingTables } from '../../domain/matching/name-words';
import type { Person } from '../../domain/matching/person';
import type { FoundPerson } from '../../domain/searches/identities';
import type { SearchAnswer } from '../../domain/searches/runs';
import { candidateOf } from './candidate';
import { countStrays, readContent } from './fhir-content';
import type { FhirResource } from './fhir-resource';
import type { PatientResults } from './results-file';

/** Results that say something about the patient that we couldn't read. They are read again after a fix. */
export interface NotUnderstood {
  readonly outcome: 'NotUnderstood';
  readonly matching: unknown;
}

/** Whether two people of an answer have one id, so that nobody knows whose the records are. */
function haveOneId(candidates: readonly Candidate[]): boolean {
  return new Set(candidates.map(({ id }) => id)).size < candidates.length;
}

/**
 * Returns the answer in a patient's results: a refusal, nothing, the records of the person who is the
 * patient, or separately those of each person who could be. Nothing was found only if the partner said so.
 * It includes an explanation: the rule and grades of each candidate, and what was skipped, without any value.
 */
export function readAnswer(results: PatientResults, ours: Person): SearchAnswer | NotUnderstood {
  const { task, resources, faults, isIncomplete, isDamaged } = results;
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
  const isUnsure = isIncomplete || haveOneId(candidates);
  const { judged, identities } = judgePeople(ours, candidates, isUnsure);
  const contentOf = (people: readonly Candidate[]) =>
    readContent(resources, new Set(people.map(({ id }) => id)));
  const strays = countStrays(resources, new Set(candidates.map(({ id }) => id)));
  const matching = {
    tables: matchingTables,
    faults,
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
    people.map(person => ({ sex: person.sex, content: contentOf([person]).content, person }));
  const held = judged.filter(({ match }) => match.verdict === 'hold').map(({ candidate }) => candidate);
  const [identity, ...others] = identities;
  if (isDamaged) return { outcome: 'NotUnderstood', matching };
  if (others.length > 0) return { outcome: 'AmbiguousIdentity', people: found(identities.flat()), matching };
  if (identity === undefined) {
    if (held.length > 0) return { outcome: 'AmbiguousIdentity', people: found(held), matching };
    if (isUnsure || strays + faults.length > 0) return { outcome: 'NotUnderstood', matching };
    return { outcome: 'NoHit', content: noContent, matching };
  }
  const { content, passedOver } = contentOf(identity);
  const explained = { ...matching, passedOver };
  if (!isEmptyContent(content)) return { outcome: 'Completed', content, matching: explained };
  return passedOver + strays + faults.length > 0
    ? { outcome: 'NotUnderstood', matching: explained }
    : { outcome: 'NoHit', content, matching: explained };
}

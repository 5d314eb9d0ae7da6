import type { Sex } from '../../domain/patients/details';
import {
  type Patient,
  rearmRefused as withRefusedRearmed,
  withSearch,
  rearmSearch as withSearchRearmed,
} from '../../domain/patients/patient';
import type { Match } from '../../domain/matching/match-person';
import { personOf, type Person } from '../../domain/matching/person';
import { contentOf, isAmbiguous, listIdentities } from '../../domain/searches/identities';
import { isRearmable } from '../../domain/searches/refusals';
import { settle } from '../../domain/searches/runs';
import type { PatientSearch, SearchKind } from '../../domain/searches/search';
import type { Executor } from '../../store/database';
import { listSearchRuns, listWithheld, type SearchRunRow } from '../../store/searches/search-runs';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import {
  getOperatorsPatient,
  lockOperatorsPatient,
  lockReviewedPatient,
  type OperatorsPatient,
  type PatientRef,
} from '../operators';
import { commitPatient } from '../patients/commit-patient';
import { storeContent } from './locked-search';

const runsMax = 50;

/** The searches of a patient, and the results of the latest runs, newest first. */
export interface InspectedSearches {
  readonly patientUid: string;
  readonly searches: readonly PatientSearch[];
  readonly runs: readonly SearchRunRow[];
}

/**
 * Returns a patient's searches and the partners' answers for an operator.
 * @throws OperatorError if there is no such company, project, or patient
 */
export async function inspectSearches(change: OperatorChange, ref: PatientRef): Promise<InspectedSearches> {
  const { patient } = await getOperatorsPatient(change.tx, ref);
  const runs = await listSearchRuns(change.tx, patient.uid, runsMax);
  await change.audit(resource('patient', patient));
  return { patientUid: patient.uid, searches: patient.searches, runs };
}

/**
 * Re-arms a search that a partner refused, which only the provider can do: its refusals are forgotten, and it
 * is sent as soon as its gates are open.
 * @throws OperatorError if there is no such patient, or the search wasn't refused
 */
export async function rearmSearch(
  change: OperatorChange,
  ref: PatientRef,
  kind: SearchKind,
): Promise<OperatorsPatient & { readonly armed: PatientSearch }> {
  const { project, patient } = await lockOperatorsPatient(change.tx, ref);
  const searchIn = (searches: readonly PatientSearch[]): PatientSearch | undefined =>
    searches.find(search => search.kind === kind);
  const search = searchIn(patient.searches);
  if (search === undefined || !isRearmable(search))
    throw new OperatorError("This search doesn't wait because of a rejection.", {
      hint: 'Run `search show` to see its status.',
    });
  const stored = await commitPatient(change, project, withSearchRearmed(patient, kind, project));
  await change.audit(resource('patient', patient));
  return { project, patient: stored, armed: searchIn(stored.searches) ?? search };
}

/**
 * Re-arms every search of a patient that a partner refused, as `rearmSearch` does one.
 * @throws OperatorError if there is no such patient, or none of the searches was refused
 */
export async function rearmRefused(change: OperatorChange, ref: PatientRef): Promise<void> {
  const { project, patient } = await lockOperatorsPatient(change.tx, ref);
  if (!patient.searches.some(isRearmable))
    throw new OperatorError('No search of this patient waits because of a rejection.');
  await commitPatient(change, project, withRefusedRearmed(patient, project));
  await change.audit(resource('patient', patient));
}

/** One of the people in an ambiguous answer: how much was found, without content. */
export interface IdentityCandidate {
  /** From 1, in the partner's order. */
  readonly number: number;
  readonly sex: Sex | null;
  /** How the people of the identity compare with the patient, without values; empty in the sandbox. */
  readonly matches: readonly Match[];
  readonly visits: number;
  readonly procedures: number;
  readonly diagnoses: number;
  readonly prescriptionFills: number;
  readonly labResults: number;
}

/** Lists the people in a search's ambiguous answer; none if it isn't waiting to be resolved. */
export async function listIdentityCandidates(
  executor: Executor,
  patient: Patient,
  search: PatientSearch,
): Promise<readonly IdentityCandidate[]> {
  if (!isAmbiguous(search) || search.runUid === null) return [];
  const withheld = await listWithheld(executor, search.runUid);
  return listIdentities(withheld, personOf(patient)).map((identity, at) => {
    const content = contentOf(identity);
    return {
      number: at + 1,
      sex: identity.sex,
      matches: identity.matches,
      visits: content.visits.length,
      procedures: content.procedures.length,
      diagnoses: content.diagnoses.length,
      prescriptionFills: content.prescriptionFills.length,
      labResults: content.labResults.length,
    };
  });
}

/** A person in an ambiguous answer, with the partner's values. */
export interface IdentityPerson {
  /** The number of the identity, as {@link IdentityCandidate} has it. */
  readonly number: number;
  /** `null` for a stand-in of the sandbox. */
  readonly person: Person | null;
  readonly match: Match | undefined;
}

/** Lists the people in a search's ambiguous answer with their values; the caller audits the look. */
export async function listIdentityPeople(
  executor: Executor,
  patient: Patient,
  search: PatientSearch,
): Promise<readonly IdentityPerson[]> {
  if (!isAmbiguous(search) || search.runUid === null) return [];
  const withheld = await listWithheld(executor, search.runUid);
  return listIdentities(withheld, personOf(patient)).flatMap(({ people, matches }, at) =>
    people.map(({ person }, index) => ({ number: at + 1, person, match: matches[index] })),
  );
}

/** An operator's decision on which of the people is the patient. */
export interface IdentityDecision {
  readonly kind: SearchKind;
  /** The number of one of them; `null` if the patient is none. */
  readonly candidate: number | null;
  /** The patient's version that the operator saw. */
  readonly version: number;
  /** The evidence; kept in the audit log. */
  readonly reason: string;
}

/**
 * Resolves an ambiguous answer if the sex on file can't: the records of the person who is the patient become
 * theirs, the others are forgotten. There are no gates and no run, because nothing is sent.
 * @throws OperatorError for an unknown patient, one that changed since, a closed project, a search without an
 * ambiguous answer, and a number that none of the people has
 */
export async function decideIdentity(
  change: OperatorChange,
  ref: PatientRef,
  { kind, candidate, version, reason }: IdentityDecision,
): Promise<OperatorsPatient> {
  const { project, patient } = await lockReviewedPatient(change.tx, ref, version);
  const search = patient.searches.find(one => one.kind === kind);
  if (search?.runUid == null || !isAmbiguous(search))
    throw new OperatorError('This search has no ambiguous result to resolve.');
  const withheld = await listWithheld(change.tx, search.runUid);
  const identity =
    candidate === null ? undefined : listIdentities(withheld, personOf(patient))[candidate - 1];
  if (candidate !== null && identity === undefined)
    throw new OperatorError('The result has no such person. Reload the page and choose again.');
  const answer =
    identity === undefined ? ({ kind: 'nobody' } as const) : ({ kind: 'one', identity } as const);
  const settled = settle(search, answer, patient.dateOfDeath);
  if (settled.released !== null) {
    const { content, outcome } = settled.released;
    const run = { uid: search.runUid, kind, outcome };
    await storeContent(change, { patient, project }, run, content, true);
  }
  const stored = await commitPatient(change, project, withSearch(patient, settled.search, project));
  await change.audit(resource('patient', patient), undefined, undefined, reason);
  return { project, patient: stored };
}

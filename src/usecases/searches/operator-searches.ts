import type { Sex } from '../../domain/patients/details';
import {
  type Patient,
  rearmRefused as withRefusedRearmed,
  withSearch,
  rearmSearch as withSearchRearmed,
} from '../../domain/patients/patient';
import type { Match } from '../../domain/matching/match-person';
import type { Person } from '../../domain/matching/person';
import { mergeContent } from '../../domain/clinical/clinical-content';
import type { RunCandidate } from '../../domain/searches/candidates';
import { judgeFound, listIdentities, type ListedIdentity } from '../../domain/searches/identities';
import { isRearmable } from '../../domain/searches/refusals';
import { settle, settleDoubted } from '../../domain/searches/runs';
import { progressOf, type SearchProgress } from '../../domain/searches/search-progress';
import type { PatientSearch, SearchKind } from '../../domain/searches/search';
import { clockIn } from '../../domain/time-zones';
import type { Executor } from '../../store/database';
import { contentOfRun, listCandidates } from '../../store/searches/run-candidates';
import { listSearchRuns, type SearchRunRow } from '../../store/searches/search-runs';
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
import { storeJudged } from './judged-people';

const runsMax = 50;

/** The searches of a patient, and the results of the latest runs, newest first. */
export interface InspectedSearches {
  readonly patientUid: string;
  readonly searches: ReadonlyArray<PatientSearch & { readonly progress: SearchProgress }>;
  readonly runs: readonly SearchRunRow[];
}

/**
 * Returns a patient's searches and the partners' answers for an operator.
 * @throws OperatorError if there is no such company, project, or patient
 */
export async function inspectSearches(change: OperatorChange, ref: PatientRef): Promise<InspectedSearches> {
  const { patient, project } = await getOperatorsPatient(change.tx, ref);
  const runs = await listSearchRuns(change.tx, patient.uid, runsMax);
  await change.auditLook(resource('patient', patient));
  const searches = patient.searches.map(search => ({
    ...search,
    progress: progressAt(change.now, { patient, project }, search),
  }));
  return { patientUid: patient.uid, searches, runs };
}

/** Returns the progress of a patient's search at an instant, in the words that the customer sees. */
export function progressAt(
  now: Date,
  { patient, project }: OperatorsPatient,
  search: PatientSearch,
): SearchProgress {
  const today = clockIn(project.timeZone, now).day;
  return progressOf(search, { patient, project, atMs: now.getTime(), today }, patient.updatedAt);
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
    throw new OperatorError("This search isn't waiting because of a rejection.", {
      hint: 'Run `search show` to see its status.',
    });
  const stored = await commitPatient(change, project, withSearchRearmed(patient, kind, project));
  await change.audit(resource('patient', patient), 'search.rearm', { kinds: [kind] });
  return { project, patient: stored, armed: searchIn(stored.searches) ?? search };
}

/**
 * Re-arms every search of a patient that a partner refused, as `rearmSearch` does one.
 * @throws OperatorError if there is no such patient, or none of the searches was refused
 */
export async function rearmRefused(change: OperatorChange, ref: PatientRef): Promise<void> {
  const { project, patient } = await lockOperatorsPatient(change.tx, ref);
  if (!patient.searches.some(isRearmable))
    throw new OperatorError("None of this patient's searches is waiting because of a rejection.");
  await commitPatient(change, project, withRefusedRearmed(patient, project));
  const kinds = patient.searches.filter(isRearmable).map(({ kind }) => kind);
  await change.audit(resource('patient', patient), 'search.rearm', { kinds });
}

/** One of the people in an answer who may be the patient: how much was found, without content. */
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

/** Returns the held people of a search's current answer, grouped by who can be one; none of another phase. */
async function heldIdentities(
  executor: Executor,
  patient: Patient,
  { phase, runUid }: PatientSearch,
): Promise<ReadonlyArray<ListedIdentity<RunCandidate>>> {
  if (phase !== 'answered' || runUid === null) return [];
  const candidates = await listCandidates(executor, patient.uid);
  const held = candidates.filter(one => one.runUid === runUid && one.standing === 'held');
  return listIdentities(held, patient);
}

/** Lists the people in a search's answer on whom someone has to decide. */
export async function listIdentityCandidates(
  executor: Executor,
  patient: Patient,
  search: PatientSearch,
): Promise<readonly IdentityCandidate[]> {
  const identities = await heldIdentities(executor, patient, search);
  if (identities.length === 0 || search.runUid === null) return [];
  const contents = await contentOfRun(executor, search.runUid);
  return identities.map(({ sex, people, matches }, at) => {
    const content = mergeContent(people.flatMap(({ number }) => contents.get(number) ?? []));
    return {
      number: at + 1,
      sex,
      matches,
      visits: content.visits.length,
      procedures: content.procedures.length,
      diagnoses: content.diagnoses.length,
      prescriptionFills: content.prescriptionFills.length,
      labResults: content.labResults.length,
    };
  });
}

/** A person in an answer who may be the patient, with the partner's values. */
export interface IdentityPerson {
  /** The number of the identity, as {@link IdentityCandidate} has it. */
  readonly number: number;
  /** `null` for a stand-in of the sandbox. */
  readonly person: Person | null;
  readonly match: Match | undefined;
}

/** Lists the people in an answer who may be the patient, with their values; the caller audits the look. */
export async function listIdentityPeople(
  executor: Executor,
  patient: Patient,
  search: PatientSearch,
): Promise<readonly IdentityPerson[]> {
  const identities = await heldIdentities(executor, patient, search);
  return identities.flatMap(({ people, matches }, at) =>
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
 * Decides on the held people of an answer if the rules and the sex on file can't: the records of the person
 * who is the patient become theirs, the others stay withheld. There are no gates and no run, because nothing
 * is sent.
 * @throws OperatorError for an unknown patient, one that changed since, a closed project, a search without
 * held people, and a number that none of the people has
 */
export async function decideIdentity(
  change: OperatorChange,
  ref: PatientRef,
  { kind, candidate, version, reason }: IdentityDecision,
): Promise<OperatorsPatient> {
  const { project, patient } = await lockReviewedPatient(change.tx, ref, version);
  const search = patient.searches.find(one => one.kind === kind);
  const identities = search === undefined ? [] : await heldIdentities(change.tx, patient, search);
  if (search === undefined || identities.length === 0)
    throw new OperatorError('This search has no ambiguous result to resolve.');
  const identity = candidate === null ? undefined : identities[candidate - 1];
  if (candidate !== null && identity === undefined)
    throw new OperatorError("That person isn't in the result. Reload the page and choose again.");
  const answer =
    identity === undefined
      ? ({ kind: 'nobody' } as const)
      : ({ kind: 'some', numbers: identity.people.map(({ number }) => number) } as const);
  const run = (await listCandidates(change.tx, patient.uid)).filter(({ runUid }) => runUid === search.runUid);
  const settled = settle(search, run, answer, patient.dateOfDeath);
  const stored = await commitPatient(change, project, withSearch(patient, settled.search, project));
  await storeJudged(change, { patient: stored, project }, settled);
  const told = { kind, candidate, of: identities.length };
  await change.audit(resource('patient', patient), 'search.tellIdentity', told, reason);
  return { project, patient: stored };
}

/** An accepted person whose details no longer agree with the patient's, since an edit. */
export interface DoubtedPerson {
  readonly kind: SearchKind;
  /** From 1 within a search, oldest answer first. */
  readonly number: number;
  readonly person: Person | null;
  readonly match: Match | undefined;
  /** How many rows their records have. */
  readonly rows: number;
}

function doubtedOf(candidates: readonly RunCandidate[], kind: SearchKind): RunCandidate[] {
  return candidates.filter(one => one.isDoubted && one.kind === kind);
}

/** Lists a patient's accepted people who are in doubt, with their values; the caller audits the look. */
export async function listDoubtedPeople(executor: Executor, patient: Patient): Promise<DoubtedPerson[]> {
  const candidates = await listCandidates(executor, patient.uid);
  return patient.searches.flatMap(({ kind }) =>
    doubtedOf(candidates, kind).map((one, at) => ({
      kind,
      number: at + 1,
      person: one.person,
      match: judgeFound([one], patient).matchOf(one),
      rows: one.rows,
    })),
  );
}

/** An operator's decision on an accepted person in doubt. */
export interface DoubtDecision {
  readonly kind: SearchKind;
  /** The number of the person, as {@link DoubtedPerson} has it. */
  readonly candidate: number;
  readonly isPatient: boolean;
  /** The patient's version that the operator saw. */
  readonly version: number;
  /** The evidence; kept in the audit log. */
  readonly reason: string;
}

/**
 * Decides whether an accepted person whose details no longer agree is still the patient. If not, their
 * records leave the patient, as after a correction.
 * @throws OperatorError for an unknown patient, one that changed since, a closed project, and a number that
 * no person in doubt has
 */
export async function decideDoubt(
  change: OperatorChange,
  ref: PatientRef,
  { kind, candidate, isPatient, version, reason }: DoubtDecision,
): Promise<void> {
  const { project, patient } = await lockReviewedPatient(change.tx, ref, version);
  const search = patient.searches.find(one => one.kind === kind);
  const people = (await listCandidates(change.tx, patient.uid)).filter(one => one.kind === kind);
  const doubted = doubtedOf(people, kind)[candidate - 1];
  if (search === undefined || doubted === undefined)
    throw new OperatorError('This person is no longer in doubt. Reload the page.');
  const settled = settleDoubted(search, people, doubted, isPatient);
  const stored = await commitPatient(change, project, withSearch(patient, settled.search, project));
  await storeJudged(change, { patient: stored, project }, settled);
  await change.audit(
    resource('patient', patient),
    'search.decideDoubt',
    { kind, candidate, isPatient },
    reason,
  );
}

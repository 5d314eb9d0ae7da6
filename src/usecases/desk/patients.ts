import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { statedDeath } from '../../domain/auth-checks/judge-supporting';
import type { FormLanguage } from '../../domain/authorizations/authorization-form';
import type { QueueItem } from '../../domain/desk/queue';
import { personOf, type Person } from '../../domain/matching/person';
import type { Patient } from '../../domain/patients/patient';
import { notFound, Problem } from '../../domain/problem';
import { isRearmable } from '../../domain/searches/refusals';
import type { PatientSearch, SearchKind } from '../../domain/searches/search';
import type { SearchProgress } from '../../domain/searches/search-progress';
import { papersOf } from '../../domain/supporting-documents/supporting-document';
import { workflows } from '../../domain/workflows';
import { findPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { listSearchRuns, type SearchRunRow } from '../../store/searches/search-runs';
import { findLatestVisitOn } from '../../store/clinical/visits';
import { listSupporting } from '../../store/auth-checks/supporting-documents';
import { resource, type DeskChange } from '../change';
import type { OperatorsPatient, PatientRef } from '../operators';
import { OperatorError } from '../operator-error';
import { drawAuthorizationForm } from '../patients/authorization-forms';
import { revokeForCustomer } from '../patients/authorization-terms';
import { establishDeath } from '../patients/operator-patients';
import {
  listIdentityCandidates,
  rearmRefused,
  rearmSearch,
  decideDoubt,
  decideIdentity,
  listDoubtedPeople,
  listIdentityPeople,
  type IdentityCandidate,
  type IdentityPerson,
  type DoubtDecision,
  type DoubtedPerson,
  type IdentityDecision,
  progressAt,
} from '../searches/operator-searches';
import { findItem, workOn } from './queue';

/** How many of the latest runs are shown. */
const runsShown = 20;

/** A search, with the actions that an operator can take. */
type ShownPatientSearch = PatientSearch & {
  /** Its state in the words that the customer sees. */
  readonly progress: SearchProgress;
  readonly isRearmable: boolean;
  /** The people that its ambiguous answer is about; empty without one. */
  readonly candidates: readonly IdentityCandidate[];
};

/** A patient, as shown to an operator who checks why a search waits. */
export interface ShownPatientWork extends OperatorsPatient {
  readonly searches: readonly ShownPatientSearch[];
  /** Accepted people whose details no longer agree with the patient's. */
  readonly doubted: readonly DoubtedPerson[];
  /** The latest runs, newest first. */
  readonly runs: readonly SearchRunRow[];
  /** The date of death on a death certificate; `null` if none states one. */
  readonly statedDeath: CalendarDate | null;
  /** The patient's latest visit on record; `null` without one. */
  readonly latestVisitOn: CalendarDate | null;
  /** The searches' item in the queue; `undefined` if there is none. */
  readonly item: QueueItem | undefined;
}

/** The people in a patient's answers on whom an operator has to decide. */
export interface ShownPeople {
  readonly patient: Patient;
  /** The patient as matching compares them. */
  readonly ours: Person;
  readonly searches: ReadonlyArray<{ readonly kind: SearchKind; readonly people: readonly IdentityPerson[] }>;
  /** Accepted people whose details no longer agree with the patient's. */
  readonly doubted: readonly DoubtedPerson[];
}

function refOf(uid: string): PatientRef {
  return { patientId: workflows.patientSearch.id({ patientUid: uid }) };
}

/** @throws Problem 404 if there is no such patient */
async function getPatient(change: DeskChange, uid: string): Promise<OperatorsPatient> {
  const patient = await findPatientByUid(change.tx, uid);
  if (patient === undefined) throw notFound('there is no such patient');
  return { patient, project: await getProjectByUid(change.tx, patient.projectUid) };
}

async function withCandidates(
  change: DeskChange,
  found: OperatorsPatient,
  search: PatientSearch,
): Promise<ShownPatientSearch> {
  const candidates = await listIdentityCandidates(change.tx, found.patient, search);
  const progress = progressAt(change.now, found, search);
  return { ...search, progress, isRearmable: isRearmable(search), candidates };
}

/**
 * Returns a patient with the status of each search, and the results of its runs (DESK-25). @throws Problem
 * 404
 */
export async function showPatientWork(change: DeskChange, uid: string): Promise<ShownPatientWork> {
  const found = await getPatient(change, uid);
  const { patient, project } = found;
  const searches: ShownPatientSearch[] = [];
  for (const search of patient.searches) searches.push(await withCandidates(change, found, search));
  const shown = {
    patient,
    project,
    searches,
    doubted: await listDoubtedPeople(change.tx, patient),
    item: await findItem(change, { kind: 'search', uid }),
    runs: await listSearchRuns(change.tx, uid, runsShown),
    statedDeath: statedDeath(patient, papersOf(await listSupporting(change.tx, uid))),
    latestVisitOn: await findLatestVisitOn(change.tx, uid),
  };
  await change.auditLook(resource('patient', patient));
  return shown;
}

/**
 * Returns a prefilled authorization for every provider with the patient's records (DESK-54). The view is
 * audited.
 * @throws Problem 404; OperatorError for details that can't be printed
 */
export async function makeFormAtDesk(
  change: DeskChange,
  uid: string,
  language: FormLanguage,
): Promise<Uint8Array> {
  const { patient, project } = await getPatient(change, uid);
  await change.auditLook(resource('patient', patient));
  try {
    const reading = { db: change.tx, project, now: change.now };
    return await drawAuthorizationForm(reading, patient, { language, siteIds: [] });
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    throw new OperatorError(
      "The form can't be printed: a name or an address isn't in Latin, Greek, or Cyrillic letters.",
    );
  }
}

/**
 * Returns the people in a patient's answers on whom an operator has to decide with their details, beside the
 * patient's (DESK-28, DESK-51).
 * @throws Problem 404
 */
export async function showPeople(change: DeskChange, uid: string): Promise<ShownPeople> {
  const { patient } = await getPatient(change, uid);
  const searches: Array<ShownPeople['searches'][number]> = [];
  for (const search of patient.searches) {
    const people = await listIdentityPeople(change.tx, patient, search);
    if (people.length > 0) searches.push({ kind: search.kind, people });
  }
  const doubted = await listDoubtedPeople(change.tx, patient);
  await change.auditLook(resource('patient', patient));
  return { patient, ours: personOf(patient), searches, doubted };
}

/**
 * Re-arms a search that a partner refused, unless it is assigned to another operator (DESK-25).
 * @throws OperatorError as `rearmSearch`, or naming the assigned operator; Problem 404
 */
export async function rearmAtDesk(change: DeskChange, uid: string, kind: SearchKind): Promise<void> {
  await getPatient(change, uid);
  await workOn(change, { kind: 'search', uid }, () => rearmSearch(change, refOf(uid), kind));
}

/**
 * Re-arms every search of a patient that a partner refused, unless they are assigned to another operator
 * (DESK-30).
 * @throws OperatorError as `rearmRefused`, or naming the assigned operator; Problem 404
 */
export async function rearmAllAtDesk(change: DeskChange, uid: string): Promise<void> {
  await getPatient(change, uid);
  await workOn(change, { kind: 'search', uid }, () => rearmRefused(change, refOf(uid)));
}

/**
 * Decides which of the people in an ambiguous answer is the patient, or none, for the version that the page
 * showed, unless it is assigned to another operator (DESK-28).
 * @throws OperatorError as `decideIdentity`, or naming the assigned operator; Problem 404
 */
export async function decideIdentityAtDesk(
  change: DeskChange,
  uid: string,
  identity: IdentityDecision,
): Promise<void> {
  await getPatient(change, uid);
  await workOn(change, { kind: 'search', uid }, () => decideIdentity(change, refOf(uid), identity));
}

/**
 * Decides whether an accepted person in doubt is still the patient, for the version that the page showed,
 * unless it is assigned to another operator (DESK-51).
 * @throws OperatorError as `decideDoubt`, or naming the assigned operator; Problem 404
 */
export async function decideDoubtAtDesk(
  change: DeskChange,
  uid: string,
  decision: DoubtDecision,
): Promise<void> {
  await getPatient(change, uid);
  await workOn(change, { kind: 'search', uid }, () => decideDoubt(change, refOf(uid), decision));
}

/**
 * Records that a patient revoked the authorization, for the version that the page showed (DESK-25).
 * @throws OperatorError as `revokeForCustomer`; Problem 404
 */
export async function revokeAtDesk(
  change: DeskChange,
  uid: string,
  revocation: { readonly revokedOn: CalendarDate; readonly version: number },
): Promise<void> {
  await getPatient(change, uid);
  await revokeForCustomer(change, refOf(uid), revocation);
}

/**
 * Establishes or clears a date of death, for the version that the page showed (DESK-25).
 * @throws OperatorError as `establishDeath`; Problem 404
 */
export async function establishDeathAtDesk(
  change: DeskChange,
  uid: string,
  death: { readonly dateOfDeath: CalendarDate | null; readonly version: number },
): Promise<void> {
  await getPatient(change, uid);
  await establishDeath(change, refOf(uid), death);
}

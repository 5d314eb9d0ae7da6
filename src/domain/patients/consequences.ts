import { deniesSends, holdsSends, type AuthorizationStatus } from '../authorizations/authorization-status';
import { searchDetailsOf } from '../auth-checks/judging-context';
import type { EventType } from '../events/event-types';
import type { ProjectTerms } from '../projects/project';
import { noLongerAmbiguous } from '../searches/identities';
import { isToBeLookedAt } from '../searches/next-step';
import {
  isRequested,
  neverRun,
  searchKinds,
  searchOff,
  statusOfSearch,
  type PatientSearch,
  type SearchKind,
  type SearchOutcome,
  type SearchStatus,
} from '../searches/search';
import type { Decision, Patient } from './patient';
import type { PatientDetailName } from './details';

/** Something about a patient that webhooks tell, with the fields of its payload that changed. */
export interface PatientEvent {
  readonly eventType: EventType;
  readonly changed: readonly string[];
  /** Of an event about a search: where that search stands, or what came of its run (EVENT-18). */
  readonly searchStatus?: SearchStatus;
}

/** What follows from what was decided of a patient. */
export interface Consequences {
  /** Whether anything that is stored differs; if not, nothing of the rest is to be done. */
  readonly isChanged: boolean;
  /** The searches to be stored. */
  readonly searches: readonly PatientSearch[];
  /** What webhooks tell, in this order. */
  readonly events: readonly PatientEvent[];
  /**
   * The fields of the patient that differ, for endpoints of the old kind: an event for all of them (HOOK-28).
   */
  readonly columns: readonly string[];
  /** The searches whose withheld records nobody can resolve any more. */
  readonly forget: readonly SearchKind[];
  /**
   * The analysis of the authorization: other bytes are read anew; another person or record is compared with
   * what was read.
   */
  readonly authCheck: 'none' | 'readAnew' | 'compareAnew';
  /** Whether the patient's workflow has something to look at. */
  readonly isToBeLookedAt: boolean;
  /**
   * What becomes of the record requests that the authorization holds back: they can go now, or a fault of it
   * was found; `null`: nothing new.
   */
  readonly heldRecordRequests: 'released' | 'denied' | null;
}

/** What of a project decides on what follows. */
type OfProject = ProjectTerms;

// The field of `patient.updated` that shows a detail. City and state are in no payload; of the last names the
// payload has `lastName`, the current one.
const shownAs: Readonly<Record<PatientDetailName, string | null>> = {
  firstName: 'firstName',
  lastNames: 'lastName',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
  zipCodes: 'zipCodes',
  city: null,
  state: null,
  mobile: 'mobile',
  email: 'email',
};

// Every property of a search, so that one that is added is not forgotten here.
const searchProperties: Readonly<Record<keyof PatientSearch, true>> = {
  kind: true,
  isRequested: true,
  phase: true,
  waitsFor: true,
  outcome: true,
  run: true,
  runUid: true,
  sequence: true,
  partner: true,
  requestHash: true,
  refusals: true,
  resendAtMs: true,
  judgedSex: true,
};
const searchPropertyNames = Object.keys(searchProperties) as ReadonlyArray<keyof PatientSearch>;

function isSameSearch(a: PatientSearch, b: PatientSearch): boolean {
  return searchPropertyNames.every(name => a[name] === b[name]);
}

/** The searches that differ, each with what it was. */
function changedSearches(
  before: Patient,
  after: Patient,
): Array<{ readonly old: PatientSearch; readonly search: PatientSearch }> {
  return after.searches
    .map(search => {
      const old = before.searches.find(({ kind }) => kind === search.kind);
      return { search, old: old ?? { ...searchOff(search.kind), ...neverRun } };
    })
    .filter(({ search, old }) => !isSameSearch(search, old));
}

function started(search: PatientSearch, changed: readonly string[]): PatientEvent {
  return { eventType: `${search.kind}.started`, changed, searchStatus: statusOfSearch(search) };
}

function startedAfter(old: PatientSearch, search: PatientSearch): PatientEvent {
  return started(search, [
    ...(old.isRequested === search.isRequested ? [] : [search.kind]),
    ...((old.outcome ?? statusOfSearch(old)) === statusOfSearch(search) ? [] : ['searchStatus']),
  ]);
}

function completed({ kind }: PatientSearch, outcome: SearchOutcome): PatientEvent {
  return { eventType: `${kind}.completed`, changed: ['searchStatus'], searchStatus: outcome };
}

/**
 * What is told of a search between two states. It has started when it is switched on, waiting or not; so the
 * run that comes of it is not told again, but each further one is, whose predecessor has ended. It has
 * completed when a run ends, and when it is declined without one.
 */
function searchEvents(old: PatientSearch, search: PatientSearch): PatientEvent[] {
  const { phase, outcome } = search;
  const isFurther = old.outcome !== null;
  if (phase === 'armed' && (old.phase === 'off' || old.phase === 'answered'))
    return [startedAfter(old, search)];
  if (phase === 'running' && old.phase === 'armed') return isFurther ? [startedAfter(old, search)] : [];
  if (outcome === null) return [];
  if (old.phase === 'running' && phase !== 'running') return [completed(search, outcome)];
  if (old.phase === 'armed' && phase === 'answered')
    return [...(isFurther ? [startedAfter(old, old)] : []), completed(search, outcome)];
  return [];
}

function eventsOf(
  { before, after, changed }: Decision,
  searches: ReturnType<typeof changedSearches>,
): PatientEvent[] {
  const events: PatientEvent[] = [];
  const fields = changed.map(name => shownAs[name]).filter(field => field !== null);
  // An alternate name is a name of the patient, and in no field of the payload.
  const isCurrentName = before.lastNames[0] === after.lastNames[0];
  const moved = isCurrentName ? fields.filter(field => field !== 'lastName') : fields;
  if (fields.length > 0) events.push({ eventType: 'patient.updated', changed: moved });
  if (before.authorizationStatus !== after.authorizationStatus) {
    const isApproved = after.authorizationStatus === 'Approved';
    const entered = isApproved ? 'authorization.approved' : 'authorization.needsAttention';
    events.push({ eventType: 'authorization.statusChanged', changed: ['authorizationStatus'] });
    events.push({ eventType: entered, changed: ['authorizationStatus'] });
  }
  if (before.searchStatus !== after.searchStatus)
    events.push({ eventType: 'patient.searchStatusChanged', changed: ['searchStatus'] });
  return [...events, ...searches.flatMap(({ old, search }) => searchEvents(old, search))];
}

/**
 * What a change means for the analysis of the authorization on file. Other bytes, or the same uploaded again,
 * are another document, which is read. Another name, date of birth or date of death is compared with what was
 * read before, and so is a record that now holds what its searches need, or no longer does. So the verdicts
 * are always about the patient as they are, and an edit does not cost a second reading.
 */
function authCheckAfter({ before, after, changed }: Decision, project: OfProject): Consequences['authCheck'] {
  if (after.authorizationEtag === null) return 'none';
  if (before.authorizationEtag !== after.authorizationEtag) return 'readAnew';
  const [had, has] = [searchDetailsOf(project.status, before), searchDetailsOf(project.status, after)];
  const isComparedAnew =
    changed.includes('firstName') ||
    changed.includes('lastNames') ||
    changed.includes('dateOfBirth') ||
    before.dateOfDeath !== after.dateOfDeath ||
    had?.hasZipCode !== has?.hasZipCode ||
    had?.hasSex !== has?.hasSex;
  return isComparedAnew ? 'compareAnew' : 'none';
}

/**
 * The search status as endpoints of the old kind are told of it: the first run from its beginning, and then
 * where runs came to rest, so that a run which ends in the same status says nothing of it (HOOK-28).
 */
function columnOfSearchStatus({ searchStatus, restedSearchStatus }: Patient): SearchStatus {
  return restedSearchStatus ?? searchStatus;
}

function columnsOf({ before, after, changed }: Decision): string[] {
  const fields = changed
    .map(name => shownAs[name])
    .filter(field => field !== null)
    .filter(field => field !== 'lastName' || before.lastNames[0] !== after.lastNames[0]);
  return [
    ...fields,
    ...searchKinds.filter(kind => isRequested(before.searches, kind) !== isRequested(after.searches, kind)),
    ...(columnOfSearchStatus(before) === columnOfSearchStatus(after) ? [] : ['searchStatus']),
    ...(before.authorizationStatus === after.authorizationStatus ? [] : ['authorizationStatus']),
  ];
}

function isStoredAnew({ before, after, changed }: Decision): boolean {
  return (
    changed.length > 0 ||
    before.authorizationStatus !== after.authorizationStatus ||
    before.searchStatus !== after.searchStatus ||
    before.dateOfDeath !== after.dateOfDeath ||
    before.authorizationEtag !== after.authorizationEtag ||
    before.authorizationUploadedAt?.getTime() !== after.authorizationUploadedAt?.getTime()
  );
}

function heldAfter(
  before: AuthorizationStatus,
  after: AuthorizationStatus,
  project: OfProject,
): Consequences['heldRecordRequests'] {
  if (holdsSends(project, before) && !holdsSends(project, after)) return 'released';
  return deniesSends(project, after) && !deniesSends(project, before) ? 'denied' : null;
}

/**
 * What follows from a decision about a patient: all that is to be written, told, forgotten and signalled,
 * said once.
 */
export function consequences(decision: Decision, project: OfProject): Consequences {
  const { before, after } = decision;
  const searches = changedSearches(before, after);
  return {
    isChanged: searches.length > 0 || isStoredAnew(decision),
    searches: searches.map(({ search }) => search),
    events: eventsOf(decision, searches),
    columns: columnsOf(decision),
    forget: noLongerAmbiguous(before.searches, after.searches),
    authCheck: authCheckAfter(decision, project),
    isToBeLookedAt: isToBeLookedAt(before, after, project),
    heldRecordRequests: heldAfter(before.authorizationStatus, after.authorizationStatus, project),
  };
}

/** What follows from the registration of a patient. */
export function consequencesOfRegistering(patient: Patient, project: OfProject): Consequences {
  return {
    isChanged: true,
    searches: patient.searches,
    events: [
      { eventType: 'patient.created', changed: [] },
      ...patient.searches.filter(({ isRequested }) => isRequested).map(search => started(search, [])),
    ],
    columns: [],
    forget: [],
    authCheck: 'none',
    isToBeLookedAt: isToBeLookedAt(undefined, patient, project),
    heldRecordRequests: null,
  };
}

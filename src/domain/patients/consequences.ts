import { deniesSends, type AuthorizationStatus } from '../authorizations/authorization-status';
import { holdOf, type AuthorizationTerm } from '../authorizations/authorization-term';
import { searchDetailsOf } from '../auth-checks/judging-context';
import type { CalendarDate } from '../clinical/calendar-date';
import type { EventType } from '../events/event-types';
import type { ProjectTerms } from '../projects/project';
import { noLongerDecided } from '../searches/identities';
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

/** An event about a patient, with the payload fields that changed. */
export interface PatientEvent {
  readonly eventType: EventType;
  readonly changed: readonly string[];
  /** For an event about a search: the search's status, or its run's result (EVENT-18). */
  readonly searchStatus?: SearchStatus;
  /** For an event about the authorization: the status that it is raised for (EVENT-25). */
  readonly authorizationStatus?: AuthorizationStatus;
}

/** The consequences of a decision about a patient. */
export interface Consequences {
  /** Whether any stored value differs; if not, nothing else happens. */
  readonly isChanged: boolean;
  /** Whether what callers see differs, so that the patient has another version. */
  readonly isVersioned: boolean;
  /** The searches to store. */
  readonly searches: readonly PatientSearch[];
  /** The events to emit, in this order. */
  readonly events: readonly PatientEvent[];
  /** The patient fields that changed, for Classic endpoints: one event for all of them (HOOK-28). */
  readonly columns: readonly string[];
  /** The searches whose held people no one decides on anymore. */
  readonly forget: readonly SearchKind[];
  /**
   * The analysis of the authorization: different bytes are read again; another person or record is compared
   * with the existing reading.
   */
  readonly authCheck: 'none' | 'readAnew' | 'compareAnew';
  /** Whether the patient's workflow needs a signal. */
  readonly isToBeLookedAt: boolean;
  /**
   * The effect on record requests that the authorization blocks: released, denied because of a fault, or held
   * for another reason than before; `null` if nothing changes.
   */
  readonly heldRecordRequests: 'released' | 'denied' | 'heldOtherwise' | null;
}

/** The project properties that consequences depend on. */
type OfProject = ProjectTerms;

/** The moment of a decision. */
export interface OfMoment {
  readonly project: OfProject;
  /** In the time zone of the company. */
  readonly today: CalendarDate;
}

// What is kept of an authorization's term and shown to no one changes no version.
const hiddenTermNames = ['authorizationExpiryBy', 'authorizationNoticeDays'] as const satisfies ReadonlyArray<
  keyof AuthorizationTerm
>;

// The field of `patient.updated` for each detail. The place and the reference are in no payload.
const shownAs: Readonly<Record<PatientDetailName, string | null>> = {
  firstName: 'firstName',
  lastNames: 'lastNames',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
  zipCodes: 'zipCodes',
  city: null,
  state: null,
  mobile: 'mobile',
  email: 'email',
  reference: null,
};

// Every property of a search, so that a new one can't be forgotten here.
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
  isToBeJudged: true,
  sinceMs: true,
  finding: true,
  isArmedByCorrection: true,
};
const searchPropertyNames = Object.keys(searchProperties) as ReadonlyArray<keyof PatientSearch>;

function isSameSearch(a: PatientSearch, b: PatientSearch): boolean {
  return searchPropertyNames.every(name => a[name] === b[name]);
}

/** Returns the searches that differ, each with its previous state. */
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
 * Returns the events of a search between two states. A search has started when it is switched on, waiting or
 * not, so its first run emits no second start; each later run, whose predecessor has ended, does. It has
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

/** Returns which names changed: `lastName` is the current one, and `lastNames` has the alternate ones. */
function movedNames({ lastNames: [old, ...oldOthers] }: Patient, { lastNames: [name, ...others] }: Patient) {
  return [
    ...(old === name ? [] : ['lastName']),
    ...(oldOthers.join('\n') === others.join('\n') ? [] : ['lastNames']),
  ];
}

function eventsOf(
  { before, after, changed }: Decision,
  searches: ReturnType<typeof changedSearches>,
): PatientEvent[] {
  const events: PatientEvent[] = [];
  const fields = changed.map(name => shownAs[name]).filter(field => field !== null);
  if (fields.length > 0) {
    const moved = fields.flatMap(field => (field === 'lastNames' ? movedNames(before, after) : [field]));
    events.push({ eventType: 'patient.updated', changed: moved });
  }
  if (before.authorizationStatus !== after.authorizationStatus) {
    const { authorizationStatus } = after;
    const entered =
      authorizationStatus === 'Approved' ? 'authorization.approved' : 'authorization.needsAttention';
    for (const eventType of ['authorization.statusChanged', entered] as const)
      events.push({ eventType, changed: ['authorizationStatus'], authorizationStatus });
  }
  if (before.searchStatus !== after.searchStatus)
    events.push({ eventType: 'patient.searchStatusChanged', changed: ['searchStatus'] });
  return [...events, ...searches.flatMap(({ old, search }) => searchEvents(old, search))];
}

/**
 * Returns what a change means for the analysis of the authorization on file. Different bytes, or the same
 * ones uploaded again, are another document, which is read. A different name, date of birth, or date of death
 * is compared with the existing reading, as is a record that gained or lost what its searches need. The
 * verdicts thus always match the current patient, and an edit doesn't cost a second reading.
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
 * Returns the search status for Classic endpoints: the first run from its start, then only where runs came to
 * rest, so a run that ends in the same status reports nothing (HOOK-28).
 */
function columnOfSearchStatus({ searchStatus, restedSearchStatus }: Patient): SearchStatus {
  return restedSearchStatus ?? searchStatus;
}

function columnsOf({ before, after, changed }: Decision): string[] {
  const fields = changed
    .map(name => shownAs[name])
    .filter(field => field !== null)
    .map(field => (field === 'lastNames' ? 'lastName' : field))
    .filter(field => field !== 'lastName' || before.lastNames[0] !== after.lastNames[0]);
  return [
    ...fields,
    ...searchKinds.filter(kind => isRequested(before.searches, kind) !== isRequested(after.searches, kind)),
    ...(columnOfSearchStatus(before) === columnOfSearchStatus(after) ? [] : ['searchStatus']),
    ...(before.authorizationStatus === after.authorizationStatus ? [] : ['authorizationStatus']),
  ];
}

function isShownAnew({ before, after, changed }: Decision): boolean {
  return (
    changed.length > 0 ||
    before.authorizationStatus !== after.authorizationStatus ||
    before.searchStatus !== after.searchStatus ||
    before.dateOfDeath !== after.dateOfDeath ||
    before.authorizationEtag !== after.authorizationEtag ||
    before.authorizationExpiresOn !== after.authorizationExpiresOn ||
    before.authorizationRevokedOn !== after.authorizationRevokedOn ||
    before.authorizationUploadedAt?.getTime() !== after.authorizationUploadedAt?.getTime() ||
    before.identityVersion !== after.identityVersion
  );
}

function heldAfter(
  { before, after }: Decision,
  { project, today }: OfMoment,
): Consequences['heldRecordRequests'] {
  const [held, holds] = [holdOf(project, before, today), holdOf(project, after, today)];
  if (held !== null && holds === null) return 'released';
  const isDenied = deniesSends(project, after.authorizationStatus);
  if (isDenied && !deniesSends(project, before.authorizationStatus)) return 'denied';
  const isOfTerm = [held, holds].some(hold => hold !== null && hold !== 'approval');
  return isOfTerm && holds !== null && holds !== held ? 'heldOtherwise' : null;
}

/**
 * Returns everything that a decision about a patient causes to be written, emitted, forgotten, and signaled.
 */
export function consequences(decision: Decision, moment: OfMoment): Consequences {
  const { before, after } = decision;
  const { project } = moment;
  const searches = changedSearches(before, after);
  const isVersioned = searches.length > 0 || isShownAnew(decision);
  return {
    isChanged: isVersioned || hiddenTermNames.some(name => before[name] !== after[name]),
    isVersioned,
    searches: searches.map(({ search }) => search),
    events: eventsOf(decision, searches),
    columns: columnsOf(decision),
    forget: noLongerDecided(before.searches, after.searches),
    authCheck: authCheckAfter(decision, project),
    isToBeLookedAt: isToBeLookedAt(before, after, moment),
    heldRecordRequests: heldAfter(decision, moment),
  };
}

/** Returns the consequences of registering a patient. */
export function consequencesOfRegistering(patient: Patient, moment: OfMoment): Consequences {
  return {
    isChanged: true,
    isVersioned: true,
    searches: patient.searches,
    events: [
      { eventType: 'patient.created', changed: [] },
      ...patient.searches.filter(({ isRequested }) => isRequested).map(search => started(search, [])),
    ],
    columns: [],
    forget: [],
    authCheck: 'none',
    isToBeLookedAt: isToBeLookedAt(undefined, patient, moment),
    heldRecordRequests: null,
  };
}

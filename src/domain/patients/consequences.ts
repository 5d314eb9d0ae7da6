import { searchDetailsOf } from '../auth-checks/judging-context';
import type { EventType } from '../events/event-types';
import { noLongerAmbiguous } from '../searches/identities';
import { isToBeLookedAt, type StepFacts } from '../searches/next-step';
import type { PatientSearch, SearchKind } from '../searches/search';
import type { Decision, Patient } from './patient';
import type { PatientDetailName } from './details';

/** Something about a patient that webhooks tell, with the fields of its payload that changed. */
export interface PatientEvent {
  readonly eventType: EventType;
  readonly changed: readonly string[];
}

/** What follows from what was decided of a patient. */
export interface Consequences {
  /** Whether anything that is stored differs; if not, nothing of the rest is to be done. */
  readonly isChanged: boolean;
  /** The searches to be stored. */
  readonly searches: readonly PatientSearch[];
  /** What webhooks tell, in this order. */
  readonly events: readonly PatientEvent[];
  /** The searches whose withheld records nobody can resolve any more. */
  readonly forget: readonly SearchKind[];
  /**
   * The analysis of the authorization: other bytes are read anew; another person or record is compared with
   * what was read.
   */
  readonly authCheck: 'none' | 'readAnew' | 'compareAnew';
  /** Whether the patient's workflow has something to look at. */
  readonly isToBeLookedAt: boolean;
}

/** What of a project decides on what follows. */
type OfProject = StepFacts['project'];

// The field of `patient.updated` that shows a detail. City and state are in no payload; of the last names the
// payload has `lastName`, the current one, which stands for all.
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
  ...{ kind: true, isRequested: true, phase: true, waitsFor: true, outcome: true, run: true, runUid: true },
  ...{ sequence: true, partner: true, requestHash: true, refusals: true, resendAtMs: true, judgedSex: true },
};
const searchPropertyNames = Object.keys(searchProperties) as ReadonlyArray<keyof PatientSearch>;

function isSameSearch(a: PatientSearch, b: PatientSearch): boolean {
  return searchPropertyNames.every(name => a[name] === b[name]);
}

/** The searches that differ, each with what it was. */
function changedSearches(
  before: Patient,
  after: Patient,
): Array<{ readonly old: PatientSearch | undefined; readonly search: PatientSearch }> {
  return after.searches
    .map(search => ({ search, old: before.searches.find(({ kind }) => kind === search.kind) }))
    .filter(({ search, old }) => old === undefined || !isSameSearch(search, old));
}

/** The event of a run that began or ended between two states of a search. */
function runEvent(
  old: PatientSearch | undefined,
  search: PatientSearch,
  isStatusMoved: boolean,
): PatientEvent[] {
  const wasRunning = old?.phase === 'running';
  const isRunning = search.phase === 'running';
  if (isRunning && !wasRunning) return [{ eventType: `${search.kind}.started`, changed: [] }];
  if (wasRunning && !isRunning)
    return [{ eventType: `${search.kind}.completed`, changed: isStatusMoved ? ['searchStatus'] : [] }];
  return [];
}

function eventsOf(
  { before, after, changed }: Decision,
  searches: ReturnType<typeof changedSearches>,
): PatientEvent[] {
  const events: PatientEvent[] = [];
  const fields = changed.map(name => shownAs[name]).filter(field => field !== null);
  if (fields.length > 0) events.push({ eventType: 'patient.updated', changed: fields });
  if (before.authorizationStatus !== after.authorizationStatus) {
    const isApproved = after.authorizationStatus === 'Approved';
    const moved = isApproved ? 'authorization.approved' : 'authorization.needsAttention';
    events.push({ eventType: 'authorization.statusChanged', changed: ['authorizationStatus'] });
    events.push({ eventType: moved, changed: ['authorizationStatus'] });
  }
  const isStatusMoved = before.searchStatus !== after.searchStatus;
  if (isStatusMoved) events.push({ eventType: 'patient.searchStatusChanged', changed: ['searchStatus'] });
  return [...events, ...searches.flatMap(({ old, search }) => runEvent(old, search, isStatusMoved))];
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
    forget: noLongerAmbiguous(before.searches, after.searches),
    authCheck: authCheckAfter(decision, project),
    isToBeLookedAt: isToBeLookedAt(before, after, project),
  };
}

/** What follows from the registration of a patient. */
export function consequencesOfRegistering(patient: Patient, project: OfProject): Consequences {
  return {
    isChanged: true,
    searches: patient.searches,
    events: [{ eventType: 'patient.created', changed: [] }],
    forget: [],
    authCheck: 'none',
    isToBeLookedAt: isToBeLookedAt(undefined, patient, project),
  };
}

import {
  mismatchOf,
  purposeOfUse,
  type AuthorizingPatient,
  type PartnerTerms,
  type TermsMismatch,
} from '../purposes/purpose-of-use';
import { holdOf, type AuthorizationHold } from '../authorizations/authorization-term';
import type { CalendarDate } from '../clinical/calendar-date';
import { isClosed, type ProjectTerms } from '../projects/project';
import { decideGate, gateFacts, type GateDecision, type GatedPatient } from './gates';
import { mayResolve } from './identities';
import type { Gate, PatientSearch } from './search';

/** The next step of a search. */
export type NextStep =
  /** `open`: it can be sent. `declined`: it is answered without a run. The others are closed gates. */
  | GateDecision
  | Extract<Gate, 'correction' | 'rearming'>
  /** Its patient's authorization isn't valid (anymore). */
  | AuthorizationHold
  /** Its gates are open, but no partner is configured. */
  | 'partnerMissing'
  /** The same, and it was recorded: it is reviewed again once there is one. */
  | 'waitsForPartner'
  /** Its partner must not be asked. */
  | TermsMismatch
  /** Its project takes no more work. */
  | 'projectClosed'
  /** Its answer was ambiguous, and what changed since may resolve it. */
  | 'resolvable'
  /** It is off, running, or answered. */
  | 'nothing';

/** The patient fields that decide on the next step. */
export type SearchedPatient = GatedPatient & AuthorizingPatient;

/** What decides on the next step, besides the search itself. */
export interface StepFacts {
  readonly patient: SearchedPatient;
  readonly project: ProjectTerms;
  /** The terms of the configured partner; absent without one. */
  readonly partner: PartnerTerms | undefined;
  /** Now, Unix milliseconds. */
  readonly atMs: number;
  /** The date in the time zone of the company. */
  readonly today: CalendarDate;
}

/**
 * Returns the next step of a search. The workflow's review, the start of a run, the signal after an edit, and
 * the operators' texts all use this one decision. In order: the project, a death before clinical data begins,
 * the provider's re-arming, the correction of a refused request that isn't due yet, the ZIP code, the
 * authorization, the partner and its terms.
 */
export function nextStep(search: PatientSearch, facts: StepFacts): NextStep {
  const { patient, project, partner, atMs, today } = facts;
  if (search.phase === 'answered') return mayResolve(search) ? 'resolvable' : 'nothing';
  if (search.phase !== 'armed') return 'nothing';
  if (isClosed(project)) return 'projectClosed';
  const decision = decideGate(search.kind, gateFacts(project, patient));
  if (decision === 'declined') return decision;
  if (search.waitsFor === 'rearming') return 'rearming';
  const isDue = search.resendAtMs !== null && search.resendAtMs <= atMs;
  if (search.waitsFor === 'correction' && !isDue) return 'correction';
  if (decision === 'zipCode') return decision;
  const hold = holdOf(project, patient, today);
  if (hold !== null) return hold;
  if (partner === undefined) return 'partnerMissing';
  return mismatchOf(partner, purposeOfUse(project, patient)) ?? 'open';
}

/** A partner that accepts every purpose. */
function anyPartner({ purpose }: ProjectTerms): PartnerTerms {
  return { servesPurposes: [purpose], requires: 'nothing' };
}

/**
 * Returns the next step of a search as customers see it. Which partner is asked, and on what terms, is
 * between the provider and the partner; they only see that there is none.
 */
export function stepForCustomer(search: PatientSearch, facts: Omit<StepFacts, 'partner'>): NextStep {
  const step = nextStep(search, { ...facts, partner: anyPartner(facts.project) });
  return step === 'open' && search.waitsFor === 'partner' ? 'waitsForPartner' : step;
}

/** A patient with the searches, as the workflow needs them. */
type LookedAt = SearchedPatient & { readonly searches: readonly PatientSearch[] };

function isUnfinished({ phase }: PatientSearch): boolean {
  return phase === 'armed' || phase === 'running';
}

function haveGatesMoved(before: LookedAt, after: LookedAt): boolean {
  return (
    before.authorizationStatus !== after.authorizationStatus ||
    before.authorizationExpiresOn !== after.authorizationExpiresOn ||
    before.authorizationRevokedOn !== after.authorizationRevokedOn ||
    before.dateOfDeath !== after.dateOfDeath ||
    before.zipCodes.length !== after.zipCodes.length
  );
}

/**
 * Whether a patient's workflow must review something after a change: a search that can go, must be declined,
 * or is running; one that was armed, disarmed, or now waits for something else; or an ambiguous answer that
 * an edit may resolve. A patient whose armed searches all wait has a workflow too, so that operators see what
 * they wait for. Edits that change no search and no gate never signal.
 * @param before `undefined` for a new patient
 */
export function isToBeLookedAt(
  before: LookedAt | undefined,
  after: LookedAt,
  { project, today }: Pick<StepFacts, 'project' | 'today'>,
): boolean {
  // The workflow itself checks partners, terms, and due times.
  const stepOf = (search: PatientSearch, patient: LookedAt): NextStep =>
    nextStep(search, { patient, project, partner: anyPartner(project), atMs: -Infinity, today });
  return after.searches.some(search => {
    const step = stepOf(search, after);
    if (search.phase === 'running' || step === 'open' || step === 'declined' || step === 'resolvable')
      return true;
    const old = before?.searches.find(({ kind }) => kind === search.kind);
    if (before === undefined || old === undefined) return isUnfinished(search);
    if (!isUnfinished(search) && !isUnfinished(old)) return false;
    return old.phase !== search.phase || stepOf(old, before) !== step || haveGatesMoved(before, after);
  });
}

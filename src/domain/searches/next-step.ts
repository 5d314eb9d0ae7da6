import type { Sex } from '../patients/details';
import {
  mismatchOf,
  purposeOfUse,
  type AuthorizingPatient,
  type PartnerTerms,
  type TermsMismatch,
} from '../purposes/purpose-of-use';
import { isClosed, type ProjectTerms } from '../projects/project';
import { decideGate, gateFacts, type GateDecision, type GatedPatient } from './gates';
import { mayResolve } from './identities';
import type { Gate, PatientSearch } from './search';

/** What is next for a search. */
export type NextStep =
  /**
   * `open`: it can be sent. `declined`: it is to be answered without a run. The others are gates that are
   * closed.
   */
  | GateDecision
  | Extract<Gate, 'correction' | 'rearming'>
  /** Its gates are open, and nobody is configured to ask. */
  | 'partnerMissing'
  /** Its partner is not to be asked for it. */
  | TermsMismatch
  /** Its project takes no more work. */
  | 'projectClosed'
  /** Its answer was ambiguous, and the sex on file may tell now. */
  | 'resolvable'
  /** It is off, on its way, or answered. */
  | 'nothing';

/** What of a patient decides on what is next for a search. */
export type SearchedPatient = GatedPatient & AuthorizingPatient & { readonly sex: Sex | null };

/** What decides on what is next, beside the search itself. */
export interface StepFacts {
  readonly patient: SearchedPatient;
  readonly project: ProjectTerms;
  /** What the partner that is configured for it states; absent where none is. */
  readonly partner: PartnerTerms | undefined;
  /** Now, Unix milliseconds. */
  readonly atMs: number;
}

/**
 * What is next for a search: the one place that decides it, for the look of the workflow, the start of a run,
 * the signal after an edit, and the words for operators. In this order: its project, a death before clinical
 * data begins, the provider who is to re-arm it, the correction of a refused request that is not due yet, the
 * gates, the partner and its terms.
 */
export function nextStep(search: PatientSearch, facts: StepFacts): NextStep {
  const { patient, project, partner, atMs } = facts;
  if (search.phase === 'answered') return mayResolve(search, patient.sex) ? 'resolvable' : 'nothing';
  if (search.phase !== 'armed') return 'nothing';
  if (isClosed(project)) return 'projectClosed';
  const decision = decideGate(search.kind, gateFacts(project, patient));
  if (decision === 'declined') return decision;
  if (search.waitsFor === 'rearming') return 'rearming';
  const isDue = search.resendAtMs !== null && search.resendAtMs <= atMs;
  if (search.waitsFor === 'correction' && !isDue) return 'correction';
  if (decision !== 'open') return decision;
  if (partner === undefined) return 'partnerMissing';
  return mismatchOf(partner, purposeOfUse(project, patient)) ?? 'open';
}

/** A partner that takes whatever the project asks. */
function anyPartner({ purpose }: ProjectTerms): PartnerTerms {
  return { servesPurposes: [purpose], requires: 'nothing' };
}

/**
 * What is next for a search as its customer is told: which partner is asked, and on which terms, is between
 * the provider and the partner.
 */
export function stepForCustomer(search: PatientSearch, facts: Omit<StepFacts, 'partner'>): NextStep {
  return nextStep(search, { ...facts, partner: anyPartner(facts.project) });
}

/** A patient with the searches, as far as the workflow is concerned. */
type LookedAt = SearchedPatient & { readonly searches: readonly PatientSearch[] };

function isUnfinished({ phase }: PatientSearch): boolean {
  return phase === 'armed' || phase === 'running';
}

function haveGatesMoved(before: LookedAt, after: LookedAt): boolean {
  return (
    before.authorizationStatus !== after.authorizationStatus ||
    before.dateOfDeath !== after.dateOfDeath ||
    before.zipCodes.length !== after.zipCodes.length
  );
}

/**
 * Whether the workflow of a patient has something to look at after a change: a search that can go, is to be
 * declined or is on its way, one that was armed, disarmed or waits for something else now, or an ambiguous
 * answer that the sex may resolve. A patient whose every armed search waits has a workflow too, so that
 * operators see what it waits for. Edits that move no search and no gate signal nothing, however many there
 * are.
 * @param before `undefined` for a patient that is new
 */
export function isToBeLookedAt(
  before: LookedAt | undefined,
  after: LookedAt,
  project: StepFacts['project'],
): boolean {
  // Who is configured and on which terms, and what has become due by time, the workflow finds out by itself.
  const stepOf = (search: PatientSearch, patient: LookedAt): NextStep =>
    nextStep(search, { patient, project, partner: anyPartner(project), atMs: -Infinity });
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

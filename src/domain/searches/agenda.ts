import { termsMismatches } from '../purposes/purpose-of-use';
import type { DescribedSearch } from './describe-searches';
import type { NextStep } from './next-step';
import type { SearchKind, SearchPhase } from './search';

/**
 * What the workflow of a patient's searches remembers between reviews. An immutable value: each function here
 * returns a new one. The state of the searches is in PostgreSQL; this only records which partners are being
 * asked, and when to ask again.
 */
export interface Agenda {
  /** The searches with a submission in progress in this execution. */
  readonly underway: ReadonlySet<SearchKind>;
  /** The searches whose partner didn't answer in time. */
  readonly overdue: ReadonlySet<SearchKind>;
  /** The runs that this execution submitted. */
  readonly submitted: ReadonlySet<string>;
  /** When to poll a partner that accepted the request, in Unix milliseconds. */
  readonly askAgainAtMs: ReadonlyMap<SearchKind, number>;
}

/** The agenda at the start of an execution. */
export const emptyAgenda: Agenda = {
  underway: new Set(),
  overdue: new Set(),
  submitted: new Set(),
  askAgainAtMs: new Map(),
};

/** A search as a review found it. */
export interface LookedAtSearch {
  readonly kind: SearchKind;
  readonly phase: SearchPhase;
  readonly next: NextStep;
  /** The current run. */
  readonly runUid: string | null;
  /** When a refused request is resent unchanged, in Unix milliseconds. */
  readonly resendAtMs: number | null;
}

/** The next action for a search. */
export type Duty =
  /** Nothing: its submission is in progress. */
  | { readonly kind: 'leave' }
  /** Submit it as a new run. */
  | { readonly kind: 'submit' }
  /**
   * Submit it again as the same run: it was sent before this execution started, or the partner must be
   * polled.
   */
  | { readonly kind: 'submitAgain'; readonly runUid: string }
  /** Release its withheld records. */
  | { readonly kind: 'resolve' }
  /** Wait for a signal or until this time, in Unix milliseconds; `Infinity` means only a signal. */
  | { readonly kind: 'wait'; readonly untilMs: number };

/** How long a search waits for other terms if its partner must not be asked, unless a signal comes first. */
const termsAgainMs = 60 * 60 * 1000;
const heldByAuthorization: ReadonlySet<NextStep> = new Set([
  'approval',
  'authorizationExpired',
  'authorizationRevoked',
]);
const heldByTerms: ReadonlySet<NextStep> = new Set(termsMismatches);

function without<T>(set: ReadonlySet<T>, entry: T): ReadonlySet<T> {
  return new Set([...set].filter(other => other !== entry));
}

function forgetTimes(agenda: Agenda, kind: SearchKind): Agenda {
  const askAgainAtMs = new Map([...agenda.askAgainAtMs].filter(([other]) => other !== kind));
  return { ...agenda, askAgainAtMs };
}

/** Returns the agenda after a review of a search: one that isn't running is neither overdue nor polled. */
export function noteLook(agenda: Agenda, { kind, phase }: LookedAtSearch): Agenda {
  if (phase === 'running') return agenda;
  return { ...forgetTimes(agenda, kind), overdue: without(agenda.overdue, kind) };
}

/** Returns the next action for a search that was just reviewed. */
export function dutyOf(agenda: Agenda, search: LookedAtSearch, nowMs: number): Duty {
  const { kind, next, runUid, resendAtMs } = search;
  if (agenda.underway.has(kind)) return { kind: 'leave' };
  if (next === 'open' || next === 'declined' || next === 'partnerMissing') return { kind: 'submit' };
  const askAgainAtMs = agenda.askAgainAtMs.get(kind) ?? Infinity;
  // Whatever lifts the hold signals.
  if (runUid !== null && heldByAuthorization.has(next)) return { kind: 'wait', untilMs: Infinity };
  if (runUid !== null && (!agenda.submitted.has(runUid) || askAgainAtMs <= nowMs))
    return { kind: 'submitAgain', runUid };
  if (next === 'resolvable') return { kind: 'resolve' };
  const resendMs = next === 'correction' ? (resendAtMs ?? Infinity) : Infinity;
  if (heldByTerms.has(next)) return { kind: 'wait', untilMs: Math.min(askAgainAtMs, nowMs + termsAgainMs) };
  return { kind: 'wait', untilMs: Math.min(askAgainAtMs, resendMs) };
}

/** Returns the agenda after a submission started. */
export function noteSubmission(agenda: Agenda, kind: SearchKind, runUid: string): Agenda {
  return {
    ...forgetTimes(agenda, kind),
    underway: new Set([...agenda.underway, kind]),
    submitted: new Set([...agenda.submitted, runUid]),
  };
}

/** The result of a submission, as far as the agenda needs it. */
export interface SubmissionProgress {
  readonly state: 'answered' | 'running' | 'overdue' | 'notRunning';
  readonly askAgainAfterMs: number | null;
}

/** Returns the agenda after a submission ended; `undefined` for a failed one. */
export function noteProgress(
  agenda: Agenda,
  kind: SearchKind,
  progress: SubmissionProgress | undefined,
  nowMs: number,
): Agenda {
  const ended = { ...agenda, underway: without(agenda.underway, kind) };
  if (progress === undefined) return ended;
  const { state, askAgainAfterMs } = progress;
  const rest = without(agenda.overdue, kind);
  return {
    ...ended,
    overdue: state === 'overdue' ? new Set([...rest, kind]) : rest,
    askAgainAtMs:
      askAgainAfterMs === null
        ? agenda.askAgainAtMs
        : new Map([...agenda.askAgainAtMs, [kind, nowMs + askAgainAfterMs]]),
  };
}

/** Returns the searches with what the agenda adds to their description. */
export function describable<S extends LookedAtSearch>(
  agenda: Agenda,
  searches: readonly S[],
): Array<S & Pick<DescribedSearch, 'isBeingSent' | 'isOverdue'>> {
  return searches.map(search => ({
    ...search,
    isBeingSent: agenda.underway.has(search.kind),
    isOverdue: agenda.overdue.has(search.kind),
  }));
}

/** Whether no search is armed, running, or being submitted. */
export function isFinished(agenda: Agenda, searches: readonly LookedAtSearch[]): boolean {
  return (
    agenda.underway.size === 0 && !searches.some(({ phase }) => phase === 'armed' || phase === 'running')
  );
}

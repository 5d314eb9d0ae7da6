import { termsMismatches } from '../purposes/purpose-of-use';
import type { DescribedSearch } from './describe-searches';
import type { NextStep } from './next-step';
import type { SearchKind, SearchPhase } from './search';

/**
 * What the workflow of a patient's searches remembers between its looks. A value: each function here returns
 * a new one. The state of the searches is in PostgreSQL; this tells only which partners are being asked, and
 * when to ask again.
 */
export interface Agenda {
  /** The searches whose submission is under way in this execution. */
  readonly underway: ReadonlySet<SearchKind>;
  /** The searches whose partner has not answered within its time. */
  readonly overdue: ReadonlySet<SearchKind>;
  /** The runs that this execution has submitted. */
  readonly submitted: ReadonlySet<string>;
  /** When a partner that took the request is to be asked again, Unix milliseconds. */
  readonly askAgainAtMs: ReadonlyMap<SearchKind, number>;
}

/** Nothing is remembered: where an execution begins. */
export const emptyAgenda: Agenda = {
  underway: new Set(),
  overdue: new Set(),
  submitted: new Set(),
  askAgainAtMs: new Map(),
};

/** A search as a look has found it. */
export interface LookedAtSearch {
  readonly kind: SearchKind;
  readonly phase: SearchPhase;
  readonly next: NextStep;
  /** The run that is on its way. */
  readonly runUid: string | null;
  /** When a refused request goes again unchanged, Unix milliseconds. */
  readonly resendAtMs: number | null;
}

/** What is to be done about a search. */
export type Duty =
  /** Its submission is under way: nothing. */
  | { readonly kind: 'leave' }
  /** To be submitted under a name that is new. */
  | { readonly kind: 'submit' }
  /**
   * To be submitted again under its name: it was sent before this execution began, or the partner is to be
   * asked again.
   */
  | { readonly kind: 'submitAgain'; readonly runUid: string }
  /** Its withheld records may be released. */
  | { readonly kind: 'resolve' }
  /** Nothing until a signal or until this time, Unix milliseconds; `Infinity`: until a signal. */
  | { readonly kind: 'wait'; readonly untilMs: number };

/**
 * How long a search that its partner is not to be asked for waits for other terms, unless a signal comes
 * before.
 */
const termsAgainMs = 60 * 60 * 1000;
const heldByTerms: ReadonlySet<NextStep> = new Set(termsMismatches);

function without<T>(set: ReadonlySet<T>, entry: T): ReadonlySet<T> {
  return new Set([...set].filter(other => other !== entry));
}

function forgetTimes(agenda: Agenda, kind: SearchKind): Agenda {
  const askAgainAtMs = new Map([...agenda.askAgainAtMs].filter(([other]) => other !== kind));
  return { ...agenda, askAgainAtMs };
}

/** After a look at a search: one that does not run is neither overdue nor to be asked again. */
export function noteLook(agenda: Agenda, { kind, phase }: LookedAtSearch): Agenda {
  if (phase === 'running') return agenda;
  return { ...forgetTimes(agenda, kind), overdue: without(agenda.overdue, kind) };
}

/** What is to be done about a search that was just looked at. */
export function dutyOf(agenda: Agenda, search: LookedAtSearch, nowMs: number): Duty {
  const { kind, next, runUid, resendAtMs } = search;
  if (agenda.underway.has(kind)) return { kind: 'leave' };
  if (next === 'open' || next === 'declined' || next === 'partnerMissing') return { kind: 'submit' };
  const askAgainAtMs = agenda.askAgainAtMs.get(kind) ?? Infinity;
  if (runUid !== null && (!agenda.submitted.has(runUid) || askAgainAtMs <= nowMs))
    return { kind: 'submitAgain', runUid };
  if (next === 'resolvable') return { kind: 'resolve' };
  const resendMs = next === 'correction' ? (resendAtMs ?? Infinity) : Infinity;
  if (heldByTerms.has(next)) return { kind: 'wait', untilMs: Math.min(askAgainAtMs, nowMs + termsAgainMs) };
  return { kind: 'wait', untilMs: Math.min(askAgainAtMs, resendMs) };
}

/** After a submission has begun. */
export function noteSubmission(agenda: Agenda, kind: SearchKind, runUid: string): Agenda {
  return {
    ...forgetTimes(agenda, kind),
    underway: new Set([...agenda.underway, kind]),
    submitted: new Set([...agenda.submitted, runUid]),
  };
}

/** What became of a submission, as far as the agenda is concerned. */
export interface SubmissionProgress {
  readonly state: 'answered' | 'running' | 'overdue' | 'notRunning';
  readonly askAgainAfterMs: number | null;
}

/** After a submission has ended; `undefined` for one that failed. */
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

/** The searches in the words of the agenda, for their description. */
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

/** Whether nothing is armed, on its way or being asked. */
export function isFinished(agenda: Agenda, searches: readonly LookedAtSearch[]): boolean {
  return (
    agenda.underway.size === 0 && !searches.some(({ phase }) => phase === 'armed' || phase === 'running')
  );
}

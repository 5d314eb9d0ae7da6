import type { Reply } from '../reply';
import type { Visit } from './visit';

/** A page or an action of the desk. */
export interface Route {
  /** As log and metrics call it. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below `/desk`, as the router writes it. */
  readonly path: string;
  /** What the trail calls it; absent: a look at nothing of patients, which leaves no row. */
  readonly event?: string;
  /** Whether it decides: that asks for a fresh sign-in (DESK-6). */
  readonly isDecision: boolean;
  /** Whether a page asks for it by itself: that keeps no session alive (DESK-32). */
  readonly isAskedByPage?: boolean;
  readonly run: (visit: Visit) => Promise<Reply>;
}

/** A look at nothing of patients. */
export function look(path: string, id: string, run: Route['run']): Route {
  return { id: `desk.${id}`, method: 'GET', path, isDecision: false, run };
}

/** What a page asks for by itself; nothing of patients. */
export function askedByPage(path: string, id: string, run: Route['run']): Route {
  return { ...look(path, id, run), isAskedByPage: true };
}

/** A look at what may be of patients: it leaves a row in the trail (DESK-14). */
export function auditedLook(path: string, event: string, run: Route['run']): Route {
  return { id: `desk.${event}`, method: 'GET', path, event, isDecision: false, run };
}

/** An act on what waits. @param event as the trail calls it */
export function act(path: string, event: string, run: Route['run']): Route {
  return { id: `desk.${event}`, method: 'POST', path, event, isDecision: false, run };
}

/** An act that decides, for which one has signed in freshly (DESK-6). @param event as the trail calls it */
export function decision(path: string, event: string, run: Route['run']): Route {
  return { ...act(path, event, run), isDecision: true };
}

/** How the routes of the desk are written. */
import type { Route, RouteOptions } from '../route';
import { page } from '../reply';
import { renderRefusedPage } from './pages/refused-page';
import type { DeskVisit } from './visit';

/** A page or an action of the desk. */
export type DeskRoute = Route<DeskVisit>;

/** What shows a refusal. */
type Refused = NonNullable<DeskRoute['refused']>;

/** Returns what shows why something was not done, and who has it, with the way back to a page. */
export function refusedTo(backOf: (visit: DeskVisit) => string): Refused {
  return async (visit, { sentence }) =>
    page(renderRefusedPage(visit.viewer, { sentence, back: backOf(visit) }), 409);
}

/** Returns the page that the form of an act is on: its path is that of the act without what is done. */
function pageOfForm({ context }: DeskVisit): string {
  return context.path.replace(/\/[^/]*$/, '');
}

/** Shows a refusal with the way back to the page above the path of what was asked. */
export const refusedToItsPage = refusedTo(pageOfForm);

/** Returns a look at nothing of patients. */
export function look(
  path: string,
  id: string,
  run: DeskRoute['run'],
  options: RouteOptions<DeskVisit> = {},
): DeskRoute {
  return { id: `desk.${id}`, method: 'GET', path, run, ...options };
}

/** Returns a look at what may be of patients: it leaves a row in the audit log (DESK-14). */
export function auditedLook(
  path: string,
  event: string,
  run: DeskRoute['run'],
  options: RouteOptions<DeskVisit> = {},
): DeskRoute {
  return { ...look(path, event, run, options), event };
}

/** Returns an act on what waits. @param event what the audit log calls it */
export function act(path: string, event: string, run: DeskRoute['run'], refused: Refused): DeskRoute {
  return { id: `desk.${event}`, method: 'POST', path, event, run, refused };
}

/**
 * Returns an act that decides, which needs a fresh sign-in (DESK-6). @param event what the audit log calls it
 */
export function decision(
  path: string,
  event: string,
  run: DeskRoute['run'],
  refused: Refused = refusedToItsPage,
): DeskRoute {
  return { ...act(path, event, run, refused), needsFresh: pageOfForm };
}

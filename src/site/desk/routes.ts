/** Builders for the routes of the desk. */
import type { Route, RouteOptions } from '../route';
import { page } from '../reply';
import { renderRefusedPage } from './pages/refused-page';
import type { DeskVisit } from './visit';

/** A page or an action of the desk. */
export type DeskRoute = Route<DeskVisit>;

/** Shows a refusal. */
type Refused = NonNullable<DeskRoute['refused']>;

/** Returns a function that shows why an action was refused, with a link back to a page. */
export function refusedTo(backOf: (visit: DeskVisit) => string): Refused {
  return async (visit, { sentence }) => {
    const words = { title: 'Nothing was changed', backText: 'Reload the page' };
    return page(renderRefusedPage(visit.viewer, { ...words, sentence, back: backOf(visit) }), 409);
  };
}

/**
 * Returns a function that shows why a view, which changes nothing, has nothing to show, with a link to the
 * page that leads to it. @param title what isn't there
 */
export function missing(title: string, backOf: (visit: DeskVisit) => string, status = 404): Refused {
  return async (visit, { sentence }) => {
    const shown = { title, sentence, back: backOf(visit), backText: 'Go back' };
    return page(renderRefusedPage(visit.viewer, shown), status);
  };
}

/** Returns the page with an action's form, or with the link to a view: its path without the last segment. */
export function pageOfForm({ context }: DeskVisit): string {
  return context.path.replace(/\/[^/]*$/, '');
}

/** Shows a refusal with a link back to the page one level above the requested path. */
const refusedToItsPage = refusedTo(pageOfForm);

/** Returns a view without patient data. */
export function look(
  path: string,
  id: string,
  run: DeskRoute['run'],
  options: RouteOptions<DeskVisit> = {},
): DeskRoute {
  return { id: `desk.${id}`, method: 'GET', path, run, ...options };
}

/** Returns a view that may show patient data, so it is recorded in the audit log (DESK-14). */
export function auditedLook(
  path: string,
  event: string,
  run: DeskRoute['run'],
  options: RouteOptions<DeskVisit> = {},
): DeskRoute {
  return { ...look(path, event, run, options), event };
}

/** Returns an action on a queue item. @param event its name in the audit log */
export function act(path: string, event: string, run: DeskRoute['run'], refused: Refused): DeskRoute {
  return { id: `desk.${event}`, method: 'POST', path, event, run, refused };
}

/**
 * Returns a decision, which needs a recent sign-in (DESK-6). @param event its name in the audit log
 */
export function decision(
  path: string,
  event: string,
  run: DeskRoute['run'],
  refused: Refused = refusedToItsPage,
): DeskRoute {
  return { ...act(path, event, run, refused), needsFresh: pageOfForm };
}

/** How the routes of the console are written. */
import type { Route, RouteOptions } from '../route';
import type { OpenVisit } from '../visit';
import type { AccountVisit, ConsoleParts, MemberVisit } from './visit';

/** A page that needs no session. */
export type OpenRoute = Route<OpenVisit<ConsoleParts>>;
/** A page of a person. */
export type AccountRoute = Route<AccountVisit>;
/** A page of a member, in a company and an environment. */
export type MemberRoute = Route<MemberVisit>;

/** Returns a page that needs no session. */
export function openRoute(
  method: OpenRoute['method'],
  path: string,
  id: string,
  run: OpenRoute['run'],
): OpenRoute {
  return { method, path, id: `console.${id}`, run };
}

/** Returns a look of a person at what is theirs. */
export function accountLook(path: string, id: string, run: AccountRoute['run']): AccountRoute {
  return { method: 'GET', path, id: `console.${id}`, run };
}

/**
 * Returns an act of a person. @param event what the audit log calls it; `undefined` for one that changes
 * nothing
 */
export function accountAct(
  path: string,
  id: string,
  event: string | undefined,
  run: AccountRoute['run'],
  options: RouteOptions<AccountVisit> = {},
): AccountRoute {
  return {
    method: 'POST',
    path,
    id: `console.${id}`,
    run,
    ...(event === undefined ? {} : { event }),
    ...options,
  };
}

/** The beginning of every path in a place. */
const placePath = '/companies/:companyId/:environment';

/** Returns a look of a member. @param path below the place */
export function look(path: string, id: string, run: MemberRoute['run']): MemberRoute {
  return { method: 'GET', path: placePath + path, id: `console.${id}`, run };
}

/** Returns a look of a member at what may be of patients: it leaves a row in the audit log. */
export function auditedLook(path: string, event: string, run: MemberRoute['run']): MemberRoute {
  return { ...look(path, event, run), event };
}

/** Returns an act of a member. @param event what the audit log calls it */
export function act(
  path: string,
  event: string,
  run: MemberRoute['run'],
  options: RouteOptions<MemberVisit> = {},
): MemberRoute {
  return { method: 'POST', path: placePath + path, id: `console.${event}`, event, run, ...options };
}

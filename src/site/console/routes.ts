/** Builders for the routes of the console. */
import type { Route, RouteOptions } from '../route';
import type { OpenVisit } from '../visit';
import type { AccountVisit, ConsoleParts, MemberVisit } from './visit';

/** A page that needs no session. */
export type OpenRoute = Route<OpenVisit<ConsoleParts>>;
/** A page of a signed-in person. */
export type AccountRoute = Route<AccountVisit>;
/** A page of a member, in one company and environment. */
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

/** Returns a view of a person's own data. */
export function accountLook(path: string, id: string, run: AccountRoute['run']): AccountRoute {
  return { method: 'GET', path, id: `console.${id}`, run };
}

/**
 * Returns an action of a person.
 * @param event its name in the audit log; `undefined` if it changes nothing
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

/** The prefix of every path in a company and environment. */
const placePath = '/companies/:companyId/:environment';

/** Returns a view for members. @param path below the company and environment */
export function look(path: string, id: string, run: MemberRoute['run']): MemberRoute {
  return { method: 'GET', path: placePath + path, id: `console.${id}`, run };
}

/** Returns a view for members that may show patient data, so it is recorded in the audit log. */
export function auditedLook(path: string, event: string, run: MemberRoute['run']): MemberRoute {
  return { ...look(path, event, run), event };
}

/** Returns an action of a member. @param event its name in the audit log */
export function act(
  path: string,
  event: string,
  run: MemberRoute['run'],
  options: RouteOptions<MemberVisit> = {},
): MemberRoute {
  return { method: 'POST', path: placePath + path, id: `console.${event}`, event, run, ...options };
}

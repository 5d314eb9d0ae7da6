import type { AccountVisit, MemberVisit, Reply, Visit } from './visit';

interface RouteParts {
  /** As log and metrics call it. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below `/console`, as the router writes it. */
  readonly path: string;
}

/** A page that needs no session. */
interface OpenRoute extends RouteParts {
  readonly kind: 'open';
  readonly run: (visit: Visit) => Promise<Reply>;
}

/** A page of a person. */
interface AccountRoute extends RouteParts {
  readonly kind: 'account';
  /** What the trail calls it; absent: a look that leaves no row. */
  readonly event?: string;
  readonly run: (visit: AccountVisit) => Promise<Reply>;
}

/** A page of a member, in a company and an environment. */
interface MemberRoute extends RouteParts {
  readonly kind: 'member';
  /** What the trail calls it; absent: a look that leaves no row. */
  readonly event?: string;
  readonly run: (visit: MemberVisit) => Promise<Reply>;
}

/** A page or an action of the console. */
export type Route = OpenRoute | AccountRoute | MemberRoute;

/** A page that needs no session. */
export function openRoute(
  method: Route['method'],
  path: string,
  id: string,
  run: OpenRoute['run'],
): OpenRoute {
  return { kind: 'open', method, path, id: `console.${id}`, run };
}

/** A page of a person. @param event where it is an act */
export function accountRoute(
  method: Route['method'],
  path: string,
  id: string,
  run: AccountRoute['run'],
  event?: string,
): AccountRoute {
  return {
    kind: 'account',
    method,
    path,
    id: `console.${id}`,
    run,
    ...(event === undefined ? {} : { event }),
  };
}

/** The beginning of every path in a place. */
const placePath = '/companies/:companyId/:environment';

/** A look of a member. @param path below the place */
export function look(path: string, id: string, run: MemberRoute['run']): MemberRoute {
  return { kind: 'member', method: 'GET', path: placePath + path, id: `console.${id}`, run };
}

/** A look of a member at what may be of patients: it leaves a row in the trail. */
export function auditedLook(path: string, event: string, run: MemberRoute['run']): MemberRoute {
  return { ...look(path, event, run), event };
}

/** An act of a member. @param event as the trail calls it */
export function act(path: string, event: string, run: MemberRoute['run']): MemberRoute {
  return { kind: 'member', method: 'POST', path: placePath + path, id: `console.${event}`, event, run };
}

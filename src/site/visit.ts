/** The request to a page, as its route gets it. */
import { formTokenOf } from '../access/console-token';
import type { Principal } from '../access/principal';
import { isFresh } from '../domain/console/session';
import { notFound } from '../domain/problem';
import { isUuid } from '../domain/text';
import type { RequestContext } from '../http/request-state';
import type { Metrics } from '../platform/metrics';
import type { SessionOfUser } from '../store/access/sign-ins';
import { runChange, type Change, type FileParts } from '../usecases/change';
import type { AdmitParts, SignInParts } from '../usecases/sign-in';
import type { EndpointSealer } from '../webhooks/endpoint-sealer';
import { newFormKey } from './form-key';

/** Who helps, and where a deployment says whether it works. */
export interface HelpFacts {
  /** What customers call the people who help them (`SUPPORT_NAME`). */
  readonly supportName: string;
  /** `STATUS_PAGE_URL`; `undefined` without one. */
  readonly statusPageUrl: string | undefined;
}

/** What every site is built from. The console and the desk add their own parts. */
export interface SiteParts extends SignInParts, AdmitParts, FileParts {
  readonly metrics: Metrics;
  /** The host of `PUBLIC_URL`; the host that a request names is accepted as well. */
  readonly publicHost: string;
  /** What the Help menu says. */
  readonly help: HelpFacts;
  /** Seals and opens the secrets and the custom headers of webhook endpoints. */
  readonly endpointSealer: EndpointSealer;
  readonly limits: {
    /** Requests from one address without a session. */
    readonly anonymousPerMinute: number;
    /** Requests from one signed-in person. */
    readonly personPerMinute: number;
  };
}

/** A session with the token from its cookie. */
export interface OpenSession {
  readonly session: SessionOfUser;
  readonly sessionToken: string;
}

/** A request to a page that needs no session. */
export interface OpenVisit<Parts> {
  readonly parts: Parts;
  readonly context: RequestContext;
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  /** The posted form; empty for a GET. */
  readonly form: URLSearchParams;
  readonly open: OpenSession | undefined;
  /** Runs work after the answer, such as sending an e-mail that isn't stored in the database. */
  readonly later: (work: () => Promise<void>) => void;
}

/** A request from a signed-in person, before their principal is known. */
export interface SessionVisit<Parts> extends OpenVisit<Parts> {
  readonly open: OpenSession;
}

/** The signed-in person, as every page shows them. */
export interface Viewer {
  readonly userName: string;
  readonly userEmail: string;
  readonly formTokenFor: (action: string) => string;
  /** Returns the key of a form that creates something. */
  readonly newFormKey: () => string;
  readonly help: HelpFacts;
}

/** A request from a signed-in person, with their principal. */
export interface Visit<Parts, P extends Principal> extends SessionVisit<Parts> {
  readonly viewer: Viewer;
  readonly principal: P;
  /** Whether the person signed in recently enough for sensitive actions (CONSOLE-8, DESK-6). */
  readonly isFresh: boolean;
  /**
   * Runs a use case in one transaction with its audit row.
   * @param event its name in the audit log; by default the event of the route
   */
  readonly change: <T>(work: (change: Change<P>) => Promise<T>, event?: string) => Promise<T>;
}

/** Returns the signed-in person, as pages show them. */
export function viewerOf({ session, sessionToken }: OpenSession, { help }: Pick<SiteParts, 'help'>): Viewer {
  return {
    userName: session.userName,
    userEmail: session.userEmail,
    formTokenFor: action => formTokenOf(sessionToken, action),
    newFormKey,
    help,
  };
}

/** Returns the visit of a person who acts as a principal. @param event the action's name in the audit log */
export function visitAs<Parts extends SiteParts, P extends Principal>(
  visit: SessionVisit<Parts>,
  principal: P,
  event: string,
): Visit<Parts, P> {
  const { parts, open, requestId } = visit;
  return {
    ...visit,
    principal,
    viewer: viewerOf(open, parts),
    isFresh: isFresh(open.session, parts.sessionLimits, parts.clock.now()),
    change: (work, as = event) => runChange(parts, { principal, requestId, event: as }, work),
  };
}

/** Returns a value of the query, empty if it's missing or repeated. */
export function queried({ context }: Pick<OpenVisit<unknown>, 'context'>, name: string): string {
  const value = context.query[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Returns a UUID from the path, in lower case as it is stored.
 * @throws Problem 404 for anything else, like for an ID that doesn't exist
 */
export function uidIn({ params }: Pick<OpenVisit<unknown>, 'params'>, name = 'uid'): string {
  const uid = params[name] ?? '';
  if (!isUuid(uid)) throw notFound(`the path has no UUID as ${name}`);
  return uid.toLowerCase();
}

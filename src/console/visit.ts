/** One request to the console: what a page is given, and what it answers. */
import type { ConsolePrincipal } from '../access/principal';
import { formTokenOf } from '../access/console-token';
import type { RequestContext } from '../api/pipeline/request-state';
import type { SessionLimits } from '../domain/console/session';
import type { Metrics } from '../platform/metrics';
import type { SessionOfUser } from '../store/console-sessions';
import type { Change } from '../usecases/change';
import type { AdmitParts } from '../usecases/console/admit';
import type { SignInParts } from '../usecases/console/sign-in';
import type { Egress } from '../webhooks/egress/egress';
import type { EndpointSealer } from '../webhooks/endpoint-sealer';
import type { ShownPlace, Viewer } from './components/page';

/** What the console is built from. */
export interface ConsoleParts extends SignInParts, AdmitParts {
  readonly metrics: Metrics;
  readonly egress: Egress;
  /** Seals and opens the secrets and the custom headers of webhook endpoints. */
  readonly endpointSealer: EndpointSealer;
  /** The key of API key fingerprints. */
  readonly fingerprintSecret: Buffer;
  readonly sessionLimits: SessionLimits;
  /** The hosts under which the console is reached, beside the one that a request names. */
  readonly publicHost: string;
  readonly limits: {
    /** Of an address without a session. */
    readonly anonymousPerMinute: number;
    /** Of a person who is signed in. */
    readonly userPerMinute: number;
  };
}

/** What a page answers. */
export type Reply =
  | { readonly kind: 'page'; readonly html: string; readonly status?: number }
  /** To a path of the console, by GET. */
  | { readonly kind: 'redirect'; readonly to: string; readonly session?: SessionCookie };

/** What becomes of the cookie. */
export type SessionCookie =
  { readonly kind: 'begin'; readonly sessionToken: string } | { readonly kind: 'end' };

/** A session with the token that is in the cookie. */
export interface OpenSession {
  readonly session: SessionOfUser;
  readonly sessionToken: string;
}

/** A request to a page. */
export interface Visit {
  readonly parts: ConsoleParts;
  readonly context: RequestContext;
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  /** What a form sent; empty for a look. */
  readonly form: URLSearchParams;
  readonly open: OpenSession | undefined;
}

/** A request of a person who is signed in. */
export interface AccountVisit extends Visit {
  readonly open: OpenSession;
  readonly viewer: Viewer;
}

/** How something ended that a person asked for: done, or refused with a sentence for them. */
export type Outcome<T> =
  { readonly isDone: true; readonly value: T } | { readonly isDone: false; readonly sentence: string };

/** A request of a member, in one company and one environment. */
export interface MemberVisit extends AccountVisit {
  readonly principal: ConsolePrincipal;
  readonly place: ShownPlace;
  /** Whether the person signed in so short a while ago that secrets may be shown. */
  readonly isFresh: boolean;
  /** Runs a use case in one transaction with its audit row, under the event of the route. */
  readonly change: <T>(work: (change: Change<ConsolePrincipal>) => Promise<T>) => Promise<T>;
  /** As `change`, under an event of its own: a look that goes with an act. */
  readonly changeAs: <T>(event: string, work: (change: Change<ConsolePrincipal>) => Promise<T>) => Promise<T>;
  /** Does what a rule of the product may refuse: that is an outcome, and a refusal in the trail. */
  readonly attempt: <T>(work: () => Promise<T>) => Promise<Outcome<T>>;
}

/** Who looks, as pages show them. */
export function viewerOf({ session, sessionToken }: OpenSession): Viewer {
  return {
    userName: session.userName,
    userEmail: session.userEmail,
    formTokenFor: action => formTokenOf(sessionToken, action),
  };
}

/** A page. */
export function page(html: string, status = 200): Reply {
  return { kind: 'page', html, status };
}

/** A way on, after a form. */
export function redirect(to: string, session?: SessionCookie): Reply {
  return { kind: 'redirect', to, ...(session === undefined ? {} : { session }) };
}

/** One value of the query; what comes twice is none. */
export function queried({ context }: Visit, name: string): string {
  const value = context.query[name];
  return typeof value === 'string' ? value : '';
}

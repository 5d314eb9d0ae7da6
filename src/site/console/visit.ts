/** One request to the console: what a page is given, and what it answers. */
import type { ConsolePrincipal } from '../../access/principal';
import { formTokenOf } from '../../access/console-token';
import type { SessionLimits } from '../../domain/console/session';
import type { Metrics } from '../../platform/metrics';
import type { Change, FileParts } from '../../usecases/change';
import type { PasskeyParts } from '../../usecases/console/passkeys';
import type { SignOnParts } from '../../usecases/console/sign-in';
import type { AdmitParts } from '../../usecases/sign-in';
import type { Egress } from '../../webhooks/egress/egress';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import type { Attempt } from '../attempt';
import type { Background } from '../door-routes';
import type { OpenSession, PageRequest } from '../serve-pages';
import type { ShownPlace, Viewer } from './components/page';

export { queriedOf as queried } from '../door-routes';
export type { Outcome } from '../attempt';
export { page, redirect, type Reply } from '../reply';

/** What the console is built from. */
export interface ConsoleParts extends PasskeyParts, SignOnParts, AdmitParts, FileParts {
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

/** A request to a page. */
export interface Visit extends PageRequest {
  readonly parts: ConsoleParts;
  /** Does something behind the answer, such as to mail what is in no database. */
  readonly later: Background['later'];
}

/** A request of a person who is signed in. */
export interface AccountVisit extends Visit {
  readonly open: OpenSession;
  readonly viewer: Viewer;
}

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
  readonly attempt: Attempt;
}

/** Who looks, as pages show them. */
export function viewerOf({ session, sessionToken }: OpenSession): Viewer {
  return {
    userName: session.userName,
    userEmail: session.userEmail,
    formTokenFor: action => formTokenOf(sessionToken, action),
  };
}

/** One request to the desk: what a page is given. */
import type { DeskPrincipal } from '../../access/principal';
import { formTokenOf } from '../../access/console-token';
import type { SessionLimits } from '../../domain/console/session';
import type { Attempt } from '../attempt';
import type { OpenSession, PageRequest } from '../serve-pages';
import type { Metrics } from '../../platform/metrics';
import type { ExchangeTerm } from '../../store/desk/queue';
import type { DeskChange } from '../../usecases/change';
import type { DrawingParts } from '../../usecases/desk/reviews';
import type { AdmitParts, SignInParts } from '../../usecases/sign-in';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import type { Viewer } from './components/desk-page';

/** The two namespaces of workflows: what is worked on, and what goes to customers. */
export type WorkflowPlace = 'work' | 'deliveries';

/** What the desk is built from. */
export interface DeskParts extends SignInParts, AdmitParts, DrawingParts {
  readonly metrics: Metrics;
  readonly sessionLimits: SessionLimits;
  /** The host of the deployment's address; the one that a request names is as good. */
  readonly publicHost: string;
  /** The addresses and ranges from which the desk is reached; none: it is off (DESK-3). */
  readonly addresses: readonly string[];
  /** Opens the names of the custom headers of webhook endpoints. */
  readonly endpointSealer: EndpointSealer;
  /** Where a workflow is in the Temporal UI; `undefined` where it is not known where that is. */
  readonly workflowUrl: (place: WorkflowPlace, workflowId: string) => string | undefined;
  /** When the answer of each partner that takes rosters is overdue. */
  readonly exchangeTerms: readonly ExchangeTerm[];
  readonly limits: {
    /** Of an address without a session. */
    readonly anonymousPerMinute: number;
    readonly operatorPerMinute: number;
  };
}

/** A request of an operator who is signed in. */
export interface Visit extends PageRequest {
  readonly parts: DeskParts;
  readonly open: OpenSession;
  readonly viewer: Viewer;
  readonly principal: DeskPrincipal;
  /** Whether the operator signed in so short a while ago that they may decide (DESK-6). */
  readonly isFresh: boolean;
  /** Runs a use case in one transaction with its audit row, under the event of the route. */
  readonly change: <T>(work: (change: DeskChange) => Promise<T>) => Promise<T>;
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

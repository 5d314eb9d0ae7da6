/** The pages and actions of a site: who can use them, and what they show when an action is refused. */
import type { Principal } from '../access/principal';
import { Problem } from '../domain/problem';
import { problemEntry, type ProblemCode } from '../domain/problem-catalogue';
import type { SessionOfUser } from '../store/access/sign-ins';
import type { Act } from '../usecases/change';
import { OperatorError } from '../usecases/operator-error';
import { noteRefusal } from '../usecases/audit-trail';
import { assertFormToken, assertOwnOrigin } from './foreign-forms';
import { FormProblem } from './forms';
import { sitePath, returnPathIn, withQuery } from './paths';
import { redirect, type Reply } from './reply';
import type { OpenVisit, SessionVisit, SiteParts, Visit } from './visit';

/** The sentences for problems that a page shows next to its form. Any other problem gets its own page. */
export type Sentences = Readonly<Partial<Record<ProblemCode, string>>>;

/** Why an action was refused, for the person who tried it. */
export interface Refusal {
  readonly sentence: string;
  /** The field errors, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;
  /** The problem; absent for a form that was filled in incorrectly. */
  readonly code?: ProblemCode;
}

/** The options of a route. */
export interface RouteOptions<V> {
  /**
   * Shows the page again with the refusal and the form as it was posted. If absent, the problem gets its own
   * page.
   */
  readonly refused?: (visit: V, refusal: Refusal) => Promise<Reply>;
  readonly sentences?: (visit: V) => Sentences;
  /** The page to return to after signing in again; absent if the route doesn't need a recent sign-in. */
  readonly needsFresh?: (visit: V) => string;
}

/** A page or an action. */
export interface Route<V> extends RouteOptions<V> {
  /** Its name in the log and metrics. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below the root of the site, in the router's syntax. */
  readonly path: string;
  /** Its name in the audit log; absent for a view that isn't logged. */
  readonly event?: string;
  /** `page` if the script of an open page sends the request, which doesn't keep a session alive (DESK-32). */
  readonly askedBy?: 'page';
  readonly run: (visit: V) => Promise<Reply>;
}

/** A route that is ready to be mounted. */
export interface ServedRoute<Parts> extends Pick<Route<unknown>, 'id' | 'method' | 'path' | 'askedBy'> {
  readonly answer: (visit: OpenVisit<Parts>) => Promise<Reply>;
}

/** How a person who is signed in is admitted to a page. */
export interface Entrance<Parts, V> {
  /** The root path of the site. */
  readonly root: string;
  /** Returns the acting person, as far as the session identifies them. */
  readonly personOf: (session: SessionOfUser) => Principal;
  /**
   * Returns the visit that the route gets.
   * @param actsAs takes the acting principal once it is known more precisely than from the session
   */
  readonly admit: (
    visit: SessionVisit<Parts>,
    event: string,
    actsAs: (principal: Principal) => void,
  ) => Promise<V>;
}

/** Returns the path of the sign-in page that leads to a page of the site afterward. */
export function signInPathTo(root: string, to: string): string {
  return withQuery(sitePath(root, 'sign-in'), { to: returnPathIn(root, to) ?? undefined });
}

/** Returns a redirect to the sign-in page that leads back afterward. */
export function signInAgainAt(root: string, to: string): Reply {
  return redirect(signInPathTo(root, to));
}

/** Returns the refusal to show next to a form, or `undefined` for a problem that gets its own page. */
function refusalOf(thrown: unknown, sentences: Sentences = {}): Refusal | undefined {
  if (thrown instanceof FormProblem) return { sentence: thrown.sentence, fields: thrown.fields, status: 422 };
  if (thrown instanceof OperatorError) return { sentence: thrown.sentence, fields: {}, status: 422 };
  if (!(thrown instanceof Problem)) return undefined;
  const sentence = sentences[thrown.code];
  return sentence === undefined
    ? undefined
    : { sentence, fields: {}, status: problemEntry(thrown.code).status, code: thrown.code };
}

/** Returns a refusal as it is recorded in the audit log. */
export function problemOf(thrown: unknown): unknown {
  return thrown instanceof FormProblem || thrown instanceof OperatorError
    ? new Problem('request.unprocessable', { internal: thrown.message })
    : thrown;
}

/**
 * Runs a route and shows refusals the way the route defines.
 * @param note writes a refusal to the audit log
 */
async function runRoute<V>(
  { run, refused, sentences }: Route<V>,
  visit: V,
  note: (thrown: unknown) => Promise<void>,
): Promise<Reply> {
  try {
    return await run(visit);
  } catch (thrown) {
    const refusal = refused && refusalOf(thrown, sentences?.(visit));
    if (refused === undefined || refusal === undefined) throw thrown;
    await note(thrown);
    return refused(visit, refusal);
  }
}

/** Serves a page that needs no session. Its form has no token but must come from our origin (CONSOLE-7). */
export function servedOpen<Parts extends Pick<SiteParts, 'publicHost'>>(
  route: Route<OpenVisit<Parts>>,
): ServedRoute<Parts> {
  return {
    ...route,
    answer: async visit => {
      if (route.method === 'POST') assertOwnOrigin(visit.context, visit.parts.publicHost);
      return runRoute(route, visit, async () => undefined);
    },
  };
}

/**
 * Serves a page for people who are signed in. A form must come from a page of their session (CONSOLE-7), and
 * refusals are recorded in the audit log.
 */
export function servedSignedIn<Parts extends SiteParts, V extends Visit<Parts, Principal>>(
  { root, personOf, admit }: Entrance<Parts, V>,
  route: Route<V>,
): ServedRoute<Parts> {
  const { id, method, event, needsFresh } = route;
  return {
    ...route,
    answer: async visit => {
      const { parts, context, open, form, requestId } = visit;
      if (open === undefined) {
        if (method === 'POST') throw new Problem('console.signedOut');
        return signInAgainAt(root, context.path);
      }
      let principal = personOf(open.session);
      const note = async (thrown: unknown): Promise<void> => {
        if (event === undefined) return;
        const act: Act = { principal, requestId, event };
        await noteRefusal(parts, act, problemOf(thrown));
      };
      try {
        if (method === 'POST') {
          assertOwnOrigin(context, parts.publicHost);
          assertFormToken(open.sessionToken, context.path, form);
        }
        const admitted = await admit({ ...visit, open }, event ?? id, known => {
          principal = known;
        });
        if (needsFresh !== undefined && !admitted.isFresh) return signInAgainAt(root, needsFresh(admitted));
        return await runRoute(route, admitted, note);
      } catch (thrown) {
        await note(thrown);
        throw thrown;
      }
    },
  };
}

/**
 * One page or action of a site, and how it is served: who may come to it, and what is shown when it is
 * refused.
 */
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

/** What a page says itself about problems, beside the form; any other problem has a page of its own. */
export type Sentences = Readonly<Partial<Record<ProblemCode, string>>>;

/** Why something was not done, for the person who asked for it. */
export interface Refusal {
  readonly sentence: string;
  /** What is wrong with the fields of the form, by their names. */
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;
}

/** What a route has beside its way of being called. */
export interface RouteOptions<V> {
  /**
   * Shows why nothing was done: the page again, with the form as it was posted. Absent: the problem has a
   * page of its own.
   */
  readonly refused?: (visit: V, refusal: Refusal) => Promise<Reply>;
  readonly sentences?: Sentences;
  /** The page to which somebody returns who has to sign in again first; absent: any session will do. */
  readonly needsFresh?: (visit: V) => string;
}

/** A page or an action. */
export interface Route<V> extends RouteOptions<V> {
  /** What log and metrics call it. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below the root of the site, as the router writes it. */
  readonly path: string;
  /** What the audit log calls it; absent: a look that leaves no row. */
  readonly event?: string;
  /** Who asks, if it is an open page and no person: that keeps no session alive (DESK-32). */
  readonly askedBy?: 'page';
  readonly run: (visit: V) => Promise<Reply>;
}

/** A route as it is mounted. */
export interface ServedRoute<Parts> extends Pick<Route<unknown>, 'id' | 'method' | 'path' | 'askedBy'> {
  readonly answer: (visit: OpenVisit<Parts>) => Promise<Reply>;
}

/** How somebody who is signed in comes to a page. */
export interface Entrance<Parts, V> {
  /** Where the site begins. */
  readonly root: string;
  /** Returns who acts, as far as the session says it. */
  readonly personOf: (session: SessionOfUser) => Principal;
  /**
   * Returns what the route is given.
   * @param actsAs is told who acts, once that is known better than from the session
   */
  readonly admit: (
    visit: SessionVisit<Parts>,
    event: string,
    actsAs: (principal: Principal) => void,
  ) => Promise<V>;
}

/** Returns the way to the sign-in page, and back. */
export function signInAgainAt(root: string, to: string): Reply {
  return redirect(withQuery(sitePath(root, 'sign-in'), { to: returnPathIn(root, to) ?? undefined }));
}

/** Returns what is shown beside a form; `undefined` for what has a page of its own. */
function refusalOf(thrown: unknown, sentences: Sentences = {}): Refusal | undefined {
  if (thrown instanceof FormProblem) return { sentence: thrown.sentence, fields: thrown.fields, status: 422 };
  if (thrown instanceof OperatorError) return { sentence: thrown.sentence, fields: {}, status: 422 };
  if (!(thrown instanceof Problem)) return undefined;
  const sentence = sentences[thrown.code];
  return sentence === undefined
    ? undefined
    : { sentence, fields: {}, status: problemEntry(thrown.code).status };
}

/** Returns a refusal as the audit log has it. */
function problemOf(thrown: unknown): unknown {
  return thrown instanceof FormProblem || thrown instanceof OperatorError
    ? new Problem('request.unprocessable', { internal: thrown.message })
    : thrown;
}

/**
 * Runs a route; whatever is refused is shown as the route shows it. @param note writes the refusal to the
 * audit log
 */
async function runRoute<V>(
  { run, refused, sentences }: Route<V>,
  visit: V,
  note: (thrown: unknown) => Promise<void>,
): Promise<Reply> {
  try {
    return await run(visit);
  } catch (thrown) {
    const refusal = refused && refusalOf(thrown, sentences);
    if (refused === undefined || refusal === undefined) throw thrown;
    await note(thrown);
    return refused(visit, refusal);
  }
}

/** Serves a page that needs no session. Its form has no token, but it comes from our origin (CONSOLE-7). */
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
 * whatever is refused leaves a row in the audit log.
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

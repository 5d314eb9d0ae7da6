/** The console: its pages below `/console`, by a session of their own, in the pipeline of the API. */
import Router from '@koa/router';
import { assertRole } from '../access/authorize';
import type { Principal } from '../access/principal';
import { createClientAddress } from '../api/pipeline/client-address';
import { createAddressCount } from '../api/pipeline/count-address';
import { readForm } from '../api/pipeline/read-form';
import { sendAsset } from '../api/pipeline/send-asset';
import type { RequestContext, RequestState, Step } from '../api/pipeline/request-state';
import { isFresh, isReturnPath } from '../domain/console/session';
import { Problem, notFound } from '../domain/problem';
import { environments } from '../domain/projects/project';
import { runChange } from '../usecases/change';
import { accountOf, admitMember, admitSession, countPerson } from '../usecases/console/admit';
import { noteRefusal } from '../usecases/console/note-refusal';
import { OperatorError } from '../usecases/operator-error';
import { accountRoutes, signInAgain } from './account-routes';
import { consoleAssets } from './assets';
import { assertFormToken, assertOwnOrigin } from './foreign-forms';
import { memberRoutes } from './member-routes';
import { renderProblemPage } from './pages/problem-page';
import type { Route } from './routes';
import { sessionTokenIn, setSessionCookie } from './session-cookie';
import {
  viewerOf,
  type ConsoleParts,
  type MemberVisit,
  type OpenSession,
  type Reply,
  type Visit,
} from './visit';

/** The most bytes of a form: 6 KiB of headers and 500 projects, each byte percent-encoded. */
const formBytesMax = 262_144;

/** What a page may do: load its own script and style, send its own forms, and stand in no frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The console, as the pipeline takes it. */
export interface Console {
  /** Prepares the answer before anything can refuse the request. */
  readonly dress: Step;
  readonly serve: Step;
  /** Settles when all that goes on behind answers is done. */
  readonly settled: () => Promise<void>;
}

function isOurs({ path }: RequestContext): boolean {
  return path === '/console' || path.startsWith('/console/');
}

const dress: Step = async (context, next) => {
  if (isOurs(context)) {
    context.state.operationId = 'console';
    context.vary('Accept');
    context.vary('Cookie');
    if (context.accepts('json', 'html') === 'html') context.state.renderProblem = renderProblemPage;
    context.set('Content-Security-Policy', policy);
    // With `no-referrer` browsers say `Origin: null` of our own forms.
    context.set('Referrer-Policy', 'same-origin');
  }
  await next();
};

function send(context: RequestContext, reply: Reply): void {
  if (reply.kind === 'redirect') {
    if (reply.session !== undefined) setSessionCookie(context, reply.session);
    context.redirect(reply.to);
    context.status = 303;
    return;
  }
  context.status = reply.status ?? 200;
  context.type = 'text/html; charset=utf-8';
  context.body = reply.html;
}

async function memberVisit(
  visit: Visit & { readonly open: OpenSession },
  event: string,
): Promise<MemberVisit> {
  const { parts, params, open, requestId } = visit;
  const environment = environments.find(known => known === params['environment']);
  if (environment === undefined) throw notFound('there is no such environment');
  const companyId = params['companyId'] ?? '';
  const { principal, companyName } = await admitMember(parts, open.session, { companyId, environment });
  const act = { principal, requestId, event };
  const changeAs: MemberVisit['changeAs'] = (name, work) => runChange(parts, { ...act, event: name }, work);
  return {
    ...visit,
    ...{ principal, changeAs },
    change: work => changeAs(event, work),
    viewer: viewerOf(open),
    place: { companyId, environment, companyName, permissions: principal.permissions },
    isFresh: isFresh(open.session, parts.sessionLimits, parts.clock.now()),
    attempt: async work => {
      try {
        return { isDone: true, value: await work() };
      } catch (thrown) {
        if (!(thrown instanceof OperatorError)) throw thrown;
        await noteRefusal(parts, act, new Problem('request.unprocessable', { internal: thrown.message }));
        return { isDone: false, sentence: thrown.sentence };
      }
    },
  };
}

/** Runs a route that needs a session; a refused act leaves a row in the trail. */
async function runSignedIn(
  route: Exclude<Route, { kind: 'open' }>,
  visit: Visit & { readonly open: OpenSession },
): Promise<Reply> {
  const { parts, open, requestId, context, form } = visit;
  const event = route.event ?? route.id;
  let principal: Principal = accountOf(open.session);
  try {
    if (route.method === 'POST') {
      assertOwnOrigin(context, parts.publicHost);
      assertFormToken(open.sessionToken, context.path, form);
    }
    if (route.kind === 'account') return await route.run({ ...visit, viewer: viewerOf(open) });
    const member = await memberVisit(visit, event);
    ({ principal } = member);
    assertRole(member.principal);
    return await route.run(member);
  } catch (thrown) {
    if (route.event !== undefined) await noteRefusal(parts, { principal, requestId, event }, thrown);
    throw thrown;
  }
}

async function run(route: Route, visit: Visit): Promise<Reply> {
  const { open, context, parts } = visit;
  if (route.kind === 'open') {
    if (route.method === 'POST') assertOwnOrigin(context, parts.publicHost);
    return route.run(visit);
  }
  if (open !== undefined) return runSignedIn(route, { ...visit, open });
  if (route.method === 'POST') throw new Problem('console.signedOut');
  return signInAgain(isReturnPath(context.path) ? context.path : '');
}

/** Finds the session of the cookie, and counts the request against its person, else against the address. */
function createAdmission(parts: ConsoleParts, trustedProxies: readonly string[]) {
  const { db, limits, metrics } = parts;
  const countAddress = createAddressCount({ db, limits }, createClientAddress(trustedProxies));
  return async (context: RequestContext): Promise<OpenSession | undefined> => {
    const sessionToken = sessionTokenIn(context);
    const session = sessionToken === '' ? undefined : await admitSession(parts, sessionToken);
    const wait =
      session === undefined
        ? await countAddress(context)
        : await countPerson(db, session.userUid, limits.userPerMinute);
    if (wait !== undefined) {
      metrics.rateLimited.inc({ class: session === undefined ? 'address' : 'console' });
      throw new Problem('rate.limited', { retryAfterSeconds: wait });
    }
    return session && { session, sessionToken };
  };
}

/** What goes on behind answers: nobody waits for it, but a process that stops. */
function createBackground({ log }: ConsoleParts) {
  const underWay = new Set<Promise<void>>();
  return {
    later: (work: () => Promise<void>): void => {
      const done = work()
        .catch((error: unknown) => log.error('A link to the console could not be mailed.', { error }))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    settled: async (): Promise<void> => {
      await Promise.all(underWay);
    },
  };
}

/**
 * Builds the console. Its pages are forms and links over the use cases that the API and the delivery team have, with the
 * permissions that they ask (docs/decisions/0022).
 */
export function createConsole(parts: ConsoleParts, trustedProxies: readonly string[]): Console {
  const { later, settled } = createBackground(parts);
  const admit = createAdmission(parts, trustedProxies);
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  for (const route of [...accountRoutes(later), ...memberRoutes()])
    router.register(`/console${route.path}`, [route.method], async context => {
      context.state.operationId = route.id;
      const open = await admit(context);
      const form = route.method === 'POST' ? await readForm(context, formBytesMax) : new URLSearchParams();
      const { requestId } = context.state;
      const params: unknown = context['params'];
      const visit = { parts, context, requestId, params: params as Visit['params'], form, open };
      send(context, await run(route, visit));
    });
  const dispatch = router.routes();
  return {
    dress,
    settled,
    serve: async (context, next) => {
      if (!isOurs(context)) {
        await next();
        return;
      }
      if (sendAsset(context, consoleAssets, 'consoleAsset')) return;
      const match = router.match(context.path, context.method);
      if (!match.route) {
        await admit(context);
        if (match.path.length === 0) throw notFound('the console has no such page');
        throw new Problem('request.methodNotAllowed', {
          allow: [...new Set(match.path.flatMap(({ methods }) => methods))].toSorted(),
        });
      }
      await dispatch(context as Parameters<typeof dispatch>[0], next as Parameters<typeof dispatch>[1]);
    },
  };
}

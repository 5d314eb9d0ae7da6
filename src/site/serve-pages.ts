/** A site of pages behind sessions of its own, in the pipeline of the API: the console, and the desk. */
import { createHash } from 'node:crypto';
import Router from '@koa/router';
import { readForm } from '../http/read-form';
import { sendAsset } from '../http/send-asset';
import type { RequestContext, RequestState, Step } from '../http/request-state';
import { Problem, notFound } from '../domain/problem';
import type { Metrics } from '../platform/metrics';
import type { SessionOfUser } from '../store/access/sign-ins';
import type { AskedBy } from '../usecases/sign-in';
import type { SiteAssets } from './assets';
import type { Reply } from './reply';
import { sessionTokenIn, setSessionCookie, type SessionSite } from './session-cookie';

/** The most bytes of a form: 6 KiB of headers and 500 projects, each byte percent-encoded. */
const formBytesMax = 262_144;

/** What a page may do: load its own script, style and pictures, send its own forms, and stand in no frame. */
const policy = ({ showsPictures, asksByItself }: SiteParts, formsTo: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ...(showsPictures ? ["img-src 'self'"] : []),
    ...(asksByItself ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    ["form-action 'self'", ...formsTo].join(' '),
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** A session with the token that is in the cookie. */
export interface OpenSession {
  readonly session: SessionOfUser;
  readonly sessionToken: string;
}

/** A request to a page. */
export interface PageRequest {
  readonly context: RequestContext;
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  /** What a form sent; empty for a look. */
  readonly form: URLSearchParams;
  readonly open: OpenSession | undefined;
}

/** A page or an action, as it is mounted. */
export interface ServedRoute {
  /** As log and metrics call it. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below the root of the site, as the router writes it. */
  readonly path: string;
  /** Who asks for it, where that is no person. */
  readonly askedBy?: 'page';
  readonly answer: (request: PageRequest) => Promise<Reply>;
}

/** What is said in place of a page. */
export type ProblemRenderer = NonNullable<RequestState['renderProblem']>;

/** What a site is made of. */
export interface SiteParts {
  readonly name: SessionSite;
  readonly assets: SiteAssets;
  readonly showsPictures: boolean;
  /** Whether its pages ask for something by themselves. */
  readonly asksByItself: boolean;
  readonly renderProblem: ProblemRenderer;
  readonly metrics: Metrics;
  /** Whether the site is there for whoever asks; for others there is nothing below its path. */
  readonly isThereFor: (context: RequestContext) => boolean;
  readonly admit: (sessionToken: string, by: AskedBy) => Promise<SessionOfUser | undefined>;
  /** Counts a request of a person, or without a session of an address. @returns the seconds to wait, when it is one too many */
  readonly count: (
    context: RequestContext,
    session: SessionOfUser | undefined,
  ) => Promise<number | undefined>;
}

/** A page or an action, as it stands in the router. */
export type MountedRoute = Pick<ServedRoute, 'id' | 'method' | 'path'>;

/** Pages, as the pipeline takes them. */
export interface ServedPages {
  /** All that is served, with whole paths, so that what holds for every page can be asked of every page. */
  readonly routes: readonly MountedRoute[];
  /** Prepares the answer before anything can refuse the request. */
  readonly dress: Step;
  readonly serve: Step;
}

function send(context: RequestContext, site: SiteParts, reply: Reply): void {
  switch (reply.kind) {
    case 'redirect':
      if (reply.session !== undefined) setSessionCookie(context, site.name, reply.session);
      context.redirect(reply.to);
      context.status = 303;
      return;
    case 'data': {
      const text = JSON.stringify(reply.value);
      const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
      context.set('ETag', tag);
      if (context.get('If-None-Match') === tag) {
        context.status = 304;
        return;
      }
      context.type = 'application/json';
      context.body = text;
      return;
    }
    case 'picture':
      context.type = 'image/png';
      context.body = reply.png;
      return;
    case 'page':
      if (reply.formsTo !== undefined) context.set('Content-Security-Policy', policy(site, reply.formsTo));
      context.status = reply.status ?? 200;
      context.type = 'text/html; charset=utf-8';
      context.body = reply.html;
  }
}

/** Finds the session of the cookie, and counts the request against its person, else against the address. */
function admissionTo({ name, admit, count, metrics }: SiteParts) {
  return async (context: RequestContext, by: AskedBy = 'person'): Promise<OpenSession | undefined> => {
    const sessionToken = sessionTokenIn(context, name);
    const session = sessionToken === '' ? undefined : await admit(sessionToken, by);
    const wait = await count(context, session);
    if (wait !== undefined) {
      metrics.rateLimited.inc({ class: session === undefined ? 'address' : name });
      throw new Problem('rate.limited', { retryAfterSeconds: wait });
    }
    return session && { session, sessionToken };
  };
}

/** Makes the step that prepares answers below the root of a site. */
function dressing(site: SiteParts, isOurs: (context: RequestContext) => boolean): Step {
  const said = policy(site);
  return async (context, next) => {
    if (isOurs(context)) {
      context.state.operationId = site.name;
      context.vary('Accept');
      context.vary('Cookie');
      if (context.accepts('json', 'html') === 'html') context.state.renderProblem = site.renderProblem;
      context.set('Content-Security-Policy', said);
      // With `no-referrer` browsers say `Origin: null` of our own forms.
      context.set('Referrer-Policy', 'same-origin');
    }
    await next();
  };
}

/** Serves the routes of a site below its root. */
export function servePages(site: SiteParts, routes: readonly ServedRoute[]): ServedPages {
  const root = `/${site.name}`;
  const isOurs = (context: RequestContext): boolean =>
    (context.path === root || context.path.startsWith(`${root}/`)) && site.isThereFor(context);
  const admit = admissionTo(site);
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const mounted: MountedRoute[] = [];
  for (const route of routes) {
    const path = root + route.path;
    mounted.push({ id: route.id, method: route.method, path });
    router.register(path, [route.method], async context => {
      context.state.operationId = route.id;
      const open = await admit(context, route.askedBy);
      const form = route.method === 'POST' ? await readForm(context, formBytesMax) : new URLSearchParams();
      const { requestId } = context.state;
      const params: unknown = context['params'];
      const request = { context, requestId, params: params as PageRequest['params'], form, open };
      send(context, site, await route.answer(request));
    });
  }
  const dispatch = router.routes();
  return {
    routes: mounted,
    dress: dressing(site, isOurs),
    serve: async (context, next) => {
      if (!isOurs(context)) {
        await next();
        return;
      }
      if (sendAsset(context, site.assets.byPath, `${site.name}Asset`)) return;
      const match = router.match(context.path, context.method);
      if (!match.route) {
        await admit(context);
        if (match.path.length === 0) throw notFound(`the ${site.name} has no such page`);
        throw new Problem('request.methodNotAllowed', {
          allow: [...new Set(match.path.flatMap(({ methods }) => methods))].toSorted(),
        });
      }
      await dispatch(context as Parameters<typeof dispatch>[0], next as Parameters<typeof dispatch>[1]);
    },
  };
}

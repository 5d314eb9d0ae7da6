/** Serves a site with its own sessions in the pipeline of the API: the console and the desk. */
import { createHash } from 'node:crypto';
import Router from '@koa/router';
import { createClientAddress } from '../http/client-address';
import { createAddressCount } from '../http/count-address';
import { readForm } from '../http/read-form';
import { sendAsset } from '../http/send-asset';
import type { RequestContext, RequestState, Step } from '../http/request-state';
import { Problem, notFound } from '../domain/problem';
import type { Log } from '../platform/log';
import { countPerson, type AskedBy, type Door } from '../usecases/sign-in';
import type { SiteAssets } from './assets';
import type { Reply } from './reply';
import type { ServedRoute } from './route';
import { sessionTokenIn, setSessionCookie } from './session-cookie';
import type { OpenSession, OpenVisit, SiteParts } from './visit';

/** The most bytes of a form: 6 KiB of headers and 500 projects, each byte percent-encoded. */
const formBytesMax = 262_144;

/** Returns the content security policy of a page: it loads only its own files and can't be framed. */
const policy = ({ showsPictures, asksByItself }: SiteKind, formsTo: readonly string[] = []): string =>
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

/** Renders a problem as a page. */
export type ProblemRenderer = NonNullable<RequestState['renderProblem']>;

/** What distinguishes the site of members from the site of operators. */
export interface SiteKind {
  readonly door: Door;
  readonly assets: SiteAssets;
  readonly showsPictures: boolean;
  /** Whether the scripts of its pages send requests. */
  readonly asksByItself: boolean;
  readonly renderProblem: ProblemRenderer;
  /** Whether the site exists for this client. For others its paths don't exist. */
  readonly isThereFor: (context: RequestContext) => boolean;
}

/** A page or an action, as mounted in the router. */
export type MountedRoute = Pick<ServedRoute<unknown>, 'id' | 'method' | 'path'>;

/** A site, as the pipeline mounts it. */
export interface ServedPages {
  /** All routes with their full paths, so that tests can check rules on every page. */
  readonly routes: readonly MountedRoute[];
  /** Prepares the answer before any other step can refuse the request. */
  readonly dress: Step;
  readonly serve: Step;
  /** Resolves when all background work is done. */
  readonly settled: () => Promise<void>;
}

/** Work that continues after an answer. Only a stopping process waits for it. */
interface Background {
  readonly later: OpenVisit<unknown>['later'];
  readonly settled: () => Promise<void>;
}

function createBackground(onFault: (error: unknown) => void): Background {
  const underWay = new Set<Promise<void>>();
  return {
    later: work => {
      const done = work()
        .catch(onFault)
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    settled: async () => {
      await Promise.all(underWay);
    },
  };
}

function send(context: RequestContext, site: SiteKind, reply: Reply): void {
  switch (reply.kind) {
    case 'redirect':
      if (reply.session !== undefined) setSessionCookie(context, site.door.name, reply.session);
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
    case 'pdf':
      context.type = 'application/pdf';
      context.set('Content-Disposition', `attachment; filename="${reply.fileName}"`);
      context.body = Buffer.from(reply.bytes);
      return;
    case 'csv':
      context.type = 'text/csv; charset=utf-8';
      context.set('Content-Disposition', `attachment; filename="${reply.fileName}"`);
      context.body = reply.text;
      return;
    case 'workbook':
      context.type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
      context.set('Content-Disposition', `attachment; filename="${reply.fileName}"`);
      context.body = reply.content;
      return;
    case 'zip':
      context.type = 'application/zip';
      context.set('Content-Disposition', `attachment; filename="${reply.fileName}"`);
      context.body = reply.content;
      return;
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

/**
 * Returns a function that finds the session and counts the request against its person, or else the address.
 */
function admissionTo({ door }: SiteKind, parts: SiteParts, trustedProxies: readonly string[]) {
  const { db, limits, metrics } = parts;
  const countAddress = createAddressCount({ db, limits }, createClientAddress(trustedProxies));
  return async (context: RequestContext, by: AskedBy = 'person'): Promise<OpenSession | undefined> => {
    const sessionToken = sessionTokenIn(context, door.name);
    const session = sessionToken === '' ? undefined : await door.admit(parts, sessionToken, by);
    const wait =
      session === undefined
        ? await countAddress(context)
        : await countPerson(db, door, session.userUid, limits.personPerMinute);
    if (wait !== undefined) {
      metrics.rateLimited.inc({ class: session === undefined ? 'address' : door.name });
      throw new Problem('rate.limited', { retryAfterSeconds: wait });
    }
    return session && { session, sessionToken };
  };
}

/** Creates the step that prepares answers below the root of a site. */
function dressing(site: SiteKind, isOurs: (context: RequestContext) => boolean): Step {
  const pagePolicy = policy(site);
  return async (context, next) => {
    if (isOurs(context)) {
      context.state.operationId = site.door.name;
      context.vary('Accept');
      context.vary('Cookie');
      if (context.accepts('json', 'html') === 'html') context.state.renderProblem = site.renderProblem;
      context.set('Content-Security-Policy', pagePolicy);
      // With `no-referrer`, browsers send `Origin: null` with our own forms.
      context.set('Referrer-Policy', 'same-origin');
    }
    await next();
  };
}

function backgroundOf({ door }: SiteKind, log: Log): Background {
  return createBackground(error =>
    log.error(`An e-mail with a link to the ${door.name} could not be sent.`, { error }),
  );
}

/** Serves the routes of a site below its root. */
export function servePages<Parts extends SiteParts>(
  site: SiteKind,
  parts: Parts,
  routes: ReadonlyArray<ServedRoute<Parts>>,
  trustedProxies: readonly string[],
): ServedPages {
  const { name } = site.door;
  const root = `/${name}`;
  const isOurs = (context: RequestContext): boolean =>
    (context.path === root || context.path.startsWith(`${root}/`)) && site.isThereFor(context);
  const admit = admissionTo(site, parts, trustedProxies);
  const { later, settled } = backgroundOf(site, parts.log);
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
      const visit: OpenVisit<Parts> = {
        parts,
        context,
        requestId,
        params: params as OpenVisit<Parts>['params'],
        form,
        open,
        later,
      };
      send(context, site, await route.answer(visit));
    });
  }
  const dispatch = router.routes();
  return {
    routes: mounted,
    settled,
    dress: dressing(site, isOurs),
    serve: async (context, next) => {
      if (!isOurs(context)) {
        await next();
        return;
      }
      if (sendAsset(context, site.assets.byPath, `${name}Asset`)) return;
      const match = router.match(context.path, context.method);
      if (!match.route) {
        await admit(context);
        if (match.path.length === 0) throw notFound(`the ${name} has no such page`);
        throw new Problem('request.methodNotAllowed', {
          allow: [...new Set(match.path.flatMap(({ methods }) => methods))].toSorted(),
        });
      }
      await dispatch(context as Parameters<typeof dispatch>[0], next as Parameters<typeof dispatch>[1]);
    },
  };
}

/** The console: its pages below `/console`, by a session of their own, in the pipeline of the API. */
import { assertRole } from '../../access/authorize';
import { createClientAddress } from '../../http/client-address';
import { createAddressCount } from '../../http/count-address';
import { isFresh } from '../../domain/console/session';
import { Problem, notFound } from '../../domain/problem';
import { environments } from '../../domain/projects/project';
import { attemptFor } from '../attempt';
import { createBackground } from '../door-routes';
import { assertOwnOrigin, runGuarded } from '../foreign-forms';
import { servePages, type OpenSession, type ServedPages, type ServedRoute } from '../serve-pages';
import { runChange } from '../../usecases/change';
import { accountOf, admitMember } from '../../usecases/console/places';
import { memberDoor } from '../../usecases/console/sign-in';
import { countPerson } from '../../usecases/sign-in';
import { memberDoorRoutes } from './account-routes';
import { consoleAssets } from './assets';
import { consoleRoutes } from './console-routes';
import { renderProblemPage } from './pages/problem-page';
import type { Route } from './routes';
import { signInAgain } from './sign-in-again';
import { viewerOf, type ConsoleParts, type MemberVisit, type Reply, type Visit } from './visit';

/** The console, as the pipeline takes it. */
export interface Console extends ServedPages {
  /** Settles when all that goes on behind answers is done. */
  readonly settled: () => Promise<void>;
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
    principal,
    changeAs,
    change: work => changeAs(event, work),
    viewer: viewerOf(open),
    place: { companyId, environment, companyName, permissions: principal.permissions },
    isFresh: isFresh(open.session, parts.sessionLimits, parts.clock.now()),
    attempt: attemptFor(parts, act),
  };
}

/** Runs a route; a refused act leaves a row in the trail. */
async function run(route: Route, visit: Visit): Promise<Reply> {
  const { open, context, parts } = visit;
  if (route.kind === 'open') {
    if (route.method === 'POST') assertOwnOrigin(context, parts.publicHost);
    return route.run(visit);
  }
  if (open === undefined) {
    if (route.method === 'POST') throw new Problem('console.signedOut');
    return signInAgain(context.path);
  }
  const event = route.event ?? route.id;
  return runGuarded(
    parts,
    { ...visit, open },
    { principal: accountOf(open.session), event: route.event },
    async actsAs => {
      if (route.kind === 'account') return route.run({ ...visit, open, viewer: viewerOf(open) });
      const member = await memberVisit({ ...visit, open }, event);
      actsAs(member.principal);
      assertRole(member.principal);
      return route.run(member);
    },
  );
}

/**
 * Builds the console. Its pages are forms and links over the use cases that the API and the delivery team have, with the
 * permissions that they ask (docs/decisions/0022).
 */
export function createConsole(parts: ConsoleParts, trustedProxies: readonly string[]): Console {
  const { db, limits, log, metrics } = parts;
  const { later, settled } = createBackground(error =>
    log.error('A link to the console could not be mailed.', { error }),
  );
  const countAddress = createAddressCount({ db, limits }, createClientAddress(trustedProxies));
  const routes = consoleRoutes.map((route): ServedRoute => ({
    id: route.id,
    method: route.method,
    path: route.path,
    answer: request => run(route, { ...request, parts, later }),
  }));
  const pages = servePages(
    {
      name: 'console',
      assets: consoleAssets,
      showsPictures: false,
      asksByItself: false,
      renderProblem: renderProblemPage,
      metrics,
      isThereFor: () => true,
      admit: (token, by) => memberDoor.admit(parts, token, by),
      count: (context, session) =>
        session === undefined
          ? countAddress(context)
          : countPerson(db, memberDoor, session.userUid, limits.userPerMinute),
    },
    [...memberDoorRoutes(parts, later), ...routes],
  );
  return { ...pages, settled };
}

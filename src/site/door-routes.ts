/** The door of a site: asking for a link, using it, and the sessions of the person. */
import { isEmailAddress, type SessionLimits } from '../domain/console/session';
import { Problem, notFound } from '../domain/problem';
import { isUuid } from '../domain/text';
import { runChange } from '../usecases/change';
import type { Door, SignInParts, SignedOut } from '../usecases/sign-in';
import type { AccountShown } from './components/account';
import {
  renderConfirmPage,
  renderSentPage,
  renderSignInPage,
  type DoorSite,
} from './components/sign-in-pages';
import { assertOwnOrigin, runGuarded } from './foreign-forms';
import { returnPathIn, sitePath, withQuery } from './paths';
import { page, redirect, type Reply } from './reply';
import type { OpenSession, PageRequest, ServedRoute } from './serve-pages';

/** What a door is made of. */
export interface DoorParts {
  readonly parts: SignInParts & { readonly sessionLimits: SessionLimits; readonly publicHost: string };
  readonly door: Door;
  readonly site: DoorSite;
  /** Does something behind the answer. */
  readonly later: (work: () => Promise<void>) => void;
  /** What is said of what was done to an account, by the `done` of the query, beside the end of a session. */
  readonly doneTexts?: Readonly<Record<string, string>>;
  readonly renderAccount: (open: OpenSession, shown: AccountShown) => string | Promise<string>;
}

/** What goes on behind answers: nobody waits for it, but a process that stops. */
export interface Background {
  readonly later: DoorParts['later'];
  /** Settles when all of it is done. */
  readonly settled: () => Promise<void>;
}

/** Makes the place for what goes on behind answers. @param onFault is told what went wrong */
export function createBackground(onFault: (error: unknown) => void): Background {
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

/** One value of the query; what comes twice is none. */
export function queriedOf({ context }: Pick<PageRequest, 'context'>, name: string): string {
  const value = context.query[name];
  return typeof value === 'string' ? value : '';
}

/** The page to which a person is led who is not signed in, or not freshly enough: a link, and back. */
export function signInAgainAt(root: string, to: string): Reply {
  return redirect(withQuery(sitePath(root, 'sign-in'), { to: returnPathIn(root, to) ?? undefined }));
}

function linkRoutes({ parts, door, site, later }: DoorParts): readonly ServedRoute[] {
  const { root } = site;
  const { name } = door;
  return [
    {
      id: `${name}.showSignIn`,
      method: 'GET',
      path: '/sign-in',
      answer: async request => {
        const returnPath = returnPathIn(root, queriedOf(request, 'to'));
        const { open } = request;
        if (open === undefined) return page(renderSignInPage(site, { returnPath }));
        if (returnPath === null) return redirect(root);
        return page(renderSignInPage(site, { returnPath, againAs: open.session.userEmail }));
      },
    },
    {
      id: `${name}.askForLink`,
      method: 'POST',
      path: '/sign-in',
      answer: async ({ context, form, requestId }) => {
        assertOwnOrigin(context, parts.publicHost);
        const email = (form.get('email') ?? '').trim();
        const returnPath = returnPathIn(root, form.get('to') ?? '');
        if (!isEmailAddress(email)) {
          const fault = 'That is no e-mail address.';
          return page(renderSignInPage(site, { returnPath, fault }), 422);
        }
        // Known or not, the answer is the same and takes as long (CONSOLE-2, DESK-2): what follows is done behind it.
        later(() => door.sendLink(parts, { email, returnPath, requestId }));
        return redirect(sitePath(root, 'sign-in', 'sent'));
      },
    },
    {
      id: `${name}.showSent`,
      method: 'GET',
      path: '/sign-in/sent',
      answer: async () => page(renderSentPage(site)),
    },
    {
      id: `${name}.showLink`,
      method: 'GET',
      path: '/sign-in/:token',
      answer: async ({ params }) => {
        const token = params['token'] ?? '';
        const email = await door.whomLinkSignsIn(parts, token);
        if (email === undefined) throw new Problem('console.linkInvalid');
        return page(renderConfirmPage(site, { action: sitePath(root, 'sign-in', token), email }));
      },
    },
    {
      id: `${name}.useLink`,
      method: 'POST',
      path: '/sign-in/:token',
      answer: async ({ context, params, open, requestId }) => {
        assertOwnOrigin(context, parts.publicHost);
        const { sessionToken, returnPath } = await door.signIn(parts, {
          token: params['token'] ?? '',
          browser: context.get('User-Agent'),
          before: open?.session,
          requestId,
        });
        return redirect(returnPath ?? root, { kind: 'begin', sessionToken });
      },
    },
  ];
}

/** An act about the sessions of a person: whoever has a session may do it. */
function sessionAct(
  { parts, door }: DoorParts,
  route: Pick<ServedRoute, 'id' | 'path'>,
  whichOf: (request: PageRequest & { readonly open: OpenSession }) => SignedOut,
  after: () => Reply,
): ServedRoute {
  return {
    ...route,
    method: 'POST',
    answer: async request => {
      const { open, requestId } = request;
      if (open === undefined) throw new Problem('console.signedOut');
      const { userUid, userEmail } = open.session;
      const principal = door.principalOf({ uid: userUid, email: userEmail });
      const event = `${door.name}.signOut`;
      return runGuarded(parts, { ...request, open }, { principal, event }, async () => {
        const which = whichOf({ ...request, open });
        await runChange(parts, { principal, requestId, event }, change =>
          door.signOut(change, userUid, which),
        );
        return after();
      });
    },
  };
}

async function showAccount(
  { parts, door, site, doneTexts, renderAccount }: DoorParts,
  request: PageRequest,
): Promise<Reply> {
  const { open } = request;
  if (open === undefined) return signInAgainAt(site.root, request.context.path);
  const sessions = (await door.sessionsOf(parts, open.session.userUid)).map(session => ({
    ...session,
    isThis: session.uid === open.session.uid,
  }));
  const what = queriedOf(request, 'done');
  const texts = Object.entries({ ended: 'The session is ended.', ...doneTexts });
  const text = texts.find(([name]) => name === what)?.[1];
  const said = text === undefined ? {} : { said: { tone: 'passed', text } as const };
  return page(await renderAccount(open, { sessions, limits: parts.sessionLimits, ...said }));
}

/** The routes of a door, and of the account behind it. */
export function doorRoutes(all: DoorParts): readonly ServedRoute[] {
  const { door, site } = all;
  const { root } = site;
  const { name } = door;
  const signedOut = (): Reply => redirect(sitePath(root, 'sign-in'), { kind: 'end' });
  return [
    ...linkRoutes(all),
    {
      id: `${name}.showAccount`,
      method: 'GET',
      path: '/account',
      answer: async request => showAccount(all, request),
    },
    sessionAct(
      all,
      { id: `${name}.endSession`, path: '/account/sessions/:session/end' },
      ({ params }) => {
        const sessionUid = params['session'] ?? '';
        if (!isUuid(sessionUid)) throw notFound('no session has such an id');
        return { sessionUid };
      },
      () => redirect(withQuery(sitePath(root, 'account'), { done: 'ended' })),
    ),
    sessionAct(
      all,
      { id: `${name}.signOut`, path: '/sign-out' },
      ({ open }) => ({ sessionUid: open.session.uid }),
      signedOut,
    ),
    sessionAct(
      all,
      { id: `${name}.signOutEverywhere`, path: '/sign-out-everywhere' },
      () => 'everywhere',
      signedOut,
    ),
  ];
}

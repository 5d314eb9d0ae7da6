/** The sign-in routes of a site: requesting a link, using it, and the person's sessions. */
import { z } from 'zod';
import type { Principal } from '../access/principal';
import { isEmailAddress } from '../domain/console/session';
import { Problem, notFound } from '../domain/problem';
import { isUuid } from '../domain/text';
import type { Door, SignedOut } from '../usecases/sign-in';
import type { AccountShown } from './components/account';
import {
  renderConfirmPage,
  renderSentPage,
  renderSignInPage,
  type DoorSite,
} from './components/sign-in-pages';
import { field, formOf } from './forms';
import { messageFor, redirectDone } from './messages';
import { returnPathIn, sitePath } from './paths';
import { page, redirect, type Reply } from './reply';
import {
  servedOpen,
  servedSignedIn,
  signInAgainAt,
  type Entrance,
  type Route,
  type ServedRoute,
} from './route';
import { queried, visitAs, type OpenSession, type OpenVisit, type SiteParts, type Visit } from './visit';

/** What the sign-in routes of a site are built from. */
export interface DoorParts<Parts> {
  readonly door: Door;
  readonly site: DoorSite;
  /**
   * Success messages of the account page, by the `done` of the query. The one for ended sessions is built in.
   */
  readonly doneTexts?: Readonly<Record<string, string>>;
  readonly renderAccount: (
    visit: OpenVisit<Parts> & { readonly open: OpenSession },
    shown: AccountShown,
  ) => string | Promise<string>;
}

const returnForm = z.object({ to: field(z.string()) });
const linkForm = returnForm.extend({
  email: field(z.string().trim().refine(isEmailAddress), 'Enter a valid e-mail address.'),
});

function linkRoutes<Parts extends SiteParts>({ door, site }: DoorParts<Parts>) {
  const { root } = site;
  const { name } = door;
  const routes: ReadonlyArray<Route<OpenVisit<Parts>>> = [
    {
      id: `${name}.showSignIn`,
      method: 'GET',
      path: '/sign-in',
      run: async visit => {
        const returnPath = returnPathIn(root, queried(visit, 'to'));
        const { open } = visit;
        if (open === undefined) return page(renderSignInPage(site, { returnPath }));
        if (returnPath === null) return redirect(root);
        return page(renderSignInPage(site, { returnPath, againAs: open.session.userEmail }));
      },
    },
    {
      id: `${name}.askForLink`,
      method: 'POST',
      path: '/sign-in',
      run: async ({ parts, form, requestId, later }) => {
        const { email, to } = formOf(linkForm, form);
        // The answer and its time must not reveal whether the address is known (CONSOLE-2, DESK-2), so the
        // link is sent after it.
        later(() => door.sendLink(parts, { email, returnPath: returnPathIn(root, to), requestId }));
        return redirect(sitePath(root, 'sign-in', 'sent'));
      },
      refused: async ({ form }, { fields, status }) => {
        const returnPath = returnPathIn(root, formOf(returnForm, form).to);
        return page(renderSignInPage(site, { returnPath, problems: fields }), status);
      },
    },
    {
      id: `${name}.showSent`,
      method: 'GET',
      path: '/sign-in/sent',
      run: async () => page(renderSentPage(site)),
    },
    {
      id: `${name}.showLink`,
      method: 'GET',
      path: '/sign-in/:token',
      run: async ({ parts, params }) => {
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
      run: async ({ parts, context, params, open, requestId }) => {
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
  return routes.map(route => servedOpen(route));
}

async function showAccount<Parts extends SiteParts>(
  { door, site, doneTexts, renderAccount }: DoorParts<Parts>,
  visit: OpenVisit<Parts>,
): Promise<Reply> {
  const { parts, open, context } = visit;
  if (open === undefined) return signInAgainAt(site.root, context.path);
  const sessions = (await door.sessionsOf(parts, open.session.userUid)).map(session => ({
    ...session,
    isThis: session.uid === open.session.uid,
  }));
  const message = messageFor(visit, { ended: 'Session ended.', ...doneTexts });
  const shown = { sessions, limits: parts.sessionLimits, message };
  return page(await renderAccount({ ...visit, open }, shown));
}

/** Returns the actions on a person's sessions, for anyone who is signed in. */
function sessionRoutes<Parts extends SiteParts>({ door, site }: DoorParts<Parts>) {
  const { root } = site;
  const event = `${door.name}.signOut`;
  const entrance: Entrance<Parts, Visit<Parts, Principal>> = {
    root,
    personOf: ({ userUid, userEmail }) => door.principalOf({ uid: userUid, email: userEmail }),
    admit: async visit => visitAs(visit, entrance.personOf(visit.open.session), event),
  };
  const act = (
    id: string,
    path: string,
    whichOf: (visit: Visit<Parts, Principal>) => SignedOut,
    reply: () => Reply,
  ): ServedRoute<Parts> =>
    servedSignedIn(entrance, {
      id: `${door.name}.${id}`,
      method: 'POST',
      path,
      event,
      run: async visit => {
        const which = whichOf(visit);
        await visit.change(change => door.signOut(change, visit.open.session.userUid, which));
        return reply();
      },
    });
  const signedOut = (): Reply => redirect(sitePath(root, 'sign-in'), { kind: 'end' });
  return [
    act(
      'endSession',
      '/account/sessions/:session/end',
      ({ params }) => {
        const sessionUid = params['session'] ?? '';
        if (!isUuid(sessionUid)) throw notFound('the session ID in the path is not a UUID');
        return { sessionUid };
      },
      () => redirectDone(sitePath(root, 'account'), 'ended'),
    ),
    act('signOut', '/sign-out', ({ open }) => ({ sessionUid: open.session.uid }), signedOut),
    act('signOutEverywhere', '/sign-out-everywhere', () => 'everywhere', signedOut),
  ];
}

/** Returns the sign-in routes of a site, and those of the account page. */
export function doorRoutes<Parts extends SiteParts>(
  door: DoorParts<Parts>,
): ReadonlyArray<ServedRoute<Parts>> {
  return [
    ...linkRoutes(door),
    {
      id: `${door.door.name}.showAccount`,
      method: 'GET',
      path: '/account',
      answer: async visit => showAccount(door, visit),
    },
    ...sessionRoutes(door),
  ];
}

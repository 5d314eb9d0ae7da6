/** The door, and what is of a person and of no company. */
import { companiesOf } from '../../usecases/console/places';
import { passkeysOf } from '../../usecases/console/passkeys';
import { memberDoor } from '../../usecases/console/sign-in';
import { acceptInvitation, readInvitation } from '../../usecases/tenants/invitations';
import { doorRoutes, type Background } from '../door-routes';
import type { ServedRoute } from '../serve-pages';
import { OtherWays } from './components/other-ways';
import { consoleSite } from './components/page';
import { renderAccountPage, renderCompaniesPage } from './pages/account-pages';
import { renderInvitationPage } from './pages/invitation-page';
import { consolePath, pathIn, withQuery } from './paths';
import { accountRoute, openRoute, type Route } from './routes';
import {
  page,
  redirect,
  viewerOf,
  type AccountVisit,
  type ConsoleParts,
  type Reply,
  type Visit,
} from './visit';

async function showInvitation({ parts, params }: Visit): Promise<Reply> {
  const token = params['token'] ?? '';
  const invitation = await readInvitation(parts, token);
  return page(renderInvitationPage({ action: consolePath('invitations', token), ...invitation }));
}

async function useInvitation({ parts, params, context, open, requestId }: Visit): Promise<Reply> {
  const { companyId, sessionToken, isSignedIn } = await acceptInvitation(parts, {
    token: params['token'] ?? '',
    browser: context.get('User-Agent'),
    before: open?.session,
    requestId,
  });
  const home = pathIn({ companyId, environment: 'sandbox' });
  if (sessionToken !== undefined) return redirect(home, { kind: 'begin', sessionToken });
  if (isSignedIn) return redirect(home);
  return redirect(withQuery(consolePath('sign-in'), { to: home }), { kind: 'end' });
}

async function showBeginning({ parts, open }: AccountVisit): Promise<Reply> {
  const [company, ...others] = await companiesOf(parts, open.session);
  if (company === undefined || others.length > 0) return redirect(consolePath('companies'));
  return redirect(pathIn({ companyId: company.id, environment: 'production' }));
}

async function showCompanies({ parts, open, viewer }: AccountVisit): Promise<Reply> {
  return page(renderCompaniesPage(viewer, await companiesOf(parts, open.session)));
}

const doneTexts = {
  passkeyAdded: 'The passkey is added. You sign in with it from now on, and by a link as before.',
  passkeyRemoved: 'The passkey is removed. It signs in no more.',
} as const;

/** The routes of the door, and of the account of a person. */
export function memberDoorRoutes(parts: ConsoleParts, later: Background['later']): readonly ServedRoute[] {
  const { passkeyPlace, singleSignOn } = parts;
  const ways = { hasPasskeys: passkeyPlace !== undefined, signOnName: singleSignOn?.name };
  return doorRoutes({
    parts,
    later,
    doneTexts,
    door: memberDoor,
    site: {
      ...consoleSite,
      againBecause:
        'What comes next shows a secret, or lets somebody in, and is not for whoever finds your browser open.',
      administrator: 'your administrator',
      otherWays: returnPath => OtherWays({ returnPath, ...ways }),
    },
    renderAccount: async (open, shown) =>
      renderAccountPage(viewerOf(open), shown, await passkeysOf(parts, open.session)),
  });
}

/** The routes of a person, before they are in a company. */
export const accountRoutes: readonly Route[] = [
  openRoute('GET', '/invitations/:token', 'showInvitation', showInvitation),
  openRoute('POST', '/invitations/:token', 'useInvitation', useInvitation),
  accountRoute('GET', '', 'showBeginning', showBeginning),
  accountRoute('GET', '/', 'showBeginning', showBeginning),
  accountRoute('GET', '/companies', 'showCompanies', showCompanies),
];

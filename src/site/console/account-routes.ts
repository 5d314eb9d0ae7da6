/** The routes that belong to a person, not to a company. */
import { acceptInvitation, readInvitation } from '../../usecases/tenants/invitations';
import { companiesOf, landingOf, type Landing } from '../../usecases/console/places';
import { withQuery } from '../paths';
import { page, redirect, type Reply } from '../reply';
import type { OpenVisit } from '../visit';
import { renderCompaniesPage } from './pages/account-pages';
import { renderInvitationPage } from './pages/invitation-page';
import { consolePath, pathIn } from './paths';
import { accountLook, openRoute, type AccountRoute, type OpenRoute } from './routes';
import type { AccountVisit, ConsoleParts } from './visit';

async function showInvitation({ parts, params }: OpenVisit<ConsoleParts>): Promise<Reply> {
  const token = params['token'] ?? '';
  const invitation = await readInvitation(parts, token);
  return page(renderInvitationPage({ action: consolePath('invitations', token), ...invitation }));
}

async function useInvitation(visit: OpenVisit<ConsoleParts>): Promise<Reply> {
  const { parts, params, context, open, requestId } = visit;
  const { companyId, sessionToken, isSignedIn } = await acceptInvitation(parts, {
    token: params['token'] ?? '',
    browser: context.get('User-Agent'),
    before: open?.session,
    requestId,
  });
  // A new member starts their first session, and lands where every sign-in does.
  if (sessionToken !== undefined) return redirect(consolePath(), { kind: 'begin', sessionToken });
  const home = pathIn({ companyId, environment: 'sandbox' });
  if (isSignedIn) return redirect(home);
  return redirect(withQuery(consolePath('sign-in'), { to: home }), { kind: 'end' });
}

function pathOf({ page: landedOn, ...place }: Landing): string {
  if (landedOn === 'home') return pathIn(place);
  return pathIn(place, 'projects', landedOn === 'newProject' ? 'new' : landedOn.projectUid);
}

async function showBeginning({ parts, open }: AccountVisit): Promise<Reply> {
  const landing = await landingOf(parts, open.session);
  return redirect(landing === undefined ? consolePath('companies') : pathOf(landing));
}

async function showCompanies({ parts, open, viewer }: AccountVisit): Promise<Reply> {
  return page(renderCompaniesPage(viewer, await companiesOf(parts, open.session)));
}

/** The routes of an invitation, for people who may not have a session yet. */
export const invitationRoutes: readonly OpenRoute[] = [
  openRoute('GET', '/invitations/:token', 'showInvitation', showInvitation),
  openRoute('POST', '/invitations/:token', 'useInvitation', useInvitation),
];

/** The routes of a signed-in person, outside of any company. */
export const accountRoutes: readonly AccountRoute[] = [
  accountLook('', 'showBeginning', showBeginning),
  accountLook('/', 'showBeginning', showBeginning),
  accountLook('/companies', 'showCompanies', showCompanies),
];

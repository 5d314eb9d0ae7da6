/** What is of a person and of no company. */
import { acceptInvitation, readInvitation } from '../../usecases/tenants/invitations';
import { companiesOf } from '../../usecases/console/places';
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

/** The routes of an invitation, for people who may have no session yet. */
export const invitationRoutes: readonly OpenRoute[] = [
  openRoute('GET', '/invitations/:token', 'showInvitation', showInvitation),
  openRoute('POST', '/invitations/:token', 'useInvitation', useInvitation),
];

/** The routes of a person, before they are in a company. */
export const accountRoutes: readonly AccountRoute[] = [
  accountLook('', 'showBeginning', showBeginning),
  accountLook('/', 'showBeginning', showBeginning),
  accountLook('/companies', 'showCompanies', showCompanies),
];

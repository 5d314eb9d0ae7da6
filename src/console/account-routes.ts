/** The door, and what is of a person and of no company. */
import { accountOf, companiesOf, sessionsOf } from '../usecases/console/admit';
import { runChange } from '../usecases/change';
import { sendLink, signIn, signOut, whomLinkSignsIn, type SignedOut } from '../usecases/console/sign-in';
import { isReturnPath } from '../domain/console/session';
import { Problem, notFound } from '../domain/problem';
import { isUuid } from '../domain/text';
import { renderAccountPage, renderCompaniesPage } from './pages/account-pages';
import { renderConfirmPage, renderSentPage, renderSignInPage } from './pages/sign-in-pages';
import { consolePath, pathIn, withQuery } from './paths';
import { accountRoute, openRoute, type Route } from './routes';
import { page, queried, redirect, type AccountVisit, type Reply, type Visit } from './visit';

const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

function returnPathIn(said: string): string | null {
  return isReturnPath(said) ? said : null;
}

/** The page to which a person who is not fresh enough is led: a link, and back. */
export function signInAgain(to: string): Reply {
  return redirect(withQuery(consolePath('sign-in'), { to }));
}

async function showSignIn(visit: Visit): Promise<Reply> {
  const returnPath = returnPathIn(queried(visit, 'to'));
  const { open } = visit;
  if (open === undefined) return page(renderSignInPage({ returnPath }));
  if (returnPath === null) return redirect(consolePath());
  return page(renderSignInPage({ returnPath, againAs: open.session.userEmail }));
}

async function askForLink({ parts, form, requestId, later }: LateVisit): Promise<Reply> {
  const email = (form.get('email') ?? '').trim();
  const returnPath = returnPathIn(form.get('to') ?? '');
  if (!emailPattern.test(email)) {
    const fault = 'That is no e-mail address.';
    return page(renderSignInPage({ returnPath, fault }), 422);
  }
  // Known or not, the answer is the same and takes as long (CONSOLE-2): what follows is done behind it.
  later(() => sendLink(parts, { email, returnPath, requestId }));
  return redirect(consolePath('sign-in', 'sent'));
}

/** A visit that may leave something to be done behind its answer. */
interface LateVisit extends Visit {
  readonly later: (work: () => Promise<void>) => void;
}

async function showLink({ parts, params }: Visit): Promise<Reply> {
  const token = params['token'] ?? '';
  const email = await whomLinkSignsIn(parts, token);
  if (email === undefined) throw new Problem('console.linkInvalid');
  return page(renderConfirmPage({ action: consolePath('sign-in', token), email }));
}

async function useLink({ parts, params, context, open, requestId }: Visit): Promise<Reply> {
  const { sessionToken, returnPath } = await signIn(parts, {
    token: params['token'] ?? '',
    browser: context.get('User-Agent'),
    before: open?.session,
    requestId,
  });
  return redirect(returnPath ?? consolePath(), { kind: 'begin', sessionToken });
}

async function showBeginning({ parts, open }: AccountVisit): Promise<Reply> {
  const [company, ...others] = await companiesOf(parts, open.session);
  if (company === undefined || others.length > 0) return redirect(consolePath('companies'));
  return redirect(pathIn({ companyId: company.id, environment: 'production' }));
}

async function showCompanies({ parts, open, viewer }: AccountVisit): Promise<Reply> {
  return page(renderCompaniesPage(viewer, await companiesOf(parts, open.session)));
}

async function showAccount(visit: AccountVisit): Promise<Reply> {
  const { parts, open, viewer } = visit;
  const sessions = (await sessionsOf(parts, open.session)).map(session => ({
    ...session,
    isThis: session.uid === open.session.uid,
  }));
  const isSessionEnded = queried(visit, 'done') === 'ended';
  return page(renderAccountPage(viewer, { sessions, limits: parts.sessionLimits, isSessionEnded }));
}

async function endSessions({ parts, open, requestId }: AccountVisit, which: SignedOut): Promise<void> {
  const act = { principal: accountOf(open.session), requestId, event: 'console.signOut' };
  await runChange(parts, act, change => signOut(change, which));
}

const signedOut = (): Reply => redirect(consolePath('sign-in'), { kind: 'end' });

/** The routes of the door and of an account. @param later does something behind the answer */
export function accountRoutes(later: LateVisit['later']): readonly Route[] {
  return [
    openRoute('GET', '/sign-in', 'showSignIn', showSignIn),
    openRoute('POST', '/sign-in', 'askForLink', visit => askForLink({ ...visit, later })),
    openRoute('GET', '/sign-in/sent', 'showSent', async () => page(renderSentPage())),
    openRoute('GET', '/sign-in/:token', 'showLink', showLink),
    openRoute('POST', '/sign-in/:token', 'useLink', useLink),
    accountRoute('GET', '', 'showBeginning', showBeginning),
    accountRoute('GET', '/', 'showBeginning', showBeginning),
    accountRoute('GET', '/companies', 'showCompanies', showCompanies),
    accountRoute('GET', '/account', 'showAccount', showAccount),
    accountRoute(
      'POST',
      '/account/sessions/:session/end',
      'endSession',
      async visit => {
        const sessionUid = visit.params['session'] ?? '';
        if (!isUuid(sessionUid)) throw notFound('no session has such an id');
        await endSessions(visit, { sessionUid });
        return redirect(withQuery(consolePath('account'), { done: 'ended' }));
      },
      'console.signOut',
    ),
    accountRoute(
      'POST',
      '/sign-out',
      'signOut',
      async visit => {
        await endSessions(visit, { sessionUid: visit.open.session.uid });
        return signedOut();
      },
      'console.signOut',
    ),
    accountRoute(
      'POST',
      '/sign-out-everywhere',
      'signOutEverywhere',
      async visit => {
        await endSessions(visit, 'everywhere');
        return signedOut();
      },
      'console.signOut',
    ),
  ];
}

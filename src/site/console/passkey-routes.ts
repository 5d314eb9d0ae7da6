import { passkeyNameMax } from '../../domain/console/passkeys';
import { isFresh } from '../../domain/console/session';
import { singleLine } from '../../forms/text';
import { attemptFor } from '../attempt';
import { returnPathIn } from '../paths';
import { runChange } from '../../usecases/change';
import { accountOf } from '../../usecases/console/places';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  removePasskey,
  signInByPasskey,
} from '../../usecases/console/passkeys';
import { creationIn, requestIn } from './passkey-answers';
import { renderNewPasskeyPage, renderPasskeySignInPage } from './pages/passkey-pages';
import { consolePath, withQuery } from './paths';
import { accountRoute, openRoute, type Route } from './routes';
import { signInAgain } from './sign-in-again';
import { page, redirect, type AccountVisit, type Reply, type Visit } from './visit';
import { uidIn } from '../uid-in';

const passkeyName = singleLine({ max: passkeyNameMax });

async function newPasskeyPage(visit: AccountVisit, name: string, fault?: string): Promise<Reply> {
  const { parts, open, viewer } = visit;
  if (!isFresh(open.session, parts.sessionLimits, parts.clock.now()))
    return signInAgain(consolePath('account'));
  const options = await beginPasskey(parts, open.session);
  const shown = { options, name, ...(fault === undefined ? {} : { fault }) };
  return page(renderNewPasskeyPage(viewer, shown), fault === undefined ? 200 : 422);
}

async function add(visit: AccountVisit): Promise<Reply> {
  const { parts, open, form, requestId, later } = visit;
  if (!isFresh(open.session, parts.sessionLimits, parts.clock.now()))
    return signInAgain(consolePath('account'));
  const typed = (form.get('name') ?? '').slice(0, passkeyNameMax + 1);
  const name = passkeyName.safeParse(typed);
  if (!name.success) return newPasskeyPage(visit, typed, `A name has 1 to ${passkeyNameMax} characters.`);
  const wish = { name: name.data, answer: creationIn(form) };
  const act = { principal: accountOf(open.session), requestId, event: 'console.addPasskey' };
  const attempt = attemptFor(parts, act);
  const mail = await attempt(async () => addPasskey(parts, open.session, wish, requestId));
  if (!mail.isDone) return newPasskeyPage(visit, typed, mail.sentence);
  later(mail.value);
  return redirect(withQuery(consolePath('account'), { done: 'passkeyAdded' }));
}

async function remove(visit: AccountVisit): Promise<Reply> {
  const { parts, open, requestId } = visit;
  const passkeyUid = uidIn(visit, 'passkey');
  const act = { principal: accountOf(open.session), requestId, event: 'console.removePasskey' };
  await runChange(parts, act, change => removePasskey(change, passkeyUid));
  return redirect(withQuery(consolePath('account'), { done: 'passkeyRemoved' }));
}

function wantedPath({ form }: Visit): string | null {
  return returnPathIn(consolePath(), form.get('to') ?? '');
}

async function begin(visit: Visit): Promise<Reply> {
  const options = await beginPasskeySignIn(visit.parts);
  return page(renderPasskeySignInPage({ options, returnPath: wantedPath(visit) }));
}

async function signIn(visit: Visit): Promise<Reply> {
  const { parts, context, open, form, requestId } = visit;
  const sessionToken = await signInByPasskey(parts, {
    answer: requestIn(form),
    browser: context.get('User-Agent'),
    before: open?.session,
    requestId,
  });
  return redirect(wantedPath(visit) ?? consolePath(), { kind: 'begin', sessionToken });
}

/** The routes of passkeys: at the door, and of an account. */
export const passkeyRoutes: readonly Route[] = [
  openRoute('POST', '/passkey', 'askForPasskey', begin),
  openRoute('POST', '/passkey/answer', 'usePasskey', signIn),
  accountRoute('POST', '/account/passkeys/new', 'askForNewPasskey', visit => newPasskeyPage(visit, '')),
  accountRoute('POST', '/account/passkeys', 'addPasskey', add, 'console.addPasskey'),
  accountRoute('POST', '/account/passkeys/:passkey/remove', 'removePasskey', remove, 'console.removePasskey'),
];

import { z } from 'zod';
import { passkeyNameMax } from '../../domain/console/passkeys';
import { singleLine } from '../../forms/text';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  removePasskey,
  signInByPasskey,
} from '../../usecases/console/passkeys';
import { field, formOf, typedIn } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { returnPathIn } from '../paths';
import { page, redirect, type Reply } from '../reply';
import type { Refusal } from '../route';
import { uidIn, type OpenVisit } from '../visit';
import { renderNewPasskeyPage, renderPasskeySignInPage } from './pages/passkey-pages';
import { creationAnswer, requestAnswer } from './passkey-answers';
import { consolePath } from './paths';
import { accountAct, openRoute, type AccountRoute, type OpenRoute } from './routes';
import type { AccountVisit, ConsoleParts } from './visit';

const account = consolePath('account');

const nameForm = z.object({
  name: field(singleLine({ max: passkeyNameMax }), `Enter a name with 1 to ${passkeyNameMax} characters.`),
});
const answerForm = z.object({ answer: creationAnswer });

async function newPasskeyPage(visit: AccountVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, open, viewer, form } = visit;
  const shown = {
    options: await beginPasskey(parts, open.session),
    name: refusal === undefined ? '' : typedIn(form, ['name']).name,
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
  };
  return page(renderNewPasskeyPage(viewer, shown), refusal?.status);
}

async function add(visit: AccountVisit): Promise<Reply> {
  const { parts, open, form, requestId, later } = visit;
  // The name is checked first: an invalid answer starts over, and the person would have to type it again.
  const wish = { ...formOf(nameForm, form), ...formOf(answerForm, form) };
  later(await addPasskey(parts, open.session, wish, requestId));
  return redirectDone(account, 'passkeyAdded');
}

async function remove(visit: AccountVisit): Promise<Reply> {
  const passkeyUid = uidIn(visit, 'passkey');
  await visit.change(change => removePasskey(change, passkeyUid));
  return redirectDone(account, 'passkeyRemoved');
}

const returnForm = z.object({ to: field(z.string().transform(path => returnPathIn(consolePath(), path))) });
const signInForm = returnForm.extend({ answer: requestAnswer });

async function begin({ parts, form }: OpenVisit<ConsoleParts>): Promise<Reply> {
  const options = await beginPasskeySignIn(parts);
  return page(renderPasskeySignInPage({ options, returnPath: formOf(returnForm, form).to }));
}

async function signIn({ parts, context, open, form, requestId }: OpenVisit<ConsoleParts>): Promise<Reply> {
  const { answer, to } = formOf(signInForm, form);
  const sessionToken = await signInByPasskey(parts, {
    answer,
    browser: context.get('User-Agent'),
    before: open?.session,
    requestId,
  });
  return redirect(to ?? consolePath(), { kind: 'begin', sessionToken });
}

/** The routes for signing in with a passkey. */
export const passkeySignInRoutes: readonly OpenRoute[] = [
  openRoute('POST', '/passkey', 'askForPasskey', begin),
  openRoute('POST', '/passkey/answer', 'usePasskey', signIn),
];

const needsFresh = (): string => account;

/** The routes for the passkeys of an account. */
export const passkeyRoutes: readonly AccountRoute[] = [
  accountAct('/account/passkeys/new', 'askForNewPasskey', undefined, visit => newPasskeyPage(visit), {
    needsFresh,
  }),
  accountAct('/account/passkeys', 'addPasskey', 'console.addPasskey', add, {
    needsFresh,
    refused: newPasskeyPage,
  }),
  accountAct('/account/passkeys/:passkey/remove', 'removePasskey', 'console.removePasskey', remove),
];

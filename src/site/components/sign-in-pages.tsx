/** The sign-in pages: requesting a link, and using it. */
import type { ComponentChildren } from 'preact';
import { linkLifeMs } from '../../domain/console/session';
import { sitePath } from '../paths';
import { renderDoor, type Site } from './document';
import { Form, TextField, type FieldProblems } from './form';

const emailMax = 254;

/** A site that people sign in to, with the texts of its sign-in pages. */
export interface DoorSite extends Site {
  /** Why the person has to sign in again, as a sentence. */
  readonly againBecause: string;
  /** Who adds the people that can sign in. */
  readonly administrator: string;
  /** Other ways to sign in; absent if there are none. @param returnPath where they lead after sign-in */
  readonly otherWays?: (returnPath: string | null) => ComponentChildren;
}

/** The content of the sign-in page. */
interface SignInShown {
  readonly returnPath: string | null;
  /** The e-mail address of a person who is signed in and has to sign in again; absent if no one is. */
  readonly againAs?: string;
  readonly problems?: FieldProblems;
}

/** Renders `…/sign-in`: where people request a sign-in link. */
export function renderSignInPage(site: DoorSite, { returnPath, againAs, problems }: SignInShown): string {
  const isAgain = againAs !== undefined;
  return renderDoor(site, {
    title: isAgain ? 'Sign in again' : 'Sign in',
    children: (
      <>
        <p>
          {isAgain
            ? `${site.againBecause} We'll e-mail a new link to ${againAs}.`
            : "We'll e-mail you a sign-in link. You don't need a password."}
        </p>
        <Form action={sitePath(site.root, 'sign-in')} label="Sign in" problems={problems}>
          {returnPath === null ? null : <input type="hidden" name="to" value={returnPath} />}
          {isAgain ? (
            <input type="hidden" name="email" value={againAs} />
          ) : (
            <TextField
              id="email"
              name="email"
              label="E-mail address"
              type="email"
              isRequired={true}
              max={emailMax}
              autocomplete="username"
            />
          )}
          <button type="submit" class="main">
            E-mail me a link
          </button>
        </Form>
        {site.otherWays?.(returnPath)}
      </>
    ),
  });
}

/** Renders `…/sign-in/sent`: the same for every address, so that it reveals no accounts. */
export function renderSentPage(site: DoorSite): string {
  return renderDoor(site, {
    title: 'Check your e-mail',
    children: (
      <>
        <p role="status">
          If an account has this address, we've e-mailed it a sign-in link. The link works once, within{' '}
          {linkLifeMs / 60_000} minutes.
        </p>
        <p class="muted small">
          No e-mail? Check your spam folder, and ask {site.administrator} which address they added.{' '}
          <a href={sitePath(site.root, 'sign-in')}>Request another link</a>
        </p>
      </>
    ),
  });
}

/** Renders `…/sign-in/{token}`: a button, because mail scanners open every link. */
export function renderConfirmPage(
  site: DoorSite,
  { action, email }: { readonly action: string; readonly email: string },
): string {
  return renderDoor(site, {
    title: 'Sign in',
    children: (
      <>
        <p>
          You're signing in as <strong>{email}</strong>. If that's not you, close this page.
        </p>
        <Form action={action} label="Sign in">
          <button type="submit" class="main">
            Sign in
          </button>
        </Form>
      </>
    ),
  });
}

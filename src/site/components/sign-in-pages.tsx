/** The pages at the door: asking for a link, and using it. */
import type { ComponentChildren } from 'preact';
import { linkLifeMs } from '../../domain/console/session';
import { sitePath } from '../paths';
import { renderDoor, type Site } from './document';
import { Form, TextField, type FieldProblems } from './form';

const emailMax = 254;

/** A site that one signs in to, and what its door says. */
export interface DoorSite extends Site {
  /** Why one signs in again, as a sentence. */
  readonly againBecause: string;
  /** Who has added the people that may sign in. */
  readonly administrator: string;
  /** The ways to sign in beside the link; absent: there are none. @param returnPath where they lead to */
  readonly otherWays?: (returnPath: string | null) => ComponentChildren;
}

/** What the page that asks for a link shows. */
interface SignInShown {
  readonly returnPath: string | null;
  /** The person who is signed in already and is to prove it anew; absent: nobody is. */
  readonly againAs?: string;
  readonly problems?: FieldProblems;
}

/** `…/sign-in`: the address to which a link is mailed. */
export function renderSignInPage(site: DoorSite, { returnPath, againAs, problems }: SignInShown): string {
  const isAgain = againAs !== undefined;
  return renderDoor(site, {
    title: isAgain ? 'Sign in again' : 'Sign in',
    children: (
      <>
        <p>
          {isAgain
            ? `${site.againBecause} We mail a new link to ${againAs}.`
            : 'We mail you a link. There is no password.'}
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
            Mail me a link
          </button>
        </Form>
        {site.otherWays?.(returnPath)}
      </>
    ),
  });
}

/** `…/sign-in/sent`: the same for every address. */
export function renderSentPage(site: DoorSite): string {
  return renderDoor(site, {
    title: 'Look into your mail',
    children: (
      <>
        <p role="status">
          If the address is one of ours, a link is on its way to it. It signs in once, within{' '}
          {linkLifeMs / 60_000} minutes.
        </p>
        <p class="muted small">
          Nothing came? Look among the unwanted mail, and whether the address is the one that{' '}
          {site.administrator} added. <a href={sitePath(site.root, 'sign-in')}>Ask again</a>
        </p>
      </>
    ),
  });
}

/** `…/sign-in/{token}`: a button, since programs that look through mail open every link. */
export function renderConfirmPage(
  site: DoorSite,
  { action, email }: { readonly action: string; readonly email: string },
): string {
  return renderDoor(site, {
    title: 'Sign in',
    children: (
      <>
        <p>
          You sign in as <strong>{email}</strong>. Are you somebody else? Then close this page.
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

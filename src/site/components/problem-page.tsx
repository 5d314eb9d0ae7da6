import type { ProblemCode } from '../../domain/problem-catalogue';
import type { ProblemRenderer } from '../serve-pages';
import { renderDoor, type Site } from './document';

interface Words {
  readonly title: string;
  readonly text: string;
}

/** Texts for problems whose sentence in the catalogue is written for API clients. */
export type ProblemWords = Partial<Readonly<Record<ProblemCode, Words>>>;

const wordsFor: ProblemWords = {
  'resource.notFound': {
    title: 'Page not found',
    text: "This page doesn't exist, or you don't have access to it. Check the address.",
  },
  'role.notAssigned': {
    title: 'You have no role yet',
    text:
      "You're signed in, but your account doesn't have a role in this company. Ask an administrator of " +
      'your company to assign one, then reload this page.',
  },
  'permission.missing': {
    title: "You don't have permission",
    text:
      "Your role doesn't allow this. Ask an administrator of your company for the permission. If " +
      'this belongs to another member, only they can change it.',
  },
  'console.signedOut': {
    title: "You're signed out",
    text: 'Your session has ended. Nothing was changed. Sign in and try again.',
  },
  'console.linkInvalid': {
    title: 'Sign-in link expired',
    text:
      'This sign-in link has expired or was already used. A link works once, within 15 minutes, and ' +
      'signing in cancels all other links. Request a new one.',
  },
  'console.formForeign': {
    title: 'Form not accepted',
    text:
      "This form wasn't sent from a page in your session. Nothing was changed. Reload the page and " +
      'submit the form again.',
  },
  'console.formStale': {
    title: 'Changed since you opened it',
    text:
      'Someone changed this since you opened the page, or you changed it in another window. Nothing was ' +
      'saved. Go back, reload the page, and review the changes.',
  },
  'rate.limited': { title: 'Too many requests', text: 'Wait a minute, then reload this page.' },
};

/**
 * Returns what a site shows for a problem: the same to everyone, so that it reveals nothing.
 * @param back the text of the link back to the site
 * @param own texts that only this site uses
 */
export function problemRenderer(site: Site, back: string, own: ProblemWords = {}): ProblemRenderer {
  const words = { ...wordsFor, ...own };
  return ({ error, errorId }, retryAfterSeconds, code) => {
    const known = words[code];
    const retry = retryAfterSeconds === undefined ? '' : ' Try again in a few minutes.';
    return renderDoor(site, {
      title: known?.title ?? 'Something went wrong',
      children: (
        <>
          <p role="alert">{known?.text ?? `${error}${retry}`}</p>
          {errorId === undefined || error.includes(errorId) ? null : (
            <p class="muted small">Reference: {errorId}</p>
          )}
          <p>
            <a href={site.root}>{back}</a>
          </p>
        </>
      ),
    });
  };
}

import type { ProblemCode } from '../../domain/problem-catalogue';
import type { ProblemRenderer } from '../serve-pages';
import { renderDoor, type Site } from './document';

interface Words {
  readonly title: string;
  readonly text: string;
}

/** What a person is told where the sentence of the API is for programs. */
export type ProblemWords = Partial<Readonly<Record<ProblemCode, Words>>>;

const wordsFor: ProblemWords = {
  'resource.notFound': {
    title: 'This page does not exist',
    text: 'Or it is not yours to see. Check the address, or go back to the beginning.',
  },
  'role.notAssigned': {
    title: 'You have no role yet',
    text:
      'Your account is there, and an administrator of your company has to give it a role. Ask them, ' +
      'then load this page again.',
  },
  'permission.missing': {
    title: 'Your role does not permit this',
    text: 'Ask an administrator of your company. What belongs to another member is changed by that member.',
  },
  'console.signedOut': {
    title: 'You are signed out',
    text: 'Your session has ended, and nothing was changed. Sign in, and do it again.',
  },
  'console.linkInvalid': {
    title: 'This link signs in no more',
    text:
      'A link signs in once, within 15 minutes, and the latest sign-in ends all others. Ask for ' +
      'another one.',
  },
  'console.formForeign': {
    title: 'This form is not from here',
    text:
      'It did not come from a page of your session, so nothing was changed. Open the page again, and ' +
      'send its form.',
  },
  'console.formStale': {
    title: 'It has changed meanwhile',
    text:
      'Somebody, or you in another window, changed this since the form was shown. Nothing was done. ' +
      'Go back, load the page again, and look at what is there now.',
  },
  'rate.limited': { title: 'Too many requests', text: 'Wait a minute, then load this page again.' },
};

/**
 * What a site shows in place of a page: the same for everybody, so that nothing is learnt from it.
 * @param back the words of the way back to the site
 * @param own what is said on this site alone
 */
export function problemRenderer(site: Site, back: string, own: ProblemWords = {}): ProblemRenderer {
  const words = { ...wordsFor, ...own };
  return ({ error, errorId }, retryAfterSeconds, code) => {
    const known = words[code];
    const retry = retryAfterSeconds === undefined ? '' : ' Try again in a while.';
    return renderDoor(site, {
      title: known?.title ?? 'This cannot be shown',
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

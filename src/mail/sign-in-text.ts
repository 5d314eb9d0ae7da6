/** What the e-mail with a link says: whose page, for how long, and what to do when one asked for nothing. */

/** The subject of the e-mail that signs in. */
export const signInSubject = 'Sign in to the recordwell console';

/** The text of the e-mail that signs in. The link stands alone on its line, so that every mail program finds its end. */
export function signInText({ url, minutes }: { readonly url: string; readonly minutes: number }): string {
  return [
    'Open this link to sign in to the recordwell console:',
    '',
    url,
    '',
    `It signs in once, within ${minutes} minutes.`,
    '',
    'You did not ask for it? Then do nothing: without the link nobody gets in. Tell your administrator if it happens again.',
    '',
  ].join('\n');
}

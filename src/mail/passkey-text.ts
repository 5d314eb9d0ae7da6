/**
 * What the e-mail says that tells somebody of a passkey that was added: what to do when it was somebody else.
 */

/** The subject of the e-mail about a new passkey. */
export const passkeySubject = 'A passkey was added to your account';

/** The text of the e-mail about a new passkey. @param url where it is removed */
export function passkeyText({ url }: { readonly url: string }): string {
  return [
    'A passkey was added to your account in the recordwell console. Whoever holds it signs in with it.',
    '',
    'Was it not you? Remove it, and sign out everywhere:',
    '',
    url,
    '',
  ].join('\n');
}

/** The e-mail that tells a person about a new passkey, in case someone else added it. */

/** The subject of the e-mail. */
export const passkeySubject = 'A passkey was added to your account';

/** Returns the text of the e-mail. @param url the page where passkeys are removed */
export function passkeyText({ url }: { readonly url: string }): string {
  return [
    'A passkey was added to your account in the recordwell console. Anyone who has it can sign in as you.',
    '',
    "If you didn't add it, remove it and sign out everywhere:",
    '',
    url,
    '',
  ].join('\n');
}

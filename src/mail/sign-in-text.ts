/** The e-mail with a sign-in link. */

/** The sites that people sign in to, and who to report unexpected links to. */
const siteNames = {
  console: { name: 'recordwell console', contact: 'your administrator' },
  desk: { name: 'recordwell operator desk', contact: 'the person who runs the service' },
} as const;

/** A site that people sign in to. */
export type SignInSite = keyof typeof siteNames;

/** Returns the subject of the sign-in e-mail. */
export function signInSubject(site: SignInSite): string {
  return `Sign in to the ${siteNames[site].name}`;
}

/**
 * Returns the text of the e-mail to someone whose company requires its identity provider.
 * @param url the sign-in page
 */
export function signOnText(url: string): string {
  return [
    'Your company requires you to sign in with its identity provider. Select it on the sign-in page:',
    '',
    url,
    '',
    "If you didn't try to sign in, ignore this e-mail.",
    '',
  ].join('\n');
}

/** Returns the text of the sign-in e-mail. The link has its own line, so that mail programs find its end. */
export function signInText({
  site,
  url,
  minutes,
}: {
  readonly site: SignInSite;
  readonly url: string;
  readonly minutes: number;
}): string {
  const { name, contact } = siteNames[site];
  return [
    `Open this link to sign in to the ${name}:`,
    '',
    url,
    '',
    `The link works once and expires in ${minutes} minutes.`,
    '',
    "If you didn't request it, ignore this e-mail. No one can sign in without the link. If it happens " +
      `again, tell ${contact}.`,
    '',
  ].join('\n');
}

/** What the e-mail with a link says: whose page, for how long, and what to do when one asked for nothing. */

/** The sites that one signs in to, as mails call them. */
const siteNames = {
  console: { name: 'recordwell console', whom: 'your administrator' },
  desk: { name: 'recordwell operator desk', whom: 'whoever runs the service' },
} as const;

/** A site that one signs in to. */
export type SignInSite = keyof typeof siteNames;

/** The subject of the e-mail that signs in. */
export function signInSubject(site: SignInSite): string {
  return `Sign in to the ${siteNames[site].name}`;
}

/**
 * The text of the e-mail that signs in. The link stands alone on its line, so that every mail program finds
 * its end.
 */
export function signInText({
  site,
  url,
  minutes,
}: {
  readonly site: SignInSite;
  readonly url: string;
  readonly minutes: number;
}): string {
  const { name, whom } = siteNames[site];
  return [
    `Open this link to sign in to the ${name}:`,
    '',
    url,
    '',
    `It signs in once, within ${minutes} minutes.`,
    '',
    `You did not ask for it? Then do nothing: without the link nobody gets in. Tell ${whom} if it ` +
      'happens again.',
    '',
  ].join('\n');
}

/**
 * What the e-mail with an invitation says: who invites, to what, for how long, and what to do when it is not
 * for one.
 */

/** The subject of the e-mail that invites. */
export const invitationSubject = 'You are invited to the recordwell console';

interface InvitationFacts {
  readonly url: string;
  readonly companyName: string;
  readonly inviterName: string;
  readonly hours: number;
}

/**
 * The text of the e-mail that invites. The link stands alone on its line, so that every mail program finds
 * its end.
 */
export function invitationText({ url, companyName, inviterName, hours }: InvitationFacts): string {
  return [
    `${inviterName} invites you to ${companyName} in the recordwell console. Open this link to ` +
      'become a member:',
    '',
    url,
    '',
    `It is good once, within ${hours} hours.`,
    '',
    'You know nobody of that name? Then do nothing: without the link nobody becomes a member.',
    '',
  ].join('\n');
}

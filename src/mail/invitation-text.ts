/** The e-mail that invites someone to become a member of a company. */

/** The subject of the invitation. */
export const invitationSubject = "You're invited to the recordwell console";

interface InvitationFacts {
  readonly url: string;
  readonly companyName: string;
  readonly inviterName: string;
  readonly hours: number;
}

/** Returns the text of the invitation. The link has its own line, so that mail programs find its end. */
export function invitationText({ url, companyName, inviterName, hours }: InvitationFacts): string {
  return [
    `${inviterName} invited you to join ${companyName} in the recordwell console. To accept, open this link:`,
    '',
    url,
    '',
    `The link works once and expires in ${hours} hours.`,
    '',
    `If you don't know ${inviterName}, ignore this e-mail. No one can join without the link.`,
    '',
  ].join('\n');
}
